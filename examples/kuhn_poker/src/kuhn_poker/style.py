"""Style at Kuhn poker: how often a player bets, and with the jack, which is a bluff."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.arena.statistics.tally import Figure, Tally
from kibitz.core.state import State
from kuhn_poker.rules import BET

JACK = 0
FIGURES = {
    "bets": Figure("Bets", "of its actions, calls included"),
    "bluffs": Figure("Bluffs", "of its actions with the jack"),
}


def count(state: State, tallies: Sequence[Tally]) -> None:
    p = state.position()
    for place, action in enumerate(p["bets"]):
        seat = place % 2
        tallies[seat].add("bets", action == BET)
        if p["hands"][seat] == [JACK]:
            tallies[seat].add("bluffs", action == BET)
