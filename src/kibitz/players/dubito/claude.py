"""claude: compares a suspicion with a threshold, and bluffs only if its neighbour seldom doubts.

It opens honestly. Its suspicion is half of how often the previous player was caught, plus half of
.05, .30 or .65 for one, two or three cards; times .4 for the play that opened the round. It doubts
above .50; above .75 with at most four cards in hand, above .30 with eighteen or more; .15 lower
without the number. It always doubts a play of the last cards. It bluffs with fewer than three cards
of the number if the next player doubts less than .35 of the time.
"""

from __future__ import annotations

from kibitz.players.dubito.questions import Answers, Signals

ABOUT = "Doubts above a threshold of suspicion; bluffs only if its neighbour seldom doubts."

NATIVE = "claude"

BY_SIZE = (0.05, 0.30, 0.65)  # by the size of the latest play


class Claude(Answers):
    def doubt(self, signals: Signals) -> float:
        suspicion = 0.5 * signals.prev_bluffs + 0.5 * BY_SIZE[signals.laid - 1]
        if signals.prev_opened:
            suspicion *= 0.4
        threshold = 0.75 if signals.cards <= 4 else 0.30 if signals.cards >= 18 else 0.50
        if signals.own == 0:
            threshold -= 0.15
        return float(signals.prev_empty or suspicion > threshold)

    def bluff(self, signals: Signals) -> float:
        return float(signals.next_doubt_rate < 0.35 and signals.own < 3)


choose = Claude().choose
