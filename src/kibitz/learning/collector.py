"""Rollouts for learning: many games at once inside the native engine, as arrays.

    collector = Collector([game], 256, seed=1, reward="margin", scale=0.1)
    players = [Player.of(game, "smart"), Player("old", net=snapshot)]
    batch = collector.collect(net, players, [[0, 1, 2, 1]], rows=16_384)
    samples = collector.collect_teacher([Player.of(game, "sharp")], rows=100_000)

Collecting releases the interpreter lock, so a learner can train meanwhile. Every tick queries each
network once, for all games that wait for it; rule players, chance and forced moves cost no tick.
Game e of episode k has the seed mix(mix(seed, e), k); its kind, its seats and the samples from its
networks come from streams of that seed, so the same networks give the same rows for any number of
threads.

A row is a decision with a choice. Rows of one (game, seat) form a trajectory, which ends with the
game (or with each deal); advantages are GAE over it. An unfinished trajectory is cut: the value of
the seat's next decision stands in for the rest, and a row whose next decision is not yet known
comes with the next batch. A batch therefore has about as many rows as requested, not exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kibitz.core import engine
from kibitz.core.errors import BadEngine, BadOption, Malformed
from kibitz.core.game import Game
from kibitz.core.options import whole_number
from kibitz.core.rng import check_seed, mix
from kibitz.envs.seats import SEATS_MAX, THREADS_MAX, Player, seat_rows, table_words
from kibitz.learning.batch import Seen
from kibitz.nets.net import Net

LEARNER = 0
GAMES_MAX = 1 << 20
ROWS_MAX = 1 << 24
TEACHER_STREAM = 0x7465616368  # separates the teachers' games from the learner's
TEACHER_TABLES = 256  # seatings that a mixture of teachers draws from

Floats = NDArray[np.float32]
Integers = NDArray[np.int32]


@dataclass(frozen=True)
class Finished:
    """Games that ended, one per row; columns are seats, padded with -1 or 0."""

    seed: NDArray[np.uint64]
    game: Integers  # which of the n games
    kind: Integers  # its index in the list of games
    players: Integers
    length: Integers  # actions, forced ones included
    rows: Integers  # decisions that became rows
    who: Integers  # [n, 8]: 0 the learner, k the player collector.names[k], -1 no seat
    decisions: Integers  # [n, 8], rows of each seat
    reward: Floats  # [n, 8], total reward of each seat
    returns: Floats  # [n, 8]
    outcome: Floats  # [n, 8], shares of the win

    def __len__(self) -> int:
        return len(self.game)


@dataclass(frozen=True)
class Batch:
    """Decisions, one per row, in the order they were made."""

    observation: Floats  # [rows, size]
    mask: NDArray[np.bool_]  # [rows, actions]
    action: Integers
    logp: Floats  # of the distribution sampled from
    value: Floats
    reward: Floats  # paid to the seat until its next decision, or until the end
    advantage: Floats
    target: Floats  # advantage + value
    players: Integers
    kind: Integers
    game: Integers
    seat: Integers
    who: Integers  # 0 the learner; a teacher's number where teachers are recorded
    next: Integers  # the row of the seat's next decision; -1: cut here, -2: trajectory ended
    expert: Integers  # the teacher's action where one was requested, else -1
    seed: NDArray[np.uint64]  # of the game
    finished: Finished
    seen: Seen | None = None  # what the critic saw, compressed

    def __len__(self) -> int:
        return len(self.action)


class Collector:
    """n running games of one or more kinds (player counts, hand sizes) of one game.

    Without `kinds`, the kind of every game is drawn by `weights`; with it, game e is always of kind
    `kinds[e % len(kinds)]`. Rewards are `returns`, `margin` (own score minus the best of the other
    sides), `mean_margin` (minus their mean), all paid at the end of the horizon; `outcome`, paid at
    the end of the game; `scores` and `lead`, which pay the same as returns and margin but as soon
    as the running score changes; and the game's shaped rewards. `scale` multiplies all of them.
    """

    def __init__(
        self,
        games: Sequence[Game],
        n: int,
        *,
        seed: int = 0,
        weights: Sequence[float] | None = None,
        kinds: Sequence[int] | None = None,
        encoding: int | str | None = None,
        reward: str = "margin",
        scale: float = 1.0,
        horizon: Literal["game", "deal"] = "game",
        skip_forced: bool = True,
    ) -> None:
        self.games = tuple(games)
        if not self.games or len({game.name for game in self.games}) != 1:
            raise BadOption("a collector takes one or more kinds of one game")
        self.game = self.games[0]
        module = engine.native()
        if module is None or not hasattr(module, f"{self.game.name}_players"):
            raise BadEngine(f"collecting {self.game.name} needs the native engine")
        if horizon not in ("game", "deal"):
            raise BadOption(f"the horizon must be game or deal, not {horizon!r}")
        if horizon == "deal" and reward == "outcome":
            raise BadOption("single deals have no outcome: choose another reward")
        self.n = whole_number("n", n, 1, GAMES_MAX)
        self.seed = check_seed(seed)
        self.encoding = self.game.encoding(encoding)
        self.names = ["learner"]  # indexed by the numbers in `who`
        self._numbers: dict[str, int] = {}
        self._words = {
            **table_words(self.games, self.n, weights, kinds, self.encoding, reward, scale),
            "by_deal": horizon == "deal",
            "skip_forced": bool(skip_forced),
            "n": self.n,
        }
        self._native = self._make(self.seed)
        self._teachers: Any = None  # created on first use

    def _make(self, seed: int) -> Any:
        module: Any = engine.native()
        try:
            return module.Collector(**self._words, seed=seed)
        except Malformed as error:
            reward = self._words["reward"]
            raise BadOption(f"{self.game.name}, reward {reward!r}: {error}") from None

    # Rows ---------------------------------------------------------------------------------------

    def collect(
        self,
        net: Net,
        players: Sequence[Player],
        seating: ArrayLike,
        rows: int,
        *,
        kinds: ArrayLike | None = None,
        gamma: float = 1.0,
        lam: float = 0.95,
        temperature: float = 1.0,
        teacher: Player | None = None,
        whole: bool = False,
        threads: int = 1,
        critic: Net | None = None,
    ) -> Batch:
        """Collect about `rows` decisions of the learner.

        A row of `seating` assigns each seat: 0 is the learner, k the player `players[k - 1]`.
        With n rows, game e uses row e; otherwise every new game draws a row, restricted to its
        kind if `kinds` gives one for each row (-1: any). Running games keep their seats. `whole`
        returns only finished trajectories; `teacher` records next to each action what that player
        would have done, in games that begin from here on. `critic` is a network with a value head
        on the observations of all seats; values are then its own, and `seen` holds its inputs.
        """
        given = [player.given(self._number(player)) for player in players]
        shown = None if teacher is None else teacher.given(0)
        return self._collect(
            self._native, net, given, seat_rows(self.games, seating, len(given)), kinds, rows,
            gamma=float(gamma), lam=float(lam), temperature=float(temperature),
            whole=whole, teacher=shown, threads=threads,
            critic=None if critic is None else critic.native,
        )  # fmt: skip

    def collect_teacher(
        self, teachers: Sequence[Player] | Player, rows: int, *, threads: int = 1
    ) -> Batch:
        """Collect about `rows` decisions from whole games with rule players on every seat.

        Several teachers are seated at random, each seat independently. `target` is the seat's
        reward from the decision on; `value` and `logp` are 0.
        """
        chosen = [teachers] if isinstance(teachers, Player) else list(teachers)
        if not chosen or any(player.native is None for player in chosen):
            raise BadOption("teachers must be native rule players")
        given = [player.given(self._number(player), recorded=True) for player in chosen]
        if self._teachers is None:
            self._teachers = self._make(mix(self.seed, TEACHER_STREAM))
        tables = 1 if len(chosen) == 1 else TEACHER_TABLES + (self.n == TEACHER_TABLES)
        drawn = np.random.default_rng(self.seed).integers(len(chosen), size=(tables, SEATS_MAX))
        return self._collect(
            self._teachers, None, given, (1 + drawn).astype(np.int32), None, rows,
            gamma=1.0, lam=1.0, temperature=1.0, whole=True, teacher=None, threads=threads,
            critic=None,
        )  # fmt: skip

    def _collect(
        self,
        collector: Any,
        net: Net | None,
        given: list[tuple[Any, ...]],
        seating: Integers,
        kinds: ArrayLike | None,
        rows: int,
        **words: Any,
    ) -> Batch:
        words["threads"] = whole_number("threads", words["threads"], 1, THREADS_MAX)
        fit = np.full(len(seating), -1, np.int32)
        if kinds is not None:
            fit = np.ascontiguousarray(kinds, np.int32)
        if fit.shape != (len(seating),):
            raise BadOption("kinds needs one number for each row of the seating")
        try:
            found, ended = collector.collect(
                net=None if net is None else net.native,
                opponents=given,
                seating=seating,
                kinds=fit,
                rows=whole_number("rows", rows, 1, ROWS_MAX),
                **words,
            )
        except Malformed as error:
            raise BadOption(f"{self.game.name} cannot be collected: {error}") from None
        return _batch(found, Finished(**ended))

    def _number(self, player: Player) -> int:
        """Return the number of a player in statistics; a name always has the same one."""
        if player.name not in self._numbers:
            self._numbers[player.name] = len(self.names)
            self.names.append(player.name)
        return self._numbers[player.name]

    # Resuming -----------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Return enough to resume later: the number of finished episodes of each game.

        Running games and their pending rows are not stored; those games restart from their seeds.
        """
        counts = {"learner": [int(x) for x in self._native.state()]}
        if self._teachers is not None:
            counts["teachers"] = [int(x) for x in self._teachers.state()]
        return {"seed": self.seed, "n": self.n, "counts": counts}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume from the result of `state()`."""
        if state.get("seed") != self.seed or state.get("n") != self.n:
            raise BadOption("the state belongs to a collector with another seed or number of games")
        self._native.restore(state["counts"]["learner"])
        self._teachers = None
        if "teachers" in state["counts"]:
            self._teachers = self._make(mix(self.seed, TEACHER_STREAM))
            self._teachers.restore(state["counts"]["teachers"])


def _batch(found: dict[str, Any], finished: Finished) -> Batch:
    found["mask"] = found["mask"].view(np.bool_)
    return Batch(**found, target=found["advantage"] + found["value"], finished=finished)
