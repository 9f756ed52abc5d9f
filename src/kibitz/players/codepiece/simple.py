"""Codepiece by a simple rule: count likely tricks, and bid what the partners can take together.

In play a seat wins as cheaply as it can, and plays its lowest card under its partner.
"""

from __future__ import annotations

from kibitz.core.cards import rank_of, suit_of
from kibitz.core.rng import Stream
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

HONOURS = (0.9, 0.55, 0.25)  # chance that ace, king, queen of a plain suit take a trick
TRUMP_HONOURS = (1.0, 0.9, 0.7, 0.5)
LONG_TRUMP = 0.7  # each trump beyond the third
PARTNER_SHARE = 0.36  # of the tricks that the own hand does not take


def choose(view: View, rng: Stream) -> int:
    assert isinstance(view, CodepieceView)
    if view.phase == "bid":
        return choose_bid(view, rng)
    if view.phase == "trump":
        return TRUMP + max(range(4), key=lambda i: promise(view.hand, TRUMP_SUITS[i]))
    return choose_card(view)


def choose_bid(view: CodepieceView, rng: Stream) -> int:
    """The highest bid that both hands are expected to make; a failed one costs double."""
    own = max(promise(view.hand, suit) for suit in range(4))
    together = own + PARTNER_SHARE * (len(view.hand) - own) + rng.below(50) / 100
    action = BID + int(together) - BID_MIN
    return action if action > PASS and action in view.legal() else PASS


def promise(hand: tuple[int, ...], trump: int) -> float:
    """A rough estimate of the tricks that a hand takes alone with this trump."""
    tricks = 0.0
    for card in hand:
        worth = TRUMP_HONOURS if suit_of(card) == trump else HONOURS
        below_ace = 12 - rank_of(card)
        tricks += worth[below_ace] if below_ace < len(worth) else 0.0
    return tricks + LONG_TRUMP * max(0, sum(suit_of(card) == trump for card in hand) - 3)


def choose_card(view: CodepieceView) -> int:
    trump, cards = view.trump, [action - CARD for action in view.legal()]
    assert trump is not None

    def strength(card: int) -> tuple[bool, int]:
        return suit_of(card) == trump, rank_of(card)

    if not view.trick:
        plain = [card for card in cards if suit_of(card) != trump]
        aces = [card for card in plain if rank_of(card) == 12]
        draws_trump = view.bidder == view.seat and len(cards) - len(plain) > 2
        if draws_trump:
            return CARD + max(cards, key=strength)
        return CARD + (aces[0] if aces else min(plain or cards, key=strength))
    best = PlayPhase.winner(view.trick, trump)
    winners = [c for c in cards if PlayPhase.winner([*view.trick, c], trump) == len(view.trick)]
    partner_wins = (len(view.trick) - best) % 2 == 0
    if winners and not partner_wins:
        return CARD + min(winners, key=strength)
    return CARD + min(cards, key=strength)
