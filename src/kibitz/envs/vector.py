"""Vector stepping: n games at once, in numpy arrays that stay where they are.

    envs = kibitz.vector("ohhell", 1024, schedule=[8])
    while training:
        envs.step(choose(envs.observation, envs.mask))     # writes the arrays anew

Game e of episode k has the seed mix(mix(seed, e), k) and is the very game that `game.new(seed)`
plays. A finished game begins anew in the same step: `reward` holds its returns and `done` is true,
while `observation`, `mask` and `player` are of the new game already. With `seat=` only that seat is
asked and the others make random actions. The native engine releases the interpreter lock; without
it the same arrays are filled by the Python engine, slowly.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kibitz import games
from kibitz.core import engine as engines
from kibitz.core.errors import BadSeat, IllegalAction, Malformed
from kibitz.core.game import Game
from kibitz.core.native import flat_options
from kibitz.core.options import whole_number
from kibitz.core.rng import MASK, Stream, check_seed, mix
from kibitz.core.state import State

GAMES_MAX = 1 << 20
THREADS_MAX = 256
ALL_SEATS = -1
BARREN_MAX = 1000  # games in a row that end before the seat is asked: then it never will be


class Vector:
    """n games under way. `kibitz.vector(...)` makes one."""

    observation: NDArray[np.float32]  # [n, observation_size]
    mask: NDArray[np.bool_]  # [n, num_actions]
    player: NDArray[np.int32]  # [n], the seat to act
    reward: NDArray[np.float32]  # [n, players], the returns where done, else 0
    done: NDArray[np.bool_]  # [n], the game ended with the last step
    seed: NDArray[np.uint64]  # [n], of the game under way

    def __init__(self, game: Game, n: int, seed: int, seat: int, threads: int) -> None:
        self.game = game
        self.num_envs = n
        self.seat = seat
        self.observation = np.zeros((n, game.observation_size), dtype=np.float32)
        self.mask = np.zeros((n, game.num_actions), dtype=np.bool_)
        self.player = np.zeros(n, dtype=np.int32)
        self.reward = np.zeros((n, game.players), dtype=np.float32)
        self.done = np.zeros(n, dtype=np.bool_)
        self.seed = np.zeros(n, dtype=np.uint64)
        self._seed = seed
        kind = None
        if game.engine == "native":
            kind = getattr(engines.native(), f"{game.name}_vector", None)
        self._games: Any = kind and kind(
            flat_options(game), seed, seat, threads, self.observation, self.mask.view(np.uint8),
            self.player, self.reward, self.done.view(np.uint8), self.seed,
        )  # fmt: skip
        if self._games is None:
            self._games = PythonGames(self)
        self._games.reset()

    def reset(self) -> None:
        """Begin all games anew, from their first episode."""
        self._games.reset()

    def step(self, actions: ArrayLike) -> None:
        """Make one action in every game. If one is illegal it is refused and nothing happens."""
        given = np.ascontiguousarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise IllegalAction(
                f"step takes {self.num_envs} whole numbers, not an array of "
                f"shape {given.shape} and type {given.dtype}"
            )
        fits = given.astype(np.int32)
        if (fits != given).any():
            raise IllegalAction("an action is out of range")
        wrong = self._games.step(fits)
        if wrong >= 0:
            self._refuse(int(wrong), int(given[wrong]))

    def _refuse(self, e: int, action: int) -> None:
        game = self.game
        legal = " ".join(game.action_name(int(a)) for a in np.flatnonzero(self.mask[e])[:12])
        name = game.action_name(action) if 0 <= action < game.num_actions else "no action"
        raise IllegalAction(
            f"game {e}: seat {self.player[e]} cannot make {action} ({name}); legal: {legal}"
        )


class PythonGames:
    """What `<game>_vector` of the native engine does, on states of any engine."""

    def __init__(self, arrays: Vector) -> None:
        self.arrays = arrays
        self.episodes = [0] * arrays.num_envs
        self.states: list[State] = []
        self.others: list[Stream] = []

    def reset(self) -> None:
        n = self.arrays.num_envs
        self.episodes = [0] * n
        self.others = [Stream(0)] * n
        self.states = [self.begin(e) for e in range(n)]
        self.arrays.reward[:] = 0
        self.arrays.done[:] = False
        for e in range(n):
            self.write(e)

    def begin(self, e: int) -> State:
        for _ in range(BARREN_MAX):
            seed = mix(mix(self.arrays._seed, e), self.episodes[e])
            self.episodes[e] += 1
            self.others[e] = Stream(mix(seed, MASK))
            state = self.arrays.game.new(seed)
            self.advance(e, state)
            if not state.done:
                return state
        raise Malformed("a seat that these games never ask")

    def advance(self, e: int, state: State) -> None:
        seat = self.arrays.seat
        while not state.done and seat not in (ALL_SEATS, state.player):
            legal = state.legal()
            state.apply(legal[self.others[e].below(len(legal))])

    def step(self, actions: NDArray[np.int32]) -> int:
        for e, state in enumerate(self.states):
            if int(actions[e]) not in state.legal():
                return e
        for e, action in enumerate(actions):
            state = self.states[e]
            state.apply(int(action))
            self.advance(e, state)
            self.arrays.done[e] = state.done
            self.arrays.reward[e] = state.returns() if state.done else 0
            if state.done:
                self.states[e] = self.begin(e)
            self.write(e)
        return -1

    def write(self, e: int) -> None:
        state, arrays = self.states[e], self.arrays
        arrays.observation[e] = state.view(state.player).encode()
        arrays.mask[e] = state.mask()
        arrays.player[e] = state.player
        assert state.seed is not None
        arrays.seed[e] = state.seed


def vector(
    name: str,
    num_envs: int,
    *,
    seed: int = 0,
    seat: int | None = None,
    threads: int = 1,
    engine: str | None = None,
    **options: Any,
) -> Vector:
    """n games of one kind, stepped together.

    `seat` asks only that seat, the others act at random; `threads=0` takes one a core. The games
    are the same whatever the number of threads.
    """
    game = games.game(name, engine=engine, **options)
    n = whole_number("num_envs", num_envs, 1, GAMES_MAX)
    workers = whole_number("threads", threads, 0, THREADS_MAX) or os.cpu_count() or 1
    chosen = ALL_SEATS if seat is None else game.check_seat(seat)
    try:
        return Vector(game, n, check_seed(seed), chosen, workers)
    except Malformed:
        raise BadSeat(f"seat {seat} is never asked in {game!r}") from None
