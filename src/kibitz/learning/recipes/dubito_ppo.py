"""Dubito, three to eight players and both ways to go out: imitate `hunter`, then PPO in company.

Plain self-play made the imitated network worse: games grew longer, and sampling windows favoured
short ones. Hence whole games are collected, and most tables have opponents of different styles: the
published field, players that count, and characters drawn at random, so that the network meets
habits of every kind. Five of the field are kept out, for measuring. The reward is the win share.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Game
from kibitz.learning.config import changed, setting
from kibitz.learning.game_kinds import Kind, by_players, kind
from kibitz.learning.settings import PpoSettings

GAME = "dubito"
ABOUT = "imitate hunter, then PPO against the field and characters, both exits"
REACHED = (
    "1.6 points of hard wins ahead of tracker in the field under challenge, 7.7 under immediate, "
    "in 55 and then three more cycles of 24 to 28 minutes on one core (82 million decisions)"
)


# Never at a table of training: benchmarks/strength/dubito_strangers.py seats them.
KEPT_OUT = ("claude", "chatgpt", "tactical_doubt", "always_doubt", "risk_aware")
CHARACTERS = range(1000, 1048)  # others than those that the reader believes in


@dataclass(frozen=True)
class Settings(PpoSettings):
    players: tuple[int, ...] = changed(PpoSettings, "players", (3, 4, 5, 6, 7, 8))
    exits: tuple[str, ...] = setting(
        ("challenge", "immediate"), "when an empty hand is out", group="tables",
        choices=("challenge", "immediate"),
    )  # fmt: skip
    encoding: str = changed(PpoSettings, "encoding", "v2")
    teacher: str = changed(PpoSettings, "teacher", "hunter")
    imitate_steps: int = changed(PpoSettings, "imitate_steps", 10_000_000)
    bots: tuple[str, ...] = changed(
        PpoSettings,
        "bots",
        (
            *("random", "honest", "trusting", "suspicion", "balanced", "adaptive", "gemini"),
            *("chatgpt_thinking", "always_bluff", "tracker", "hunter"),
            *(f"character(number={number})" for number in CHARACTERS),
        ),
    )
    picks: int = changed(PpoSettings, "picks", 8)
    eval_bots: tuple[str, ...] = changed(PpoSettings, "eval_bots", ("tracker", "hunter"))
    reward: str = changed(PpoSettings, "reward", "outcome")
    whole_games: bool = changed(PpoSettings, "whole_games", True)
    adaptation_rate: float = changed(PpoSettings, "adaptation_rate", 0.0)
    self_play: float = changed(PpoSettings, "self_play", 0.15)
    self_play_start: int = changed(PpoSettings, "self_play_start", 0)
    homogeneous: float = changed(PpoSettings, "homogeneous", 0.15)
    rollout: int = changed(PpoSettings, "rollout", 131_072)
    lr: float = changed(PpoSettings, "lr", 4e-4)
    target_kl: float = changed(PpoSettings, "target_kl", 0.0)


def kinds(game: str, settings: PpoSettings) -> list[Kind]:
    assert isinstance(settings, Settings)
    return [
        kind(game, players=players, exit=at)
        for players in settings.players
        for at in settings.exits
    ]


def tables(game: str, settings: PpoSettings) -> list[Game]:
    return [one.game for one in by_players(game, settings.players)]
