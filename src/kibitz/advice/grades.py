"""Grades: what a person calls a decision, from its loss.

    grade(game, loss, clear)     # best, good, inaccuracy, mistake or blunder

A loss that the sample of worlds explains is never an error: such a move is good. The limits are in
the unit of the game's evaluation: `GRADES` of advice/games/<game>.py where that unit is the game's
own, LIMITS_OF_A_WIN where it is the chance to win.
"""

from __future__ import annotations

from kibitz.advice.games import known
from kibitz.advice.outlook import reward_of
from kibitz.core.game import Game

GRADES = ("best", "good", "inaccuracy", "mistake", "blunder")
LIMITS_OF_A_WIN = (0.03, 0.08, 0.15)


def limits(game: Game) -> tuple[float, float, float]:
    """Return the smallest losses of an inaccuracy, a mistake and a blunder."""
    if reward_of(game) == "outcome":
        return LIMITS_OF_A_WIN
    return known(game.name).GRADES


def grade(game: Game, loss: float, clear: bool) -> str:
    if loss <= 0:
        return GRADES[0]
    if not clear:
        return GRADES[1]
    return GRADES[1 + sum(loss >= limit for limit in limits(game))]
