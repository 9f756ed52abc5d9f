"""Oh Hell by a short rule: bid the high cards, then take what is needed as cheaply as it goes.

Ties go to the lowest card id; high and low are by rank, whatever the suit; need = bid - tricks won.

- Bid: the sum of trumps A 1, K .8, Q .5 and of other suits A .7, K .3, as the nearest whole number,
  ties to even; if that is forbidden, the legal one nearest to the sum.
- Lead with need: the highest trump once trump is broken, else the highest card that is no trump,
  else the highest. Without need: the lowest that is no trump, else the lowest.
- Follow with need: the lowest card that beats the best so far, else the lowest. Without: the lowest
  that does not, else the lowest.

A yardstick: it throws low losers where it should get rid of high ones, and bids the same whatever
the number of players.
"""

from __future__ import annotations

from kibitz.bots.ohhell.smart import ACE, KING, QUEEN, highest, lowest
from kibitz.core.cards import rank_of, suit_of
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.ohhell.rules import BID, best_card
from kibitz.games.ohhell.view import OhHellView

TRUMPS = {ACE: 1.0, KING: 0.8, QUEEN: 0.5}
OTHERS = {ACE: 0.7, KING: 0.3}


def choose(view: View, _rng: Stream) -> int:
    assert isinstance(view, OhHellView)
    legal = view.legal()
    if view.phase == "bid":
        return BID + choose_bid(view, [action - BID for action in legal])
    if len(legal) == 1:
        return legal[0]
    bid = view.bids[view.seat]
    assert bid is not None
    needs = bid > view.tricks[view.seat]
    return _follow(view, legal, needs) if view.trick else _lead(view, legal, needs)


def choose_bid(view: OhHellView, legal: list[int]) -> int:
    promise = 0.0
    for card in view.hand:
        table = TRUMPS if suit_of(card) == view.trump else OTHERS
        promise += table.get(rank_of(card), 0)
    wanted = min(max(round(promise), 0), view.hand_size)
    return wanted if wanted in legal else min(legal, key=lambda bid: abs(bid - promise))


def _lead(view: OhHellView, legal: list[int], needs: bool) -> int:
    trumps = [card for card in legal if suit_of(card) == view.trump]
    side = [card for card in legal if suit_of(card) != view.trump]
    if not needs:
        return lowest(side or legal)
    return highest((trumps if view.broken else []) or side or legal)


def _follow(view: OhHellView, legal: list[int], needs: bool) -> int:
    trick = list(view.trick)
    winners = [card for card in legal if best_card([*trick, card], view.trump) == len(trick)]
    losers = [card for card in legal if card not in winners]
    return lowest((winners if needs else losers) or legal)
