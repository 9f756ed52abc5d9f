"""What is legal in the three phases of a deal, and what an action does: one small class each.

Pure functions over plain values, independent of the rest of the game: rules.py plays with them, and
seen.py uses them to derive what a play proves. Rule numbers in comments refer to README.md.

Actions: 0 is a pass, 1-6 are bids of 8 to 13, 7-10 name trump (suits S H D C), 11-62 are cards.
Cards have their suits in the order C D H S, and a suit is always a number in that order.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.cards import SUITS, suit_of

PASS = 0
BID = 1  # the action bid_8
TRUMP = 7  # the action trump_S
CARD = 11  # the action 2C, card 0

BID_MIN, BID_MAX = 8, 13
FORCED = 7  # Rule 3: the contract of the first speaker when all pass
TRUMP_SUITS = tuple(SUITS.index(suit) for suit in "SHDC")  # of the actions 7-10

PASSED = 0  # in a list of bids: the seat has passed; None means that it has not spoken


class BidPhase:
    """Rules 2 and 3: four turns from the dealer's left, each a pass or a higher bid."""

    @staticmethod
    def legal(bids: Sequence[int | None]) -> list[int]:
        """Rule 2: pass, always; and every bid above the highest, whoever made it."""
        lowest = max(BidPhase.highest(bids) + 1, BID_MIN)
        return [PASS, *(BID + n - BID_MIN for n in range(lowest, BID_MAX + 1))]

    @staticmethod
    def apply(bids: Sequence[int | None], seat: int, action: int) -> list[int | None]:
        said = PASSED if action == PASS else BID_MIN + action - BID
        return [said if other == seat else bid for other, bid in enumerate(bids)]

    @staticmethod
    def highest(bids: Sequence[int | None]) -> int:
        """The highest bid so far; PASSED if nobody has bid."""
        return max(bid or PASSED for bid in bids)

    @staticmethod
    def contract(bids: Sequence[int | None], dealer: int) -> tuple[int, int]:
        """The bidder and the bid, once all have spoken."""
        highest = BidPhase.highest(bids)
        if highest == PASSED:
            return (dealer + 1) % 4, FORCED  # Rule 3
        return bids.index(highest), highest


class TrumpPhase:
    """Rule 4: the bidder names one of four suits, held or not."""

    @staticmethod
    def legal() -> list[int]:
        return list(range(TRUMP, TRUMP + 4))

    @staticmethod
    def apply(action: int) -> int:
        """The suit that an action names."""
        return TRUMP_SUITS[action - TRUMP]


class PlayPhase:
    """Rules 5 to 7: follow suit, beat an opponent who is winning; the best card takes."""

    @staticmethod
    def legal(hand: Sequence[int], trick: Sequence[int], trump: int) -> list[int]:
        """The legal cards of a hand as actions, in the order of the hand.

        `trick` holds the cards of the current trick in the order played. Partners sit opposite, so
        the winning card is an opponent's if it is an odd number of cards back.
        """
        if not trick:
            return [CARD + card for card in hand]  # Rule 5: any card, including trump
        led = suit_of(trick[0])
        candidates = [card for card in hand if suit_of(card) == led] or hand
        best = PlayPhase.winner(trick, trump)
        if (len(trick) - best) % 2 == 1:
            # Rule 6: an opponent is winning, so beat that card if a candidate can.
            beating = [card for card in candidates if beats(card, trick[best], trump)]
            candidates = beating or candidates
        return [CARD + card for card in candidates]

    @staticmethod
    def apply(
        hand: Sequence[int], trick: Sequence[int], action: int
    ) -> tuple[list[int], list[int]]:
        """Return the hand and the trick after a card is played."""
        card = action - CARD
        return [other for other in hand if other != card], [*trick, card]

    @staticmethod
    def winner(trick: Sequence[int], trump: int) -> int:
        """Rule 7: the index of the best card in the trick so far."""
        best = 0
        for place in range(1, len(trick)):
            if beats(trick[place], trick[best], trump):
                best = place
        return best

    @staticmethod
    def disproved(card: int, trick: Sequence[int], trump: int) -> int:
        """The cards, as 52 bits, that a seat playing `card` to this trick cannot have kept.

        A play is legal with a hand if it is legal next to each other single card of it: following
        suit only requires that no card of the led suit was held, and beating that no candidate beat
        the winning card. A set of single cards therefore captures everything that a play proves.
        """
        if not trick:
            return 0
        led = suit_mask(suit_of(trick[0]))
        follows = bool(led >> card & 1)
        out = 0 if follows else led
        best = PlayPhase.winner(trick, trump)
        if (len(trick) - best) % 2 == 1 and not beats(card, trick[best], trump):
            better = beaters(trick[best], trump)
            out |= better & led if follows else better
        return out


def beats(card: int, other: int, trump: int) -> bool:
    """Rule 7: whether a card played later beats the one winning the trick."""
    if suit_of(card) == suit_of(other):
        return card > other
    return suit_of(card) == trump


def beaters(card: int, trump: int) -> int:
    """All cards that beat this one, as 52 bits."""
    suit = suit_of(card)
    higher = suit_mask(suit) & -(2 << card)
    return higher if suit == trump else higher | suit_mask(trump)


def suit_mask(suit: int) -> int:
    return ((1 << 13) - 1) << (13 * suit)
