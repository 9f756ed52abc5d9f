"""The rules of Kuhn poker on the Python engine; numbers are those of README.md."""

from __future__ import annotations

from typing import Any

from kibitz.core.events import NOBODY
from kibitz.core.python_state import PythonState
from kibitz.core.rng import Stream
from kibitz.core.state import CHANCE, OVER, Outcome

PASS, BET = 0, 1
CARDS = "JQK"
PHASES = ("deal", "bet", "over")
DEAL_SHAPE = {"hands": [[int]]}
POSITION_SHAPE = {"hands": [[int]], "bets": [int]}  # what was done since the deal, in order
ENDS = ((PASS, PASS), (PASS, BET, PASS), (PASS, BET, BET), (BET, PASS), (BET, BET))


class KuhnState(PythonState):
    """Hands of one card each, and the actions since the deal."""

    hands: list[list[int]]
    bets: list[int]

    def _setup(self) -> None:
        self.hands, self.bets = [], []

    def _draw(self, stream: Stream) -> Outcome:
        deck = list(range(len(CARDS)))
        stream.shuffle(deck)
        return {"hands": [[deck[0]], [deck[1]]]}

    def _deal_out(self, outcome: Outcome) -> None:
        self.hands = [list(hand) for hand in outcome["hands"]]
        self._log("deal", NOBODY, tuple(card for hand in self.hands for card in hand))
        self._player, self._phase = 0, "bet"

    def _legal(self) -> list[int]:
        return [PASS, BET]

    def _apply(self, action: int) -> None:
        self.bets.append(action)
        if tuple(self.bets) not in ENDS:
            self._player = len(self.bets) % 2
            return
        if showdown(self.bets):  # rule 6
            self._log("reveal", NOBODY, tuple(card for hand in self.hands for card in hand))
        self._player, self._phase = OVER, "over"
        self._log("score", NOBODY, tuple(int(x) for x in self._points()))

    def _points(self) -> list[float]:
        if not showdown(self.bets):
            winner = 0 if tuple(self.bets) == (BET, PASS) else 1
            won = 1.0
        else:
            winner = int(self.hands[1] > self.hands[0])
            won = 2.0 if BET in self.bets else 1.0
        return [won, -won] if winner == 0 else [-won, won]

    def _shares(self) -> list[float]:
        return [float(points > 0) for points in self._points()]

    def scores(self) -> list[float]:
        return self._points() if self.done else [0.0, 0.0]

    def position(self) -> dict[str, Any]:
        return {"hands": [list(hand) for hand in self.hands], "bets": list(self.bets)}

    def _load_position(self, position: dict[str, Any]) -> None:
        self.hands, self.bets = position["hands"], list(position["bets"])
        dealt = bool(self.hands)
        self._player = len(self.bets) % 2 if dealt else CHANCE
        self._phase = "bet" if dealt else "deal"


def showdown(bets: list[int]) -> bool:
    """Whether a finished game ended without a fold."""
    return bets[-2:] in ([PASS, PASS], [BET, BET])
