"""A small match and its units, to put into a store."""

from __future__ import annotations

import random

import kibitz
from kibitz.arena.result import Entrant, NewMatch, Result

ENTRANTS = (
    Entrant("smart", "smart", "a" * 64, "rule", {"play": {"method": "smart"}}),
    Entrant("smart#2", "smart", "b" * 64, "oracle", {"play": {"method": "oracle", "é": [1]}}),
)


def new_match(key: str = "k", planned: int = 10) -> NewMatch:
    rules = kibitz.game("ohhell", players=3).version
    return NewMatch(
        key, "h2h", "ohhell", {"players": 3}, rules, 2**64 - 1, planned, ENTRANTS, {"x": 1}
    )


def played(unit: int, number: int, *, forfeit: bool = False) -> Result:
    """A random game with its record."""
    seed = (unit * 7919 + 2**63) % 2**64
    rng = random.Random(number)
    state = kibitz.game("ohhell", players=3).new(seed)
    while not state.done and not (forfeit and len(state.actions) == 5):
        state.apply(rng.choice(state.legal()))
    seats = ("smart", "smart#2", "smart") if number % 2 else ("smart#2", "smart", "smart#2")
    return Result(
        unit=unit,
        number=number,
        seats=seats,
        seed=seed,
        returns=tuple(state.returns() if state.done else state.scores()),
        outcome=tuple(state.outcome()) if state.done else (0.0, 0.5, 0.5),
        moves=(3, 4, 5),
        seconds=(0.25, 0.000125, 12.0),
        forfeit=(0, "crashed", "it raised ValueError: é") if forfeit else None,
        record=str(state.record()),
    )


def unit(number: int) -> list[Result]:
    return [played(number, 2 * number), played(number, 2 * number + 1, forfeit=number == 1)]
