"""Worlds of a view, solved double dummy: the two backends of pimc.py.

`NativeWorlds` draws, enumerates and solves worlds in native/search/pimc.hpp, over threads.
`BookWorlds` does the same in plain Python for endgames of a few cards. Neither sees the true hands:
both start from the View.

A result of the deal is one number, its code; `marks` gives what each code brings seats 0 and 2, and
what it brings the others:

    case * (left + 3)  + 0         seats 0 and 2 lose every trick of the deal (a capot against them)
                       + 1 + made  they make this much of the rest, from 0 to all that is left
                       + left + 2  they take every trick of the deal

Belote counts points, and its case is who has the belote (nobody, NS, EW); Codepiece counts tricks
and has one case.
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
from kibitz.search import double_dummy, native_searcher, plays
from kibitz.search.double_dummy import BOOK_CARDS_MAX
from kibitz.search.location_belief import LocationBelief
from kibitz.search.locations import Weights
from kibitz.search.simulation import Worlds

Numbers = NDArray[np.uint64]
Codes = NDArray[np.int16]


class SolvedWorlds(Protocol):
    """World i depends only on the view, the seed and i."""

    cases: int

    def count(self) -> float:
        """The number of worlds; 0 if unknown."""

    def list_all(self) -> None:
        """From now on, world i is the i-th of all worlds, in random order."""

    def locate(self, belief: LocationBelief) -> Weights | None:
        """From now on draw worlds in proportion to a belief; its weights, None if it does not
        apply."""

    def hands(self, numbers: Numbers) -> NDArray[np.uint64]:
        """The hands of each world, as one card mask per seat."""

    def solve(self, numbers: Numbers, threads: int, /) -> Codes:
        """The results of the legal cards, one row per world."""

    def marks(self) -> NDArray[np.int64]:
        """[code, side]: what a result of the deal brings seats 0 and 2, and the others."""


class NativeWorlds:
    """A wrapper around the class <game>_pimc of `kibitz._native`."""

    def __init__(self, view: View, seed: int, reach: int, *, drawn_here: bool) -> None:
        self.view, self.cards = view, len(view.legal_actions)
        self.pool = Worlds(view, seed, np.iinfo(np.int64).max) if drawn_here else None
        shell: Any = view.shell()
        made = getattr(engine.native(), f"{view.game.name}_pimc")
        self.solver = made(world=shell, seed=seed, seat=view.seat, reach=reach)
        self.cases = plays.find(view.game.name).cases
        if self.pool is None:
            self.solver.add_world(shell)
            unseen = view.unseen()
            assert unseen is not None, "the view is not in card play"
            native_searcher.hide(self.solver, unseen)
        else:
            self._grow(1)

    def count(self) -> float:
        return float(self.solver.count())

    def list_all(self) -> None:
        self.solver.list_all()

    def locate(self, belief: LocationBelief) -> Weights | None:
        if self.pool is not None:
            return None
        return native_searcher.locate(self.solver, self.view, belief)

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

    def marks(self) -> NDArray[np.int64]:
        return np.array(self.solver.marks(), np.int64).reshape(-1, 2)

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
                f"without the native engine pimc plays endgames of up to {BOOK_CARDS_MAX} cards "
                f"per hand, not {size}"
            )
        self.view, self.seed = view, seed
        self.drawn = Worlds(view, seed, np.iinfo(np.int64).max)
        self.listed: list[State] = []
        self.play = plays.find(view.game.name)
        self.cases = self.play.cases

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

    def locate(self, _belief: LocationBelief) -> None:
        """Worlds stay uniform, and are weighed."""

    def hands(self, numbers: Numbers) -> NDArray[np.uint64]:
        masks = [
            [sum(1 << card for card in hand) for hand in _hands(self._world(i))]
            for i in numbers.tolist()
        ]
        return np.array(masks, np.uint64)

    def solve(self, numbers: Numbers, _threads: int) -> Codes:
        return np.array([self._codes(self._world(i)) for i in numbers.tolist()], np.int16)

    def marks(self) -> NDArray[np.int64]:
        world = self._world(0)
        position = double_dummy.position_of(world)
        rows = [
            self.play.sides(world, position, case, made)
            for case in range(self.cases)
            for made in range(-1, self.play.left(position) + 2)
        ]
        return np.array(rows, np.int64)

    def _unseen(self) -> Unseen:
        unseen = self.view.unseen()
        assert unseen is not None, "the view is not in card play"
        return unseen

    def _world(self, number: int) -> State:
        if self.listed:
            return self.listed[number]
        self.drawn.grow(number + 1)
        return self.drawn.pool[number]

    def _codes(self, world: State) -> list[int]:
        position = double_dummy.position_of(world)
        found = double_dummy.solve_book(position, cards=True)
        left, case = self.play.left(position), self.play.case(world)
        return [
            case * (left + 3) + 1 + self.play.made(world, value, left)
            for card, value in found.items()
            if card is not None
        ]


def _hands(state: State) -> Sequence[Sequence[int]]:
    hands: Sequence[Sequence[int]] = state.position()["hands"]
    return hands
