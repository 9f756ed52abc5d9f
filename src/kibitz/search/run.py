"""Runs every search: in slices, so that it can be stopped, and over independent threads.

A Task is the decision to search. Each thread t has a worker whose seeds depend only on the seed and
t, and a share of the simulations that depends only on their number and t, so the result is the same
for the same seed, budget and threads. A time budget may end a search anywhere.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import NamedTuple, Protocol, cast

from kibitz.core.errors import BadEngine, BadOption, NoDecision
from kibitz.core.game import Game
from kibitz.core.python_state import PythonState
from kibitz.core.rng import mix
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.search import native_searcher
from kibitz.search.goal import goal_of
from kibitz.search.net_rule import NetRule
from kibitz.search.result import Candidate, Row, Search
from kibitz.search.settings import NET, SIMULATIONS_MAX, WORLDS_MAX, Plan, Policy, Settings
from kibitz.search.simulation import Worlds

SLICE_SECONDS = 0.004  # how long a worker runs between checks
SLICE_MAX = 1 << 14
BEFORE_THE_BUDGET = ("stop", "seconds", "agreed", "all")  # why a search may end before its budget


class Worker(Protocol):
    """One thread's part of a search."""

    first_slice: int  # simulations that surely take little time

    @property
    def ended(self) -> str | None:
        """Why it ended early, if it did; pimc only."""

    @property
    def nodes(self) -> int: ...

    @property
    def worlds(self) -> int: ...

    def run(self, first: int, last: int) -> None:
        """Run simulations first .. last - 1 (in a flat search: rounds)."""

    def rows(self) -> list[Row]: ...


class Narrowing(Worker, Protocol):
    """A worker for rollout."""

    def narrow(self) -> None:
        """Drop the worse half of the plans."""


Start = Callable[["Task", tuple[int, int]], Worker]


class Task(NamedTuple):
    """One decision to search."""

    method: str
    settings: Settings
    game: Game
    seat: int
    legal: tuple[int, ...]
    plans: tuple[Plan, ...]  # what is compared: each legal action, or the result of Settings.plans
    observer: int | None  # None if the state is known
    policy: Policy | None  # for the Python engine; None plays at random
    view: View  # of the deciding seat
    state: State | None  # for mcts
    policy_name: str
    worker: Start
    engine: str

    @property
    def flat(self) -> bool:
        """Whether every plan is tried in every world, which affects how simulations are counted."""
        return self.method in ("rollout", "pimc")

    @property
    def halves(self) -> bool:
        return self.method == "rollout" and self.settings.halving

    @property
    def workers(self) -> int:
        """The number of parallel searches; pimc is one search that uses all threads itself."""
        return 1 if self.method == "pimc" else self.settings.threads

    def worlds(self, seed: int) -> Worlds:
        """Worlds for the Python engine."""
        if self.state is None:
            return Worlds(self.view, seed, self.settings.pool, self.settings.beliefs)
        known = Worlds(self.view, seed, 1)
        known.pool.append(self.state)
        return known


class PlainWorker:
    """What workers on the Python engine share: the worlds, and a loop over the simulations."""

    first_slice = 1
    ended = None

    def __init__(self, task: Task, seeds: tuple[int, int]) -> None:
        self.task = task
        self.worlds_from, self.luck_seed = task.worlds(seeds[0]), seeds[1]

    @property
    def worlds(self) -> int:
        return len(self.worlds_from)

    def run(self, first: int, last: int) -> None:
        self.worlds_from.grow(last)
        for i in range(first, last):
            self.run_one(i)

    def run_one(self, i: int) -> None:
        """Run simulation i, or round i of a flat search."""
        raise NotImplementedError


def from_view(
    method: str,
    view: View,
    settings: Settings,
    plain: Start,
    twin: Start = native_searcher.NativeWorker,
) -> Task:
    """The task of a search with one seat's knowledge; `plain` in Python, `twin` natively."""
    if not view.legal_actions:
        raise NoDecision(
            "the game is over" if view.done else f"seat {view.seat} has nothing to decide here"
        )
    return _task(method, view, None, settings, (plain, twin))


def from_state(method: str, state: State, settings: Settings, plain: Start) -> Task:
    """The task of a search with full knowledge."""
    if state.player < 0:
        raise NoDecision("the game is over" if state.done else "a chance event is pending")
    both = (plain, native_searcher.NativeWorker)
    return _task(method, state.view(state.player), state, settings, both)


