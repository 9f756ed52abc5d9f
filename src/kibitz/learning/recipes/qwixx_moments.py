"""Qwixx: the published value network, 25 features, 128, 64, mean and log-variance of the score.

Trained as its authors describe it: 1,500 games of ga with 500 rollouts from each position, then
self-play with TD(0.8) over the last three rounds, one against ga or itself, three and four players
with ga, or with ga and itself, and the eight symmetries of the rows. The loop is that of the recipe
value (learning/qwixx_value.py).
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.learning.config import changed
from kibitz.learning.recipes.qwixx_value import Settings as ValueSettings

GAME = "qwixx"
ABOUT = "the published value network of scores, 25-128-64-2, ranked by the Gaussian rule"
REACHED = "61.6 % against the published weights for two after 10 rounds of 4,000 games"


@dataclass(frozen=True)
class Settings(ValueSettings):
    rounds: int = changed(ValueSettings, "rounds", 40)
    pretrain: int = changed(ValueSettings, "pretrain", 1_500)
    rollouts: int = changed(ValueSettings, "rollouts", 500)
    replay: int = changed(ValueSettings, "replay", 3)
    tables: str = changed(ValueSettings, "tables", "0,50,25,25,0")
    mixes: str = changed(ValueSettings, "mixes", "25,50,25")
    form: str = changed(ValueSettings, "form", "moments")
