"""Codepiece by the highest legal card at every turn: a baseline.

It bids like the trick-counting rule. With `passing` it never bids at all, which wins a lot against
players who overbid.
"""

from __future__ import annotations

from kibitz.core.cards import rank_of
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.codepiece.legal_moves import CARD, PASS
from kibitz.players.codepiece import rule


def NATIVE(passing: bool = False) -> tuple[str, list[float]]:  # noqa: N802
    return ("always_pass" if passing else "highest", [])


def choose(view: View, rng: Stream, *, passing: bool = False) -> int:
    if view.phase == "bid" and passing:
        return PASS
    if view.phase != "play":
        return rule.choose(view, rng)
    return max(view.legal(), key=lambda action: (rank_of(action - CARD), -action))
