"""Seated vectors without the native engine: the same arrays, slowly.

Only the learner and "random" can sit here; rule players, networks and teachers need the native
engine, and the error says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadEngine, Malformed
from kibitz.core.game import Game
from kibitz.core.rng import Stream, mix
from kibitz.core.state import State
from kibitz.envs import rewards

if TYPE_CHECKING:
    from kibitz.envs.seated import SeatedVector
    from kibitz.envs.seats import Player

TABLE_STREAM = 0x7461626C65  # as in native/envs/tables.hpp
BOT_STREAM = 0x626F7473  # as in native/arena/match.hpp
BARREN_MAX = 1000
AT_THE_END = ("returns", "margin", "mean_margin", "outcome")
AT_ONCE = ("scores", "lead")


class RunningGame:
    """One running game."""

    def __init__(self) -> None:
        self.episodes = 0
        self.state: State
        self.sitting: list[int] = []
        self.streams: list[Stream] = []
        self.base: list[float] = []
        self.met: set[int] = set()
        self.asked = 0


class PythonTables:
    """What the native `SeatedVector` does, on states of any engine."""

    def __init__(self, arrays: SeatedVector, words: dict[str, Any], teacher: Player | None) -> None:
        strangers = [p.name for p in arrays.players if p.native is None or p.native[0] != "random"]
        if strangers or teacher is not None:
            raise BadEngine("rule players, networks and teachers at many tables need native games")
        self.arrays, self.words = arrays, words
        self.pay = Payment(words["reward"], words["scale"], arrays.games)
        self.tables = [RunningGame() for _ in range(arrays.num_envs)]

    def reset(self) -> None:
        for e, table in enumerate(self.tables):
            table.episodes = 0
            self.clear(e)
            self.begin(e, table)
            self.settle(e, table)

    def step(self, actions: NDArray[np.int32]) -> int:
        for e, table in enumerate(self.tables):
            if int(actions[e]) not in table.state.legal():
                return e
        for e, table in enumerate(self.tables):
            self.clear(e)
            table.asked = table.state.player
            table.state.apply(int(actions[e]))
            self.settle(e, table)
        return -1

    def clear(self, e: int) -> None:
        arrays = self.arrays
        arrays.done[e] = False
        arrays.reward[e] = arrays.returns[e] = arrays.outcome[e] = 0

    def begin(self, e: int, table: RunningGame) -> None:
        seed = mix(mix(self.words["seed"], e), table.episodes)
        table.episodes += 1
        stream = Stream(mix(mix(seed, TABLE_STREAM), 0))
        kind = self.words["fixed"][e] if self.words["fixed"] else self.draw_kind(stream)
        rows = self.arrays.seating
        row = self.draw_row(e, kind, stream)
        game = self.arrays.games[kind]
        table.sitting = [int(x) for x in rows[row][: game.players]]
        table.streams = [Stream(mix(mix(seed, BOT_STREAM), s)) for s in range(game.players)]
        table.base, table.met = [0.0] * game.players, set()
        table.state = game.new(seed)
        self.arrays.kind[e] = kind

    def draw_row(self, e: int, kind: int, stream: Stream) -> int:
        kinds = self.arrays.row_kinds
        if len(kinds) == self.arrays.num_envs and (kinds == -1).all():
            return e
        fit = np.flatnonzero((kinds == -1) | (kinds == kind))
        return int(fit[stream.below(len(fit))])

    def draw_kind(self, stream: Stream) -> int:
        weights = self.words["weights"]
        left = (stream.word() >> 11) * 2.0**-53 * sum(weights)
        for kind, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return kind
        return len(weights) - 1

    def settle(self, e: int, table: RunningGame) -> None:
        """Play up to a decision of the learner; skip games that never reach one."""
        barren = 0
        while True:
            state = table.state
            if state.done:
                barren += not table.met
                if barren > BARREN_MAX:
                    raise Malformed("a learner that never acts in these games")
                if table.met:
                    self.end(e, table)
                self.begin(e, table)
                continue
            legal, seat = state.legal(), state.player
            if table.sitting[seat]:
                state.apply(legal[table.streams[seat].below(len(legal))])
            elif self.arrays.skip_forced and len(legal) == 1:
                state.apply(legal[0])
            else:
                return self.write(e, table)

    def end(self, e: int, table: RunningGame) -> None:
        arrays, state = self.arrays, table.state
        seats = state.game.players
        sums = self.pay.sums(state)
        arrays.done[e] = True
        arrays.reward[e, :seats] = [a - b for a, b in zip(sums, table.base, strict=True)]
        arrays.returns[e, :seats] = state.returns()
        arrays.outcome[e, :seats] = state.outcome()
        arrays.final_observation[e] = state.view(table.asked).encode(arrays.encoding)

    def write(self, e: int, table: RunningGame) -> None:
        arrays, state = self.arrays, table.state
        seat = state.player
        paid = self.pay.sums(state)[seat]
        if seat in table.met:
            arrays.reward[e, seat] = paid - table.base[seat]
        table.met.add(seat)
        table.base[seat] = paid
        arrays.observation[e] = state.view(seat).encode(arrays.encoding)
        arrays.mask[e] = state.mask()
        arrays.player[e] = seat
        assert state.seed is not None
        arrays.seed[e] = state.seed
        arrays.who[e] = -1
        arrays.who[e, : state.game.players] = table.sitting


class Payment:
    """What each seat has been paid so far: the twin of native/envs/reward.hpp."""

    def __init__(self, name: str, scale: float, games: tuple[Game, ...]) -> None:
        self.name, self.scale = name, scale
        self.shaped = None
        if name not in (*AT_THE_END, *AT_ONCE):
            self.shaped = rewards.reward(games[0], name)

    def sums(self, state: State) -> list[float]:
        game, seats = state.game, range(state.game.players)
        if self.shaped is not None:
            found = [self.shaped.pay(state, state.view(s), 0) for s in seats]
        elif self.name in AT_THE_END and not state.done:
            found = [0.0 for _ in seats]
        elif self.name == "outcome":
            found = list(state.outcome())
        else:
            found = [float(x) for x in state.scores()]
            if self.name in ("margin", "mean_margin", "lead"):
                found = [found[s] - self.rival(game, found, s) for s in seats]
        return [self.scale * x for x in found]

    def rival(self, game: Game, scores: list[float], seat: int) -> float:
        others = [x for s, x in enumerate(scores) if s not in game.side(seat)]
        if not others:
            return 0.0
        return sum(others) / len(others) if self.name == "mean_margin" else max(others)
