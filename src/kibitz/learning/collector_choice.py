"""The collector of a run: the native one if the game has an engine, else the plain one.

rollouts.py calls both in the same way; this file translates its calls for the native collector, and
that collector's finished games into episodes of the learner's seats.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibitz import bots
from kibitz.envs.seats import Player
from kibitz.learning.batch import Batch, Episodes, Guest, Samples, Seating
from kibitz.learning.collector import Collector, Finished
from kibitz.learning.cores import threads
from kibitz.learning.game_kinds import Kind
from kibitz.learning.python_collector import PythonCollector
from kibitz.learning.rollouts import Collector as AnyCollector
from kibitz.learning.settings import TableSettings
from kibitz.nets.net import Net


class NativeCollector:
    """The native collector, with the interface that rollouts.py expects."""

    def __init__(
        self, kinds: Sequence[Kind], weights: Sequence[float], seed: int, settings: TableSettings
    ) -> None:
        games = [kind.game for kind in kinds]
        self.seats = max(game.players for game in games)
        self.settings = settings
        # For teachers without a native form: games on the native engine, the player in Python.
        self.plain = _plain(kinds, weights, seed, settings)
        self.inner = Collector(
            games, settings.num_envs, seed=seed, weights=weights,
            encoding=settings.encoding or None, reward=settings.reward,
            scale=settings.reward_scale,
            horizon="deal" if settings.horizon == "deal" else "game",
        )  # fmt: skip

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
        table = np.zeros((len(seating), self.seats), np.int32)
        for place, (_, row) in enumerate(seating):
            table[place, : len(row)] = row
        players = [self._player(guest) for guest in guests]
        found = self.inner.collect(
            net, players, table, rows, kinds=[kind for kind, _ in seating], gamma=gamma, lam=lam,
            temperature=temperature, whole=self.settings.whole_games,
            threads=threads(self.settings.threads), critic=critic,
        )  # fmt: skip
        numbers = [self.inner.names.index(guest.name) for guest in guests]
        return Batch(
            found.observation, found.mask, found.action, found.logp, found.value,
            found.advantage, found.target, found.players, episodes(found.finished, numbers),
            found.seen,
        )  # fmt: skip

    def _player(self, guest: Guest) -> Player:
        if guest.net is None:
            return Player.of(self.inner.game, guest.name)
        return Player(guest.name, net=guest.net, temperature=guest.temperature)

    def collect_teacher(self, teacher: str, rows: int) -> Samples:
        if bots.spec(self.inner.game.name, teacher).native is None:
            return self.plain.collect_teacher(teacher, rows)
        player = Player.of(self.inner.game, teacher)
        found = self.inner.collect_teacher(player, rows, threads=threads(self.settings.threads))
        return Samples(found.observation, found.mask, found.action, found.target)


def episodes(finished: Finished, numbers: Sequence[int]) -> Episodes:
    """Return the learner's seats of finished games; `numbers` are the guests' numbers in `who`."""
    game, seat = np.nonzero(finished.who == 0)
    there = np.zeros((len(game), len(numbers) + 1), np.bool_)
    there[:, 0] = (finished.who == 0).sum(axis=1)[game] > 1
    for place, number in enumerate(numbers):
        there[:, place + 1] = (finished.who == number).any(axis=1)[game]
    return Episodes(
        finished.outcome[game, seat], finished.returns[game, seat], finished.reward[game, seat],
        finished.players[game], there, finished.decisions[game, seat],
    )  # fmt: skip


def make(
    kinds: Sequence[Kind], weights: Sequence[float], seed: int, settings: TableSettings
) -> AnyCollector:
    """Create the collector for these kinds of games."""
    if all(kind.game.engine == "native" for kind in kinds):
        return NativeCollector(kinds, weights, seed, settings)
    return _plain(kinds, weights, seed, settings)


def _plain(
    kinds: Sequence[Kind], weights: Sequence[float], seed: int, settings: TableSettings
) -> PythonCollector:
    games = [kind.game for kind in kinds]
    return PythonCollector(
        games, weights, min(settings.num_envs, 64), seed, encoding=settings.encoding or None,
        reward=settings.reward, scale=settings.reward_scale,
    )  # fmt: skip
