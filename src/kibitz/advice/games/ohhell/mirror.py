"""The advisor's Oh Hell: a turned card, and rounds that a newcomer may join."""

from __future__ import annotations

from typing import Any

from kibitz.advice.advisor.entries import Join
from kibitz.advice.advisor.tricks import TrickMirror
from kibitz.advice.games.ohhell.join import join_round
from kibitz.core.python_state import PythonState


class OhHellMirror(TrickMirror):
    TURNED = True

    def hand_size(self) -> int:
        game: Any = self.game
        size: int = game.schedule[self.world.position()["round"]]
        return size

    def join(self, entry: Join) -> PythonState:
        return join_round(self.world.game, self.seat, entry, self.stream(4))
