"""`parametric` with an eye on the match: it departs from the rule where the totals demand it.

The rule of `parametric` plays for the score of one deal. Near the end of a match that is not the
same as playing to win: a side at 1,990 needs no contract of its own, and one that is far behind
must double what it can. Where a pass would end the auction, forecast.py gives for the plausible
calls the expected score and the expected change of match equity (equity.py), scaled so that both
agree while the match is open. The call of `parametric` is taken to be the best one by score;
another is made only if its equity exceeds that of this call, so corrected, by MARGIN points.
Earlier in the auction, and outside a match, it is `parametric`: one call ahead is not far enough
there (departing from the rule at every turn lost 2.5 +- 1.4 % of a match, at totals from 1,400).
"""

from __future__ import annotations

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.cards import bits
from kibitz.games.belote.rules import BID, CAPOT, COINCHE, PASS, trump_of
from kibitz.games.belote.view import BeloteView
from kibitz.players.belote.bidding import parametric
from kibitz.players.belote.bidding.evaluation import takes_all
from kibitz.players.belote.bidding.forecast import Forecast, Values
from kibitz.search.games.belote.auction_memory import level_of
from kibitz.search.games.belote.goal import goal_of

MARGIN = 15.0  # points
LEVELS = 2  # bids considered above the lowest, in each suit


def VERSION() -> int:  # noqa: N802
    """Follows `parametric`, whose calls it starts from."""
    return getattr(parametric, "VERSION", 1)


def bid(view: View, _rng: Stream) -> int:
    assert isinstance(view, BeloteView)
    base = parametric.call(parametric.AuctionView.of(view), parametric.weights())
    return BID + depart(view, base)


def depart(view: BeloteView, base: int) -> int:
    """The call of a bidder that does not read the match, or another one that the match demands."""
    last = view.bid != PASS and view.passes == 2  # a pass ends the auction
    if not last or goal_of(view) is None or _is_sure(view, base):
        return base
    by_score, by_equity, forecast = Values.by_score(view), Values.of(view), Forecast(view)
    calls = candidates(view, base)
    scores = {call: forecast.value(call, by_score) for call in calls}
    worths = {call: forecast.value(call, by_equity) for call in calls}
    # How much better the rule's call is than this forecast says, by score.
    trust = max(scores.values()) - scores[base]
    best = max(calls, key=lambda call: (worths[call], call == base, -call))
    return best if worths[best] > worths[base] + trust + MARGIN else base


def candidates(view: BeloteView, base: int) -> list[int]:
    """The rule's call, the lowest bids of each suit, and everything that is not a bid."""
    lowest = level_of(view.bid) + 1 if view.bid != PASS else 0
    legal = [action - BID for action in view.legal_actions]
    return [
        call
        for call in legal
        if call in (base, PASS) or call >= COINCHE or level_of(call) <= lowest + LEVELS
    ]


def _is_sure(view: BeloteView, call: int) -> bool:
    """Whether the call is a capot that can hardly fail, better than the forecast knows."""
    return CAPOT <= call < COINCHE and takes_all(bits(view.hand), trump_of(call))
