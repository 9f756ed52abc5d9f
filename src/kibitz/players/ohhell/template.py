"""MyBot, a player of Oh Hell.

    kibitz bot check my_bot.py      plays 200 games and reports what to fix

A view (what this seat may know) goes in, an action (a number) comes out. docs/write-a-bot.md has
the full story; the numbers and fields that matter here:

    actions     0-51 play that card, 13 * suit + rank (suits C D H S, ranks 2 .. A); 52-64 bid 0-12
    view.phase  "bid" or "play"
"""

from kibitz.bots.bot import Bot
from kibitz.core.cards import rank_of, suit_of
from kibitz.core.view import View
from kibitz.games.ohhell.rules import BID, best_card
from kibitz.games.ohhell.view import OhHellView


class MyBot(Bot):
    plays = ("ohhell",)

    def choose(self, view: View) -> int:
        assert isinstance(view, OhHellView)
        if view.phase == "bid":
            return self.choose_bid(view)
        return self.choose_card(view)

    def choose_bid(self, view: OhHellView) -> int:
        # Aces and kings take tricks, and so do high trumps. view.trump is a suit, -1 without one.
        promise = 0.0
        for card in view.hand:
            high = rank_of(card) - 9  # 3 for an ace, 2 for a king, 1 for a queen
            if suit_of(card) == view.trump:
                promise += 0.3 + 0.2 * max(0, high)
            elif high >= 2:
                promise += 0.3 * (high - 1)
        # The dealer may not bid every number: take the nearest legal one.
        return min(view.legal(), key=lambda action: abs(action - BID - promise))

    def choose_card(self, view: OhHellView) -> int:
        bid = view.bids[view.seat]
        assert bid is not None  # everyone has bid before play starts
        wants_trick = view.tricks[view.seat] < bid
        wins = [card for card in view.legal() if self.wins_now(view, card)]
        loses = [card for card in view.legal() if card not in wins]
        if wants_trick and wins:
            return max(wins, key=rank_of)
        if not wants_trick and loses:
            return max(loses, key=rank_of)
        # Nothing fits. Take all randomness from self.rng, so that the game replays.
        return view.legal()[self.rng.below(len(view.legal()))]

    def wins_now(self, view: OhHellView, card: int) -> bool:
        """Whether this card would be the best in the trick so far."""
        return best_card([*view.trick, card], view.trump) == len(view.trick)
