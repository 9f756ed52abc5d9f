"""Oh Hell for search: the voids that its rule players remember."""

from __future__ import annotations

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
