"""Belote: the card points of the seat's side, and whether the contract was made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.advice.advisor.tricks import BeloteMirror as Mirror
from kibitz.advice.judge import Value, Verdict
from kibitz.core import engine
from kibitz.core.rng import Stream
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games.belote.rules import BID
from kibitz.players.belote.bidding import solver
from kibitz.search.plays import Points
from kibitz.search.plays import Value as Solved

__all__ = ["Mirror"]
CONTRACT = "the contract is made"
UNIT, STEP = "points", 10
SEARCH = {"reward": "margin", "horizon": "deal"}
SCALE = 1.5  # own score minus the mean of the others' is 2/3 of side minus side


def total(end: State, seat: int) -> float:
    """Return card points with the last trick or the capot but without belote; 0 for a void deal."""
    score = next((e.data for e in reversed(end.events) if e.kind == "score"), None)
    return float(score[2 + seat % 2]) if isinstance(score, tuple) else 0.0


def contract(end: State, seat: int) -> tuple[int, bool] | None:  # noqa: ARG001 (all see the same)
    bidder = end.position()["bidder"]
    if bidder < 0:
        return None
    score = next((e.data for e in reversed(end.events) if e.kind == "score"), None)
    if not isinstance(score, tuple) or end.phase == "play":
        return bidder, False  # not played to the end: the solver decides
    return bidder, score[bidder % 2] > score[1 - bidder % 2]  # rule 9: a made contract scores more


def settle(p: Mapping[str, Any], value: Solved) -> tuple[float, bool]:
    """Return the score of a solved deal, NS minus EW, and whether the contract is made."""
    assert isinstance(value, Points)
    assert value.marks is not None, "there is a contract once cards are played"
    margin = value.marks[0] - value.marks[1]
    return margin, (margin > 0) == (p["bidder"] % 2 == 0)  # rule 9: a made contract scores more


def judge(
    view: View, worlds: int, seed: int, seconds: float | None, made: int | None
) -> Verdict | None:
    """Judge bids with the bidder that solves worlds, from the first call on, if the solver exists.

    Calls reveal much about the hidden hands, and this bidder takes them into account.
    """
    if view.phase != "bid" or view.start is not None or engine.native() is None:
        return None
    also = () if made is None else (made - BID,)
    budget = solver.Settings(worlds=worlds, seconds=seconds)
    thought = solver.think(view, Stream(seed), budget, also)
    if thought.worlds == 0:  # it bid without search, so other calls have no values
        return None
    rows = zip(thought.calls, thought.values, thought.errors, strict=True)
    values = {BID + call: Value(value, error) for call, value, error in rows}
    return Verdict("bidder", thought.worlds, values)
