"""chatgpt_thinking: chatgpt with more reasons and fewer bluffs.

The sum: .8 of how often the previous player was caught; .05 or .1 for two or three cards; .5 if its
own cards of the number and those laid are more than four; .1 without the number; .2 less for the
play that opened the round, .1 less with at most four cards in hand. The bar: .45 and .005 for each
card on the board. A play of the last cards is always doubted. It opens honestly, and bluffs with
fewer than three cards of the number when less than .4 of the next player's turns were doubts, and
.01 less for each card on the board. A reading of our own: only its rank in the field is that of the
published player.
"""

from __future__ import annotations

from kibitz.bots.dubito.questions import Answers, Signals
from kibitz.games.dubito.rules import FOUR

NATIVE = "chatgpt_thinking"

BY_SIZE = (0.0, 0.05, 0.1)  # of the latest play


class ChatgptThinking(Answers):
    def doubt(self, signals: Signals) -> float:
        score = 0.8 * signals.prev_bluffs + BY_SIZE[signals.laid - 1]
        if signals.own + signals.laid > FOUR:
            score += 0.5
        if signals.own == 0:
            score += 0.1
        if signals.prev_opened:
            score -= 0.2
        if signals.cards <= 4:
            score -= 0.1
        return float(signals.prev_empty or score > 0.45 + 0.005 * signals.board)

    def bluff(self, signals: Signals) -> float:
        return float(signals.own < 3 and signals.next_doubts < 0.4 - 0.01 * signals.board)


choose = ChatgptThinking().choose
