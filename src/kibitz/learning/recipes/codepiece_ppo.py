"""Codepiece: imitate `rule`, then PPO by self-play and against `rule`.

Self-play from scratch converges to never bidding, and then never sees a reason to bid. `rule` bids
too much (it loses to a player that passes and plays its cards), so its bids are the start, not the
aim: imitation makes bids likely, and PPO without a pull prunes those that lose. The reward is the
margin of payoffs in units of 33: in units of 10 the value's gradient drowned the policy's.
Evaluation plays `rule` and `always_pass`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Game
from kibitz.learning.config import changed
from kibitz.learning.game_kinds import Kind, kind
from kibitz.learning.settings import PpoSettings

GAME = "codepiece"
ABOUT = "imitate rule, then PPO by self-play and against rule"
REACHED = (
    "+4.1 +- 0.4 points a deal against rule, +2.0 +- 0.5 against a player that never bids, "
    "in 54 minutes on one core"
)


@dataclass(frozen=True)
class Settings(PpoSettings):
    teacher: str = changed(PpoSettings, "teacher", "rule")
    imitate_steps: int = changed(PpoSettings, "imitate_steps", 3_000_000)
    imitate_share: float = changed(PpoSettings, "imitate_share", 0.12)
    bots: tuple[str, ...] = changed(PpoSettings, "bots", ("rule", "always_pass"))
    forced_bots: tuple[str, ...] = changed(PpoSettings, "forced_bots", ("rule",))
    forced_rate: tuple[float, ...] = changed(PpoSettings, "forced_rate", (0.25,))
    self_play_start: int = changed(PpoSettings, "self_play_start", 0)
    num_envs: int = changed(PpoSettings, "num_envs", 1024)
    lr: float = changed(PpoSettings, "lr", 5e-4)
    lr_end: float = changed(PpoSettings, "lr_end", 0.02)
    entropy_end: float = changed(PpoSettings, "entropy_end", 0.1)
    target_kl: float = changed(PpoSettings, "target_kl", 0.0)
    eval_bots: tuple[str, ...] = changed(PpoSettings, "eval_bots", ("rule", "always_pass"))
    eval_games: int = changed(PpoSettings, "eval_games", 200)
    reward: str = changed(PpoSettings, "reward", "margin")
    reward_scale: float = changed(PpoSettings, "reward_scale", 0.03)


def kinds(game: str, settings: PpoSettings) -> list[Kind]:  # noqa: ARG001
    return [kind(game)]


def tables(game: str, settings: PpoSettings) -> list[Game]:
    return [one.game for one in kinds(game, settings)]
