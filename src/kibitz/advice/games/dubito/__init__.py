"""Dubito: a hard win counts 1, a soft one 0.5.

Worlds that merely fit are a poor guide here: in most of them every claim is a bluff. So decisions
are valued by the reader, which infers hands and habits from what everyone did, without its
knowledge of the published players: at a table sit strangers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz.advice.games.dubito.mirror import DubitoMirror as Mirror
from kibitz.core import engine
from kibitz.core.rng import mix
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games.dubito.rules import DECLARE, DOUBT, JOKER, LAY, LAYS
from kibitz.games.dubito.view import DubitoView
from kibitz.players.dubito import reader

__all__ = ["Mirror"]
CONTRACT = "the contract is made"
UNIT, STEP, SCALE = "result", 0, 1.0
GRADES = (0.03, 0.08, 0.15)
SEARCH = {"reward": "outcome"}  # there are no points
FIRST, ROWS = 8, 128
WORLDS = 16  # of an option in the first stage of a row
SOFT = 0.5  # what is left to win once somebody is out


def total(end: State, seat: int) -> float:
    return end.returns()[seat]


def result(end: State, seat: int) -> float:
    """Return how the game ended for a seat, in the unit of the evaluation."""
    return end.returns()[seat]


def contract(end: State, seat: int) -> tuple[int, bool] | None:  # noqa: ARG001 (there is none)
    return None


class ReaderSampler:
    """The reader's chances to win: a row is one of its decisions.

    It considers the plays that differ in what others see and what stays in the hand. Any other play
    is valued as the considered one that is most like it. Its chance is that of being the first one
    out or, where somebody is, that of getting out at all, which is worth half.
    """

    method, exact, restricts = "reader", False, False
    first, total, further = FIRST, ROWS, ROWS

    def __init__(self, view: DubitoView, made: int | None, effort: float) -> None:
        self.view, self.each = view, max(1, round(WORLDS * effort))
        first = self._chances(0)
        self.considered = len(first)
        self.actions: Sequence[int] = sorted(first if made is None else {*first, made})

    def _chances(self, seed: int) -> dict[int, float]:
        """Return the chance to win of every action that the reader considers."""
        found = reader.decide(self.view, self.each, field=False, seed=seed)
        worth = SOFT if self.view.out else 1.0
        chances: dict[int, float] = {}
        for option in found.options:
            action = option.action
            if self.view.phase == "declare":
                action = DECLARE + option.number - 1
            if option.rollouts or len(found.options) == 1:
                chances[action] = max(worth * option.chance, chances.get(action, 0.0))
        return chances

    def rows(
        self, actions: Sequence[int], seed: int, first: int, count: int
    ) -> NDArray[np.float64]:
        out = np.empty((count, len(actions)))
        for i in range(count):
            chances = self._chances(mix(seed, first + i))
            out[i] = [chances[self._likest(action, chances)] for action in actions]
        return out

    def _likest(self, action: int, chances: Mapping[int, float]) -> int:
        """Return the considered action that is most like one: honesty first, then size."""
        if action in chances:
            return action
        own = self._traits(action)

        def distance(other: int) -> tuple[int, float]:
            traits = self._traits(other)
            return sum(
                w * abs(a - b) for a, b, w in zip(own, traits, (8, 8, 2, 1), strict=True)
            ), other

        return min(chances, key=distance)

    def _traits(self, action: int) -> tuple[int, int, int, int]:
        """Return kind (honest, bluff, doubt, or the declared number), whether it empties the hand,
        cards, and jokers."""
        if action == DOUBT:
            return 9, 0, 0, 0
        if action < LAY:
            return 20, 0, self.view.hand.count(action - DECLARE + 1), 0
        cards = LAYS[action - LAY]
        return (
            int(any(c not in (JOKER, self.view.number) for c in cards)),
            int(len(cards) == len(self.view.hand)),
            len(cards),
            cards.count(JOKER),
        )

    def worlds(self, rows: int) -> int:
        return rows * self.each


class OpeningBluffSampler:
    """A first play by a seat that holds nothing of the number it has declared.

    It cannot but bluff, so the reader has nothing to compare. The play is worth what the same bluff
    was worth under the numbers that the reader considered, a moment earlier: others see no
    difference. So all plays are equal.
    """

    method, exact, restricts = "reader", False, False
    first, total, further = FIRST, ROWS, ROWS

    def __init__(self, view: DubitoView, made: int | None, bluff: int, each: int) -> None:
        self.view, self.bluff, self.each = view, bluff, each
        legal = view.legal_actions
        self.actions: Sequence[int] = sorted({legal[0], bluff, legal[0] if made is None else made})

    def _chance(self, seed: int) -> float:
        options = reader.before_declaring(self.view, self.each, seed=seed).options
        known = [option for option in options if option.rollouts]
        alike = [option for option in known if option.action == self.bluff] or known
        return sum(o.wins for o in alike) / sum(o.rollouts for o in alike)

    def rows(
        self, actions: Sequence[int], seed: int, first: int, count: int
    ) -> NDArray[np.float64]:
        worth = SOFT if self.view.out else 1.0
        chances = [worth * self._chance(mix(seed, first + i)) for i in range(count)]
        return np.repeat(np.array(chances)[:, None], len(actions), axis=1)

    def worlds(self, rows: int) -> int:
        return rows * self.each


def sampler(
    view: View, made: int | None, effort: float
) -> ReaderSampler | OpeningBluffSampler | None:
    assert isinstance(view, DubitoView)
    if engine.native() is None or view.game.engine != "native" or len(view.legal_actions) == 1:
        return None
    found = ReaderSampler(view, made, effort)
    if found.considered > 1:
        return found
    # The reader does not value a play without an alternative: a bluff to open with, or the last
    # cards, which win.
    (only,) = reader.decide(view, 1, field=False).options
    declared = view.history and view.history[-1].kind == "action" and not view.board
    if not declared or len(LAYS[only.action - LAY]) == len(view.hand):
        return None
    return OpeningBluffSampler(view, made, only.action, found.each)
