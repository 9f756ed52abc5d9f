"""Dubito for the environments. A deal with four of a kind in a hand is dealt again (rule 1)."""

from __future__ import annotations

from typing import Any

from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.envs.draws import Deal
from kibitz.envs.extras import Bounds, unit_bounds
from kibitz.games.dubito.rules import fours

SMALL = {"players": 3, "values": 2, "jokers": 0, "max_turns": 4}


def returns(game: Game) -> tuple[float, float]:  # noqa: ARG001
    return 0, 1


def bounds(game: Game, encoding: str) -> Bounds:
    return unit_bounds(game, encoding)


def draw(state: State) -> Deal:
    game: Any = state.game
    sizes = [len(game.deck[seat :: game.players]) for seat in range(game.players)]
    return Deal(game.copies, sizes, refused=lambda hands: any(fours(hand) for hand in hands))
