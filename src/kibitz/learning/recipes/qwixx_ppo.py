"""Qwixx, one network for up to five players and both orders: imitate `ga`, then PPO.

The observation is version 2, which shows the dice and every sheet: in version 1 two rolls with
different legal moves look the same. The reward is the lead over the best other sheet, paid as it
changes, in units of 20 points.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Game
from kibitz.learning.config import changed, setting
from kibitz.learning.game_kinds import Kind, by_players, kind
from kibitz.learning.settings import PpoSettings

GAME = "qwixx"
ABOUT = "imitate ga, then PPO, both orders of play"
REACHED = "level with ga at two to five players, in 5 minutes on one core"


@dataclass(frozen=True)
class Settings(PpoSettings):
    encoding: str = changed(PpoSettings, "encoding", "v2")
    players: tuple[int, ...] = changed(PpoSettings, "players", (2, 3, 4, 5))
    orders: tuple[str, ...] = setting(
        ("simultaneous", "sequential"), "orders of play", group="tables",
        choices=("simultaneous", "sequential"),
    )  # fmt: skip
    teacher: str = changed(PpoSettings, "teacher", "ga")
    bots: tuple[str, ...] = changed(
        PpoSettings, "bots", ("random", "conservative", "opportunist", "ga", "staged")
    )
    eval_bots: tuple[str, ...] = changed(PpoSettings, "eval_bots", ("conservative", "ga", "staged"))
    reward: str = changed(PpoSettings, "reward", "lead")
    reward_scale: float = changed(PpoSettings, "reward_scale", 0.05)


def kinds(game: str, settings: PpoSettings) -> list[Kind]:
    assert isinstance(settings, Settings)
    return [
        kind(game, players=players, order=order)
        for players in settings.players
        for order in settings.orders
    ]


def tables(game: str, settings: PpoSettings) -> list[Game]:
    return [one.game for one in by_players(game, settings.players)]
