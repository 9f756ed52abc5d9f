"""Uniform assignment of hidden cards to places, under the constraints that play has revealed.

Given cards, places with a number of slots each, and for each card the places where it cannot be,
draw one assignment such that all possible assignments are equally likely. There is no rejection and
no bias, however tight the constraints. Every step keeps an exact count of what is still possible:

1. A card that may be anywhere is *free*. Free cards fill whatever is left, always in the same
   number of ways, so only the other, *bound* cards need care.
2. Bound cards that share no place are independent, so such parts are drawn one by one. The slots
   that a part's bound cards leave open count as additional free cards.
3. Places that admit the same bound cards form one class; chance decides which slot a card gets.
4. The numbers of ways to spread cards over classes are the coefficients of a product: one factor
   for each card, the sum of x_c over the classes c that it may go to. A card is drawn into a class
   in proportion to the coefficient of the product of the cards after it.

A product is one big integer with a bit field for each power of the x. Multiplying it by (1 + x_a +
x_b) takes two shifts, two additions and a mask, which makes it fast in Python.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial, prod

from kibitz.core.rng import Stream

PLANS_KEPT = 8  # many worlds are drawn from one view; a plan takes at most a few megabytes


class NoAssignment(Exception):
    """No assignment fits: the caller's constraints contradict each other."""


def assign(
    cards: Sequence[int], sizes: Sequence[int], excluded: Sequence[int], rng: Stream
) -> list[list[int]]:
    """Return one uniformly drawn assignment: the cards of each place, ascending.

    `sizes[p]` cards go to place p, and the sizes add up to `len(cards)`. Bit c of `excluded[p]` is
    set if card c cannot be in place p.
    """
    plan = _plan(tuple(cards), tuple(sizes), tuple(excluded))
    result: list[list[int]] = [[] for _ in sizes]
    open_slots = [place for place in plan.free_places for _ in range(sizes[place])]
    for part in plan.parts:
        for members, drawn in zip(part.classes, part.draw(rng), strict=True):
            slots = [place for place in members for _ in range(sizes[place])]
            rng.shuffle(slots)
            for card, place in zip(drawn, slots, strict=False):
                result[place].append(card)
            open_slots += slots[len(drawn) :]
    rng.shuffle(open_slots)
    for card, place in zip(plan.free_cards, open_slots, strict=True):
        result[place].append(card)
    return [sorted(place) for place in result]


def all_assignments(
    cards: Sequence[int], sizes: Sequence[int], excluded: Sequence[int]
) -> Iterator[list[list[int]]]:
    """Yield every assignment once; meant for endgames, where there are few."""
    if not cards:
        yield [[] for _ in sizes]
        return
    card, *rest = cards
    for place, room in enumerate(sizes):
        if room == 0 or excluded[place] >> card & 1:
            continue
        less = [size - (p == place) for p, size in enumerate(sizes)]
        for found in all_assignments(rest, less, excluded):
            yield [[card, *held] if p == place else held for p, held in enumerate(found)]


def count_assignments(cards: Sequence[int], sizes: Sequence[int], excluded: Sequence[int]) -> int:
    """Return the number of assignments."""
    try:
        plan = _plan(tuple(cards), tuple(sizes), tuple(excluded))
    except NoAssignment:
        return 0
    # Slots are distinct here: free cards take theirs in any order, and so do a part's fillers.
    ways = factorial(len(plan.free_cards))
    for part in plan.parts:
        ways *= part.count() * prod(map(factorial, part.room)) // factorial(part.fillers)
    return ways // prod(map(factorial, sizes))  # slots of one place are interchangeable


@dataclass(frozen=True)
class _Part:
    """Bound cards, and the classes of places that they may go to."""

    classes: tuple[tuple[int, ...], ...]  # places by class; the last class has no power
    room: tuple[int, ...]  # slots of each class
    cards: tuple[int, ...]
    allowed: tuple[tuple[int, ...], ...]  # for each card the classes that it may go to
    fillers: int  # slots for free cards
    steps: tuple[int, ...]  # bits from one power of a class to the next; 0 for the last class
    field: int  # mask of one coefficient
    products: tuple[int, ...]  # products[i] multiplies the factors of cards[i:] and of the fillers

    def count(self) -> int:
        """The number of ways to spread distinct cards and fillers over the classes."""
        return self.coefficient(0, self.room)

    def coefficient(self, i: int, room: Sequence[int]) -> int:
        """The number of ways for cards[i:] and the fillers to fill exactly this room."""
        place = sum(n * step for n, step in zip(room, self.steps, strict=True))
        return self.products[i] >> place & self.field

    def draw(self, rng: Stream) -> list[list[int]]:
        """Draw the bound cards of each class."""
        drawn: list[list[int]] = [[] for _ in self.classes]
        room = list(self.room)
        for i, card in enumerate(self.cards):
            pick = rng.below_exact(self.coefficient(i, room))
            for c in self.allowed[i]:
                if room[c] == 0:
                    continue
                room[c] -= 1
                pick -= self.coefficient(i + 1, room)
                if pick < 0:
                    drawn[c].append(card)
                    break
                room[c] += 1
        return drawn


