"""Perft: exact counts of action sequences, the strictest test of what is legal.

A case has options, one of deal / position / seed, and `counts`: the number of sequences of 1, 2 and
more actions. At a chance event below the root the outcomes of `chance` are taken, in order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import kibitz


def root(case: Mapping[str, Any], engine: str) -> kibitz.State:
    game = kibitz.game(case["name_of_game"], engine=engine, **case["options"])
    if "position" in case:
        return game.new(position=case["position"], chance="explicit")
    if "deal" in case:
        return game.new(deal=case["deal"], chance="explicit")
    if "seed" in case:
        return game.new(case["seed"])
    return game.new(chance="explicit")


def perft(state: kibitz.State, depth: int, chance: Sequence[Any] = (), taken: int = 0) -> list[int]:
    """The number of sequences of 1 .. depth actions from here."""
    while state.player == kibitz.CHANCE and taken < len(chance):
        state.apply_chance(chance[taken])
        taken += 1
    counts = [0] * depth
    if depth == 0:
        return counts
    for action in state.legal():
        counts[0] += 1
        if depth > 1:
            below = state.copy()
            below.apply(action)
            for i, count in enumerate(perft(below, depth - 1, chance, taken)):
                counts[i + 1] += count
    return counts
