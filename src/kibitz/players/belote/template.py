"""MyBot, a player of Belote Contrée.

    kibitz bot check my_bot.py      plays 200 games and reports what to fix

A view (what this seat may know) goes in, an action (a number) comes out. docs/write-a-bot.md has
the full story; the numbers and fields that matter here:

    actions     0-31 play that card, 8 * suit + rank (suits S H D C, ranks 7 8 9 J Q K 10 A);
                32 passes; 33-68 bid: 33 + 4 * step + suit, 80 to 160 by tens; 69-72 bid capot;
                73 coinches, 74 surcoinches
    view.phase  "bid" or "play"
    partners    seats 0 and 2 against 1 and 3; the partner of a seat is seat ^ 2
"""

from kibitz.bots.bot import Bot
from kibitz.core.view import View
from kibitz.games.belote.cards import PLAIN_POINTS, TRUMP_POINTS, rank_of, suit_of
from kibitz.games.belote.rules import BID, PASS, best_place, bid_value, trump_of
from kibitz.games.belote.view import BeloteView
from kibitz.players.belote.simple import promise


class MyBot(Bot):
    plays = ("belote",)

    def choose(self, view: View) -> int:
        assert isinstance(view, BeloteView)
        if view.phase == "bid":
            return self.choose_bid(view)
        return self.choose_card(view)

    def choose_bid(self, view: BeloteView) -> int:
        # One bid, in the best suit, for what the hand is worth; over the partner we pass.
        suit = max(range(4), key=lambda suit: promise(view.hand, suit))
        worth = promise(view.hand, suit)
        bids = [a for a in view.legal() if BID + PASS < a < BID + 37 and trump_of(a - BID) == suit]
        affordable = [a for a in bids if bid_value(a - BID) <= worth]
        if affordable and view.bidder != view.seat ^ 2:
            return min(affordable)
        return BID + PASS

    def choose_card(self, view: BeloteView) -> int:
        trick = list(view.trick)
        if not trick:
            # Lead either the most valuable card or the least, at random. Take all randomness from
            # self.rng, so that the game replays.
            pick = max if self.rng.below(2) else min
            return pick(view.legal(), key=lambda card: self.points(view, card))
        wins = [c for c in view.legal() if best_place([*trick, c], view.trump) == len(trick)]
        partner_wins = (len(trick) - best_place(trick, view.trump)) % 2 == 0
        if partner_wins:
            return max(view.legal(), key=lambda card: self.points(view, card))
        return min(wins or view.legal(), key=lambda card: self.points(view, card))

    def points(self, view: BeloteView, card: int) -> int:
        """The points of a card in a trick."""
        table = TRUMP_POINTS if suit_of(card) == view.trump else PLAIN_POINTS
        return table[rank_of(card)]
