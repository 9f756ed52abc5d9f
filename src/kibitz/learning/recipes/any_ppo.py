"""Any game: imitate a rule player if there is one, then PPO against a pool.

Plays the game's default options at the player counts of `players`. Games without a native engine
are played in Python: fine for small games, slow for others.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Game
from kibitz.learning.config import changed
from kibitz.learning.game_kinds import Kind, by_players
from kibitz.learning.settings import PpoSettings

ABOUT = "PPO for any game, after imitation if a teacher is set"
REACHED = ""


@dataclass(frozen=True)
class Settings(PpoSettings):
    bots: tuple[str, ...] = changed(PpoSettings, "bots", ("random",))
    rollout: int = changed(PpoSettings, "rollout", 16_384)


def kinds(game: str, settings: PpoSettings) -> list[Kind]:
    return by_players(game, settings.players)


def tables(game: str, settings: PpoSettings) -> list[Game]:
    return [kind.game for kind in kinds(game, settings)]
