"""Bets with the king alone, and never bluffs: easy to read."""

from __future__ import annotations

from kibitz.core.rng import Stream
from kuhn_poker.rules import BET, PASS
from kuhn_poker.view import KuhnView

ABOUT = "Bets and calls with the king alone, and never bluffs."
KING = 2


def choose(view: KuhnView, rng: Stream) -> int:  # noqa: ARG001 (it leaves nothing to chance)
    return BET if KING in view.hand else PASS
