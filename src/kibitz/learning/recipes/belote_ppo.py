"""Belote, bids and cards in one network: imitate `rule`, then PPO by self-play.

Single deals; the reward is the margin over the other side in units of 200 points, which makes a
deal pay about 1. Plain self-play levels off near its strength after twenty minutes; the pool
reserves some tables for `rule`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Game
from kibitz.learning.config import changed
from kibitz.learning.game_kinds import Kind, kind
from kibitz.learning.settings import PpoSettings

GAME = "belote"
ABOUT = "imitate rule, then PPO by self-play on single deals"
REACHED = "+28 points a deal against rule (23 to 33) after 146 minutes on one core"


@dataclass(frozen=True)
class Settings(PpoSettings):
    teacher: str = changed(PpoSettings, "teacher", "rule")
    imitate_steps: int = changed(PpoSettings, "imitate_steps", 8_000_000)
    bots: tuple[str, ...] = changed(PpoSettings, "bots", ("random", "rule"))
    eval_bots: tuple[str, ...] = changed(PpoSettings, "eval_bots", ("rule",))
    eval_games: int = changed(PpoSettings, "eval_games", 1000)
    reward: str = changed(PpoSettings, "reward", "margin")
    reward_scale: float = changed(PpoSettings, "reward_scale", 1 / 200)
    self_play: float = changed(PpoSettings, "self_play", 0.7)
    entropy_coef: float = changed(PpoSettings, "entropy_coef", 0.005)


def kinds(game: str, settings: PpoSettings) -> list[Kind]:  # noqa: ARG001
    return [kind(game)]


def tables(game: str, settings: PpoSettings) -> list[Game]:
    return [one.game for one in kinds(game, settings)]
