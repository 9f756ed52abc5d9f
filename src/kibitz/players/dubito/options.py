"""The turns at Dubito worth considering, from which the reader chooses.

Most of the up to 692 actions differ only in which useless cards they play. So honest plays are
considered with and without jokers, and bluffs with the cards least useful to the hand. The twin is
in native/players/dubito_reader.hpp, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.core.rng import Stream
from kibitz.games.dubito.rules import DOUBT, FOUR, JOKER, LAY_ID, LAY_MAX, NUMBERS
from kibitz.games.dubito.view import DubitoView


@dataclass
class Option:
    """A complete turn: the number (when opening) and the cards; or a doubt."""

    number: int
    action: int
    wins: float = 0.0
    rollouts: int = 0

    @property
    def chance(self) -> float:
        return self.wins / self.rollouts if self.rollouts else 0.0


class Options:
    """Collects the options of one view."""

    def __init__(self, view: DubitoView, rng: Stream) -> None:
        self.hand = view.hand
        self.found: list[Option] = []
        if view.game.options["exit"] == "immediate" and len(view.hand) <= LAY_MAX:
            self.add(view.number or 1, view.hand)  # Rule 7: this wins
        elif view.phase == "turn":
            if DOUBT in view.legal_actions[:1]:
                self.found.append(Option(view.number, DOUBT))
            self.add_lays(view.number, opening=False)
        elif view.phase == "lay":
            self.add_lays(view.number, opening=True)
        else:
            for number in NUMBERS:
                if number in view.hand:
                    self.add_lays(number, opening=True)
            for _ in range(2):  # and two bluffs with numbers that it may not hold
                number = NUMBERS[rng.below(len(NUMBERS))]
                self.add(number, self.by_use(number)[:LAY_MAX])

    def add_lays(self, number: int, *, opening: bool) -> None:
        """Add plays that claim a number. An opener chooses the number and need not play few
        cards."""
        own, jokers = min(self.hand.count(number), LAY_MAX), self.hand.count(JOKER)
        cards = self.by_use(number)
        for with_jokers in range(jokers + 1):
            honest = min(own, LAY_MAX - with_jokers)
            self.add(number, [JOKER] * with_jokers + [number] * honest)
        self.add(number, cards[:LAY_MAX])
        if not opening:
            if own > 1:
                self.add(number, [number])
            if jokers:
                self.add(number, [JOKER])
            self.add(number, cards[:2])
            self.add(number, cards[:1])
        if own in (1, 2):  # the honest cards, filled up to three
            self.add(number, [number] * own + cards[: LAY_MAX - own])

    def add(self, number: int, cards: Iterable[int]) -> None:
        """Add an option, if the hand has these cards and it is new."""
        laid = tuple(sorted(cards))
        if not laid or any(self.hand.count(card) < laid.count(card) for card in laid):
            return
        option = Option(number, LAY_ID[laid])
        if all((o.number, o.action) != (number, option.action) for o in self.found):
            self.found.append(option)

    def by_use(self, number: int) -> list[int]:
        """The hand, least useful first: singles before pairs, then the number, then jokers."""
        cards = [
            value
            for count in range(1, FOUR + 1)
            for value in NUMBERS
            if value != number and self.hand.count(value) == count
            for _ in range(count)
        ]
        return cards + [number] * self.hand.count(number) + [JOKER] * self.hand.count(JOKER)
