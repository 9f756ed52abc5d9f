"""Vector stepping: n games at once, in numpy arrays that are allocated once.

    envs = kibitz.vector("ohhell", 1024, schedule=[8])
    while training:
        envs.step(choose(envs.observation, envs.mask))     # overwrites the arrays

Game e of episode k has the seed mix(mix(seed, e), k) and is exactly the game that `game.new(seed)`
plays. A finished game restarts in the same step: `reward` holds its returns and `done` is true,
while `observation`, `mask` and `player` already belong to the new game. With `seat=` only that seat
is the caller's and the others act at random. The native engine releases the interpreter lock;
without it, the Python engine fills the same arrays, slowly. Seating, other encodings and rewards,
several kinds of games, skipping forced moves and a teacher's action make a SeatedVector
(seated.py).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kibitz import games
from kibitz.core import engine as engines
from kibitz.core.errors import BadOption, BadSeat, Malformed
from kibitz.core.game import Game
from kibitz.core.native_state import flat_options
from kibitz.core.options import whole_number
from kibitz.core.rng import MASK, Stream, check_seed, mix
from kibitz.core.state import State
from kibitz.envs.actions import checked, refuse
from kibitz.envs.seated import Entry, SeatedVector
from kibitz.envs.seats import THREADS_MAX

GAMES_MAX = 1 << 20
ALL_SEATS = -1
BARREN_MAX = 1000  # consecutive games without a decision of the seat before giving up


class Vector:
    """n running games. Create it with `kibitz.vector(...)`."""

    observation: NDArray[np.float32]  # [n, observation_size]
    mask: NDArray[np.bool_]  # [n, num_actions]
    player: NDArray[np.int32]  # [n], the seat to act
    reward: NDArray[np.float32]  # [n, players], the returns where done, else 0
    done: NDArray[np.bool_]  # [n], the game ended with the last step
    seed: NDArray[np.uint64]  # [n], of the running game

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

    def __repr__(self) -> str:
        return f"<{self.num_envs} games of {self.game.name}: {self.game.players} players>"

    def reset(self) -> None:
        """Restart all games from their first episode."""
        self._games.reset()

    def step(self, actions: ArrayLike) -> None:
        """Make one action in every game. If any is illegal, raise and change nothing."""
        fits = checked(actions, self.num_envs)
        wrong = int(self._games.step(fits))
        if wrong >= 0:
            refuse(self.game, self.mask, self.player, wrong, int(fits[wrong]))


class PythonGames:
    """What the native `<game>_vector` does, on states of any engine."""

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
        raise Malformed("a seat that never acts in these games")

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
    encoding: int | str | None = None,
    seating: Sequence[Any] | None = None,
    reward: str = "returns",
    reward_scale: float = 1.0,
    skip_forced: bool = False,
    teacher: Entry = None,
    options: Sequence[Mapping[str, Any]] | None = None,
    weights: Sequence[float] | None = None,
    **game_options: Any,
) -> Vector | SeatedVector:
    """Step n games together, in arrays that are allocated once.

    With `seat`, only that seat is the caller's and the others act at random. `threads=0` takes one
    per core; the games do not depend on the number of threads.

    `seating` assigns each seat: "learner", a player with a native form, "random", a network or its
    file; one row for all games, one for each game, or rows that games draw from. `reward` is
    "returns", "margin", "mean_margin", "outcome", "scores", "lead" or a shaped reward of the game.
    `options` lists several kinds of games: game e is of kind e modulo their number or, with
    `weights`, each new game draws its kind. `skip_forced` makes forced moves automatically, and
    `teacher` records next to the observation what that player would do.

    >>> envs = vector("ohhell", 4, seed=1)
    >>> envs.reset()
    >>> envs.step(envs.mask.argmax(axis=1))  # the first legal action of each
    >>> envs.num_envs
    4
    >>> envs = vector("ohhell", 2, options=[{"players": 3}, {"players": 4}], engine="python")
    >>> envs.who.tolist()
    [[0, 0, 0, -1], [0, 0, 0, 0]]
    """
    kinds = [{**game_options, **one} for one in ([{}] if options is None else options)]
    if not kinds or (weights is not None and len(weights) != len(kinds)):
        raise BadOption("options needs one or more variants of the game, and weights one each")
    made = [games.game(name, engine=engine, **one) for one in kinds]
    n = whole_number("num_envs", num_envs, 1, GAMES_MAX)
    workers = whole_number("threads", threads, 0, THREADS_MAX) or os.cpu_count() or 1
    number = check_seed(seed)
    plain = (
        made[0].encoding(encoding) == made[0].encodings[0]
        and seating is None and reward == "returns" and reward_scale == 1
        and not skip_forced and teacher is None and options is None
    )  # fmt: skip
    if not plain:
        if seat is not None:
            raise BadOption("seat makes the other seats random: with seating, list all seats there")
        return SeatedVector(
            made, n, seed=number, threads=workers, seating=seating, weights=weights,
            encoding=encoding, reward=reward, scale=reward_scale, skip_forced=skip_forced,
            teacher=teacher,
        )  # fmt: skip
    chosen = ALL_SEATS if seat is None else made[0].check_seat(seat)
    try:
        return Vector(made[0], n, number, chosen, workers)
    except Malformed:
        raise BadSeat(f"seat {seat} never has a decision in {made[0]!r}") from None
