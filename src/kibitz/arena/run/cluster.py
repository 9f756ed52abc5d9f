"""Workers on the nodes of a Ray cluster: the same jobs and the same rows as in processes.py.

One actor per CPU of the cluster. Finished games stream back to the one process that writes the
store, so a node that dies costs only its games in flight: its jobs go to others, without the games
that have arrived. A replacement actor is requested and gets work once it answers, on another node
or on the same one when it is back. Nodes that join get actors too.

Kibitz and the bots' files must be at the same path on every node. Messages are JSON text.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from typing import Any

from kibitz.arena.errors import WorkerFailed
from kibitz.arena.plan.plan import Plan
from kibitz.arena.run.jobs import Job, Jobs
from kibitz.arena.run.processes import LOSSES_MAX, Lots
from kibitz.arena.store.rows import GameRow
from kibitz.core.cluster import NoCluster, connect, cpus
from kibitz.core.errors import KibitzError

NO_WORKER_SECONDS_MAX = 120.0  # without an answering worker before giving up
LOOK_SECONDS = 5.0  # between two checks of the number of CPUs
ACTORS_MAX = 10_000


class _Player:
    """The actor on a node, around `Playing`."""

    def __init__(self, plan: str) -> None:
        self.plan = plan
        self.playing: Any = None

    def ready(self) -> str:
        """Load the bots; return what is wrong with them, if anything."""
        from kibitz.arena.run.playing import Playing

        try:
            self.playing = Playing(json.loads(self.plan))
        except KibitzError as error:
            return f"{error} ({error.code})"
        return ""

    def play(self, units: list[int], done: list[int]) -> Iterator[str]:
        begin = time.monotonic()
        for lot in self.playing.play(units, set(done)):
            yield json.dumps({"rows": lot})
        yield json.dumps({"finished": time.monotonic() - begin})


def play_on_cluster(
    plan: Plan, todo: Iterable[int], left: int, done: set[int], workers: int, address: str
) -> Lots:
    """Play everything on a cluster's workers; `workers=0` takes one per CPU, new nodes included."""
    ray = connect(address)
    jobs = Jobs(todo, left, done, workers or _cpus(ray))
    fleet = _Fleet(ray, plan, jobs, workers)
    try:
        yield from fleet.lots()
    finally:
        fleet.close()


def _cpus(ray: Any) -> int:
    return min(ACTORS_MAX, cpus(ray))


class _Fleet:
    """The actors: starting, idle, or streaming the games of a job."""

    def __init__(self, ray: Any, plan: Plan, jobs: Jobs, workers: int) -> None:
        self.ray, self.jobs, self.workers = ray, jobs, workers
        self.plan = json.dumps(plan.message() | {"workers": workers or _cpus(ray)})
        self.actor = ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(_Player)
        self.getting_ready: dict[Any, Any] = {}  # pending answer of each starting actor
        self.idle: list[Any] = []
        self.streams: dict[Any, tuple[Any, Job]] = {}
        self.last_reply = self.looked = time.monotonic()
        self._man()

    def lots(self) -> Lots:
        while True:
            self._hand_out()
            if not self.streams and self.jobs.empty:
                return
            waiting = [*self.getting_ready, *self.streams]
            self.ray.wait(waiting, num_returns=1, timeout=LOOK_SECONDS)
            # Everything that arrived meanwhile is written in one transaction.
            found, _ = self.ray.wait(waiting, num_returns=len(waiting), timeout=0)
            lot: list[GameRow] = []
            for one in found:
                self.last_reply = time.monotonic()
                if one in self.getting_ready:
                    self._welcome(one)
                else:
                    lot += self._hear(one)
            if lot:
                yield lot
            self._look()

    def _man(self) -> None:
        """Request actors, up to one per CPU."""
        there = len(self.getting_ready) + len(self.idle) + len(self.streams)
        for _ in range(there, self.workers or _cpus(self.ray)):
            actor = self.actor.remote(self.plan)
            self.getting_ready[actor.ready.remote()] = actor

    def _welcome(self, answer: Any) -> None:
        actor = self.getting_ready.pop(answer)
        try:
            wrong = self.ray.get(answer)
        except self.ray.exceptions.RayTaskError as error:
            raise WorkerFailed(f"a worker cannot start: {error.cause or error}") from None
        except self.ray.exceptions.RayError:  # its node died
            return
        if wrong:
            raise WorkerFailed(f"a worker cannot start: {wrong}")
        self.idle.append(actor)

    def _hand_out(self) -> None:
        while self.idle and (job := self.jobs.next()) is not None:
            actor = self.idle.pop()
            play = actor.play.options(num_returns="streaming")
            self.streams[play.remote(job.units, sorted(job.done))] = (actor, job)

    def _hear(self, stream: Any) -> list[GameRow]:
        """Return the next games from a worker."""
        actor, job = self.streams[stream]
        try:
            message: dict[str, Any] = json.loads(self.ray.get(next(stream)))
        except self.ray.exceptions.RayTaskError as error:
            raise WorkerFailed(f"a worker cannot continue: {error.cause or error}") from None
        except (self.ray.exceptions.RayError, StopIteration):
            self._lose(stream, job)
            return []
        if "rows" in message:
            rows: list[GameRow] = message["rows"]
            job.done.update(row[0] for row in rows)
            return rows
        del self.streams[stream]
        self.jobs.learn(len(job.units), message["finished"])
        self.idle.append(actor)
        return []

    def _lose(self, stream: Any, job: Job) -> None:
        """Reassign the work of an actor that died, or whose node did."""
        del self.streams[stream]
        job.losses += 1
        if job.losses >= LOSSES_MAX:
            units = f"{job.units[0]} to {job.units[-1]}"
            raise WorkerFailed(f"{LOSSES_MAX} workers died playing units {units}")
        self.jobs.back(job)

    def _look(self) -> None:
        """Check from time to time for new nodes, or for none left."""
        now = time.monotonic()
        if now - self.looked < LOOK_SECONDS:
            return
        self.looked = now
        self._man()
        if not self.streams and not self.idle and now - self.last_reply > NO_WORKER_SECONDS_MAX:
            raise NoCluster("no cluster worker answers any more; run the same command to resume")

    def close(self) -> None:
        actors = [*self.getting_ready.values(), *self.idle]
        for actor in [*actors, *(actor for actor, _ in self.streams.values())]:
            self.ray.kill(actor)
