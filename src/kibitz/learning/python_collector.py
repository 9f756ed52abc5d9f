"""The collector in plain Python: any game, any bot on the other seats, slowly.

It is the reference for the native collector, and plays games without a native engine. All games
advance together, to query each network once per tick for all seats that wait for it. A seat's
decisions form a trajectory; its reward comes at the end of the game (or, with the horizon "deal",
at the end of each deal), and advantages are GAE over the seat's own decisions. Trajectories that
are unfinished once there are enough rows continue in the next call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz import bots as players_of
from kibitz.bots.bot import Bot, decide
from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.rng import mix
from kibitz.core.state import State
from kibitz.learning.batch import Batch, Episodes, Guest, Samples, Seating
from kibitz.nets.net import Net, softmax

LEARNER = 0
REWARDS = ("margin", "mean_margin", "returns", "outcome", "scores", "lead")
ACCRUING = ("scores", "lead")  # paid at once, with every change of the running score


@dataclass
class Trajectory:
    """One seat's decisions in a running game."""

    # observation, mask, action, log-probability, value
    rows: list[tuple[Any, ...]] = field(default_factory=list)


@dataclass
class RunningGame:
    """A running game."""

    state: State
    seats: list[Guest | None]  # who plays; None is the learner
    bots: dict[int, Bot]
    trajectories: dict[int, Trajectory]
    seen: dict[int, int] = field(default_factory=dict)  # number of events each bot has observed


def payment(state: State, reward: str, scale: float) -> list[float]:
    """Return each seat's reward as in native/envs/reward.hpp, but all of it at the end."""
    if reward == "outcome":
        return [scale * x for x in state.outcome()]
    return _rewards(state, [float(x) for x in state.returns()], reward, scale)


def accrued(state: State, reward: str, scale: float) -> list[float]:
    """Return what each seat has been paid so far: nothing, unless the reward pays as it accrues."""
    if reward not in ACCRUING:
        return [0.0] * state.game.players
    return _rewards(state, [float(x) for x in state.scores()], reward, scale)


def _rewards(state: State, points: list[float], reward: str, scale: float) -> list[float]:
    if reward in ("returns", "scores"):
        return [scale * x for x in points]
    paid = []
    for seat, own in enumerate(points):
        side = state.game.side(seat)
        others = [x for s, x in enumerate(points) if s not in side]
        rival = 0.0
        if others:
            rival = sum(others) / len(others) if reward == "mean_margin" else max(others)
        paid.append(scale * (own - rival))
    return paid


def ask(bot: Bot, state: State, seen: dict[int, int]) -> int:
    """Return a bot's choice, after showing it what happened since its last one."""
    view = state.view(state.player)
    for event in view.history[seen.get(view.seat, 0) :]:
        bot.observe(event)
    seen[view.seat] = len(view.history)
    return decide(bot, state, view)


