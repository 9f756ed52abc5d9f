"""Oh Hell for search: the voids that its rule players remember, and where a round began."""

from __future__ import annotations

from typing import Any

from kibitz.core.cards import suit_of
from kibitz.games.ohhell.view import OhHellView


def memory(view: OhHellView) -> list[int]:
    """For each seat a bit for every suit that it failed to follow in this round."""
    shown, led = [0] * view.game.players, -1
    for place, seat, card in view.plays():
        if place % view.game.players == 0:
            led = suit_of(card)
        elif suit_of(card) != led:
            shown[seat] |= 1 << led
    return shown


def deal_start(view: OhHellView) -> dict[str, Any]:
    """The position at the deal of this round, but for the hands."""
    players = view.game.players
    return {
        "round": view.round,
        "dealer": view.dealer,
        "turned": view.turned,
        "played": [[] for _ in range(players)],
        "bids": [None] * players,
        "tricks": [0] * players,
        "leader": (view.dealer + 1) % players,
        "trick": [],
        "broken": False,
        "totals": list(view.totals),
    }
