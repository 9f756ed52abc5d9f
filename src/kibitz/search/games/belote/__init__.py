"""Belote Contrée for search: the bidders' auction memory, the solver's trick play, pools."""

from __future__ import annotations

from typing import Any

from kibitz.games.belote.view import BeloteView
from kibitz.search.games.belote.auction_memory import auction_memory
from kibitz.search.games.belote.deal_pool import POOL
from kibitz.search.games.belote.play import PLAY

__all__ = ["PLAY", "POOL", "deal_start", "memory"]


def memory(view: BeloteView) -> list[int]:
    """The auction, then the cards that each seat cannot hold, as 16 + 16 bits."""
    halves = [half for out in view.excluded() for half in (out & 0xFFFF, out >> 16)]
    return auction_memory(view.calls).flat() + halves


def deal_start(view: BeloteView) -> dict[str, Any]:
    """The position at the deal on the table, but for the hands."""
    return {
        "deals": view.deals,
        "totals": list(view.totals),
        "dealer": view.dealer,
        "bid": 0,
        "bidder": -1,
        "coinche": 0,
        "passes": 0,
        "player": (view.dealer + 1) % 4,
        "leader": -1,
        "trick": [],
        "won": [[], []],
        "belote": -1,
    }
