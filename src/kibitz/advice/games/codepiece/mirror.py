"""The advisor's Codepiece."""

from __future__ import annotations

from kibitz.advice.advisor.tricks import TrickMirror
from kibitz.games.codepiece.legal_moves import CARD


class CodepieceMirror(TrickMirror):
    FIRST_CARD = CARD

    def hand_size(self) -> int:
        return 13