def _task(
    method: str, view: View, state: State | None, settings: Settings, both: tuple[Start, Start]
) -> Task:
    policy = settings.policy
    if settings.equity and settings.value is None:  # a network values deals by their margin
        settings = replace(settings, goal=goal_of(view))
    use_native = settings.engine != "python" and native_searcher.knows(view.game)
    use_native = use_native and isinstance(policy, str)
    if settings.engine == "native" and not use_native:
        why = "it has no native twin" if isinstance(policy, str) else "its policy is a Python bot"
        raise BadEngine(f"{view.game.name} cannot be searched natively here: {why}")
    bot = None if isinstance(policy, str) else policy
    if policy == NET and not use_native:
        assert settings.net is not None, "checked by Settings"
        bot = NetRule(settings.net, settings.temperature)
    name = policy if isinstance(policy, str) else getattr(policy, "__module__", "bot")
    if use_native:
        native_searcher.check_policy(view.game, name)
    else:
        if bot is None and name != "random":
            raise BadOption(f'in Python a policy must be "random" or a bot, not {policy!r}')
        view, state = _on_the_book(view, state)
    return Task(
        method=method,
        settings=settings,
        game=view.game,
        seat=view.seat,
        legal=view.legal_actions,
        plans=_plans(method, view, settings),
        observer=view.seat if state is None else None,
        policy=bot,
        view=view,
        state=state,
        policy_name=name,
        worker=both[use_native],
        engine="native" if use_native else "python",
    )


def _plans(method: str, view: View, settings: Settings) -> tuple[Plan, ...]:
    if method != "rollout" or settings.plans is None:
        return tuple((action,) for action in view.legal_actions)
    plans = tuple(dict.fromkeys(tuple(plan) for plan in settings.plans(view)))
    if not plans or any(not plan or plan[0] not in view.legal_actions for plan in plans):
        raise BadOption("there must be at least one plan, and plans must start with legal actions")
    return plans


def _on_the_book(view: View, state: State | None) -> tuple[View, State | None]:
    """The same decision on the Python engine, with explicit chance."""
    game = view.game
    if game.engine != "python":
        game = type(game)("python", **game.chosen_options())
        view = replace(view, game=game)
    if state is None:
        return view, None
    known = game.rebuild(state.chance, state.actions, state.start)
    assert isinstance(known, PythonState)
    return view, known


def run(task: Task, choose: Callable[[tuple[Candidate, ...]], int]) -> Search:
    """Carry out a task."""
    settings, begin = task.settings, time.perf_counter()
    deadline = None if settings.seconds is None else begin + settings.seconds
    workers: list[Worker] = []
    done: list[int] = []
    ended = "forced"
    if len({plan[0] for plan in task.plans}) > 1:
        bases = [mix(settings.seed, t) for t in range(task.workers)]
        workers = [task.worker(task, (mix(base, 1), mix(base, 2))) for base in bases]
        done, ended = _run_all(task, workers, deadline)
    single = len(workers) == 1 and not task.flat
    candidates = _of_one(task, workers[0]) if single else _merge(task, workers)
    simulations = sum(done) * (len(task.plans) if task.flat else 1)
    if task.halves:
        simulations = sum(row.visits for worker in workers for row in worker.rows())
    return Search(
        method=task.method,
        game=task.game.name,
        seat=task.seat,
        action=choose(candidates) if workers else task.plans[0][0],
        candidates=candidates,
        simulations=simulations,
        worlds=sum(worker.worlds for worker in workers),
        nodes=sum(worker.nodes for worker in workers),
        seconds=time.perf_counter() - begin,
        threads=settings.threads,
        ended=ended,
        reward=settings.reward,
        policy=task.policy_name,
        engine=task.engine,
        oracle=task.state is not None,
    )


