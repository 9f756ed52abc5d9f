"""What each call is worth to the seat on turn: the values of a bidding network, or of the solver.

    found = call_values(view)
    found.by                     "bid_max", or "solver" where there is no network
    found.values                 {action: points}, for the legal calls

A network values every legal call. Where no bidding network is installed, the bidder `solver` fills
in: the expected score of the plausible calls over solved worlds. What counts are differences: the
values of a network trained by what a policy gains have no zero of their own.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.bots.models import load_network
from kibitz.core.errors import BadEngine, BadModel, MissingModel
from kibitz.core.rng import Stream
from kibitz.games.belote.rules import BID
from kibitz.games.belote.view import BeloteView
from kibitz.nets.net import Net
from kibitz.players.belote.bidding.solver import Settings, think

GAME, HEAD = "belote", "q"
PREFERRED = ("bid_max", "bid_dd")
SOLVER = "solver"
POINTS = 200.0  # of a network's unit


@dataclass(frozen=True)
class CallValues:
    """The values of calls in points, and who gave them; nobody if it is not the seat's turn."""

    by: str | None = None
    values: Mapping[int, float] | None = None

    def best_first(self) -> list[tuple[int, float]]:
        return sorted((self.values or {}).items(), key=lambda item: (-item[1], item[0]))


def call_values(view: BeloteView, *, by: str | None = None, seed: int = 0) -> CallValues:
    """Value the calls of the seat on turn, by a network's name or `solver`; default: the best."""
    if view.player != view.seat or view.phase != "bid":
        return CallValues()
    net = None if by == SOLVER else network(by)
    if net is not None:
        name, found = net
        x = view.encode(found.description.encoding)
        values = POINTS * found.forward(x[None])[HEAD][0]
        return CallValues(name, {a: float(values[a]) for a in view.legal_actions})
    try:
        thought = think(view, Stream(seed), Settings())
    except BadEngine:
        return CallValues()
    worth = zip(thought.calls, thought.values, strict=True)
    return CallValues(SOLVER, {BID + call: float(value) for call, value in worth})


@functools.cache
def network(wanted: str | None) -> tuple[str, Net] | None:
    """The wanted bidding network, or the best installed one; None if there is none."""
    if wanted is not None:
        found = load_network(GAME, wanted)
        if not found.description.has(HEAD):
            raise BadModel(f"{wanted} has no values of calls: name another network, or {SOLVER}")
        return wanted, found
    for name in PREFERRED:
        try:
            return name, load_network(GAME, name)
        except (MissingModel, BadModel):
            continue
    return None
