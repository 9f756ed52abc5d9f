"""Codepiece with all hands open: an ORACLE that plays by the solver and bids by the solved table.

Everyone bids once, so the auction is searched to its end: each seat makes the call that is best for
its team, given the tricks that each possible bidder makes with its best trump.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from kibitz.bots.oracle import Oracle
from kibitz.core.state import State
from kibitz.games.codepiece.legal_moves import BidPhase, TrumpPhase
from kibitz.search.double_dummy import Position, Tricks, solve_cards, solve_many

ABOUT = (
    "An ORACLE: bids by the solved table of the true deal and plays by the solver. "
    "Not a fair opponent."
)

Hands = tuple[tuple[int, ...], ...]
Bids = tuple[int | None, ...]


class Player(Oracle):
    """Sees all hands."""

    def choose_knowing(self, state: State) -> int:
        legal = state.legal()
        if len(legal) == 1:
            return legal[0]
        if state.phase == "play":
            return best_card(state)
        position = state.position()
        hands: Hands = tuple(tuple(hand) for hand in position["hands"])
        if state.phase == "trump":
            tricks = solved(hands, state.player)
            return max(legal, key=lambda action: tricks[TrumpPhase.apply(action)])
        _, call = best_call(tuple(position["bids"]), state.player, position["dealer"], hands)
        return call


def best_card(state: State) -> int:
    side = state.player % 2

    def tricks(value: object) -> int:
        assert isinstance(value, Tricks)
        return value.tricks[side]

    values = solve_cards(state)
    return max(values, key=lambda action: (tricks(values[action]), -action))


def best_call(bids: Bids, seat: int, dealer: int, hands: Hands) -> tuple[int, int]:
    """The payoff of seats 0 and 2 with best calls from here on, and the call that achieves it."""
    sign = 1 if seat % 2 == 0 else -1
    best: tuple[int, int] | None = None
    for call in BidPhase.legal(bids):
        after = tuple(BidPhase.apply(bids, seat, call))
        if seat == dealer:
            payoff = contract_payoff(after, dealer, hands)
        else:
            payoff, _ = best_call(after, (seat + 1) % 4, dealer, hands)
        if best is None or sign * payoff > sign * best[0]:
            best = payoff, call
    assert best is not None
    return best


def contract_payoff(bids: Sequence[int | None], dealer: int, hands: Hands) -> int:
    """Rule 9, for seats 0 and 2, with the bidder's best trump."""
    bidder, bid = BidPhase.contract(bids, dealer)
    payoff = bid if max(solved(hands, bidder)) >= bid else -2 * bid
    return payoff if bidder % 2 == 0 else -payoff


@functools.lru_cache(maxsize=64)  # the four seats of a deal ask the same question
def solved(hands: Hands, leader: int) -> tuple[int, ...]:
    """The tricks of the leader's team with each trump, in suit order."""
    values = solve_many([Position("codepiece", hands, trump, leader) for trump in range(4)])
    return tuple(v.tricks[leader % 2] for v in values if isinstance(v, Tricks))
