"""Kinds of games that a run mixes: player counts, hand sizes, other options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz import games
from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.learning.config import BadConfig


@dataclass(frozen=True)
class Kind:
    """A game with its options, and its weight among those with the same player count."""

    game: Game
    weight: float = 1.0


def kind(name: str, weight: float = 1.0, **options: Any) -> Kind:
    try:
        return Kind(games.game(name, **options), weight)
    except BadOption as error:
        raise BadConfig(f"tables of {name}: {error}") from None


def counts(kinds: Sequence[Kind]) -> list[int]:
    """Return the player counts, ascending."""
    return sorted({one.game.players for one in kinds})


def base_weights(kinds: Sequence[Kind], given: Sequence[float]) -> list[float]:
    """Return the weight of each player count, equal if none are given."""
    found = counts(kinds)
    if not given:
        return [1 / len(found)] * len(found)
    if len(given) != len(found) or sum(given) <= 0:
        raise BadConfig(f"player_weights needs a weight for each of the counts {found}")
    return [weight / sum(given) for weight in given]


def spread(kinds: Sequence[Kind], by_count: Sequence[float]) -> list[float]:
    """Return the weight of each kind, given those of the player counts."""
    share = dict(zip(counts(kinds), by_count, strict=True))
    totals = {n: sum(k.weight for k in kinds if k.game.players == n) for n in share}
    return [share[k.game.players] * k.weight / totals[k.game.players] for k in kinds]


def by_players(name: str, players: Sequence[int], **options: Any) -> list[Kind]:
    """Return one kind per player count; the game's default if none are given."""
    if not players:
        return [kind(name, **options)]
    if "players" not in games.find(name).OPTIONS:
        fixed = kind(name, **options)
        if list(players) != [fixed.game.players]:
            raise BadConfig(f"{name} is for {fixed.game.players} players, not {list(players)}")
        return [fixed]
    return [kind(name, players=n, **options) for n in players]
