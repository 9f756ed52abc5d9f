"""Worlds of a view, solved double dummy: the two engines behind pimc.py.

`NativeWorlds` draws, lists and solves worlds in native/search/pimc.hpp, over threads. `BookWorlds`
does the same in plain Python for endings of a few cards. Nothing here has seen the true hands: both
begin with the View.

A result of the deal is one number, its code; `margins` tells what each code is worth to seats 0 and
2, less what it is worth to the others:

    case * (left + 3)  + 0         seats 0 and 2 lose every trick of the deal (a capot against them)
                       + 1 + made  they make so much of the rest, from 0 to all that is left
                       + left + 2  they take every trick of the deal

Belote counts points, and its case tells whose the belote is (nobody's, NS's, EW's); Codepiece
counts tricks and has one case.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kibitz.core import engine
from kibitz.core.assign import all_assignments, count_assignments
from kibitz.core.errors import NotSolvable
from kibitz.core.rng import Stream
from kibitz.core.state import State
from kibitz.core.view import Unseen, View
from kibitz.games.belote.rules import BeloteState
from kibitz.games.codepiece.phases import BidPhase
from kibitz.search import double_dummy, native
from kibitz.search.double_dummy import BOOK_CARDS_MAX, Points, Position, Tricks
from kibitz.search.simulation import Worlds

Numbers = NDArray[np.uint64]
Codes = NDArray[np.int16]


class SolvedWorlds(Protocol):
    """World number i depends on the view, the seed and i alone."""

    cases: int

    def count(self) -> float:
        """How many worlds there are; 0 where that is not known."""

    def list_all(self) -> None:
        """From now on world i is number i of all that there are, in random order."""

    def hands(self, numbers: Numbers) -> NDArray[np.uint64]:
        """Who holds what: for each world a mask of the cards of each seat."""

    def solve(self, numbers: Numbers, threads: int, /) -> Codes:
        """The results of the legal cards, one row a world."""

    def margins(self) -> list[int]:
        """What the codes are worth."""


class NativeWorlds:
    """Around the class <game>_pimc of `kibitz._native`."""

    def __init__(self, view: View, seed: int, reach: int, *, drawn_here: bool) -> None:
        self.cards = len(view.legal_actions)
        self.pool = Worlds(view, seed, np.iinfo(np.int64).max) if drawn_here else None
        shell: Any = view.shell()
        made = getattr(engine.native(), f"{view.game.name}_pimc")
        self.solver = made(world=shell, seed=seed, seat=view.seat, reach=reach)
        self.cases = 3 if view.game.name == "belote" else 1
        if self.pool is None:
            self.solver.add_world(shell)
            unseen = view.unseen()
            assert unseen is not None, "cards are being played"
            native.hide(self.solver, unseen)
        else:
            self._grow(1)

    def count(self) -> float:
        return float(self.solver.count())

    def list_all(self) -> None:
        self.solver.list_all()

    def hands(self, numbers: Numbers) -> NDArray[np.uint64]:
        self._grow(int(numbers.max()) + 1)
        out = np.empty((len(numbers), 4), np.uint64)
        self.solver.hands(numbers, out)
        return out

    def solve(self, numbers: Numbers, threads: int) -> Codes:
        self._grow(int(numbers.max()) + 1)
        out = np.empty((len(numbers), self.cards), np.int16)
        self.solver.solve(numbers, out, min(threads, len(numbers)))
        return out

    def margins(self) -> list[int]:
        table: list[int] = self.solver.margins()
        return table

    def _grow(self, last: int) -> None:
        if self.pool is not None:
            for world in self.pool.grow(last):
                self.solver.add_world(world)


class BookWorlds:
    """Plain Python, by minimax."""

    def __init__(self, view: View, seed: int) -> None:
        size = max(map(len, _hands(view.shell())))
        if size > BOOK_CARDS_MAX:
            raise NotSolvable(
                f"without the native engine pimc plays endings of up to {BOOK_CARDS_MAX} cards a "
                f"hand, not {size}"
            )
        self.view, self.seed = view, seed
        self.drawn = Worlds(view, seed, np.iinfo(np.int64).max)
        self.listed: list[State] = []
        self.cases = 3 if view.game.name == "belote" else 1

    def count(self) -> float:
        unseen = self._unseen()
        return count_assignments(unseen.cards, unseen.sizes, unseen.excluded)

    def list_all(self) -> None:
        unseen, known = self._unseen(), self.view.shell().position()
        for dealt in all_assignments(unseen.cards, unseen.sizes, unseen.excluded):
            hands = list(known["hands"])
            for seat, cards in zip(unseen.seats, dealt, strict=True):
                hands[seat] = cards
            world = self.view.game._blank()
            world._load(known | {"hands": hands})
            self.listed.append(world)
        Stream(self.seed).shuffle(self.listed)

    def hands(self, numbers: Numbers) -> NDArray[np.uint64]:
        masks = [
            [sum(1 << card for card in hand) for hand in _hands(self._world(i))]
            for i in numbers.tolist()
        ]
        return np.array(masks, np.uint64)

    def solve(self, numbers: Numbers, _threads: int) -> Codes:
        return np.array([self._codes(self._world(i)) for i in numbers.tolist()], np.int16)

    def margins(self) -> list[int]:
        world = self._world(0)
        position = double_dummy.position_of(world)
        return [
            _margin(world, position, case, made)
            for case in range(self.cases)
            for made in range(-1, _left(position) + 2)
        ]

    def _unseen(self) -> Unseen:
        unseen = self.view.unseen()
        assert unseen is not None, "cards are being played"
        return unseen

    def _world(self, number: int) -> State:
        if self.listed:
            return self.listed[number]
        self.drawn.grow(number + 1)
        return self.drawn.pool[number]

    def _codes(self, world: State) -> list[int]:
        position = double_dummy.position_of(world)
        found = double_dummy.solve_book(position, cards=True)
        left, case = _left(position), _case(world)
        return [
            case * (left + 3) + 1 + _made(world, value, left)
            for card, value in found.items()
            if card is not None
        ]


def _hands(state: State) -> Sequence[Sequence[int]]:
    hands: Sequence[Sequence[int]] = state.position()["hands"]
    return hands


def _left(position: Position) -> int:
    """What the rest is worth: points in Belote, else tricks."""
    if position.play == "belote":
        return double_dummy.points_left(position)
    return len(position.hands[position.player])


def _case(world: State) -> int:
    """Belote: whose the belote is."""
    seat = double_dummy.belote_seat(world) if isinstance(world, BeloteState) else -1
    return 0 if seat < 0 else 1 + seat % 2


def _made(world: State, rest: double_dummy.Value, left: int) -> int:
    """What seats 0 and 2 make of the rest; one more or less than there is for all tricks."""
    if isinstance(rest, Tricks):
        return rest.tricks[0]
    assert isinstance(world, BeloteState)
    if rest.capot is None:
        return rest.points[0]
    whole = not world.won[1 - rest.capot]  # nor did the others take a trick before
    return (left + whole, -whole)[rest.capot]


def _margin(world: State, position: Position, case: int, made: int) -> int:
    left = _left(position)
    if isinstance(world, BeloteState):
        rest = Points((made, left - made), None)
        if made in (-1, left + 1):
            rest = Points((0, 0), int(made < 0))
        marks = double_dummy.whole_deal(world, position, rest, case - 1).marks
        assert marks is not None
        return marks[0] - marks[1]
    p = world.position()
    bidder, bid = BidPhase.contract(p["bids"], p["dealer"])
    side, made = bidder % 2, min(max(made, 0), left)
    tricks = p["tricks"][side] + (made if side == 0 else left - made)
    gain = bid if tricks >= bid else -2 * bid
    return 2 * (gain if side == 0 else -gain)
