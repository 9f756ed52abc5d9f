"""Perfect play with all cards seen, for Belote and Codepiece: an oracle, in one unit for both.

`margin` is what the deal brings, own side less other side (marks in Belote, payoff in Codepiece);
`sides` are the points or tricks of seats 0+2 and 1+3. Who has no State may give it worlds alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core import engine
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games.codepiece.phases import BidPhase
from kibitz.search import double_dummy
from kibitz.search.double_dummy import BOOK_CARDS_MAX, Points, Value

GAMES = ("belote", "codepiece")


@dataclass(frozen=True)
class Exact:
    """One deal, solved; of the side of some seat."""

    sides: tuple[int, int]
    capot: int | None
    margin: float
    made: bool  # the contract


def solvable(view: View) -> bool:
    """Whether cards are being played that the solver knows how to play."""
    if view.game.name not in GAMES or view.phase != "play":
        return False
    hand: Any = getattr(view, "hand", ())
    return engine.native() is not None or len(hand) <= BOOK_CARDS_MAX


def exact(state: State, seat: int) -> Exact:
    return _exact(state, double_dummy.solve(state), seat)


def exact_cards(state: State) -> dict[int, Exact]:
    """After each legal card of the seat on turn, for its side."""
    found = double_dummy.solve_cards(state)
    return {action: _exact(state, value, state.player) for action, value in found.items()}


def _exact(state: State, value: Value, seat: int) -> Exact:
    p = state.position()
    sign = 1 if seat % 2 == 0 else -1
    if isinstance(value, Points):
        assert value.marks is not None, "cards are played for a contract"
        margin = value.marks[0] - value.marks[1]
        made = (margin > 0) == (p["bidder"] % 2 == 0)  # rule 9: who makes it marks more
        return Exact(value.points, value.capot, sign * margin, made)
    bidder, bid = BidPhase.contract(p["bids"], p["dealer"])
    made = value.tricks[bidder % 2] >= bid
    gain = 2 * (bid if made else -2 * bid)
    return Exact(value.tricks, None, sign * (gain if bidder % 2 == 0 else -gain), made)
