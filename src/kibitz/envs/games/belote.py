"""Belote for the environments."""

from __future__ import annotations

from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.envs.draws import Deal
from kibitz.envs.extras import Bounds, unit_bounds
from kibitz.games.belote.cards import CARD_NAMES
from kibitz.games.belote.rules import HAND_SIZE, MARKS_MAX

POINTS_MAX = 252  # card points of a side with all tricks


def returns(game: Game) -> tuple[float, float]:
    return 0, marks_max(game)


def marks_max(game: Game) -> int:
    return MARKS_MAX * (game.options["deals_max"] if game.options["match"] else 1)


def bounds(game: Game) -> Bounds:
    low, high = unit_bounds(game)
    for history in (2 + 32, 110 + 279):
        low[history + 1 : history + 72 : 6] = -1  # coinche and surcoinche
    high[110 + 275 : 110 + 277] = POINTS_MAX / 162
    if game.options["match"]:
        high[110 + 277 : 110 + 279] = max(1, marks_max(game) / game.options["target"])
    return low, high


def draw(state: State) -> Deal:
    return Deal([1] * 32, [HAND_SIZE] * 4, dealer=state.position()["dealer"], names=CARD_NAMES)