class PythonCollector:
    """Collects from n games at once, of kinds drawn by their weights."""

    def __init__(
        self,
        kinds: Sequence[Game],
        weights: Sequence[float],
        n: int,
        seed: int,
        *,
        encoding: str | None = None,
        reward: str = "margin",
        scale: float = 1.0,
        skip_forced: bool = True,
    ) -> None:
        self.kinds = list(kinds)
        self.weights = np.array(weights, float) / sum(weights)
        self.seed, self.reward, self.scale, self.skip = seed, reward, scale, skip_forced
        self.encoding = encoding
        self.rng = np.random.default_rng(seed)
        self.episode = [0] * n
        self.under_way: list[RunningGame | None] = [None] * n

    # Rows of the learner ------------------------------------------------------------------------

    def collect(
        self,
        net: Net,
        guests: Sequence[Guest],
        seating: Seating,
        rows: int,
        gamma: float = 1.0,
        lam: float = 0.95,
        temperature: float = 1.0,
        critic: Net | None = None,
    ) -> Batch:
        """Collect at least `rows` decisions of the learner; BadOption for a native-only reward.

        `seating` is a list of (kind, who sits on each seat); 0 is the learner, i + 1 is guests[i].
        """
        if critic is not None:
            raise BadOption("a critic that sees all hands needs the native engine")
        if self.reward not in REWARDS:
            raise BadOption(f"without a native engine the rewards are {', '.join(REWARDS)}")
        made = Made([guest.name for guest in guests])
        while made.count < rows:
            for e in range(len(self.under_way)):
                self._advance(e, guests, seating, made, gamma, lam)
            self._answer(net, temperature)
        for table in self.under_way:
            if table is not None:
                self._cut(table, made, gamma, lam)
        return made.batch(self.kinds[0].num_actions)

    def _advance(
        self,
        e: int,
        guests: Sequence[Guest],
        seating: Seating,
        made: Made,
        gamma: float,
        lam: float,
    ) -> None:
        """Play up to the next decision of a network."""
        while True:
            table = self.under_way[e]
            if table is None:
                table = self.under_way[e] = self._begin(e, guests, seating)
            state = table.state
            if state.done:
                made.finish(table, payment(state, self.reward, self.scale), gamma, lam)
                self.under_way[e] = None
                continue
            seat = state.player
            legal = state.legal()
            if seat in table.bots:
                state.apply(ask(table.bots[seat], state, table.seen))
            elif self.skip and len(legal) == 1:
                state.apply(legal[0])
            else:
                return

    def _begin(self, e: int, guests: Sequence[Guest], seating: Seating) -> RunningGame:
        seed = mix(mix(self.seed, e), self.episode[e])
        self.episode[e] += 1
        kind = int(self.rng.choice(len(self.kinds), p=self.weights))
        game = self.kinds[kind]
        fit = [row for of, row in seating if of == kind]
        row = fit[int(self.rng.integers(len(fit)))]
        seats = [None if x == LEARNER else guests[int(x) - 1] for x in row[: game.players]]
        bots: dict[int, Bot] = {}
        for seat, guest in enumerate(seats):
            if guest is not None and guest.net is None:
                bots[seat] = players_of.bot(game.name, guest.name)
                bots[seat].start(game, seat, mix(seed, 1 + seat))
        trajectories = {seat: Trajectory() for seat, guest in enumerate(seats) if guest is None}
        return RunningGame(game.new(seed), seats, bots, trajectories)

    def _answer(self, net: Net, temperature: float) -> None:
        """Make one decision for every table that waits for a network."""
        waiting: dict[str | None, list[RunningGame]] = {}
        for table in self.under_way:
            assert table is not None
            guest = table.seats[table.state.player]
            waiting.setdefault(None if guest is None else guest.name, []).append(table)
        for tables in waiting.values():
            guest = tables[0].seats[tables[0].state.player]
            if guest is None:
                self._decide(net, temperature, tables, True)
            else:
                assert guest.net is not None, "rule players never wait for a network"
                self._decide(guest.net, guest.temperature, tables, False)

    def _decide(
        self, net: Net, temperature: float, tables: list[RunningGame], learns: bool
    ) -> None:
        x = np.stack([self._encode(t.state) for t in tables])
        mask = np.stack([np.asarray(t.state.mask(), bool) for t in tables])
        heads = net.forward(x)
        chances = softmax(heads["policy"], mask, temperature)
        draws = self.rng.random(len(tables))
        actions = (chances.cumsum(axis=1) < draws[:, None]).sum(axis=1)
        for i, table in enumerate(tables):
            seat, state = table.state.player, table.state
            action = int(min(actions[i], mask.shape[1] - 1))
            if not mask[i, action]:  # the sample fell beyond the rounded sum
                action = int(chances[i].argmax())
            if learns:
                logp = float(np.log(chances[i, action]))
                row = (x[i], mask[i], action, logp, float(heads["value"][i, 0]))
                table.trajectories[seat].rows.append(row)
            state.apply(action)

    def _encode(self, state: State) -> NDArray[np.float32]:
        view = state.view(state.player)
        found = view.encode() if self.encoding is None else view.encode(self.encoding)
        return np.asarray(found, np.float32)

    def _cut(self, table: RunningGame, made: Made, gamma: float, lam: float) -> None:
        """Emit the rows of unfinished trajectories except the last, whose value is known."""
        for path in table.trajectories.values():
            if len(path.rows) > 1:
                made.add(path.rows[:-1], 0.0, path.rows[-1][4], table, gamma, lam)
                path.rows = path.rows[-1:]

    # Rows of a teacher --------------------------------------------------------------------------

    def collect_teacher(self, teacher: str, rows: int) -> Samples:
        """Collect at least `rows` decisions with a choice from whole games of a rule player."""
        found: list[tuple[Any, Any, int]] = []
        values: list[float] = []
        e = 0
        while len(found) < rows:
            seed = mix(mix(self.seed, e), 0)
            game = self.kinds[int(self.rng.choice(len(self.kinds), p=self.weights))]
            state = game.new(seed)
            bots = [players_of.bot(game.name, teacher) for _ in range(game.players)]
            for seat, bot in enumerate(bots):
                bot.start(game, seat, mix(seed, 1 + seat))
            seats: list[int] = []
            seen: dict[int, int] = {}
            while not state.done:
                seat = state.player
                action = ask(bots[seat], state, seen)
                if not self.skip or len(state.legal()) > 1:
                    found.append((self._encode(state), np.asarray(state.mask(), bool), action))
                    seats.append(seat)
                state.apply(action)
            paid = payment(state, self.reward, self.scale)
            values += [paid[seat] for seat in seats]
            e += 1
        observation, mask, actions = zip(*found, strict=True)
        return Samples(
            np.stack(observation),
            np.stack(mask),
            np.array(actions, np.int32),
            np.array(values, np.float32),
        )


