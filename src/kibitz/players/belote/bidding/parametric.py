"""Bids by weights that are data: estimates the points of its side with each trump, then calls.

The estimate for a suit counts the own hand (evaluation.py), who leads, and what the calls of the
partner and both opponents reveal; the weights differ for a suit of the partner, of an opponent, and
any other. It opens its best suit above an estimate that depends on how many have passed; raises or
corrects the partner where the estimate has room; bids over the opponents where its own contract is
good enough, or theirs so good that going down is cheaper; coinches what it expects to beat; and
calls capot with a hand that can hardly lose a trick, or where nearly all points are expected. The
shipped weights were fitted to solved deals and tuned by playing auctions against other weights:
benchmarks/notes/belote_bidding.md.

    bid(view, rng)                      with the shipped weights
    call(AuctionView.of(view), weights)       with any others

The native twin is native/players/belote_bid.hpp.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, replace

from kibitz.core.events import NOBODY
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.cards import bits
from kibitz.games.belote.rules import BID, CAPOT, COINCHE, PASS, SURCOINCHE, bid_value, trump_of
from kibitz.games.belote.view import BeloteView
from kibitz.players.belote.bidding.evaluation import BELOTE, Worth, has_belote, takes_all, worth
from kibitz.players.belote.bidding.weights import Calls, Weights, load
from kibitz.search.games.belote.auction_memory import (
    CAPOT_LEVEL,
    AuctionMemory,
    auction_memory,
    level_of,
)

ALL_POINTS = 162
LEVEL_MAX = 8  # 160, the highest below capot


@dataclass(frozen=True)
class AuctionView:
    """What a bidder sees when it is to call."""

    hand: int  # as a mask
    seat: int
    dealer: int
    bid: int
    bidder: int
    coinche: int
    passes: int
    memory: AuctionMemory

    @classmethod
    def of(cls, view: BeloteView) -> AuctionView:
        return cls(
            hand=bits(view.hand),
            seat=view.seat,
            dealer=view.dealer,
            bid=view.bid,
            bidder=view.bidder,
            coinche=view.coinche,
            passes=view.passes,
            memory=auction_memory(view.calls),
        )


PRESET = True


@functools.cache
def weights() -> Weights:
    return load("parametric")


@functools.cache
def in_mood(mood: float) -> Weights:
    """The shipped weights with every estimate `mood` points higher.

    The points are part of the bases, as in the native and the page's twin: added to the sum, they
    would round otherwise, and an estimate may lie right on a threshold.
    """
    w = weights()
    return replace(
        w,
        attack=replace(w.attack, base=w.attack.base + mood),
        support=replace(w.support, base=w.support.base + mood),
        defend=replace(w.defend, base=w.defend.base + mood),
    )


def bid(view: View, _rng: Stream) -> int:
    assert isinstance(view, BeloteView)
    return BID + call(AuctionView.of(view), weights())


def estimates(table: AuctionView, w: Weights) -> list[float]:
    """The points that the own side can expect with each trump, including its belote."""
    return [estimate(table, trump, w) for trump in range(4)]


def estimate(table: AuctionView, trump: int, w: Weights) -> float:
    owner = table.memory.suits[trump]
    if owner == NOBODY or owner == table.seat:
        return _estimate(table, trump, w.attack, w.attack_calls) + _belote(table, trump)
    if owner == table.seat ^ 2:
        return _estimate(table, trump, w.support, w.support_calls) + _belote(table, trump)
    return _estimate(table, trump, w.defend, w.defend_calls)


def _belote(table: AuctionView, trump: int) -> int:
    return BELOTE if has_belote(table.hand, trump) else 0


def _estimate(table: AuctionView, trump: int, hand: Worth, calls: Calls) -> float:
    memory, seat = table.memory, table.seat
    sum_ = worth(table.hand, trump, hand)
    if (table.dealer + 1) % 2 == seat % 2:
        sum_ += calls.lead
    partner = seat ^ 2
    if memory.last[partner] != PASS:
        sum_ += calls.partner_bid
        sum_ += calls.partner_level * level_of(memory.last[partner])
        sum_ += calls.partner_jump * memory.jump[partner]
    elif memory.spoke[partner]:
        sum_ += calls.partner_pass
    for enemy in ((seat + 1) % 4, (seat + 3) % 4):
        if memory.last[enemy] != PASS:
            sum_ += calls.enemy_bid
            sum_ += calls.enemy_level * level_of(memory.last[enemy])
            sum_ += calls.enemy_jump * memory.jump[enemy]
        elif memory.spoke[enemy]:
            sum_ += calls.enemy_pass
    return sum_


def call(table: AuctionView, w: Weights) -> int:
    """The bid 0..42 of the seat to call."""
    if not table.coinche and level_of(table.bid) < CAPOT_LEVEL:
        for trump in range(4):
            if takes_all(table.hand, trump):
                return CAPOT + trump
    found = estimates(table, w)
    if table.bid == PASS:
        return _open(table, w, found)
    if table.bidder % 2 == table.seat % 2:
        return _answer(table, w, found)
    return _over(table, w, found)


def make(level: int, trump: int) -> int:
    """The bid of a level in a suit."""
    return 4 * level + trump + 1


def value_of(level: int) -> int:
    return bid_value(make(level, 0))


def steps(room: float, step: float) -> int:
    """The number of whole steps that fit into the room."""
    return math.floor(room / step)


def _best(found: list[float], without: int = -1) -> int:
    """The suit with the highest estimate; ties go to the lowest."""
    return max((s for s in range(4) if s != without), key=lambda s: (found[s], -s))


def _open(table: AuctionView, w: Weights, found: list[float]) -> int:
    """Call when nobody has bid."""
    s, suit = w.speak, _best(found)
    if found[suit] < s.open[table.passes]:
        return PASS
    if found[suit] >= s.capot:
        return CAPOT + suit
    level = min(steps(found[suit] - s.open_level, s.open_step), int(s.open_max), LEVEL_MAX)
    return make(max(level, 0), suit)


def _answer(table: AuctionView, w: Weights, found: list[float]) -> int:
    """Call when the own side's bid stands: the partner's, or one that was coinched."""
    s, trump = w.speak, trump_of(table.bid)
    if table.coinche:
        sure = found[trump] >= bid_value(table.bid) + s.surcoinche
        return SURCOINCHE if table.coinche == 1 and sure else PASS
    lowest = level_of(table.bid) + 1
    if lowest > CAPOT_LEVEL:
        return PASS
    best = _best(found)
    if found[best] >= s.capot:
        return CAPOT + best
    if table.passes == 2 or lowest > LEVEL_MAX:  # a pass lets the partner play
        return PASS
    other = _best(found, without=trump)
    better = found[other] - found[trump] >= s.change
    if better and found[other] >= value_of(lowest) + s.change_need:
        return make(lowest, other)
    last = table.memory.last
    fought = last[(table.seat + 1) % 4] != PASS or last[(table.seat + 3) % 4] != PASS
    room = found[trump] - value_of(lowest) - (s.raise_fought if fought else s.raise_free)
    level = min(lowest + steps(room, s.raise_step), int(s.raise_max), LEVEL_MAX)
    return make(level, trump) if room >= 0 and level >= lowest else PASS


def _over(table: AuctionView, w: Weights, found: list[float]) -> int:
    """Call when an opponent's bid stands."""
    s, trump, level = w.speak, trump_of(table.bid), level_of(table.bid)
    if table.coinche:
        return PASS
    value = bid_value(table.bid)
    if level == CAPOT_LEVEL:
        return COINCHE if found[trump] >= s.coinche_capot else PASS
    if found[trump] - (ALL_POINTS - value) >= s.coinche - s.coinche_level * level:
        return COINCHE
    lowest = level + 1
    if lowest > LEVEL_MAX:
        return PASS
    suit = _best(found, without=trump)
    gain = found[suit] - value_of(lowest)
    theirs = ALL_POINTS - found[trump] - value
    if gain + s.sacrifice * theirs < (s.over_last if table.passes == 2 else s.over):
        return PASS
    higher = lowest + max(0, steps(gain - s.over_level, s.over_step))
    return make(max(lowest, min(higher, int(s.over_max), LEVEL_MAX)), suit)
