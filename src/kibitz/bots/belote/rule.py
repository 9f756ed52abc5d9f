"""Belote by rule: bids by a strategy of bidding/, and cards by the scores of cardplay.py.

Quick and without search: for big arenas, as an opponent in training, and for rollouts. The twin at
engine speed is native/policies/belote.hpp, for bidders that have weights (`weights()`).
"""

from __future__ import annotations

from typing import Any

from kibitz.bots.belote import bidding
from kibitz.bots.belote.cardplay import choose_card
from kibitz.bots.version import of, together
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.view import BeloteView

DEFAULT = "parametric"
CARDS = 1  # the version of the card play


def choose(view: View, rng: Stream, bidder: str = DEFAULT) -> int:
    assert isinstance(view, BeloteView)
    if view.phase == "bid":
        action: int = bidding.find(bidder).bid(view, rng)
        return action
    return choose_card(view)


def VERSION(bidder: str = DEFAULT) -> int:  # noqa: N802
    """Of the card play and of who bids."""
    return together(CARDS, of(bidding.find(bidder))())


def NATIVE(bidder: str = DEFAULT) -> tuple[str, list[float]] | None:  # noqa: N802
    """The native player and its numbers; without any it bids by the weights of `parametric`."""
    if bidder == DEFAULT:
        return "rule", []
    module: Any = bidding.find(bidder)
    return ("rule", module.weights().flat()) if bidding.is_native(module) else None