class Made:
    """Rows and episodes being collected."""

    def __init__(self, guests: Sequence[str]) -> None:
        self.guests = guests
        self.rows: list[tuple[Any, ...]] = []
        self.advantages: list[float] = []
        self.players: list[int] = []
        self.ended: list[tuple[float, float, float, int, list[bool], int]] = []

    @property
    def count(self) -> int:
        return len(self.rows)

    def add(
        self,
        rows: list[Any],
        paid: float,
        after: float,
        table: RunningGame,
        gamma: float,
        lam: float,
    ) -> None:
        """Add part of a trajectory: `paid` at its last row, then a state worth `after`."""
        advantage, next_value, reward = 0.0, after, paid
        found = []
        for row in reversed(rows):
            delta = reward + gamma * next_value - row[4]
            advantage = delta + gamma * lam * advantage
            found.append(advantage)
            next_value, reward = row[4], 0.0
        self.rows += rows
        self.advantages += reversed(found)
        self.players += [table.state.game.players] * len(rows)

    def finish(self, table: RunningGame, paid: list[float], gamma: float, lam: float) -> None:
        outcome, returns = table.state.outcome(), table.state.returns()
        for seat, path in table.trajectories.items():
            self.add(path.rows, paid[seat], 0.0, table, gamma, lam)
            names = {guest.name for guest in table.seats if guest is not None}
            there = [table.seats.count(None) > 1, *(name in names for name in self.guests)]
            self.ended.append(
                (outcome[seat], returns[seat], paid[seat], len(table.seats), there, len(path.rows))
            )

    def batch(self, actions: int) -> Batch:
        value = np.array([row[4] for row in self.rows], np.float32)
        advantage = np.array(self.advantages, np.float32)
        ended = list(zip(*self.ended, strict=True)) if self.ended else [(), (), (), (), (), ()]
        there = np.array(ended[4], np.bool_).reshape(-1, 1 + len(self.guests))
        episodes = Episodes(
            np.array(ended[0], np.float32), np.array(ended[1], np.float32),
            np.array(ended[2], np.float32), np.array(ended[3], np.int32), there,
            np.array(ended[5], np.int32),
        )  # fmt: skip
        return Batch(
            np.stack([row[0] for row in self.rows]),
            np.stack([row[1] for row in self.rows]).reshape(-1, actions),
            np.array([row[2] for row in self.rows], np.int32),
            np.array([row[3] for row in self.rows], np.float32),
            value,
            advantage,
            value + advantage,
            np.array(self.players, np.int32),
            episodes,
        )
