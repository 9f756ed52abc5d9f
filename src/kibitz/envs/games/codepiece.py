"""Codepiece for the environments."""

from __future__ import annotations

from kibitz.core.cards import CARD_NAMES
from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.envs.draws import Deal
from kibitz.envs.extras import Bounds, unit_bounds
from kibitz.games.codepiece.legal_moves import BID_MAX

UTILITY = "ZERO_SUM"  # what one side gains, the other loses

SMALL = {"suits": 2, "ranks": 2}


def returns(game: Game) -> tuple[float, float]:
    most = 2 * BID_MAX
    if game.options["match"]:  # a total below the target leads to one more deal
        most = min(most * game.options["deals"], most + game.options["target"] - 1)
    return -most, most


def bounds(game: Game, encoding: str) -> Bounds:
    low, high = unit_bounds(game, encoding)
    low[845] = -1  # the seat's own team's total
    return low, high


def draw(state: State) -> Deal:
    deck, size = state.game.deck, state.game.hand  # type: ignore[attr-defined]
    copies = [int(card in deck) for card in range(52)]
    return Deal(copies, [size] * 4, dealer=state.position()["dealer"], names=CARD_NAMES)
