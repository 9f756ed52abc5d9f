"""Belote Contrée for search: the bidders' auction memory, the solver's play, pools, matches."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.games.belote.encode_belief import card_rows
from kibitz.games.belote.suits import canonical_order, card_to_canonical
from kibitz.games.belote.view import BeloteView
from kibitz.search.games.belote.auction_memory import auction_memory
from kibitz.search.games.belote.deal_pool import POOL
from kibitz.search.games.belote.goal import Goal, goal_of_side
from kibitz.search.games.belote.play import PLAY

__all__ = ["PLAY", "POOL", "deal_start", "goal", "location_rows", "memory", "outputs"]

DECK_SIZE = 32


def memory(view: BeloteView) -> list[int]:
    """The auction, then the cards that each seat cannot hold, as 16 + 16 bits."""
    halves = [half for out in view.excluded() for half in (out & 0xFFFF, out >> 16)]
    return auction_memory(view.calls).flat() + halves


def goal(view: BeloteView) -> Goal | None:
    """The match, for seats 0 and 2; None outside one."""
    return goal_of_side(view, 0)


def outputs(view: BeloteView, encoding: str) -> NDArray[np.int64] | None:
    """Where a network with canonical suits has each action; None for other encodings."""
    if encoding != "canonical" or not view.contract:
        return None
    order = canonical_order(view.trump, [*view.hand, *view.played[view.seat]])
    places = np.arange(view.game.num_actions)
    places[:32] = [card_to_canonical(card, order) for card in range(32)]
    return places


def location_rows(view: BeloteView) -> list[int] | None:
    """For each card its row in the answer of a network for locations (encode_belief.py).

    None for short deals and for games that began in the middle: the networks know neither.
    """
    if view.start is not None or len(view.deck) < DECK_SIZE:
        return None
    return card_rows(view)


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
