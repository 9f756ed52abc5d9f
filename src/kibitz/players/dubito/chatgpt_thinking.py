"""chatgpt_thinking: chatgpt with more signs and fewer bluffs.

The sum: .8 times how often the previous player was caught; .05 or .1 for two or three cards; .5 if
its own cards of the number and those played exceed four; .1 without the number; .2 less for the
play that opened the round, .1 less with at most four cards in hand. The threshold: .45 plus .005
for each card on the board. It always doubts a play of the last cards. It opens honestly, and bluffs
with fewer than three cards of the number if less than .4 minus .01 per card on the board of the
next player's turns were doubts. This is our own interpretation: only its rank in the field is that
of the published player.
"""

from __future__ import annotations

from kibitz.games.dubito.rules import FOUR
from kibitz.players.dubito.questions import Answers, Signals

ABOUT = "Adds up more signs of a bluff, and bluffs less itself."

NATIVE = "chatgpt_thinking"

BY_SIZE = (0.0, 0.05, 0.1)  # by the size of the latest play


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
