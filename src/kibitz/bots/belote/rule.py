"""Belote by rule: bids by the weights of `parametric`, and cards by the scores of cardplay.py.

Quick and without search: for big arenas, as an opponent in training, and for rollouts. The twin at
engine speed is native/policies/belote.hpp; it takes the weights of another bidder as its numbers.
"""

from __future__ import annotations

from kibitz.bots.belote.bidding import parametric
from kibitz.bots.belote.cardplay import choose_card
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.view import BeloteView


def choose(view: View, rng: Stream) -> int:
    assert isinstance(view, BeloteView)
    return parametric.bid(view, rng) if view.phase == "bid" else choose_card(view)
