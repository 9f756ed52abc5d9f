"""MyBot, a player of Codepiece.

    kibitz bot check my_bot.py      plays 200 games and reports what to fix

A view (what this seat may know) goes in, an action (a number) comes out. docs/write-a-bot.md has
the full story; the numbers and fields that matter here:

    actions     0 passes; 1-6 bid 8 to 13; 7-10 name trump S H D C; 11-62 play a card:
                11 + 13 * suit + rank (suits C D H S, ranks 2 .. A)
    view.phase  "bid", "trump" or "play"
    teams       seats 0 and 2 against 1 and 3
"""

from kibitz.bots.bot import Bot
from kibitz.core.cards import rank_of, suit_of
from kibitz.core.view import View
from kibitz.games.codepiece.legal_moves import (
    BID,
    BID_MIN,
    CARD,
    PASS,
    TRUMP,
    TRUMP_SUITS,
    PlayPhase,
)
from kibitz.games.codepiece.view import CodepieceView


class MyBot(Bot):
    plays = ("codepiece",)

    def choose(self, view: View) -> int:
        assert isinstance(view, CodepieceView)
        if view.phase == "bid":
            return self.choose_bid(view)
        if view.phase == "trump":
            # The longest suit. The four actions are in the order S H D C, cards in C D H S.
            return TRUMP + max(range(4), key=lambda i: self.length(view, TRUMP_SUITS[i]))
        return self.choose_card(view)

    def choose_bid(self, view: CodepieceView) -> int:
        # Aces and kings, and each card of the longest suit beyond the third; the partner helps.
        own = sum(rank_of(card) >= 11 for card in view.hand)
        longest = max(self.length(view, suit) for suit in range(4))
        tricks = own + max(0, longest - 3) + 3
        action = BID + tricks - BID_MIN
        return action if action > PASS and action in view.legal() else PASS

    def choose_card(self, view: CodepieceView) -> int:
        assert view.trump is not None
        trick, cards = list(view.trick), [action - CARD for action in view.legal()]
        if not trick:
            # Lead any card. Take all randomness from self.rng, so that the game replays.
            return CARD + cards[self.rng.below(len(cards))]
        trump = view.trump
        wins = [c for c in cards if PlayPhase.winner([*trick, c], trump) == len(trick)]
        partner_wins = (len(trick) - PlayPhase.winner(trick, trump)) % 2 == 0
        choice = cards if partner_wins or not wins else wins
        return CARD + min(choice, key=lambda card: (suit_of(card) == trump, rank_of(card)))

    def length(self, view: CodepieceView, suit: int) -> int:
        """The number of cards of a suit in the hand."""
        return sum(suit_of(card) == suit for card in view.hand)
