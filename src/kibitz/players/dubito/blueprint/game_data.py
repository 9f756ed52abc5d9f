"""What a blueprint file imports as `dubito.game_data`: the input and output of a bot.

There are two generations of such files. `TurnData` has the fields of both: the first reads
statistics about itself and its neighbours (`me`, `prev`, `next`), the second counts events itself
(`history`, and the functions below).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.games.dubito.events import (
    CardsPlayedEvent,
    DiscardEvent,
    DoubtResolvedEvent,
    DubitoEvent,
    GameStartEvent,
    PlayerWonEvent,
)
from kibitz.games.dubito.stats import PlayerStats as PlayerData

__all__ = [
    "CardsPlayedEvent",
    "DiscardEvent",
    "DoubtResolvedEvent",
    "GameStartEvent",
    "PlayerData",
    "PlayerWonEvent",
    "TurnData",
    "TurnOutput",
    "dishonest_times",
    "doubts_count",
    "honest_times",
    "turns_count",
]


@dataclass
class TurnData:
    """A turn, as far as its seat may know it."""

    board_cards: int  # 0 when opening
    playing_cards: list[int]  # numbers still in the game
    current_number: int  # 0 when opening
    n_cards_played: int  # by the previous player; 0 when opening
    streak: int  # turns since the last doubt
    n_players: int  # still in the game
    my_n_cards: int
    # First generation.
    me: PlayerData
    prev: PlayerData  # who can be doubted; when opening, the seat before
    next: PlayerData
    # Second generation.
    my_cards: list[int]
    player_card_counts: dict[int, int]  # by id; 0 for players who are out
    my_player_id: int
    prev_player_id: int
    next_player_id: int
    history: list[DubitoEvent]  # from GameStartEvent on


@dataclass
class TurnOutput:
    """A move: a doubt, or cards and their claimed number."""

    doubt: bool
    number: int | None = 0  # None or 0 in a follow-up play: the current number
    cards: Sequence[int] = ()


def honest_times(player_id: int, history: Sequence[DubitoEvent]) -> int:
    """How often a player was doubted while honest."""
    return sum(not e.correct for e in _doubts(history) if e.target_id == player_id)


def dishonest_times(player_id: int, history: Sequence[DubitoEvent]) -> int:
    """How often a player was doubted and caught."""
    return sum(e.correct for e in _doubts(history) if e.target_id == player_id)


def doubts_count(player_id: int, history: Sequence[DubitoEvent]) -> int:
    """How often a player has doubted."""
    return sum(e.doubter_id == player_id for e in _doubts(history))


def turns_count(player_id: int, history: Sequence[DubitoEvent]) -> int:
    """How many turns a player has had: plays and doubts."""
    plays = sum(isinstance(e, CardsPlayedEvent) and e.player_id == player_id for e in history)
    return plays + doubts_count(player_id, history)


def _doubts(history: Sequence[DubitoEvent]) -> list[DoubtResolvedEvent]:
    return [event for event in history if isinstance(event, DoubtResolvedEvent)]
