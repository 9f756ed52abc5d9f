"""Oh Hell by a short rule: a baseline. High cards are tricks; take what is needed, duck the rest.

Ties go to the lowest card id; high and low are by rank, whatever the suit; need = bid - tricks won.

- Bid: trumps A 1, K .8, Q .5, other suits A .7, K .3. The nearest whole number, ties to even; if
  that is forbidden, the nearest that is not.
- Lead with need: the highest trump once trump is broken, else the highest plain card, else the
  highest. Without need: the lowest plain card, else the lowest.
- Follow with need: the lowest winner; without: the lowest loser; else the lowest card.

The native twin is native/players/ohhell_heuristic.hpp.
"""

from __future__ import annotations

from kibitz.core.cards import rank_of, suit_of
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.ohhell.rules import BID, best_card
from kibitz.games.ohhell.view import OhHellView
from kibitz.players.ohhell.smart import ACE, KING, QUEEN, highest, lowest, nearest_bid

ABOUT = "Counts aces, kings and queens, and plays the lowest card that serves: a baseline."

TRUMPS = {ACE: 1.0, KING: 0.8, QUEEN: 0.5}
SIDES = {ACE: 0.7, KING: 0.3}

NATIVE = "heuristic"


def choose(view: View, _rng: Stream) -> int:
    assert isinstance(view, OhHellView)
    legal = view.legal()
    if view.phase == "bid":
        return BID + nearest_bid(view, estimate(view), [action - BID for action in legal])
    bid = view.bids[view.seat]
    assert bid is not None
    need = bid - view.tricks[view.seat]
    return _follow(view, legal, need) if view.trick else _lead(view, legal, need)


def estimate(view: OhHellView) -> float:
    """The expected tricks of the hand."""
    promise = 0.0
    for suit in range(4):
        ranks = [rank_of(card) for card in view.hand if suit_of(card) == suit]
        worth = TRUMPS if suit == view.trump else SIDES
        for rank in (ACE, KING, QUEEN):
            promise += worth.get(rank, 0.0) if rank in ranks else 0.0
    return promise


def _lead(view: OhHellView, legal: list[int], need: int) -> int:
    side = [card for card in legal if suit_of(card) != view.trump]
    trumps = [card for card in legal if suit_of(card) == view.trump]
    if need <= 0:
        return lowest(side or legal)
    if view.broken and trumps:
        return highest(trumps)
    return highest(side or legal)


def _follow(view: OhHellView, legal: list[int], need: int) -> int:
    trick = list(view.trick)
    winners = [card for card in legal if best_card([*trick, card], view.trump) == len(trick)]
    losers = [card for card in legal if card not in winners]
    return lowest((winners if need > 0 else losers) or legal)
