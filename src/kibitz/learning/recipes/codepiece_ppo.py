"""Codepiece: imitate `rule`, then PPO with a pull towards it.

Self-play from scratch converges to never bidding, and then never sees a reason to bid. Hence the
teacher's bids come first, the pull keeps them likely, and players that bid sit in the pool;
evaluation plays `rule` and `always_pass`. The reward is the margin of payoffs in units of 10.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Game
from kibitz.learning.config import changed
from kibitz.learning.game_kinds import Kind, kind
from kibitz.learning.settings import TEACHER, PpoSettings

GAME = "codepiece"
ABOUT = "imitate rule, then PPO with a pull towards it"
REACHED = "+1.9 +- 0.5 points a deal against rule in 5 minutes on one core"


@dataclass(frozen=True)
class Settings(PpoSettings):
    teacher: str = changed(PpoSettings, "teacher", "rule")
    imitate_steps: int = changed(PpoSettings, "imitate_steps", 5_000_000)
    bots: tuple[str, ...] = changed(
        PpoSettings, "bots", ("random", "rule", "highest", "always_pass")
    )
    eval_bots: tuple[str, ...] = changed(PpoSettings, "eval_bots", ("rule", "always_pass"))
    eval_games: int = changed(PpoSettings, "eval_games", 200)
    reward: str = changed(PpoSettings, "reward", "margin")
    reward_scale: float = changed(PpoSettings, "reward_scale", 0.1)
    pull: str = changed(PpoSettings, "pull", TEACHER)
    pull_coef: float = changed(PpoSettings, "pull_coef", 0.05)


def kinds(game: str, settings: PpoSettings) -> list[Kind]:  # noqa: ARG001
    return [kind(game)]


def tables(game: str, settings: PpoSettings) -> list[Game]:
    return [one.game for one in kinds(game, settings)]
