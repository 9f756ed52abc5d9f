"""What a seat at Dubito may know.

The other hands are hidden, and so are the cards that others have played in this round. The sizes of
all hands and plays, the cards in the game and, after a doubt, the whole board are public. Cards
that a seat has picked up in public are known to be with it, in its hand or in its plays since.

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

from kibitz.core.events import NOBODY, Event
from kibitz.core.game import Game
from kibitz.core.rng import Stream
from kibitz.core.shape import unflatten
from kibitz.core.state import Outcome, State
from kibitz.core.view import View
from kibitz.games.dubito import notation
from kibitz.games.dubito.events import DubitoEvent, Reveal, events, read_reveal
from kibitz.games.dubito.rules import (
    DEAL_SHAPE,
    LAY,
    LAYS,
    NUMBERS,
    VALUES,
    copies_of,
    pending_of,
)
from kibitz.games.dubito.stats import PlayerStats, stats, streak
from kibitz.games.dubito.worlds import Hidden, sample


class LaidPlay(NamedTuple):
    """A play of this round."""

    seat: int
    size: int
    cards: tuple[int, ...]  # empty if another seat played them


@dataclass(frozen=True)
class DubitoView(View):
    dealt: tuple[int, ...]  # the size of each hand at the start of the game
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    board: tuple[LaidPlay, ...]
    number: int  # declared for this round, or 0
    out: tuple[int, ...]  # the first winner first
    turns: int
    pending: int  # the seat that has played its last cards and can be doubted, or -1
    in_game: tuple[int, ...]  # how many cards of each value are in hands and on the board

    def text(self) -> str:
        return notation.show(self)

    def sample(self, rng: Stream) -> tuple[list[Outcome], list[int], dict[str, Any] | None]:
        return sample(self, rng)

    @property
    def copies(self) -> tuple[int, ...]:
        """How many cards of each value the deck has."""
        return copies_of(self.game.options["values"], self.game.options["jokers"])

    @property
    def playing_cards(self) -> tuple[int, ...]:
        """Rule 6: the numbers still in the game."""
        return tuple(number for number in NUMBERS if self.in_game[number])

    @property
    def cut_off(self) -> bool:
        """Rule 8: whether the turn limit ended the game."""
        return self.done and len(self.out) < self.game.players - 2

    @property
    def streak(self) -> int:
        return streak(self)

    def events(self) -> list[DubitoEvent]:
        return events(self)

    def stats(self) -> list[PlayerStats]:
        return stats(self)

    @cached_property
    def reveals(self) -> tuple[tuple[Reveal, tuple[int, ...]], ...]:
        """Each doubt so far, with the values that its loser discarded afterwards."""
        found: list[tuple[Reveal, list[int]]] = []
        for event in self.history:
            if event.kind == "reveal":
                found.append((read_reveal(event), []))
            elif event.kind == "discard":
                assert isinstance(event.data, tuple)
                found[-1][1].append(event.data[0])
        return tuple((reveal, tuple(dropped)) for reveal, dropped in found)

    def known(self) -> list[tuple[int, ...]]:
        """For each seat, the number of cards of each value that everyone knows to be with it.

        They were picked up in public, and are in its hand or in its plays of this round. A card
        played since then may have been one of them, so it counts as one.
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
    """Build the view of one seat, field by field."""
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
    """An event as one seat saw it: the own hand of a deal, the size of another's lay."""
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
    """The starting position: the own cards, and the sizes of the others' plays."""
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
    """The sizes of the hands at the start of the game."""
    if state.start is not None:
        return tuple(len(hand) for hand in state.start["hands"])
    for event in state.events[:1]:
        assert isinstance(event.data, tuple)
        return tuple(len(hand) for hand in unflatten(DEAL_SHAPE, list(event.data))["hands"])
    return (0,) * state.game.players
