"""Codepiece with the highest legal card at every turn: a yardstick.

It bids as the trick-counting rule does. With `passing` it never bids at all, which wins a lot from
players who bid too much.
"""

from __future__ import annotations

from kibitz.bots.codepiece import rule
from kibitz.core.cards import rank_of
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.codepiece.phases import CARD, PASS


def choose(view: View, rng: Stream, *, passing: bool = False) -> int:
    if view.phase == "bid" and passing:
        return PASS
    if view.phase != "play":
        return rule.choose(view, rng)
    return max(view.legal(), key=lambda action: (rank_of(action - CARD), -action))
