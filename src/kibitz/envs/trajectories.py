"""Trajectories of each seat, from the steps of `kibitz.vector`: what policy gradients learn from.

    games = Trajectories(kibitz.vector("ohhell", 256, reward="margin", seating=...), lam=0.95)
    while training:
        action, value = choose(games.envs.observation, games.envs.mask)
        games.step(action, value=value, log_probability=...)
        if games.ready >= 4096:
            batch = games.take()         # observation, mask, action, advantage, target, value, ...

At a table the seats take turns, so consecutive rows of a vector belong to different players. Here
each decision is linked to the next one of the same seat in the same game, and paid what the seat
got in between. Only whole games are handed out: cutting them off would favour short ones. The
advantage is GAE(gamma, lambda); lambda 1 gives plain Monte-Carlo returns as `target`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kibitz.core.errors import BadOption
from kibitz.envs.seated import SeatedVector
from kibitz.envs.vector import Vector

Rows = dict[str, NDArray[Any]]
NONE = -1


class Trajectories:
    """Collects decisions while it steps the games."""

    def __init__(
        self, envs: Vector | SeatedVector, *, gamma: float = 1.0, lam: float = 0.95
    ) -> None:
        if not (0 < gamma <= 1 and 0 <= lam <= 1):
            raise BadOption(f"gamma and lam are between 0 and 1, not {gamma} and {lam}")
        self.envs, self.gamma, self.lam = envs, gamma, lam
        self.ready = 0  # decisions of finished games
        self._every = np.arange(envs.num_envs)
        self._latest = np.full(envs.reward.shape, NONE, np.int64)  # each seat's last row
        self._columns: list[Rows] = []  # blocks of rows; together they have `_size` rows
        self._sizes: list[int] = []  # rows of each step, oldest first
        self._size = 0
        self._next = np.zeros(0, np.int64)  # of each row: the row of the seat's next decision
        self._paid = np.zeros(0)
        self._ended = np.zeros(0, np.bool_)
        self._open = np.zeros(envs.num_envs, np.int64)  # decisions of the running games

    def step(self, action: ArrayLike, **columns: ArrayLike) -> None:
        """Record what was chosen, with any further columns (value, ...), and step the games."""
        envs, n = self.envs, self.envs.num_envs
        seat = envs.player.copy()
        rows: Rows = {
            "observation": envs.observation.copy(),
            "mask": envs.mask.copy(),
            "action": np.asarray(action, np.int64),
            "seat": seat,
            **{name: np.asarray(column) for name, column in columns.items()},
        }
        envs.step(rows["action"])
        here = self._size + np.arange(n)
        self._grow(n)
        before = self._latest[self._every, seat]
        self._next[before[before >= 0]] = here[before >= 0]
        self._latest[self._every, seat] = here
        self._columns.append(rows)
        self._sizes.append(n)
        self._size += n
        self._open += 1
        self._pay()

    def _grow(self, n: int) -> None:
        """Make room for n more rows, doubling the arrays now and then."""
        more = max(n, self._size)
        if self._size + n > len(self._next):
            self._next = np.concatenate([self._next[: self._size], np.zeros(more, np.int64)])
            self._paid = np.concatenate([self._paid[: self._size], np.zeros(more)])
            self._ended = np.concatenate([self._ended[: self._size], np.zeros(more, np.bool_)])
        new = slice(self._size, self._size + n)
        self._next[new], self._paid[new], self._ended[new] = NONE, 0.0, False

    def _pay(self) -> None:
        """Pay each seat that acts next, and every seat of a finished game, for its last row."""
        envs, done = self.envs, self.envs.done
        latest = self._latest[self._every, envs.player]
        owed = ~done & (latest >= 0)
        self._paid[latest[owed]] = envs.reward[self._every, envs.player][owed]
        acted = done[:, None] & (self._latest >= 0)
        self._paid[self._latest[acted]] = envs.reward[acted]
        self._ended[self._latest[acted]] = True
        self._latest[done] = NONE
        self.ready += int(self._open[done].sum())
        self._open[done] = 0

    def take(self) -> Rows:
        """Return the decisions of all finished games, oldest first, and forget them.

        Columns: those given to `step`, `observation`, `mask`, `action`, `seat`, `reward` (until the
        seat's next decision), `advantage` and `target` (advantage + value; without a `value`
        column, both are the return).
        """
        names = list(self._columns[0]) if self._columns else []
        rows = {name: np.concatenate([part[name] for part in self._columns]) for name in names}
        rows["reward"] = self._paid[: self._size].copy()
        value = np.asarray(rows.get("value", np.zeros(self._size)), np.float64)
        advantage, finished = self._look_ahead(value)
        rows["advantage"], rows["target"] = advantage, advantage + value
        self._keep({name: rows[name][~finished] for name in names}, ~finished)
        return {name: column[finished] for name, column in rows.items()}

    def _look_ahead(
        self, value: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """The advantages, and which rows belong to finished games; from the last step back."""
        advantage, finished = np.zeros(self._size), self._ended[: self._size].copy()
        end = self._size
        for size in reversed(self._sizes):
            block = slice(end - size, end)
            then = self._next[block]
            more = then >= 0
            later = np.where(more, value[then], 0.0)
            ahead = np.where(more, advantage[then], 0.0)
            error = self._paid[block] + self.gamma * later - value[block]
            advantage[block] = error + self.gamma * self.lam * ahead
            finished[block] |= more & finished[then]
            end -= size
        return advantage, finished

    def _keep(self, columns: Rows, kept: NDArray[np.bool_]) -> None:
        """Keep only the rows of running games, under new numbers."""
        number = np.append(np.cumsum(kept) - 1, NONE)  # the last one is for NONE itself
        if self._sizes:
            parts = np.split(kept, np.cumsum(self._sizes)[:-1])
            self._sizes = [int(part.sum()) for part in parts]
        self._next = number[self._next[: len(kept)][kept]]
        self._paid = self._paid[: len(kept)][kept]
        self._ended = self._ended[: len(kept)][kept]
        self._latest = number[self._latest]
        self._size = int(kept.sum())
        self._columns = [columns] if self._size else []
        self._sizes = self._sizes if self._size else []
        self.ready = 0
