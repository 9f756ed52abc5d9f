"""Review: each decision of one seat in a finished game, judged by what the seat could know.

    found = review(game, record, seat=0, seconds=30)
    found.worst                    # plies of the three costliest decisions

The expected loss of a decision is the value of the best action minus that of the one made, by the
evaluation that hints come from (evaluation.py): whoever followed a hint has no loss. Bad luck is
not a mistake: an action that was best given the seat's knowledge has no loss, however it turned
out. For Belote and Codepiece there is also the double-dummy loss with the true cards: what perfect
information would have gained.

`error` is the half-width of the loss's 95 % interval; `clear` marks losses beyond it. A first look
at every decision comes first, then each is refined in turn: what a budget of seconds does not
cover keeps the values, and the larger errors, of its first look. Last come the reasons of the
costliest errors (reasons.py).

Every decision has a grade (grades.py) and the chance to win before it (chance.py).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from kibitz.advice import exact
from kibitz.advice.chance import Chance, chance, own_chance
from kibitz.advice.evaluation import WORLDS, Evaluation, kept
from kibitz.advice.games import known
from kibitz.advice.grades import GRADES, grade
from kibitz.advice.outlook import reward_of
from kibitz.advice.prospects import Prospect, prospects
from kibitz.advice.reasons import Example, Reason, example, reason
from kibitz.core import engine
from kibitz.core.errors import NotOver
from kibitz.core.game import Game
from kibitz.core.state import CHANCE, State
from kibitz.search import double_dummy, plays
from kibitz.search.plays import Points

WORST = 3
FIRST_LOOK = 0.3  # of the progress
REASONS_MAX = 4
CHANCES_MAX = 24  # played out; a long game has them at every second or third decision
REASONS = 0.1  # of the progress


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
    grade: str
    chance: Chance | None  # to win, before the decision
    reason: Reason | None = None
    prospects: tuple[Prospect, Prospect] | None = None  # in an auction, of the best and this call
    example: Example | None = None


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
    outcome: float | None = None  # how the game ended for the side, as a chance to win
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
    tables: bool = True,
    unfinished: bool = False,
    report: Report | None = None,
    stop: Callable[[], bool] | None = None,
) -> Review:
    """Judge a finished game. `report` receives progress; `stop` ends early with what is done.

    `unfinished` admits a game that somebody gave up.
    """
    end = game.replay(record)
    if not (end.done or unfinished):
        raise NotOver("a game can only be reviewed once it is over")
    found = Review(game.name, game.check_seat(seat), reward_of(game))
    moments = _moments(end, seat)
    found.forced = sum(len(m.legal()) == 1 for m in moments)
    moments = [m for m in moments if len(m.legal()) > 1]
    found.decisions = len(moments)
    if game.players > 1 and end.done:
        found.outcome = _outcome(end, seat)
    over = None if seconds is None else time.perf_counter() + seconds

    def ended() -> bool:
        if stop is not None and stop():
            found.ended = "stopped"
        elif over is not None and time.perf_counter() >= over:
            found.ended = "time"
        return found.ended != "all"

    every = -(-len(moments) // CHANCES_MAX)
    tell = report or (lambda _, __: None)
    looks: list[_Look] = []
    for i, moment in enumerate(moments):
        if ended():
            return found
        looks.append(_Look(moment, end.actions[len(moment.actions)], worlds, i % every == 0))
        found.judged.append(looks[-1].judged())
        tell(FIRST_LOOK * (i + 1) / len(moments), found)
    for i, look in enumerate(looks):
        if ended():
            return found
        if not look.evaluator.refined:
            look.evaluator.refine()
            found.judged[i] = look.judged()
        tell(FIRST_LOOK + (1 - FIRST_LOOK - REASONS) * (i + 1) / len(looks), found)
    for done, i in enumerate(_costliest(found.judged), 1):
        if ended():
            return found
        found.judged[i] = looks[i].explained(found.judged[i])
        tell(1 - REASONS * (1 - done / (REASONS_MAX + 1)), found)
    if tables and exact.has_solver(game.name) and engine.native() is not None:
        found.tables = deal_tables(end)
    return found


def _outcome(end: State, seat: int) -> float:
    """Return the side's share of the win, or the result in a game that values it otherwise."""
    own: Callable[[State, int], float] | None = getattr(known(end.game.name), "result", None)
    return own(end, seat) if own else end.outcome()[seat] * len(end.game.side(seat))


def prepare(game: Game, record: str | Mapping[str, Any], seat: int) -> int:
    """Evaluate the decisions of a game so far, for a later review in this process; count them."""
    end = game.replay(record)
    moments = [m for m in _moments(end, game.check_seat(seat)) if len(m.legal()) > 1]
    for moment in moments:
        kept(moment.view(seat), end.actions[len(moment.actions)]).refine()
    return len(moments)


def _costliest(judged: Sequence[Judged]) -> list[int]:
    """Return the places of the errors that get a reason, the costliest first."""
    errors = [i for i, one in enumerate(judged) if GRADES.index(one.grade) > 1]
    return sorted(errors, key=lambda i: -judged[i].loss)[:REASONS_MAX]


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


class _Look:
    """One decision, judged at first sight and again when it is refined."""

    def __init__(self, moment: State, action: int, worlds: int, plays_out: bool) -> None:
        self.moment, self.action, self.plays_out = moment, action, plays_out
        view = moment.view(moment.player)
        self.evaluator = kept(view, action, worlds=worlds)
        self._chance: Chance | None = None
        self.solved = exact.exact_cards(moment) if exact.solvable(view) else {}

    def explained(self, judged: Judged) -> Judged:
        """Add why the better action is better."""
        view, seed = self.evaluator.view, self.evaluator.seed
        found = self.evaluator.result()
        why = reason(view, found.of(judged.best), found.of(judged.action), seed)
        both = [judged.best, judged.action]
        pair = prospects(view, both, seed) if why is None else None
        return replace(
            judged,
            reason=why,
            prospects=None if pair is None else (pair[0], pair[1]),
            example=example(view, judged.best, judged.action, seed),
        )

    def judged(self) -> Judged:
        found, solved, moment = self.evaluator.result(), self.solved, self.moment
        own = found.of(self.action)
        # An action that is exactly as good as the best one is the best.
        best = own if own.loss == 0 else found.best
        most = max((e.margin for e in solved.values()), default=0.0)
        rows = [
            JudgedAction(
                v.action, v.name, v.value, v.error,
                solved[v.action].margin if v.action in solved else None,
            )
            for v in found.actions
        ]  # fmt: skip
        rows.sort(key=lambda row: (-row.value, row.action != best.action, row.action))
        return Judged(
            ply=len(moment.actions),
            deal=max(1, len(moment.chance)),
            phase=moment.phase,
            action=self.action,
            name=own.name,
            best=best.action,
            best_name=best.name,
            loss=own.loss,
            error=own.loss_error if best is not own else None,
            clear=own.clear,
            double_dummy_loss=most - solved[self.action].margin if solved else None,
            double_dummy_best=[a for a, e in solved.items() if e.margin == most]
            if solved
            else None,
            method=found.method,
            worlds=found.worlds,
            actions=rows,
            grade=grade(moment.game, own.loss, own.clear),
            chance=self.chance(found),
        )

    def chance(self, found: Evaluation) -> Chance | None:
        """Play out once, if at all; where it is the evaluation's own value, follow that."""
        view = self.evaluator.view
        own = own_chance(view, found)
        if own is not None:
            self._chance = own
        elif self.plays_out and self._chance is None:
            self._chance = chance(view, found, self.evaluator.seed)
        return self._chance


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
