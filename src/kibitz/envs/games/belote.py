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


# Where an encoding has the history of calls, and card points followed by match totals; those of
# beliefs have neither.
HISTORIES = {
    "box": (34, 389), "bid": (32,), "bid114": (32,), "bid_match": (32,), "play": (279,),
    "canonical": (275,),
}  # fmt: skip
POINTS = {"box": 385, "play": 275, "canonical": 271}


def bounds(game: Game, encoding: str) -> Bounds:
    low, high = unit_bounds(game, encoding)
    if encoding == "v2":
        high[741:743] = POINTS_MAX / 162
        low[743] = -(POINTS_MAX + 20) / 162  # points above the contract
        low[751] = -1
        if game.options["match"]:
            high[749:751] = max(1, marks_max(game) / game.options["target"])
        return low, high
    for history in HISTORIES.get(encoding, ()):
        low[history + 1 : history + 72 : 6] = -1  # coinche and surcoinche
    if encoding in ("bid114", "bid_match"):
        low[108] = -1  # the opponents' bid
    if encoding == "bid_match":
        low[117] = -1
        if game.options["match"]:
            high[115:117] = max(1, marks_max(game) / game.options["target"])
    if encoding in POINTS:
        points = POINTS[encoding]
        high[points : points + 2] = POINTS_MAX / 162
        if game.options["match"]:
            high[points + 2 : points + 4] = max(1, marks_max(game) / game.options["target"])
    return low, high


def draw(state: State) -> Deal:
    return Deal([1] * 32, [HAND_SIZE] * 4, dealer=state.position()["dealer"], names=CARD_NAMES)
