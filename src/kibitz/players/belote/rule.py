"""Belote by rule: bids by a strategy from bidding/, plays cards by the scores of cardplay.py.

Fast and without search: for large arenas, as a training opponent, and for rollouts. The native twin
is native/players/belote_rule_players.hpp, for bidders that have weights (`weights()`).
"""

from __future__ import annotations

from typing import Any

from kibitz.bots.version import of, together
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.view import BeloteView
from kibitz.players.belote import bidding
from kibitz.players.belote.cardplay import choose_card

ABOUT = "The rule player: bids by tuned weights and scores every card in points."

DEFAULT = "parametric"
CARDS = 1  # the version of the card play


def choose(view: View, rng: Stream, bidder: str = DEFAULT) -> int:
    assert isinstance(view, BeloteView)
    if view.phase == "bid":
        action: int = bidding.find(bidder).bid(view, rng)
        return action
    return choose_card(view)


def VERSION(bidder: str = DEFAULT) -> int:  # noqa: N802
    """The version of the card play and of the bidder together."""
    return together(CARDS, of(bidding.find(bidder))())


def NATIVE(bidder: str = DEFAULT) -> tuple[str, list[float]] | None:  # noqa: N802
    """The native player and its numbers; with none it bids by the weights of `parametric`."""
    if bidder == DEFAULT:
        return "rule", []
    module: Any = bidding.find(bidder)
    return ("rule", module.weights().flat()) if bidding.is_native(module) else None
