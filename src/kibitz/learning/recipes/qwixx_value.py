"""Qwixx for one to five players, both orders: the value network of the player `value`, by TD.

It has its own loop (learning/qwixx_value.py): rounds of self-play, each trained on as a whole, so a
run ends with the same bytes however often it was stopped.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.learning.config import setting

GAME = "qwixx"
ABOUT = "TD(lambda) by self-play and against ga: the network of the player value, 1-5 players"
REACHED = "63 % against the published weights for two, 46 / 38 / 33 % v tables of ga at 3 / 4 / 5"


@dataclass(frozen=True)
class Settings:
    rounds: int = setting(120, "rounds of play and training in total", low=1)
    games: int = setting(8_000, "of a round", low=1)
    trace: float = setting(0.8, "lambda of TD(lambda)", low=0, high=1)
    seed: int = setting(1, "same seed, same network", low=0)
    pretrain: int = setting(160_000, "games of ga in the first round", low=1)
    rollouts: int = setting(0, "of ga from each position of the first round; 0: its game", low=0)
    rolls: int = setting(0, "of the dice from each position of later rounds; 0: one", low=0)
    replay: int = setting(1, "rounds whose positions are trained on", low=1, high=100)
    passes: int = setting(2, "over the positions of a round", low=1, high=100)
    batch: int = setting(2048, "positions of a training step", low=2)
    rate: float = setting(1.5e-3, "learning rate at the start", low=1e-7, high=1.0)
    tables: str = setting("6,34,22,20,18", "weights of one to five players")
    mixes: str = setting("45,35,20", "weights of self-play, one against ga, both mixed")
    start: str = setting("", "file of a network to begin with, instead of games of ga")
    form: str = setting("table", "of the network", choices=("table", "moments"))
    every: int = setting(0, "rounds between files iter-N, each with a benchmark; 0: none", low=0)
    threads: int = setting(0, "threads; 0: one per core", low=0, high=256)
