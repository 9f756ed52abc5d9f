"""Qwixx for two: the value network of the player `value`, by temporal differences.

It has its own loop (learning/qwixx_value.py): rounds of self-play, each trained on as a whole, so a
run ends with the same bytes however often it was stopped.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.learning.config import setting

GAME = "qwixx"
ABOUT = "TD(lambda) by self-play: the network of the player value, for two"
REACHED = "64.2 % against the published weights for two (benchmarks/notes/qwixx.md)"


@dataclass(frozen=True)
class Settings:
    rounds: int = setting(160, "rounds of self-play and training in total", low=1)
    games: int = setting(20_000, "of a round", low=1)
    trace: float = setting(0.8, "lambda of TD(lambda)", low=0, high=1)
    seed: int = setting(1, "same seed, same network", low=0)
    threads: int = setting(0, "threads; 0: one per core", low=0, high=256)
