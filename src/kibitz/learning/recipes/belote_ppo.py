"""Belote, bids and cards in one network: imitate `rule`, then PPO by self-play.

Single deals; the reward is the margin over the other side in units of 333 points, which makes a
deal pay about half a unit. Plain self-play levels off near its strength after twenty minutes; the
pool reserves some tables for `rule`. The defaults are those of the shipped network. The strength
comes as the learning rate falls to 2 %; a second and a third cycle from the weights of the one
before (`--init-weights`, stages=ppo) add to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Game
from kibitz.learning.config import changed
from kibitz.learning.game_kinds import Kind, kind
from kibitz.learning.settings import PpoSettings

GAME = "belote"
ABOUT = "imitate rule, then PPO by self-play on single deals"
REACHED = (
    "+41.7 points a deal against rule (40.0 to 43.4) after three learning-rate cycles, "
    "210 minutes on one core"
)


@dataclass(frozen=True)
class Settings(PpoSettings):
    teacher: str = changed(PpoSettings, "teacher", "rule")
    imitate_steps: int = changed(PpoSettings, "imitate_steps", 6_000_000)
    imitate_share: float = changed(PpoSettings, "imitate_share", 0.06)
    trunk: tuple[int, ...] = changed(PpoSettings, "trunk", (384, 192, 128))
    bots: tuple[str, ...] = changed(PpoSettings, "bots", ("rule", "improved_v2"))
    forced_bots: tuple[str, ...] = changed(PpoSettings, "forced_bots", ("rule",))
    forced_rate: tuple[float, ...] = changed(PpoSettings, "forced_rate", (0.1,))
    self_play: float = changed(PpoSettings, "self_play", 0.75)
    self_play_start: int = changed(PpoSettings, "self_play_start", 0)
    num_envs: int = changed(PpoSettings, "num_envs", 1024)
    reward: str = changed(PpoSettings, "reward", "margin")
    reward_scale: float = changed(PpoSettings, "reward_scale", 0.003)
    lr: float = changed(PpoSettings, "lr", 5e-4)
    lr_end: float = changed(PpoSettings, "lr_end", 0.02)
    target_kl: float = changed(PpoSettings, "target_kl", 0.0)
    entropy_coef: float = changed(PpoSettings, "entropy_coef", 0.006)
    entropy_end: float = changed(PpoSettings, "entropy_end", 0.1)
    eval_bots: tuple[str, ...] = changed(PpoSettings, "eval_bots", ("rule",))
    eval_games: int = changed(PpoSettings, "eval_games", 1000)


def kinds(game: str, settings: PpoSettings) -> list[Kind]:  # noqa: ARG001
    return [kind(game)]


def tables(game: str, settings: PpoSettings) -> list[Game]:
    return [one.game for one in kinds(game, settings)]
