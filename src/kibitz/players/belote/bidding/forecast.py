"""What each call is worth, judged from one hand, one call ahead.

The points of the side with each trump are assumed to be normally distributed around an estimate
that was fitted to solved deals; expect.py knows what players make of a solved value. This gives the
expected score of every contract as if only passes followed, or in a match the expected change of
equity (`Values`). `smart` makes the best call; `match` only asks where the score of the match
changes the answer.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.games.belote.cards import bits
from kibitz.games.belote.rules import (
    COINCHE,
    PASS,
    SURCOINCHE,
    side_of,
    trump_of,
)
from kibitz.games.belote.view import BeloteView
from kibitz.players.belote.bidding import expect
from kibitz.players.belote.bidding.evaluation import BELOTE, has_belote
from kibitz.players.belote.bidding.parametric import ALL_POINTS, AuctionView, estimates
from kibitz.players.belote.bidding.weights import Weights, load
from kibitz.search.games.belote.auction_memory import level_of
from kibitz.search.games.belote.goal import goal_of

SPREAD = 20.0  # points
ALL_TRICKS = 175.0  # points on the same scale needed for a capot
DOUBT = 30.0  # points that an opponents' coinche takes from an estimate: they hold something

Table = NDArray[np.float64]


@dataclass(frozen=True)
class Values:
    """The value of contracts to their takers, as in expect.py."""

    ours: Table
    theirs: Table

    @classmethod
    def by_score(cls, view: BeloteView) -> Values:
        table = expect.marks(view.game.options["scoring"] == "exact")
        return cls(table, table)

    @classmethod
    def of(cls, view: BeloteView) -> Values:
        """By equity in a match, where the sides differ; else by score."""
        goal = goal_of(view)
        if goal is None:
            return cls.by_score(view)
        exact = view.game.options["scoring"] == "exact"
        return cls(expect.worths(exact, goal), expect.worths(exact, goal.turned()))


@functools.cache
def weights() -> Weights:
    return load("fitted")


class Forecast:
    """The estimates of one view."""

    def __init__(self, view: BeloteView) -> None:
        self.view = view
        self.hand = bits(view.hand)
        found = estimates(AuctionView.of(view), weights())
        # Card points alone: expect.py adds belote by itself.
        self.points = [
            points - (BELOTE if has_belote(self.hand, suit) and self._ours(suit) else 0)
            for suit, points in enumerate(found)
        ]

    def value(self, call: int, values: Values) -> float:
        """The value to the own side if only passes followed this call."""
        view = self.view
        if call == PASS and view.bid == PASS:
            return 0.0
        is_bid = PASS < call < COINCHE
        coinche = 0 if is_bid else view.coinche + (call in (COINCHE, SURCOINCHE))
        contract = call if is_bid else view.bid
        trump, ours = trump_of(contract), is_bid or side_of(view.bidder) == side_of(view.seat)
        points = self.points[trump] - (DOUBT if ours and coinche else 0.0)
        belote = expect.NO_BELOTE
        if has_belote(self.hand, trump):
            belote = expect.BELOTE_TAKER if ours else expect.BELOTE_DEFENCE
        leads = side_of(view.dealer + 1) == side_of(view.seat)
        cells = (slice(None), level_of(contract), coinche, belote)
        if ours:
            return float(chances(points) @ values.ours[(int(leads), *cells)])
        return -float(chances(ALL_POINTS - points) @ values.theirs[(int(not leads), *cells)])

    def _ours(self, suit: int) -> bool:
        """Whether the estimate of a suit counts belote: not that of an opponents' suit."""
        owner = AuctionView.of(self.view).memory.suits[suit]
        return owner < 0 or side_of(owner) == side_of(self.view.seat)


@functools.lru_cache(maxsize=4096)
def chances(points: float) -> NDArray[np.float64]:
    """The probability of each code of expect.py, around the estimate of the taker's points."""
    codes = np.arange(expect.CAPOT_DEFENCE + 1)
    bell = np.exp(-0.5 * ((codes - points) / SPREAD) ** 2)
    beyond = np.arange(ALL_POINTS + 1, ALL_POINTS + 60)
    tail = np.exp(-0.5 * ((beyond - points) / SPREAD) ** 2)
    bell[ALL_POINTS] += tail[beyond < ALL_TRICKS].sum()
    bell[expect.CAPOT_TAKER] = tail[beyond >= ALL_TRICKS].sum()
    below = np.arange(-60, 0)
    bell[expect.CAPOT_DEFENCE] = np.exp(-0.5 * ((below - points) / SPREAD) ** 2).sum()
    return np.asarray(bell / bell.sum())
