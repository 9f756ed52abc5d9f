"""Review: each decision of one seat in a finished game, judged by what the seat could know.

    found = review(game, record, seat=0, seconds=30)
    found.worst                    # plies of the three costliest decisions

The expected loss of a decision is the value of the best action minus that of the one made, over
worlds that fit the view at that moment (judge.py). Bad luck is not a mistake: an action that was
best given the seat's knowledge has no loss, however it turned out. For Belote and Codepiece there
is also the double-dummy loss with the true cards: what perfect information would have gained.

The loss is slightly biased upwards (the best of noisy values is too optimistic); `clear` marks
losses that noise does not explain. Decisions are examined in order; a budget of seconds is divided
among the remaining ones.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from kibitz.advice import exact
from kibitz.advice.judge import Value, judge
from kibitz.advice.outlook import reward_of
from kibitz.core.errors import NotOver
from kibitz.core.game import Game
from kibitz.core.rng import mix
from kibitz.core.state import CHANCE, State
from kibitz.search import double_dummy, plays
from kibitz.search.plays import Points

WORLDS = 100
WORST = 3
Z = 1.645  # one-sided 95 %


@dataclass(frozen=True)
class JudgedAction:
    action: int
    name: str
    value: float
    error: float | None
    double_dummy: float | None


@dataclass(frozen=True)
class Judged:
    """One decision; `ply` is the number of actions before it."""

    ply: int
    deal: int
    phase: str
    action: int
    name: str
    best: int
    best_name: str
    loss: float
    error: float | None
    clear: bool
    double_dummy_loss: float | None
    double_dummy_best: list[int] | None
    method: str
    worlds: int
    actions: list[JudgedAction]


@dataclass(frozen=True)
class TableCell:
    leader: int
    trump: str
    sides: list[int]
    capot: int | None


@dataclass(frozen=True)
class DealTable:
    deal: int
    cells: list[TableCell]


@dataclass
class Review:
    game: str
    seat: int
    reward: str
    decisions: int = 0
    judged: list[Judged] = field(default_factory=list)
    forced: int = 0
    tables: list[DealTable] = field(default_factory=list)
    ended: str = "all"  # all, time or stopped

    @property
    def worst(self) -> list[int]:
        """Return the plies of the largest expected losses, largest first; empty without a loss."""
        lost = sorted((j for j in self.judged if j.loss > 0), key=lambda j: (-j.loss, j.ply))
        return [j.ply for j in lost[:WORST]]

    @property
    def loss(self) -> float:
        return sum(j.loss for j in self.judged)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"worst": self.worst, "loss": self.loss}


Report = Callable[[float, Review], None]  # fraction done, and the review so far


def review(
    game: Game,
    record: str | Mapping[str, Any],
    seat: int,
    *,
    worlds: int = WORLDS,
    seconds: float | None = None,
    seed: int = 0,
    tables: bool = True,
    report: Report | None = None,
    stop: Callable[[], bool] | None = None,
) -> Review:
    """Judge a finished game. `tell` receives progress; `stop` ends early with what is done."""
    end = game.replay(record)
    if not end.done:
        raise NotOver("a game can only be reviewed once it is over")
    found = Review(game.name, game.check_seat(seat), reward_of(game.name))
    moments = _moments(end, seat)
    found.forced = sum(len(m.legal()) == 1 for m in moments)
    moments = [m for m in moments if len(m.legal()) > 1]
    found.decisions = len(moments)
    begin = time.perf_counter()
    for i, moment in enumerate(moments):
        left = None
        if seconds is not None:
            left = (seconds - (time.perf_counter() - begin)) / (len(moments) - i)
        if stop is not None and stop():
            found.ended = "stopped"
        elif left is not None and left <= 0:
            found.ended = "time"
        if found.ended != "all":
            break
        action = end.actions[len(moment.actions)]
        found.judged.append(_judge(moment, action, worlds, mix(seed, i), left, stop))
        if report is not None:
            report((i + 1) / (len(moments) + 1), found)
    if tables and exact.has_solver(game.name) and found.ended == "all":
        found.tables = deal_tables(end)
    return found


def _moments(end: State, seat: int) -> list[State]:
    """Return the states before each decision of a seat."""
    state = end.game.rebuild((), (), end.start)
    chance, found = iter(end.chance), []
    for action in end.actions:
        while state.player == CHANCE:
            state.apply_chance(next(chance))
        if state.player == seat:
            found.append(state.copy())
        state.apply(action)
    return found


def _judge(
    moment: State,
    action: int,
    worlds: int,
    seed: int,
    seconds: float | None,
    stop: Callable[[], bool] | None,
) -> Judged:
    view = moment.view(moment.player)
    verdict = judge(view, worlds, seed, seconds, stop, action)
    values, name = verdict.values, moment.game.action_name
    best = max(values, key=lambda a: (values[a].value, a == action, -a))
    loss = values[best].value - values[action].value
    error = _error(values[best], values[action]) if best != action else None
    solved = exact.exact_cards(moment) if exact.solvable(view) else {}
    most = max((e.margin for e in solved.values()), default=0.0)
    rows = [
        JudgedAction(a, name(a), v.value, v.error, solved[a].margin if a in solved else None)
        for a, v in values.items()
    ]
    rows.sort(key=lambda row: (-row.value, row.action != best, row.action))
    return Judged(
        ply=len(moment.actions),
        deal=max(1, len(moment.chance)),
        phase=moment.phase,
        action=action,
        name=name(action),
        best=best,
        best_name=name(best),
        loss=loss,
        error=error,
        clear=loss > Z * (error or 0.0) and loss > 0,
        double_dummy_loss=most - solved[action].margin if solved else None,
        double_dummy_best=[a for a, e in solved.items() if e.margin == most] if solved else None,
        method=verdict.method,
        worlds=verdict.worlds,
        actions=rows,
    )


def _error(one: Value, other: Value) -> float | None:
    """Return an upper bound of a difference's error; common worlds reduce it."""
    if one.error is None or other.error is None:
        return None
    return math.hypot(one.error, other.error)


def deal_tables(end: State) -> list[DealTable]:
    """Solve each deal for each trump and each possible leader."""
    name, found = end.game.name, []
    suits = plays.find(name).suits
    for number, deal in enumerate(end.chance, 1):
        table = double_dummy.solve_table(name, deal)
        cells = []
        for leader, by_trump in table.items():
            for trump, value in by_trump.items():
                sides = list(value.points if isinstance(value, Points) else value.tricks)
                capot = value.capot if isinstance(value, Points) else None
                cells.append(TableCell(leader, suits[trump], sides, capot))
        found.append(DealTable(number, cells))
    return found
