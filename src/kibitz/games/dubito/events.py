"""The event stream of Dubito, in the vocabulary of its bots.

`events(view)` returns a seat's history as dataclasses, from the start of the game. Within a turn
the order is play or doubt, discards, wins. A reveal, the only event with a layout, is decoded here
too.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.core.events import Event
from kibitz.games.dubito.rules import DOUBT, JOKER, LAYS, Play
from kibitz.games.dubito.rules import LAY as FIRST_LAY

if TYPE_CHECKING:
    from kibitz.games.dubito.view import DubitoView


@dataclass(frozen=True)
class GameStartEvent:
    player_ids: list[int]
    initial_card_counts: list[int]


@dataclass(frozen=True)
class CardsPlayedEvent:
    """A seat played cards face down."""

    player_id: int
    declared_number: int
    n_cards: int


@dataclass(frozen=True)
class DoubtResolvedEvent:
    """A doubt, with everything that it revealed."""

    doubter_id: int
    target_id: int
    correct: bool
    latest_cards: list[int]  # of the play that was doubted, jokers included
    board_cards: list[int]  # what the loser takes, in the order played
    declared_number: int
    jokers_discarded: int = 0

    @property
    def loser_id(self) -> int:
        return self.target_id if self.correct else self.doubter_id


@dataclass(frozen=True)
class DiscardEvent:
    """Four of a kind left the game."""

    player_id: int
    card_number: int


@dataclass(frozen=True)
class PlayerWonEvent:
    player_id: int
    position: int  # 1 is the hard win


DubitoEvent = GameStartEvent | CardsPlayedEvent | DoubtResolvedEvent | DiscardEvent | PlayerWonEvent


@dataclass(frozen=True)
class Reveal:
    """A decoded reveal: (target, number, correct, jokers, then seat, size, cards of each play)."""

    doubter: int
    target: int
    number: int
    correct: bool
    jokers: int
    plays: tuple[Play, ...]

    @property
    def loser(self) -> int:
        return self.target if self.correct else self.doubter

    @property
    def taken(self) -> list[int]:
        """Rules 4 and 5: what the loser takes, in the order played."""
        latest = self.plays[-1][1]
        kept = latest if self.correct else tuple(card for card in latest if card != JOKER)
        return [card for _, cards in self.plays[:-1] for card in cards] + list(kept)


@functools.lru_cache(maxsize=4096)  # a view decodes its whole history at every decision
def read_reveal(event: Event) -> Reveal:
    assert isinstance(event.data, tuple)
    target, number, correct, jokers, *rest = event.data
    plays: list[Play] = []
    numbers = iter(rest)
    for seat in numbers:
        size = next(numbers)
        plays.append((seat, tuple(next(numbers) for _ in range(size))))
    return Reveal(event.seat, target, number, bool(correct), jokers, tuple(plays))


def lay_size(event: Event) -> int:
    """The number of cards that an action of a history played; 0 if none."""
    if event.kind != "action":
        return 0
    if isinstance(event.data, tuple):
        return event.data[0]
    return len(LAYS[event.data - FIRST_LAY]) if event.data >= FIRST_LAY else 0


def events(view: DubitoView) -> list[DubitoEvent]:
    """All events that this seat has seen, from the start of the game."""
    return list(_events(view))


def _events(view: DubitoView) -> Iterator[DubitoEvent]:
    if view.phase != "deal":
        yield GameStartEvent(list(range(view.game.players)), list(view.dealt))
    number: int = view.start["number"] if view.start is not None else 0
    for event in view.history:
        number = declared(event) or number
        happened = named(event, number)
        if happened is not None:
            yield happened


def declared(event: Event) -> int:
    """The number that an event declares; 0 if none."""
    is_declaration = event.kind == "action" and isinstance(event.data, int) and event.data < DOUBT
    return event.data + 1 if is_declaration and isinstance(event.data, int) else 0


def named(event: Event, number: int) -> DubitoEvent | None:
    """An event in the vocabulary of bots, where `number` is the one declared; None for a deal, a
    declaration or the doubt that a reveal follows."""
    if event.kind == "action":
        size = lay_size(event)
        return CardsPlayedEvent(event.seat, number, size) if size else None
    if event.kind == "reveal":
        shown = read_reveal(event)
        return DoubtResolvedEvent(
            shown.doubter,
            shown.target,
            shown.correct,
            list(shown.plays[-1][1]),
            shown.taken,
            shown.number,
            shown.jokers,
        )
    if event.kind in ("discard", "out"):
        assert isinstance(event.data, tuple)
        kind = DiscardEvent if event.kind == "discard" else PlayerWonEvent
        return kind(event.seat, event.data[0])
    return None
