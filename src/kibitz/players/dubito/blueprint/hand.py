"""The hand of a blueprint bot: `self.cards`.

It is a copy of the true hand, made for each turn. Picking removes cards from the copy; the cards
that the bot then plays are checked against the true hand.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

from kibitz.games.dubito.rules import JOKER, LAY_MAX


class Hand:
    """Cards in a list, `hand`, which a bot may read."""

    def __init__(self, cards: Iterable[int], rng: random.Random) -> None:
        self.hand = list(cards)
        self._rng = rng

    def count(self, n: int) -> int:
        return self.hand.count(n)

    def count_all(self) -> Counter[int]:
        return Counter(self.hand)

    def has(self, n: int) -> bool:
        return n in self.hand

    def all_equal(self) -> bool:
        return len(set(self.hand)) <= 1

    def __len__(self) -> int:
        return len(self.hand)

    def __iter__(self) -> Iterator[int]:
        return iter(self.hand)

    def __contains__(self, n: object) -> bool:
        return n in self.hand

    # Picking: what the framework does with the answers -----------------------------------------

    def pick(self, n: int, k: int) -> list[int]:
        """Take k cards of a value out of the hand, or as many as there are."""
        picked = [n] * min(k, self.count(n))
        for card in picked:
            self.hand.remove(card)
        return picked

    def pick_all(self, n: int) -> list[int]:
        """Take all cards of a value, up to the limit of one play."""
        return self.pick(n, LAY_MAX)

    def pick_idx(self, indexes: Iterable[int]) -> list[int]:
        """Take the cards at these places of the hand, in the order given."""
        places = list(indexes)
        picked = [self.hand[place] for place in places]
        taken = {place % len(self.hand) for place in places}
        self.hand = [card for place, card in enumerate(self.hand) if place not in taken]
        return picked

    def most_common(self) -> int:
        """The number held most often, ties going to the lowest. Jokers have no number and come
        last."""
        counts = self.count_all()
        numbers = [value for value in counts if value != JOKER] or [JOKER]
        return max(numbers, key=lambda value: (counts[value], -value))

    def pick_most(self) -> list[int]:
        """Take all cards of the most common value, up to the limit of one play."""
        return self.pick_all(self.most_common())

    def pick_random(self, k: int) -> list[int]:
        """Take k cards at random, or all if there are fewer."""
        picked = self._rng.sample(self.hand, min(k, len(self.hand)))
        for card in picked:
            self.hand.remove(card)
        return picked