def _shares(task: Task) -> Iterator[int]:
    """The units of work (simulations, or rounds of a flat search) for each thread."""
    total, threads = task.settings.simulations or SIMULATIONS_MAX, task.workers
    if task.flat:
        total = max(1, total // len(task.plans))
    if task.method == "pimc":  # it keeps its results for every world
        total = min(total, task.settings.worlds or WORLDS_MAX)
    for t in range(threads):
        yield total // threads + (t < total % threads)


def _run_all(task: Task, workers: list[Worker], deadline: float | None) -> tuple[list[int], str]:
    halt: list[bool] = []  # not empty: a thread was told to stop
    ends: list[str] = []
    shares = list(_shares(task))
    stop = task.settings.stop
    if len(workers) == 1 and not task.halves:
        all_done, end = _run_one(workers[0], (0, shares[0]), stop, deadline, halt)
        return [all_done], end

    def work(t: int) -> int:
        if task.halves:
            worker = cast(Narrowing, workers[t])
            done, end = _run_halving(task, worker, shares[t], deadline, halt)
        else:
            done, end = _run_one(workers[t], (0, shares[t]), stop, deadline, halt)
        ends.append(end)
        return done

    if len(workers) == 1:
        done = [work(0)]
    else:
        with ThreadPoolExecutor(len(workers)) as pool:
            done = list(pool.map(work, range(len(workers))))
    return done, next((end for end in BEFORE_THE_BUDGET if end in ends), "simulations")


def _run_halving(
    task: Task, worker: Narrowing, share: int, deadline: float | None, halt: list[bool]
) -> tuple[int, str]:
    """Run phases of equal budget, halving the plans down to two."""
    plans, begin = len(task.plans), time.perf_counter()
    phases = (plans - 1).bit_length()
    simulations, done = share * plans, 0
    for phase in range(1, phases + 1):
        last = done + max(1, simulations // (phases * plans))
        until = None if deadline is None else begin + (deadline - begin) * phase / phases
        done, end = _run_one(worker, (done, last), task.settings.stop, until, halt)
        if end == "stop" or phase == phases:
            return done, end
        worker.narrow()
        plans = (plans + 1) // 2
    raise AssertionError("the last phase returns")


def _run_one(
    worker: Worker,
    span: tuple[int, int],
    stop: Callable[[], bool] | None,
    deadline: float | None,
    halt: list[bool],
) -> tuple[int, str]:
    """Run slices of growing size; the first always runs, so that there is always a choice."""
    (done, end), size = span, worker.first_slice
    while done < end:
        begin = time.perf_counter()
        last = min(end, done + size)
        worker.run(done, last)
        if worker.ended is not None:
            return worker.worlds, worker.ended
        done = last
        now = time.perf_counter()
        if stop is not None and (halt or stop()):
            halt.append(True)
            return done, "stop"
        if deadline is not None and now >= deadline:
            return done, "seconds"
        allowed = SLICE_SECONDS if deadline is None else min(SLICE_SECONDS, deadline - now)
        fitting = int(size * allowed / max(now - begin, 1e-7))
        size = max(worker.first_slice, min(2 * size, fitting, SLICE_MAX))
    return done, "simulations"


def _of_one(task: Task, worker: Worker) -> tuple[Candidate, ...]:
    """What `_merge` returns for a single tree: each action has one row, and there are no plans."""
    rows = {row[0]: row for row in worker.rows()}
    found = []
    for action in task.legal:
        row = rows.get(action)
        if row is None or not row[1]:
            found.append(Candidate(action, 0, 0, None, None))
        else:
            _, visits, available, total, _, error, _ = row
            found.append(Candidate(action, visits, available, total / visits, error))
    return tuple(found)


def _merge(task: Task, workers: list[Worker]) -> tuple[Candidate, ...]:
    """The sums of all workers, plan by plan, added in the order of the threads.

    An action gets the sums of its best plan.
    """
    rows: dict[Plan, list[Row]] = {}
    for worker in workers:
        for row in worker.rows():
            rows.setdefault(row.plan or (row.action,), []).append(row)
    best: dict[int, Candidate] = {}
    for plan, found in rows.items():
        one = _candidate(plan[0], found)
        known = best.get(plan[0])
        if one.visits and (known is None or _rank(task, one) > _rank(task, known)):
            best[plan[0]] = one
    return tuple(best.get(action) or Candidate(action, 0, 0, None, None) for action in task.legal)


def _rank(task: Task, candidate: Candidate) -> tuple[float, float]:
    """Halving leaves the best with the most visits; without it only values count."""
    value = -math.inf if candidate.value is None else candidate.value
    return (candidate.visits if task.halves else min(1, candidate.visits)), value


def _candidate(action: int, rows: list[Row]) -> Candidate:
    """The sums of one plan over all workers."""
    _, visits, available, total, squared, error, _ = rows[0]
    for row in rows[1:]:
        visits += row.visits
        available += row.available
        total += row.total
        squared = None if squared is None or row.squares is None else squared + row.squares
    value = total / visits if visits else None
    if squared is not None and visits > 1 and value is not None:
        variance = max(0.0, squared / visits - value * value)
        error = math.sqrt(variance / (visits - 1))
    return Candidate(action, visits, available, value, error)
