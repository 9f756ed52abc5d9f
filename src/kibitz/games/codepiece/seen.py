"""One deal as one seat saw it, from the history of its view: tricks, deductions, hidden hands.

Everything here follows from public actions and the seat's own cards. A deal may start in the middle
if the game was started from a position: `trick` is then what was on the table, and cards of earlier
tricks are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kibitz.core.assign import assign
from kibitz.core.rng import Stream
from kibitz.games.codepiece.legal_moves import CARD, TRUMP, PlayPhase, TrumpPhase


class Trick(NamedTuple):
    """A completed trick: its cards in the order played, from the leader on."""

    leader: int
    cards: tuple[int, ...]
    winner: int


class Play(NamedTuple):
    """A card with the trick to which it was played."""

    seat: int
    card: int
    before: tuple[int, ...]


@dataclass(frozen=True)
class SeenDeal:
    seat: int  # the observing seat
    dealer: int
    cards: tuple[int, ...]  # in the four hands at the start, ascending: public
    own: tuple[int, ...]  # the seat's hand at the start
    sizes: tuple[int, ...]  # of the four hands at the start
    trump_before: int | None  # named before the start
    leader: int  # of the trick on the table at the start; -1 if none was led
    trick: tuple[int, ...]
    actions: tuple[tuple[int, int], ...]  # seat and action, in order

    @cached_property
    def trump(self) -> int | None:
        for _, action in self.actions:
            if TRUMP <= action < CARD:
                return TrumpPhase.apply(action)
        return self.trump_before

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        """All plays in order, starting with those of the trick on the table."""
        return tuple(self._walk())

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """Every completed trick."""
        tricks = []
        for play in self.plays:
            if len(play.before) == 3:
                assert self.trump is not None
                cards = (*play.before, play.card)
                leader = (play.seat + 1) % 4
                tricks.append(
                    Trick(leader, cards, (leader + PlayPhase.winner(cards, self.trump)) % 4)
                )
        return tuple(tricks)

    @cached_property
    def disproved(self) -> tuple[int, ...]:
        """For each seat 52 bits: the cards that its plays prove it no longer holds."""
        out = [0, 0, 0, 0]
        for play in self.plays:
            assert self.trump is not None
            out[play.seat] |= PlayPhase.disproved(play.card, play.before, self.trump)
        return tuple(out)

    @cached_property
    def hands_shown(self) -> tuple[tuple[int, ...], ...]:
        """The hands at the start as far as the seat knows them: its own, and all plays."""
        shown: list[list[int]] = [[], [], [], []]
        for seat, action in self.actions:
            if action >= CARD:
                shown[seat].append(action - CARD)
        shown[self.seat] = list(self.own)
        return tuple(tuple(hand) for hand in shown)

    def sample(self, rng: Stream) -> list[list[int]]:
        """Draw the hands at the start, uniformly over all that fit."""
        shown = self.hands_shown
        known = {card for hand in shown for card in hand}
        hidden = [card for card in self.cards if card not in known]
        sizes = [self.sizes[seat] - len(shown[seat]) for seat in range(4)]
        added = assign(hidden, sizes, self.disproved, rng)
        return [sorted([*shown[seat], *added[seat]]) for seat in range(4)]

    def _walk(self) -> Iterator[Play]:
        trick: tuple[int, ...] = ()
        for place, card in enumerate(self.trick):
            yield Play((self.leader + place) % 4, card, self.trick[:place])
            trick = self.trick[: place + 1]
        for seat, action in self.actions:
            if action >= CARD:
                yield Play(seat, action - CARD, trick)
                trick = (*trick, action - CARD) if len(trick) < 3 else ()
