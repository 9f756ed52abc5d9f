"""Qwixx: close moves, compared by what the next turn makes of them.

The network errs by a little in every position, and where two moves are close, that little decides.
So the close ones are looked at again one turn later: the same dice are rolled for each of them, all
seats play that turn as the network likes best, and then it estimates again. The mean over many
rolls has a smaller error, since errors of different positions cancel out.

The rolls are stratified: any 36 in a row have every pair of white dice once. After each block of
rolls, a move is dropped if it is clearly behind the leader, judged by the differences on the same
dice, or too little different to be worth more rolls. So most decisions need a few dozen rolls, and
only those that are hard to tell apart take all of them.

The twin is `look_ahead` of native/players/qwixx_value.hpp, draw for draw.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kibitz.core.rng import Stream, mix
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games.qwixx.view import QwixxView
from kibitz.nets.qwixx_inputs import Between
from kibitz.players.qwixx.turn import Move

ROLLS_MAX = 10_000
BLOCK = 12  # rolls between two looks at which moves can still win
SURE = 2.0  # standard errors
SLACK = 1.0 / 128  # of a close difference, which is not worth more rolls
PAIRS, COLOURS, STEP = 36, 6**4, 17  # the step goes through all pairs, and mixes high and low sums


class Rule(Protocol):
    """What looks ahead: ValueRule in value.py."""

    rolls: int

    def quick(self, view: View) -> int: ...
    def value(self, state: State) -> list[float]: ...
    def native_after_rolls(
        self, view: QwixxView, position: dict[str, object], rolls: list[int]
    ) -> list[float] | None: ...


@dataclass
class Close:
    """A move that is close to the best, and what it was worth after each roll."""

    move: Move
    end: Between
    total: float = 0.0
    found: list[float] = field(default_factory=list)


def look_ahead(
    rule: Rule,
    view: QwixxView,
    close: Sequence[tuple[Move, Between]],
    width: float,
    rng: Stream,
) -> list[tuple[Move, float]]:
    """Rate two or more close moves, each given with the position after the turn.

    The first of the best is the choice. A move that was dropped is rated by how far it was behind
    on the dice that it shares with the best one. `width` is the difference that counts as close.
    """
    every = [Close(move, end) for move, end in close]
    left = every
    seed = rng.word()
    for first in range(0, rule.rolls, BLOCK):
        if len(left) == 1:
            break
        rolls = [roll_of(seed, k) for k in range(first, min(first + BLOCK, rule.rolls))]
        for one in left:
            for worth in after_rolls(rule, view, one.end, rolls):
                one.found.append(worth)
                one.total += worth
        if len(rolls) == BLOCK:
            left = still(left, width)
    best = leader(left)
    return [(one.move, _rating(one, best)) for one in every]


def roll_of(seed: int, k: int) -> int:
    """The k-th roll of a decision, by its number."""
    pair = (seed % PAIRS + STEP * k) % PAIRS
    return pair * COLOURS + Stream(mix(seed, k)).below(COLOURS)


def leader(left: Sequence[Close]) -> Close:
    """The one that is ahead; of equals the first."""
    return max(left, key=lambda one: one.total)


def still(left: Sequence[Close], width: float) -> list[Close]:
    """The moves that are neither clearly behind the leader nor hardly different from it."""
    ahead = leader(left)
    return [one for one in left if one is ahead or not _behind(one, ahead, width)]


def _behind(one: Close, ahead: Close, width: float) -> bool:
    n = float(len(one.found))
    total = squares = 0.0
    for mine, theirs in zip(ahead.found, one.found, strict=True):
        total += mine - theirs
        squares += (mine - theirs) * (mine - theirs)
    mean = total / n
    variance = max(0.0, (squares - n * mean * mean) / (n - 1))
    return mean >= SURE * math.sqrt(variance / n) - SLACK * width


def _rating(one: Close, best: Close) -> float:
    """What a move is worth; of one that was dropped by the dice that it shares with the best.

    That is below the best in any case: a dropped move may be ahead of the later leader on the dice
    that they share, but it is not the choice, as in the twin.
    """
    mean = best.total / len(best.found)
    if one is best:
        return mean
    shared = len(one.found)
    lead = sum(best.found[:shared]) - one.total
    return min(mean - lead / shared, math.nextafter(mean, -math.inf))


def after_rolls(rule: Rule, view: QwixxView, end: Between, rolls: list[int]) -> list[float]:
    """What the seat of a view can expect of a position once one more turn is played, by roll."""
    players = view.game.players
    if end.over:
        place = (view.seat - view.active - 1) % players
        return [float(end.scores[0]) if players == 1 else end.shares[place]] * len(rolls)
    position = _position(view, end)
    found = rule.native_after_rolls(view, position, rolls)
    return found or [_after_roll(rule, view, position, roll) for roll in rolls]


def _after_roll(rule: Rule, view: QwixxView, position: dict[str, object], roll: int) -> float:
    state = view.game.new(position=position, chance="explicit")
    state.apply_chance(roll)
    while state.player >= 0:
        state.apply(rule.quick(state.view(state.player)))
    return float(rule.value(state)[view.seat])


def _position(view: QwixxView, end: Between) -> dict[str, object]:
    """The table before the next roll, for Game.new."""
    players = view.game.players
    active = (view.active + 1) % players
    places = [(seat - active) % players for seat in range(players)]
    return {
        "step": "roll",
        "active": active,
        "dice": None,
        "sheets": [list(end.sheets[place]) for place in places],
        "strikes": [end.strikes[place] for place in places],
        "closed": list(end.closed),
        "marked": False,
        "answers": [],
    }