@dataclass(frozen=True)
class _Plan:
    free_cards: tuple[int, ...]
    free_places: tuple[int, ...]  # places that belong to no part
    parts: tuple[_Part, ...]


@lru_cache(PLANS_KEPT)
def _plan(cards: tuple[int, ...], sizes: tuple[int, ...], excluded: tuple[int, ...]) -> _Plan:
    """Compute everything that does not depend on chance."""
    assert sum(sizes) == len(cards), "the number of slots must equal the number of cards"
    rooms = [p for p, size in enumerate(sizes) if size]
    allowed = {card: tuple(p for p in rooms if not excluded[p] >> card & 1) for card in cards}
    # Fewest places first, so that cards with the same choices are adjacent.
    bound = sorted((c for c in cards if len(allowed[c]) < len(rooms)), key=lambda c: allowed[c])
    parts = []
    taken: set[int] = set()
    for places in _connected([allowed[card] for card in bound]):
        taken |= places
        members = [card for card in bound if places.intersection(allowed[card])]
        parts.append(_part(members, sorted(places), sizes, allowed))
    if any(not allowed[card] for card in bound):
        raise NoAssignment("a hidden card has no possible place")
    return _Plan(
        free_cards=tuple(card for card in cards if len(allowed[card]) == len(rooms)),
        free_places=tuple(p for p in rooms if p not in taken),
        parts=tuple(parts),
    )


def _connected(sets: list[tuple[int, ...]]) -> list[set[int]]:
    """Merge sets that share elements, directly or through others."""
    unions: list[set[int]] = []
    for one in map(set, dict.fromkeys(sets)):
        touching = [union for union in unions if union & one]
        unions = [union for union in unions if not union & one]
        if one:
            unions.append(one.union(*touching))
    return unions


def _part(
    cards: list[int],
    places: list[int],
    sizes: tuple[int, ...],
    allowed: dict[int, tuple[int, ...]],
) -> _Part:
    by_cards: dict[tuple[int, ...], list[int]] = {}
    for place in places:
        admitted = tuple(card for card in cards if place in allowed[card])
        by_cards.setdefault(admitted, []).append(place)
    # The largest class comes last: it takes what the others leave and needs no power of its own.
    classes = sorted(by_cards.values(), key=lambda members: sum(sizes[p] for p in members))
    room = tuple(sum(sizes[p] for p in members) for members in classes)
    fillers = sum(room) - len(cards)
    if fillers < 0:
        raise NoAssignment("there are more hidden cards than possible places")
    may = tuple(
        tuple(c for c, members in enumerate(classes) if members[0] in allowed[card])
        for card in cards
    )
    steps, field, mask = _fields(room, sum(room) * len(room).bit_length() + 1)

    def times(product: int, over: Sequence[int]) -> int:
        return sum(product << steps[c] for c in over) & mask

    product = 1
    for _ in range(fillers):
        product = times(product, range(len(classes)))
    products = [product]
    for over in reversed(may):
        products.append(times(products[-1], over))
    part = _Part(
        classes=tuple(map(tuple, classes)),
        room=room,
        cards=tuple(cards),
        allowed=may,
        fillers=fillers,
        steps=steps,
        field=field,
        products=tuple(reversed(products)),
    )
    if part.count() == 0:
        raise NoAssignment("the constraints on hidden cards contradict each other")
    return part


def _fields(room: tuple[int, ...], width: int) -> tuple[tuple[int, ...], int, int]:
    """Lay out products in an integer: the steps, the mask of one field and the mask of valid
    fields.

    A class with room for n cards has the powers 0 to n, and n + 1 for overflow, which the mask
    clears after every multiplication. `width` bits hold any coefficient.
    """
    field = mask = (1 << width) - 1
    steps = [width]
    for n in room[:-1]:
        mask = sum(mask << power * steps[-1] for power in range(n + 1))
        steps.append(steps[-1] * (n + 2))
    return (*steps[:-1], 0), field, mask
