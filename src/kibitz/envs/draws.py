"""Chance in small steps: a deal card by card, a roll die by die, with exact probabilities.

The games deal in one event, which is fast. OpenSpiel wants chance nodes with few outcomes, so its
adapter uses a Draw: what can come next, and with what probability, until an outcome for
`apply_chance` is complete. Several drawing orders lead to one outcome; no player sees the order.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any, Protocol, Self

from kibitz.core.events import NOBODY
from kibitz.core.rng import Stream
from kibitz.core.state import Outcome


class Draw(Protocol):
    """One chance event in progress."""

    most: int  # exclusive upper bound of a draw
    length: int  # draws per event
    drawn: list[int]

    def choices(self) -> list[tuple[int, float]]:
        """Return what can be drawn now, ascending, with probabilities."""

    def allows(self, number: int) -> bool:
        """Whether a number can be drawn now."""

    def take(self, number: int) -> Outcome | None:
        """Draw an allowed number; return the outcome, or None if more draws follow."""

    def split(self, outcome: Outcome, rng: Stream) -> list[int]:
        """Return draws that lead from the start of the event to this outcome, in a random order."""

    def name(self, number: int) -> str:
        """Return a draw as text."""

    def key(self) -> object:
        """Return what is drawn so far; draws with equal keys lead to the same outcomes."""

    def copy(self) -> Self: ...


class Deal:
    """A deal: first the dealer if the rules draw one, then card after card, seat after seat.

    `copies[c]` is how often card c is in the deck, `sizes` the number of cards of each seat.
    `dealer` is the previous deal's (NOBODY: it is drawn; None: the game has no dealer). `singles`
    are the keys of single cards that follow the hands. `refused` hands are dealt again from the
    start, as at a table, so the final deal is uniform over the accepted ones.
    """

    def __init__(
        self,
        copies: Sequence[int],
        sizes: Sequence[int],
        *,
        dealer: int | None = None,
        singles: Sequence[str] = (),
        refused: Callable[[list[list[int]]], bool] | None = None,
        names: Sequence[str] = (),
    ) -> None:
        self.copies, self.sizes, self.before = tuple(copies), tuple(sizes), dealer
        self.singles, self.refused, self.names = tuple(singles), refused, tuple(names)
        self.most = max(len(copies), len(sizes))
        self.head = int(dealer == NOBODY)  # draws before the first card
        self.length = self.head + sum(sizes) + len(singles)
        self._single = max(copies) == 1
        self._begin()

    def _begin(self) -> None:
        self.drawn: list[int] = []
        self._left = list(self.copies)  # of each card, in the deck
        self._cards = [card for card, n in enumerate(self.copies) if n]  # in the deck, ascending

    def choices(self) -> list[tuple[int, float]]:
        if len(self.drawn) < self.head:
            seats = len(self.sizes)
            return [(seat, 1 / seats) for seat in range(seats)]
        if self._single:
            return list(zip(self._cards, repeat(1 / len(self._cards))))
        left = self._left
        total = sum(left)
        return [(card, left[card] / total) for card in self._cards]

    def allows(self, number: int) -> bool:
        if len(self.drawn) < self.head:
            return 0 <= number < len(self.sizes)
        return 0 <= number < len(self._left) and self._left[number] > 0

    def take(self, number: int) -> Outcome | None:
        if len(self.drawn) >= self.head:
            self._left[number] -= 1
            if not self._left[number]:
                del self._cards[bisect_left(self._cards, number)]
        self.drawn.append(number)
        if len(self.drawn) < self.length:
            return None
        cards = self.drawn[self.head :]
        hands = [sorted(cards[place:end]) for place, end in self._places()]
        if self.refused is not None and self.refused(hands):
            self._begin()
            return None
        outcome: dict[str, Any] = {"hands": hands}
        if self.before is not None:
            seats = len(self.sizes)
            outcome["dealer"] = self.drawn[0] if self.head else (self.before + 1) % seats
        return outcome | dict(zip(self.singles, cards[sum(self.sizes) :], strict=True))

    def split(self, outcome: Outcome, rng: Stream) -> list[int]:
        numbers: list[int] = [outcome["dealer"]] if self.head else []
        for hand in outcome["hands"]:
            shuffled = list(hand)
            rng.shuffle(shuffled)
            numbers += shuffled
        return numbers + [outcome[key] for key in self.singles]

    def name(self, number: int) -> str:
        place = len(self.drawn) - self.head
        if place < 0:
            return f"dealer {number}"
        card = self.names[number] if self.names else str(number)
        for seat, (_, end) in enumerate(self._places()):
            if place < end:
                return f"{card} to {seat}"
        return f"{self.singles[place - sum(self.sizes)]} {card}"

    def key(self) -> object:
        cards = self.drawn[self.head :]
        hands = tuple(tuple(sorted(cards[place:end])) for place, end in self._places())
        return (*self.drawn[: self.head], hands, tuple(cards[sum(self.sizes) :]))

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.drawn, twin._left, twin._cards = list(self.drawn), list(self._left), list(self._cards)
        return twin

    def _places(self) -> list[tuple[int, int]]:
        """Return where each hand's cards begin and end among those drawn."""
        ends = [sum(self.sizes[: seat + 1]) for seat in range(len(self.sizes))]
        return [(end - size, end) for size, end in zip(self.sizes, ends, strict=True)]


class Dice:
    """A roll, die by die: the outcome is the number whose digits are the faces, counted from 0.

    The digits are in base `base`, by default the number of faces; `length` digits, of which those
    after the dice named are 0.
    """

    def __init__(
        self,
        faces: int,
        names: Sequence[str],
        *,
        base: int | None = None,
        length: int | None = None,
    ) -> None:
        self.most, self.names = faces, tuple(names)
        self.length = len(names)
        self.base, self.rest = base or faces, (length or self.length) - self.length
        self.drawn: list[int] = []

    def choices(self) -> list[tuple[int, float]]:
        return [(face, 1 / self.most) for face in range(self.most)]

    def allows(self, number: int) -> bool:
        return 0 <= number < self.most

    def take(self, number: int) -> Outcome | None:
        self.drawn.append(number)
        if len(self.drawn) < self.length:
            return None
        roll = 0
        for face in self.drawn:
            roll = roll * self.base + face
        return roll * self.base**self.rest

    def split(self, outcome: Outcome, rng: Stream) -> list[int]:  # noqa: ARG002
        places = range(self.rest + self.length - 1, self.rest - 1, -1)
        return [outcome // self.base**place % self.base for place in places]

    def name(self, number: int) -> str:
        return f"{self.names[len(self.drawn)]} {number + 1}"

    def key(self) -> object:
        return tuple(self.drawn)

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.drawn = list(self.drawn)
        return twin
