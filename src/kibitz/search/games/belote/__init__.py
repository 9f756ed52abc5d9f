"""Belote Contrée for search: the bidders' auction memory, the solver's trick play, pools."""

from __future__ import annotations

from kibitz.games.belote.view import BeloteView
from kibitz.search.games.belote.auction_memory import auction_memory
from kibitz.search.games.belote.play import PLAY
from kibitz.search.games.belote.pool import POOL

__all__ = ["PLAY", "POOL", "memory"]


def memory(view: BeloteView) -> list[int]:
    """The auction, then the cards that each seat cannot hold, as 16 + 16 bits."""
    halves = [half for out in view.excluded() for half in (out & 0xFFFF, out >> 16)]
    return auction_memory(view.calls).flat() + halves
