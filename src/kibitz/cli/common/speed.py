"""Measure speed: random games driven from Python for a given time."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from kibitz.games import game as make_game


@dataclass(frozen=True)
class Speed:
    games: float  # per second
    steps: float  # per second

    def as_data(self) -> dict[str, float]:
        return {"games": round(self.games, 2), "steps": round(self.steps, 1)}


def measure(name: str, engine: str, seconds: float) -> Speed:
    """Play at least one whole game, then as many as fit into the time."""
    game = make_game(name, engine=engine)
    chance = random.Random(0).random  # noqa: S311  (which games are played does not matter)
    games = steps = 0
    begin = now = time.perf_counter()
    while games == 0 or now - begin < seconds:
        state = game.new(games)
        while not state.done:
            legal = state.legal()
            state.apply(legal[int(chance() * len(legal))])
            steps += 1
        games += 1
        now = time.perf_counter()
    return Speed(games / (now - begin), steps / (now - begin))
