"""Dubito by a simple rule: gemini, and it can count.

A play of more cards than that player can have is doubted for certain; otherwise gemini decides,
which is honest where it can be, bluffs little and doubts in time.
"""

from __future__ import annotations

from kibitz.bots.dubito import gemini
from kibitz.bots.dubito.tracker import honest_left
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.dubito.rules import DOUBT
from kibitz.games.dubito.view import DubitoView


def choose(view: View, rng: Stream) -> int:
    assert isinstance(view, DubitoView)
    if DOUBT in view.legal_actions[:1]:
        latest = view.board[-1]
        if latest.size > honest_left(view, latest.seat):
            return DOUBT
    return gemini.choose(view, rng)
