"""The bars of the evaluation: what hints, reviews and enumeration must agree on, and how quickly.

    found = measure("ohhell", deals=10, seeds=20)
    found.missed()                     # names of the bars that are missed

A game with hints is a row of plain numbers, so that benchmarks/advice.py can keep a journal of
them; it prints the measurements, `make soak` asserts them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import kibitz
from kibitz import bots
from kibitz.advice import evaluation
from kibitz.advice.evaluation import evaluate
from kibitz.advice.hint import hint
from kibitz.advice.review import Review, prepare, review
from kibitz.arena.statistics.estimate import Estimate, ratio
from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.search.simulation import has_dice
from tests.advice.enumeration import endings

BLAMED_MAX, LOSS_MAX, ERROR_MAX, INSIDE_MIN, MARKED_MIN = 0.03, 1 / 5, 1 / 3, 0.95, 0.8


@dataclass(frozen=True)
class Case:
    options: dict[str, Any]
    deals: int  # games, for hints and reviews
    endings: int  # seeds of endings.py
    usual: dict[str, Any]  # the game that the page starts with one tap
    player: str  # of the game that is reviewed
    seconds: float  # of a review at most


BARS = {
    "belote": Case({}, 40, 40, {"match": True, "target": 1000}, "rule", 5),
    "codepiece": Case({}, 15, 20, {"match": True, "deals": 4}, "rule", 10),
    "ohhell": Case({"schedule": [5, 3, 1]}, 40, 60, {"schedule": [5, 4, 3, 2, 1]}, "smart", 5),
    "qwixx": Case({}, 12, 300, {}, "ga", 5),
    "dubito": Case({"players": 3}, 12, 100, {}, "tracker", 10),
}


Row = dict[str, Any]  # a game: see `unit`


@dataclass(frozen=True)
class Found:
    game: str
    decisions: int
    blamed: float
    again: float
    loss: float
    simple: float
    error: float
    loss_share: Estimate  # of `simple`'s loss, over games
    error_share: Estimate
    endings: int
    inside: float
    clear: int
    marked: float

    def missed(self) -> list[str]:
        """Return the names of the bars that are missed."""
        holds = {
            "blamed": self.blamed <= BLAMED_MAX,
            "loss": self.loss < LOSS_MAX * self.simple,
            "error": self.error <= ERROR_MAX * self.simple,
            "inside": self.inside >= INSIDE_MIN,
            "marked": self.marked >= MARKED_MIN,
        }
        return [name for name, met in holds.items() if not met]


def by_hints(game: Game, seed: int) -> State:
    """Play a game in which seat 0 follows every hint, against `simple`."""
    state = game.new(seed)
    others = [bots.bot(game.name, "simple") for _ in range(game.players)]
    for seat, bot in enumerate(others):
        bot.start(game, seat, seed * 10 + seat)
    while not state.done:
        view = state.view(state.player)
        advised = state.player == 0
        state.apply(hint(view, worlds=0).action if advised else others[state.player].choose(view))
    return state


def views_of(end: State, seat: int) -> dict[int, View]:
    """Return what a seat saw before each of its decisions, by the number of actions before."""
    state, chance, found = end.game.rebuild((), ()), iter(end.chance), {}
    for ply, action in enumerate(end.actions):
        while state.player == kibitz.CHANCE:
            state.apply_chance(next(chance))
        if state.player == seat:
            found[ply] = state.view(seat)
        state.apply(action)
    return found


def unit(name: str, seed: int) -> Row:
    """Play a game with hints and return both seats' decisions.

    `hints` are blamed or not by the review, `again` by another sample, which gives their losses;
    `simple` has the losses and errors of the other seat. `seconds` are of the CPU.
    """
    begin = time.process_time()
    game = kibitz.game(name, **BARS[name].options)
    end = by_hints(game, seed)
    views = views_of(end, 0)
    own = review(game, end.record(), 0, tables=False).judged
    again = [evaluate(views[one.ply], one.action, seed=1).of(one.action) for one in own]
    simple = review(game, end.record(), 1, tables=False).judged
    return {
        "hints": [one.clear for one in own],
        "again": [(one.loss, one.clear) for one in again],
        "simple": [(one.loss, one.error or 0.0) for one in simple],
        "seconds": round(time.process_time() - begin, 2),
    }


def measure(name: str, deals: int, seeds: int, first: int = 1000) -> Found:
    """Play `deals` games from seed `first` with hints, and check the endings of `seeds` seeds."""
    return figures(name, [unit(name, seed) for seed in range(first, first + deals)], seeds)


def figures(name: str, rows: Sequence[Row], seeds: int) -> Found:
    """Return what the bars judge, from games with hints and the endings of `seeds` seeds."""
    hints = [blamed for row in rows for blamed in row["hints"]]
    again = [one for row in rows for one in row["again"]]
    simple = [one for row in rows for one in row["simple"]]
    losses = [sum(loss for loss, _ in row["simple"]) for row in rows]
    checks = [ending.check() for ending in endings(name, seeds)]
    clear = sum(check.clear for check in checks)
    # Sums over the same numbers of decisions are compared as means are.
    scale = len(simple) / len(again)
    return Found(
        game=name,
        decisions=len(hints),
        blamed=float(np.mean(hints)),
        again=float(np.mean([blamed for _, blamed in again])),
        loss=float(np.mean([loss for loss, _ in again])),
        simple=float(np.mean([loss for loss, _ in simple])),
        error=float(np.mean([error for _, error in simple])),
        loss_share=ratio([scale * sum(loss for loss, _ in row["again"]) for row in rows], losses),
        error_share=ratio([sum(error for _, error in row["simple"]) for row in rows], losses),
        endings=len(checks),
        inside=sum(check.inside for check in checks) / len(checks) if checks else 1.0,
        clear=clear,
        marked=sum(check.marked for check in checks) / clear if clear else 1.0,
    )


def review_seconds(name: str, seed: int) -> tuple[Review, float, float]:
    """Return a review of the usual game, its CPU seconds, and those after preparing all but the
    last deal."""
    game, end, _ = usual_game(name, seed)
    evaluation.forget()
    begin = time.process_time()
    found = review(game, end.record(), 0, tables=False)
    return found, time.process_time() - begin, last_deal_seconds(name, seed)


def last_deal_seconds(name: str, seed: int) -> float:
    """Return the CPU seconds of a review of the usual game whose deals but the last are prepared.
    Without deals there is nothing to prepare."""
    game, end, last = usual_game(name, seed)
    evaluation.forget()
    prepare(game, last.record(), 0)
    begin = time.process_time()
    found = review(game, end.record(), 0, tables=False)
    assert found.ended == "all"
    return time.process_time() - begin


def usual_game(name: str, seed: int) -> tuple[Game, State, State]:
    """Return a game that players have played to its end, and how it stood before the last deal."""
    game, case = kibitz.game(name, **BARS[name].usual), BARS[name]
    state = game.new(seed)
    players = [bots.bot(name, case.player) for _ in range(game.players)]
    for seat, bot in enumerate(players):
        bot.start(game, seat, seed * 10 + seat)
    last = state.copy()
    while not state.done:
        if not has_dice(game) and len(state.chance) > len(last.chance):
            last = state.copy()
        state.apply(players[state.player].choose(state.view(state.player)))
    return game, state, last
