"""What bids and cards reveal about the hands at Belote: soft beliefs for the searchers.

`bids`: others bid roughly like the parametric bidder, some bolder and some more cautious. Each call
of another seat is re-evaluated with the world's hand, in moods from -24 to +24 points with
bell-shaped weights; a call that no mood makes counts LEAST_CALL. `play`: others play cards roughly
like the rule player (PolicyBelief). `all` combines both.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kibitz.core import engine
from kibitz.core.events import NOBODY
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games.belote.cards import bits
from kibitz.games.belote.rules import COINCHE, PASS
from kibitz.games.belote.view import BeloteView
from kibitz.players.belote import rule
from kibitz.players.belote.bidding.parametric import AuctionView, call, in_mood
from kibitz.search.beliefs import Belief, PolicyBelief, product
from kibitz.search.games.belote.auction_memory import auction_memory

MOODS = (-24.0, -16.0, -8.0, 0.0, 8.0, 16.0, 24.0)  # points
BELL = 12.0  # standard deviation of moods
BELLS = [math.exp(-0.5 * (mood / BELL) ** 2) for mood in MOODS]
DECK_SIZE = 32
LEAST_CALL = 0.03
SLIP = 0.4  # for cards: players differ a lot here


class BidBelief:
    """The likelihood of the other seats' calls, given the hands of a world."""

    def __call__(self, view: View, world: State) -> float:
        assert isinstance(view, BeloteView)
        if not view.calls or not world.chance:
            return 1.0
        hands = [bits(hand) for hand in world.chance[-1]["hands"]]
        auction = view.dealer, view.calls
        weight = 1.0
        for i, (seat, _) in enumerate(view.calls):
            if seat != view.seat:
                weight *= _likelihood(auction, i, hands[seat])
        return weight

    def weigh(self, view: View, hands: NDArray[np.uint64]) -> NDArray[np.float64] | None:
        """The same for many worlds: every call in every mood, on the native engine."""
        assert isinstance(view, BeloteView)
        native = engine.native()
        if native is None or view.start is not None or len(view.deck) < DECK_SIZE:
            return None
        if not view.calls:
            return np.ones(len(hands))
        played = np.array([bits(cards) for cards in view.played], dtype=np.uint64)
        dealt = np.ascontiguousarray(hands | played, dtype=np.uint32)
        calls = np.array([made for _, made in view.calls])
        shares = np.zeros((len(hands), len(calls)))
        said = np.empty(shares.shape, dtype=np.int8)
        for mood, bell in zip(MOODS, BELLS, strict=True):
            native.belote_answers(dealt, view.dealer, calls.tolist(), _flat(mood), said)
            shares += bell * (said == calls)
        others = [seat != view.seat for seat, _ in view.calls]
        found = LEAST_CALL + (1 - LEAST_CALL) * shares[:, others] / sum(BELLS)
        return np.asarray(found.prod(axis=1))


@functools.cache
def _flat(mood: float) -> list[float]:
    """The weights of the bidder in a mood, for the native engine."""
    return in_mood(mood).flat()


Auction = tuple[int, tuple[tuple[int, int], ...]]  # the dealer, and the calls (seat, bid)


@functools.lru_cache(maxsize=64)
def _tables(auction: Auction) -> tuple[AuctionView, ...]:
    """The table as it was before each call, without a hand."""
    dealer, calls = auction
    found = []
    bid, bidder, coinche, passes = PASS, NOBODY, 0, 0
    for i, (seat, made) in enumerate(calls):
        found.append(
            AuctionView(0, seat, dealer, bid, bidder, coinche, passes, auction_memory(calls[:i]))
        )
        if made == PASS:
            passes += 1
            continue
        passes = 0
        if made >= COINCHE:
            coinche += 1
        else:
            bid, bidder = made, seat
    return tuple(found)


@functools.lru_cache(maxsize=1 << 14)
def _likelihood(auction: Auction, i: int, hand: int) -> float:
    """The likelihood of call i from a hand."""
    table, made = replace(_tables(auction)[i], hand=hand), auction[1][i][1]
    same = [call(table, in_mood(mood)) == made for mood in MOODS]
    share = sum(w for w, hit in zip(BELLS, same, strict=True) if hit) / sum(BELLS)
    return LEAST_CALL + (1 - LEAST_CALL) * share


@functools.cache
def by_bids() -> Belief:
    return BidBelief()


@functools.cache
def by_play() -> Belief:
    return PolicyBelief(rule.choose, SLIP, phase="play", native="rule")


BELIEFS: dict[str, Callable[[], Belief]] = {
    "bids": by_bids,
    "play": by_play,
    "all": lambda: product(by_bids(), by_play()),
}
