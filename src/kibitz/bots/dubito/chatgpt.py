"""chatgpt: adds up what speaks for a bluff, and doubts above a bar that grows with the board.

The sum: .7 of how often the previous player was caught; .1 or .2 for two or three cards; .5 if its
own cards of the number and those laid are more than four. The bar: .4 and .02 for each card on the
board. A play of the last cards is always doubted. It opens with a bluff when less than .3 of the
next player's turns were doubts, and bluffs with fewer than three cards of the number when less than
.9 were, and .01 less for each card on the board. A reading of our own: only its rank in the field
is that of the published player.
"""

from __future__ import annotations

from kibitz.bots.dubito.questions import Answers, Signals
from kibitz.games.dubito.rules import FOUR

NATIVE = "chatgpt"

BY_SIZE = (0.0, 0.1, 0.2)  # of the latest play


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
