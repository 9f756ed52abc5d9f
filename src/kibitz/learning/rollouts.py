"""Rollouts: pick opponents from the pool, seat them, collect games, and report results to the pool.

`collect` runs in the collector's thread during training, and everything about the pool happens
there; the loop may call `state`, so both hold a lock. What an update draws depends only on the seed
and its number.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from kibitz.learning.batch import Batch, Episodes, Guest, Samples, Seating
from kibitz.learning.game_kinds import Kind, base_weights, counts, spread
from kibitz.learning.opponents.opponent_pool import Opponent, OpponentPool
from kibitz.learning.opponents.seating import Plan, adapt, seat
from kibitz.learning.settings import PpoSettings
from kibitz.nets.net import Net

ROWS_OF_KIND = 32  # tables drawn per kind of game and update
ADAPT_UPDATES = 25  # updates between two changes of the player-count weights
RECENT = 20  # updates whose win rates are shown
SEAT_STREAM = 7


class Collector(Protocol):
    """The interface of a collector, native or in plain Python."""

    def collect(
        self,
        net: Net,
        guests: Sequence[Guest],
        seating: Seating,
        rows: int,
        gamma: float,
        lam: float,
        temperature: float,
        critic: Net | None = None,
    ) -> Batch:
        """Collect at least `rows` decisions of the learner."""

    def collect_teacher(self, teacher: str, rows: int) -> Samples:
        """Collect at least `rows` decisions of a rule player on every seat."""


class MakeCollector(Protocol):
    def __call__(self, weights: Sequence[float], seed: int) -> Collector: ...


class Rollouts:
    """Batches for policy gradients."""

    def __init__(
        self,
        settings: PpoSettings,
        kinds: Sequence[Kind],
        pool: OpponentPool,
        make: MakeCollector,
    ) -> None:
        self.settings, self.kinds, self.pool, self.make = settings, list(kinds), pool, make
        self.counts = counts(kinds)
        self.base = base_weights(kinds, settings.player_weights)
        self.weights = list(self.base)
        self.updates = 0
        self.rows = 0
        self.recent: dict[int, deque[tuple[float, int]]] = {
            n: deque(maxlen=RECENT) for n in self.counts
        }
        self.picked: list[str] = []
        self.collector: Collector | None = None
        self.lock = threading.Lock()

    def collect(self, net: Net, critic: Net | None = None) -> Batch:
        """Return the next rows for this network; a critic gives the values."""
        rng = np.random.default_rng([self.settings.seed, SEAT_STREAM, self.updates])
        with self.lock:
            self._adapt()
            chosen, guests, seating = self._seats(rng)
        given = self.settings
        if self.collector is None:
            self.collector = self.make(spread(self.kinds, self.weights), given.seed + self.updates)
        batch = self.collector.collect(
            net, guests, seating, given.rollout, given.gamma, given.lam, 1.0, critic
        )
        with self.lock:
            self._report(chosen, batch.episodes)
            self.updates += 1
            self.rows += len(batch)
            if not self.pool.is_open and self.rows >= given.self_play_start:
                self.pool.is_open = True
                self.pool.rescan()
        return batch

    # Before -------------------------------------------------------------------------------------

    def _adapt(self) -> None:
        """Play weak player counts more often; this restarts the collector."""
        rate = self.settings.adaptation_rate
        if rate <= 0 or len(self.counts) < 2 or not self.updates or self.updates % ADAPT_UPDATES:
            return
        shares = [self.win_rate(n) for n in self.counts]
        self.weights = adapt(self.base, shares, self.counts, rate, self.settings.min_weight)
        self.collector = None

    def _seats(
        self, rng: np.random.Generator
    ) -> tuple[list[Opponent | None], list[Guest], Seating]:
        """Return who plays (None: a forced player outside the pool), as guests, and the tables."""
        given = self.settings
        if self.updates and self.updates % given.rescan_updates == 0:
            self.pool.rescan()
        chosen: list[Opponent | None] = []
        mains: dict[int, int] = {}
        if given.opponents != "self":
            picked = self.pool.pick(given.picks, rng, self.counts)
            mains = self.pool.mains(picked, self.counts, rng)
            chosen = [*picked]
        self.picked = [one.name for one in chosen if one is not None]
        guests = [self._guest(one) for one in chosen if one is not None]
        forced = []
        for name, rate in given.forced():
            guests.append(Guest(name))
            known = [one for one in self.pool.opponents if one.kind == "bot" and one.name == name]
            chosen.append(known[0] if known else None)
            forced.append((len(guests), rate))
        alone = not guests
        plan = Plan(len(self.picked), mains, given.homogeneous, 1.0 if alone else given.self_play,
                    forced)  # fmt: skip
        seating: list[tuple[int, list[int]]] = []
        for number, one in enumerate(self.kinds):
            rows = seat([one.game] * ROWS_OF_KIND, plan, rng)
            seating += [(number, [int(x) for x in row]) for row in rows]
        return chosen, guests, seating

    def _guest(self, opponent: Opponent) -> Guest:
        if opponent.file is None:
            return Guest(opponent.name)
        net = self.pool.net(opponent)
        assert net is not None, "pick drops unreadable files"
        return Guest(opponent.name, net, self.settings.nn_temperature)

    # After --------------------------------------------------------------------------------------

    def _report(self, chosen: Sequence[Opponent | None], episodes: Episodes) -> None:
        alone = ~episodes.opponents[:, 1:].any(axis=1) if episodes.opponents.size else None
        for n in self.counts:
            here = episodes.players == n
            if alone is not None and chosen:
                here = here & ~alone  # self-play is even by definition
            if here.any():
                self.recent[n].append((float(episodes.outcome[here].sum()), int(here.sum())))
        for place, opponent in enumerate(chosen):
            if opponent is None:
                continue
            there = episodes.opponents[:, place + 1]
            if not there.any():
                continue
            self.pool.report_all(opponent, float(episodes.reward[there].mean()))
            for n in self.counts:
                here = there & (episodes.players == n)
                if here.any():
                    wins = float(episodes.outcome[here].sum())
                    reward = float(episodes.reward[here].mean())
                    self.pool.report(opponent, n, reward, int(here.sum()), wins)

    def win_rate(self, players: int) -> float | None:
        """Return the learner's recent win rate against opponents at this table size."""
        games = sum(count for _, count in self.recent[players])
        return sum(wins for wins, _ in self.recent[players]) / games if games else None

    def state(self) -> dict[str, Any]:
        with self.lock:
            recent = {str(n): list(values) for n, values in self.recent.items()}
            return {
                "updates": self.updates, "rows": self.rows, "weights": self.weights,
                "recent": recent, "pool": self.pool.to_json(),
            }  # fmt: skip

    def restore(self, held: Mapping[str, Any]) -> None:
        with self.lock:
            self.updates, self.rows = int(held["updates"]), int(held["rows"])
            self.weights = [float(x) for x in held["weights"]]
            for n, values in held["recent"].items():
                pairs = [(float(wins), int(games)) for wins, games in values]
                self.recent[int(n)] = deque(pairs, maxlen=RECENT)
            self.pool.is_open = self.rows >= self.settings.self_play_start
            self.pool.rescan()
            self.pool.restore(held["pool"])
            self.collector = None

    def status(self) -> dict[str, Any]:
        """Return the status for status.json and the terminal."""
        with self.lock:
            pool = [
                {"name": o.name, "kind": o.kind, "picked": o.picked, "win_rate": o.win_rate,
                 "games": sum(o.games.values()), "step": o.step, "pinned": o.name in self.pool.pins,
                 "retired": o.name in self.pool.retired,
                 "by_players": {str(n): [o.wins.get(n, 0.0), o.games[n]] for n in sorted(o.games)}}
                for o in self.pool.opponents
            ]  # fmt: skip
            rates = {str(n): self.win_rate(n) for n in self.counts}
            weights = dict(zip(map(str, self.counts), self.weights, strict=True))
            return {
                "pool": pool,
                "picks": self.picked,
                "win_rates": rates,
                "count_weights": weights,
            }
