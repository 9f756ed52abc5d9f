"""chatgpt: adds up the signs of a bluff, and doubts above a threshold that grows with the board.

The sum: .7 times how often the previous player was caught; .1 or .2 for two or three cards; .5 if
its own cards of the number and those played exceed four. The threshold: .4 plus .02 for each card
on the board. It always doubts a play of the last cards. It opens with a bluff if less than .3 of
the next player's turns were doubts, and bluffs with fewer than three cards of the number if less
than .9 minus .01 per card on the board were. This is our own interpretation: only its rank in the
field is that of the published player.
"""

from __future__ import annotations

from kibitz.games.dubito.rules import FOUR
from kibitz.players.dubito.questions import Answers, Signals

ABOUT = "Adds up the signs of a bluff, and bluffs a lot itself."

NATIVE = "chatgpt"

BY_SIZE = (0.0, 0.1, 0.2)  # by the size of the latest play


class Chatgpt(Answers):
    def opening_bluff(self, signals: Signals) -> float:
        return float(signals.next_doubts < 0.3)

    def doubt(self, signals: Signals) -> float:
        score = 0.7 * signals.prev_bluffs + BY_SIZE[signals.laid - 1]
        if signals.own + signals.laid > FOUR:
            score += 0.5
        return float(signals.prev_empty or score > 0.4 + 0.02 * signals.board)

    def bluff(self, signals: Signals) -> float:
        return float(signals.own < 3 and signals.next_doubts < 0.9 - 0.01 * signals.board)


choose = Chatgpt().choose
