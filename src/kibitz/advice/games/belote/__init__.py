"""Belote: the card points of the seat's side, and whether the contract was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.advice.games.belote.mirror import BeloteMirror as Mirror
from kibitz.core import engine
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games.belote.cards import bits
from kibitz.games.belote.rules import BID, COINCHE, PASS
from kibitz.games.belote.view import BeloteView
from kibitz.players.belote.bidding import parametric, solver
from kibitz.players.belote.bidding.evaluation import takes_all
from kibitz.search.games.belote.goal import goal_of
from kibitz.search.plays import Points
from kibitz.search.plays import Value as Solved

__all__ = ["Mirror"]
CONTRACT = "the contract is made"
UNIT, STEP = "points", 10
GRADES = (10.0, 30.0, 70.0)  # points
SEARCH = {"reward": "margin", "horizon": "deal", "equity": True}
SCALE = 1.5  # own score minus the mean of the others' is 2/3 of side minus side
SOLVED = {8: 10, 7: 24, 6: 48, 5: 60, 4: 80, 3: 80, 2: 80}
BID_WORLDS_FIRST, BID_WORLDS = 32, 256
BID_FURTHER = 3  # times as many, for the loss of one call alone
PASS_ACTION = BID + PASS
PROSPECT_SLICES = ((0, 32), (32, 32), (64, 64))  # worlds of an evaluation, drawn as it draws them


def total(end: State, seat: int) -> float:
    """Return card points with the last trick or the capot but without belote; 0 for a void deal."""
    score = next((e.data for e in reversed(end.events) if e.kind == "score"), None)
    return float(score[2 + seat % 2]) if isinstance(score, tuple) else 0.0


def contract(end: State, seat: int) -> tuple[int, bool] | None:  # noqa: ARG001 (all see the same)
    bidder = _bidder(end)
    if bidder is None:
        return None
    score = next((e.data for e in reversed(end.events) if e.kind == "score"), None)
    if not isinstance(score, tuple) or end.phase == "play":
        return bidder, False  # not played to the end: the solver decides
    return bidder, score[bidder % 2] > score[1 - bidder % 2]  # rule 9: a made contract scores more


def _bidder(end: State) -> int | None:
    """Return who has the contract, also of a deal that the match has cleared from the table."""
    bidder: int = end.position()["bidder"]
    if bidder >= 0:
        return bidder
    for event in reversed(end.events):
        if event.kind == "action":
            assert isinstance(event.data, int)
            if PASS < event.data - BID < COINCHE:
                return event.seat
        if event.kind == "deal":
            break
    return None


def settle(p: Mapping[str, Any], value: Solved) -> tuple[float, bool]:
    """Return the score of a solved deal, NS minus EW, and whether the contract is made."""
    assert isinstance(value, Points)
    assert value.marks is not None, "there is a contract once cards are played"
    margin = value.marks[0] - value.marks[1]
    return margin, (margin > 0) == (p["bidder"] % 2 == 0)  # rule 9: a made contract scores more


def win(view: View, method: str, value: float) -> tuple[float, float] | None:
    """Return the chance to win the match that the value of a call means, and that of a point."""
    assert isinstance(view, BeloteView)
    goal = goal_of(view)
    if goal is None or method != BidSampler.method:
        return None  # solved cards are valued by the margin, too
    return goal.now() + goal.unit() * value, goal.unit()


class BidSampler:
    """Bids, valued by the bidder that solves worlds: a row is a world.

    Calls reveal much about the hidden hands, and this bidder takes them into account.
    """

    method, exact, restricts = "bidder", False, True

    def __init__(self, view: BeloteView, made: int | None, effort: float) -> None:
        self.view = view
        base = parametric.call(parametric.AuctionView.of(view), parametric.weights())
        calls = set(solver.candidates(view, base, solver.Settings().levels))
        if made is not None:
            calls.add(made - BID)
        self.actions: Sequence[int] = [BID + call for call in sorted(calls)]
        self.first = max(4, round(BID_WORLDS_FIRST * effort))
        self.total = max(4, round(BID_WORLDS * effort))
        self.further = BID_FURTHER * self.total

    def rows(
        self, actions: Sequence[int], seed: int, first: int, count: int
    ) -> NDArray[np.float64]:
        calls = [action - BID for action in actions]
        return solver.Worths(self.view, calls, seed).rows(calls, first, count)

    def worlds(self, rows: int) -> int:
        return rows


def sampler(view: View, made: int | None, effort: float) -> BidSampler | None:
    """Value bids by solved worlds, from the first call on, if the solver exists."""
    if view.phase != "bid" or view.start is not None or engine.native() is None:
        return None
    assert isinstance(view, BeloteView)
    if any(takes_all(bits(view.hand), trump) for trump in range(4)):
        return None  # a sure capot: the bidder's correction covers only the common ones
    return BidSampler(view, made, effort)


def call_chances(view: View, actions: Sequence[int], seed: int) -> NDArray[np.float64] | None:
    """Return [world, action, 2]: who plays the contract (1 us, -1 they, 0 nobody), its chance.

    The worlds are the first ones of the evaluation with this seed.
    """
    if sampler(view, None, 1) is None:
        return None
    assert isinstance(view, BeloteView)
    calls = [action - BID for action in actions]
    worths = solver.Worths(view, calls, seed)
    return np.concatenate([worths.chances(calls, *part) for part in PROSPECT_SLICES])
