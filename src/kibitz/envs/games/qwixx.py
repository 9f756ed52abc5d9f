"""Qwixx for the environments."""

from __future__ import annotations

from typing import Any

from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.envs.draws import Dice
from kibitz.envs.extras import Bounds, unit_bounds
from kibitz.games.qwixx.encode_v2 import SLOT, SLOT_SIZE, SLOTS
from kibitz.games.qwixx.rules import CELLS, ROWS, STRIKE_POINTS, STRIKES_END

MARKS_MAX = CELLS + 1  # of a row; the lock is one more
MARK_POINTS_MAX = (
    MARKS_MAX + MARKS_MAX - 1
)  # of one action: the last cell of a full row, and its lock

SMALL = {"players": 1, "faces": 2, "rows": 1, "strikes": 1}


def returns(game: Game) -> tuple[float, float]:  # noqa: ARG001
    full_row = MARKS_MAX * (MARKS_MAX + 1) // 2
    return -STRIKE_POINTS * STRIKES_END, len(ROWS) * full_row


def bounds(game: Game, encoding: str) -> Bounds:
    low, high = unit_bounds(game, encoding)
    if encoding == "v2":
        high[228:240] = MARK_POINTS_MAX / 12
        low[240] = -1
        for slot in range(SLOTS):
            scores = SLOT + SLOT_SIZE * slot + 150
            low[scores : scores + 2] = -1  # the score and the margin
            high[scores] = returns(game)[1] / 100
        return low, high
    high[4:8] = MARKS_MAX / 11
    high[[16, 20]] = STRIKES_END / 3
    low[19] = -1
    high[24] = max(1, game.players * len(ROWS) / 8)
    return low, high


def simultaneous(state: State) -> tuple[int, ...]:
    """Rule 2: in the white step all decide at once, from the active player on."""
    players = state.game.players
    if state.phase != "white" or state.game.options["order"] != "simultaneous":
        return (state.player,)
    return tuple((state.player + ahead) % players for ahead in range(players))


def draw(state: State) -> Dice:
    game: Any = state.game
    names = ("W1", "W2", "R", "Y", "G", "B")[: 2 + game.rows]
    return Dice(game.faces, names, base=6, length=6)
