"""Kuhn poker by self-play: PPO that is pulled towards a slow copy of itself.

Plain self-play circles around the equilibrium, because the best answer to a bluffer is to call and
the best answer to a caller is not to bluff. The pull towards an exponential moving average (EMA)
damps the circles, and the entropy bonus keeps every action in play.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Game
from kibitz.learning.config import changed
from kibitz.learning.game_kinds import Kind, kind
from kibitz.learning.settings import SLOW, PpoSettings

GAME = "kuhn"
ABOUT = "PPO by self-play with a pull towards a slow copy: near an equilibrium in a minute"
REACHED = "exploitability 0.03 after 300,000 decisions, 20 seconds on one core"


@dataclass(frozen=True)
class Settings(PpoSettings):
    stages: tuple[str, ...] = changed(PpoSettings, "stages", ("ppo",))
    opponents: str = changed(PpoSettings, "opponents", "self")
    bots: tuple[str, ...] = changed(PpoSettings, "bots", ("equilibrium",))
    trunk: tuple[int, ...] = changed(PpoSettings, "trunk", (32,))
    steps: int = changed(PpoSettings, "steps", 300_000)
    rollout: int = changed(PpoSettings, "rollout", 2048)
    batch: int = changed(PpoSettings, "batch", 256)
    epochs: int = changed(PpoSettings, "epochs", 4)
    lr: float = changed(PpoSettings, "lr", 5e-3)
    lr_end: float = changed(PpoSettings, "lr_end", 0.0)
    lam: float = changed(PpoSettings, "lam", 1.0)
    entropy_coef: float = changed(PpoSettings, "entropy_coef", 0.03)
    entropy_end: float = changed(PpoSettings, "entropy_end", 0.1)
    pull: str = changed(PpoSettings, "pull", SLOW)
    pull_coef: float = changed(PpoSettings, "pull_coef", 0.5)
    slow_rate: float = changed(PpoSettings, "slow_rate", 0.1)
    target_kl: float = changed(PpoSettings, "target_kl", 0.0)
    snapshot_interval: int = changed(PpoSettings, "snapshot_interval", 100_000)
    checkpoint_interval: int = changed(PpoSettings, "checkpoint_interval", 100_000)


def kinds(game: str, settings: PpoSettings) -> list[Kind]:  # noqa: ARG001
    return [kind(game)]


def tables(game: str, settings: PpoSettings) -> list[Game]:
    return [one.game for one in kinds(game, settings)]
