"""Vector stepping with players on the seats: created by `kibitz.vector(..., seating=...)`.

    envs = kibitz.vector("ohhell", 256, players=4, schedule=[8], reward="margin",
                         seating=["learner", "smart", "smart", "sharp"], skip_forced=True)
    while training:
        envs.step(choose(envs.observation, envs.mask))

Only the learner's decisions are requested. `reward[e, s]` is the reward of seat s since its last
decision: for the seat to act now and, where `done`, for every seat. A finished game restarts in the
same step; its results are in `returns`, `outcome` and `final_observation`. Networks at the table
are queried in batches across all games.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kibitz.bots.method import Native
from kibitz.core import engine as engines
from kibitz.core.errors import BadOption, BadSeat, Malformed
from kibitz.core.game import Game
from kibitz.envs.actions import checked, refuse
from kibitz.envs.seated_python import PythonTables
from kibitz.envs.seats import SEATS_MAX, Player, seat_rows, table_words
from kibitz.nets.net import Net

Entry = str | Path | Net | Player | None
LEARNER_NAME = "learner"
NETWORK_SUFFIX = ".safetensors"


class SeatedVector:
    """n running games, with the learner on some seats and players on the others."""

    observation: NDArray[np.float32]  # [n, size]
    mask: NDArray[np.bool_]  # [n, num_actions]
    player: NDArray[np.int32]  # [n], the seat to act
    reward: NDArray[np.float32]  # [n, seats]
    done: NDArray[np.bool_]  # [n], the game ended with the last step
    seed: NDArray[np.uint64]  # [n], of the running game
    kind: NDArray[np.int32]  # [n], its index in the list of options
    who: NDArray[np.int32]  # [n, seats]: 0 the learner, k for names[k], -1 no seat
    teacher: NDArray[np.int32]  # [n], what the teacher would do; -1 without one
    returns: NDArray[np.float32]  # [n, seats], where done, else 0
    outcome: NDArray[np.float32]  # [n, seats], where done, else 0
    final_observation: NDArray[np.float32]  # [n, size], of the last seat to act, where done

    def __init__(
        self,
        games: Sequence[Game],
        n: int,
        *,
        seed: int,
        threads: int,
        seating: Sequence[Any] | None = None,
        row_kinds: Sequence[int] | None = None,
        weights: Sequence[float] | None = None,
        encoding: int | str | None = None,
        reward: str = "returns",
        scale: float = 1.0,
        skip_forced: bool = False,
        teacher: Entry = None,
    ) -> None:
        self.games, self.game, self.num_envs = tuple(games), games[0], n
        self.encoding = self.game.encoding(encoding)
        self.skip_forced = skip_forced
        self.players, rows = read_seating(self.game, seating)
        # The kind of game that each row of the seating is for; -1: any.
        self.row_kinds = np.full(len(rows), -1, np.int32)
        if row_kinds is not None:
            self.row_kinds[:] = row_kinds
        most = max(game.players for game in games)
        for row, kind in zip(rows, self.row_kinds.tolist(), strict=True):
            seats = most if kind < 0 else games[kind].players
            if not seats <= len(row) <= SEATS_MAX:
                raise BadOption(f"a row of seating must name {seats} seats, not {len(row)}")
        wide = [row + [0] * (SEATS_MAX - len(row)) for row in rows]  # beyond a table's seats
        self.seating = seat_rows(games, wide, len(self.players))
        self.names = [LEARNER_NAME, *(player.name for player in self.players)]
        self._teacher = None if teacher is None else as_player(self.game, teacher)
        if self._teacher is not None and self._teacher.native is None:
            raise BadOption("a teacher must be a native rule player")
        kinds = range(len(games)) if weights is None else None
        self._words = {
            **table_words(games, n, weights, kinds, self.encoding, reward, scale),
            "skip_forced": bool(skip_forced),
            "n": n,
            "seed": seed,
        }
        self._make_arrays(n, most)
        self._games = self._begin(threads)
        self.reset()

    def _make_arrays(self, n: int, seats: int) -> None:
        size = self.game.encoding_size(self.encoding)
        self.observation = np.zeros((n, size), np.float32)
        self.mask = np.zeros((n, self.game.num_actions), np.bool_)
        self.player = np.zeros(n, np.int32)
        self.reward = np.zeros((n, seats), np.float32)
        self.done = np.zeros(n, np.bool_)
        self.seed = np.zeros(n, np.uint64)
        self.kind = np.zeros(n, np.int32)
        self.who = np.zeros((n, seats), np.int32)
        self.teacher = np.full(n, -1, np.int32)
        self.returns = np.zeros((n, seats), np.float32)
        self.outcome = np.zeros((n, seats), np.float32)
        self.final_observation = np.zeros((n, size), np.float32)

    def _begin(self, threads: int) -> Any:
        module: Any = engines.native() if self.game.engine == "native" else None
        if module is None or not hasattr(module, f"{self.game.name}_players"):
            return PythonTables(self, self._words, self._teacher)
        arrays = {word: getattr(self, word) for word in SeatedVector.__annotations__}
        arrays |= {"mask": self.mask.view(np.uint8), "done": self.done.view(np.uint8)}
        try:
            made = module.SeatedVector(**self._words, threads=threads, arrays=arrays)
            made.seat(
                opponents=[player.given(k + 1) for k, player in enumerate(self.players)],
                seating=self.seating,
                kinds=self.row_kinds,
                teacher=None if self._teacher is None else self._teacher.given(0),
            )
        except Malformed as error:
            reward = self._words["reward"]
            raise BadOption(f"{self.game.name}, reward {reward!r}: {error}") from None
        return made

    def __repr__(self) -> str:
        return f"<{self.num_envs} games of {self.game.name}: {self.game.players} players>"

    def reset(self) -> None:
        """Restart all games from their first episode."""
        try:
            self._games.reset()
        except Malformed:
            raise BadSeat(f"the learner never has a decision in {self.game!r}") from None

    def step(self, actions: ArrayLike) -> None:
        """Make one action in every game. If any is illegal, raise and change nothing."""
        fits = checked(actions, self.num_envs)
        wrong = int(self._games.step(fits))
        if wrong >= 0:
            refuse(self.game, self.mask, self.player, wrong, int(fits[wrong]))


def as_player(game: Game, entry: Entry) -> Player:
    """Return a player from its name, a network or a weights file; pass a Player through."""
    if isinstance(entry, Player):
        return entry
    if isinstance(entry, Net):
        return Player(f"network {entry.description.encoding}", net=entry)
    if isinstance(entry, Path) or (isinstance(entry, str) and entry.endswith(NETWORK_SUFFIX)):
        return Player(Path(entry).stem, net=Net.load(Path(entry)))
    if entry == "random":  # any legal action; a game may have its own player of this name
        return Player("random", Native("random"))
    if isinstance(entry, str):
        return Player.of(game, entry)
    raise BadOption(f"a seat takes a player's name, a network or {LEARNER_NAME!r}, not {entry!r}")


def read_seating(game: Game, seating: Sequence[Any] | None) -> tuple[list[Player], list[list[int]]]:
    """Return the players, and rows of their numbers: one for all games, or several to draw from."""
    if seating is None:
        return [], [[0] * SEATS_MAX]
    many = bool(seating) and all(isinstance(row, list | tuple) for row in seating)
    players: list[Player] = []
    numbers: dict[Any, int] = {}
    rows = []
    for row in seating if many else [seating]:
        places = []
        for entry in row:
            if entry is None or entry == LEARNER_NAME:
                places.append(0)
                continue
            key = entry if isinstance(entry, str | Path) else id(entry)
            if key not in numbers:
                players.append(as_player(game, entry))
                numbers[key] = len(players)
            places.append(numbers[key])
        rows.append(places)
    return players, rows
