"""Dubito, three to seven players: imitate `tracker`, then PPO against the pool, near the teacher.

Plain self-play made the imitated network worse: games grew longer, and sampling windows favoured
short ones. Hence whole games are collected, most tables have opponents of different styles, and a
pull keeps the policy near the teacher's. The reward is the win share.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Game
from kibitz.learning.config import changed
from kibitz.learning.game_kinds import Kind, by_players
from kibitz.learning.settings import TEACHER, PpoSettings

GAME = "dubito"
ABOUT = "imitate tracker, then PPO against the pool with a pull towards it"
REACHED = "level with tracker at three to seven players, in 5 minutes on one core"


@dataclass(frozen=True)
class Settings(PpoSettings):
    players: tuple[int, ...] = changed(PpoSettings, "players", (3, 4, 5, 6, 7))
    teacher: str = changed(PpoSettings, "teacher", "tracker")
    imitate_steps: int = changed(PpoSettings, "imitate_steps", 8_000_000)
    bots: tuple[str, ...] = changed(
        PpoSettings,
        "bots",
        ("random", "honest", "trusting", "suspicion", "balanced", "adaptive", "tracker"),
    )
    eval_bots: tuple[str, ...] = changed(PpoSettings, "eval_bots", ("balanced", "tracker"))
    reward: str = changed(PpoSettings, "reward", "outcome")
    whole_games: bool = changed(PpoSettings, "whole_games", True)
    num_envs: int = changed(PpoSettings, "num_envs", 256)
    self_play: float = changed(PpoSettings, "self_play", 0.2)
    homogeneous: float = changed(PpoSettings, "homogeneous", 0.4)
    lr: float = changed(PpoSettings, "lr", 1e-4)
    pull: str = changed(PpoSettings, "pull", TEACHER)
    pull_coef: float = changed(PpoSettings, "pull_coef", 0.1)


def kinds(game: str, settings: PpoSettings) -> list[Kind]:
    return by_players(game, settings.players)


def tables(game: str, settings: PpoSettings) -> list[Game]:
    return [one.game for one in kinds(game, settings)]
