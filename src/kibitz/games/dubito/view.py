"""What a seat at Dubito may know.

Hidden are the other hands and the cards that others have laid in this round. Public are the sizes
of all hands and plays, which cards are in the game, and, at a doubt, the whole board. Cards that a
seat has picked up in public are known to be with it, in its hand or in what it has laid since.

History events:
    ("deal", seat, own hand)
    ("action", seat, id); of another seat's lay only ("action", seat, (number of cards,))
    ("reveal", doubter, (target, number, 1 if the doubt was right, jokers that leave the game, then
        for each play on the board, in the order laid: seat, number of cards, cards))
    ("discard", seat, (value,)) for four of a kind
    ("out", seat, (place,))
    ("score", -1, points of each seat, doubled)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.events import NOBODY, Event
from kibitz.core.game import Game
from kibitz.core.rng import Stream
from kibitz.core.shape import unflatten
from kibitz.core.state import Outcome, State
from kibitz.core.view import View
from kibitz.games.dubito import encode, notation
from kibitz.games.dubito.events import DubitoEvent, Reveal, events, read_reveal
from kibitz.games.dubito.rules import (
    DEAL_SHAPE,
    LAY,
    LAYS,
    NUMBERS,
    VALUES,
    pending_of,
)
from kibitz.games.dubito.stats import PlayerStats, stats, streak
from kibitz.games.dubito.worlds import Hidden, sample


class LaidPlay(NamedTuple):
    """A play of this round."""

    seat: int
    size: int
    cards: tuple[int, ...]  # empty where another seat has laid them


@dataclass(frozen=True)
class DubitoView(View):
    dealt: tuple[int, ...]  # the size of each hand when the game began
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    board: tuple[LaidPlay, ...]
    number: int  # declared for this round, or 0
    out: tuple[int, ...]  # the first winner first
    turns: int
    pending: int  # the seat that has laid its last cards and can be doubted, or -1
    in_game: tuple[int, ...]  # how many cards of each value are in hands and on the board

    def encode(self, version: int | str | None = None) -> NDArray[np.float32]:
        return encode.encode(self, version)

    def text(self) -> str:
        return notation.show(self)

    def sample(self, rng: Stream) -> tuple[list[Outcome], list[int], dict[str, Any] | None]:
        return sample(self, rng)

    @property
    def playing_cards(self) -> tuple[int, ...]:
        """Rule 6: the numbers that have not left the game."""
        return tuple(number for number in NUMBERS if self.in_game[number])

    @property
    def cut_off(self) -> bool:
        """Rule 8: the game has ended by the number of turns alone."""
        return self.done and len(self.out) < self.game.players - 2

    @property
    def streak(self) -> int:
        return streak(self)

    def events(self) -> list[DubitoEvent]:
        return events(self)

    def stats(self) -> list[PlayerStats]:
        return stats(self)

    def memory(self) -> list[int]:
        """For each seat, what native players remember: see native/policies/dubito_questions.hpp."""
        return [
            number
            for seat in self.stats()
            for number in (
                seat.turns,
                seat.not_first_turns,
                seat.doubts,
                seat.honest_times,
                seat.dishonest_times,
            )
        ]

    @cached_property
    def reveals(self) -> tuple[tuple[Reveal, tuple[int, ...]], ...]:
        """Each doubt so far, with the values that its loser dropped afterwards."""
        found: list[tuple[Reveal, list[int]]] = []
        for event in self.history:
            if event.kind == "reveal":
                found.append((read_reveal(event), []))
            elif event.kind == "discard":
                assert isinstance(event.data, tuple)
                found[-1][1].append(event.data[0])
        return tuple((reveal, tuple(dropped)) for reveal, dropped in found)

    def known(self) -> list[tuple[int, ...]]:
        """For each seat, how many cards of each value all know to be with it.

        They were picked up in public, and are in its hand or in its plays of this round. A card
        that it has laid since may have been one of them, so it counts as one.
        """
        known = [[0] * VALUES for _ in range(self.game.players)]
        for reveal, dropped in self.reveals:
            for seat, cards in reveal.plays:
                for card in cards:
                    known[seat][card] = max(0, known[seat][card] - 1)
            for card in reveal.taken:
                known[reveal.loser][card] += 1
            for value in dropped:
                known[reveal.loser][value] = 0
        return [tuple(counts) for counts in known]

    @cached_property
    def hidden(self) -> Hidden:
        """What this seat cannot see, prepared for drawing worlds."""
        return Hidden.of(self)


def see(game: Game, state: State, seat: int) -> DubitoView:
    """The view of one seat, field by field."""
    p = state.position()
    plays = [(play["seat"], tuple(play["cards"])) for play in p["board"]]
    in_game = [0] * VALUES
    for cards in (*p["hands"], *(cards for _, cards in plays)):
        for card in cards:
            in_game[card] += 1
    return DubitoView(
        game=game,
        seat=seat,
        player=state.player,
        phase=state.phase,
        done=state.done,
        legal_actions=tuple(state.legal()) if state.player == seat else (),
        history=tuple(project(event, seat) for event in state.events),
        start=_see_start(state.start, seat),
        dealt=_dealt(state),
        hand=tuple(p["hands"][seat]),
        hand_sizes=tuple(len(hand) for hand in p["hands"]),
        board=_see_board(plays, seat),
        number=p["number"],
        out=tuple(p["out"]),
        turns=p["turns"],
        pending=NOBODY if state.done else pending_of(p["hands"], plays, p["out"]),
        in_game=tuple(in_game),
    )


def project(event: Event, seat: int) -> Event:
    """An event as one seat saw it: of a deal the own hand, of another's lay the number of cards."""
    if event.kind == "deal":
        assert isinstance(event.data, tuple)
        deal = unflatten(DEAL_SHAPE, list(event.data))
        return Event("deal", seat, tuple(deal["hands"][seat]))
    if event.kind == "action" and event.seat != seat:
        assert isinstance(event.data, int)
        if event.data >= LAY:
            return Event("action", event.seat, (len(LAYS[event.data - LAY]),))
    return event


def _see_board(plays: Sequence[tuple[int, tuple[int, ...]]], seat: int) -> tuple[LaidPlay, ...]:
    return tuple(LaidPlay(s, len(cards), cards if s == seat else ()) for s, cards in plays)


def _see_start(start: dict[str, Any] | None, seat: int) -> dict[str, Any] | None:
    """The position that the game began from: the own cards, and of the others' plays the sizes."""
    if start is None:
        return None
    plays = [(play["seat"], tuple(play["cards"])) for play in start["board"]]
    return {
        "hand": tuple(start["hands"][seat]),
        "board": _see_board(plays, seat),
        "number": start["number"],
        "player": start["player"],
        "out": tuple(start["out"]),
        "turns": start["turns"],
    }


def _dealt(state: State) -> tuple[int, ...]:
    """The sizes of the hands when the game began."""
    if state.start is not None:
        return tuple(len(hand) for hand in state.start["hands"])
    for event in state.events[:1]:
        assert isinstance(event.data, tuple)
        return tuple(len(hand) for hand in unflatten(DEAL_SHAPE, list(event.data))["hands"])
    return (0,) * state.game.players
