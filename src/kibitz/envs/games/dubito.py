"""Dubito for the environments. A deal with four of a kind in a hand is dealt again (rule 1)."""

from __future__ import annotations

from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.envs.draws import Deal
from kibitz.envs.extras import Bounds, unit_bounds
from kibitz.games.dubito.rules import COPIES, DECK, fours


def returns(game: Game) -> tuple[float, float]:  # noqa: ARG001
    return 0, 1


def bounds(game: Game, encoding: str) -> Bounds:
    return unit_bounds(game, encoding)


def draw(state: State) -> Deal:
    players = state.game.players
    sizes = [len(DECK[seat::players]) for seat in range(players)]
    return Deal(COPIES, sizes, refused=lambda hands: any(fours(hand) for hand in hands))
