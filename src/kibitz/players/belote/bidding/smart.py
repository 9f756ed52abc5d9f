"""Maximises the expected score: makes the most valuable bid, if any beats a pass.

For every legal call forecast.py gives the expected score (rule 9), as if it were the last call: of
a bid, of the standing contract for a pass, and of the same doubled for a coinche. In a match it is
the chance to win the match that counts instead. It makes the call with the highest expectation, but
bids only if the gain pays for the information given away, and doubles only if it is clear: a
coinche by the opponents says that the estimate is too high. It looks one call ahead and ignores
what others may still bid, so it bids low where that is enough.
"""

from __future__ import annotations

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.rules import BID, COINCHE, PASS, SURCOINCHE
from kibitz.games.belote.view import BeloteView
from kibitz.players.belote.bidding.forecast import Forecast, Values

VERSION = 3
GAIN = 10.0  # the score that a bid must gain over a pass
GAINS = {COINCHE: 80.0, SURCOINCHE: 60.0}


def bid(view: View, _rng: Stream) -> int:
    assert isinstance(view, BeloteView)
    forecast, by = Forecast(view), Values.of(view)
    values = {a - BID: forecast.value(a - BID, by) for a in view.legal_actions}
    stand = values.pop(PASS)
    best = max(values, key=lambda call: (values[call], -call), default=PASS)
    if best == PASS:
        return BID + PASS
    return BID + (best if values[best] > stand + GAINS.get(best, GAIN) else PASS)
