"""Codepiece: the expected tricks of a hand with a trump suit, and the value of a bid.

The weights are a fit to 400 hands with their best suit as trump and the bidder to lead, against the
tricks of best play with all cards seen. What the other hands hold leaves a spread of about two
tricks around the estimate. Players who do not see all cards take fewer: BASE is .4 below the fit,
which won most in matches.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from kibitz.core.cards import rank_of, suit_of

ACE, KING, QUEEN, JACK = 12, 11, 10, 9
BASE = 1.5  # tricks, mostly of the partner
TRUMP_LENGTH = 0.63  # per card
TRUMP_HONOURS = {ACE: 1.35, KING: 0.79, QUEEN: 0.83, JACK: 0.52}
SIDE_ACE, SIDE_KING, SIDE_QUEEN = 1.2, 0.59, 0.28  # a king with another card, a queen with two
SHORT = {0: 1.36, 1: 0.72, 2: 0.29}  # by the length of another suit
SPREAD = 2.06  # standard deviation of the tricks around the estimate


def tricks(hand: Sequence[int], trump: int) -> float:
    """Expected tricks of both partners, from the bidder's hand."""
    total = BASE
    for suit in range(4):
        ranks = [rank_of(card) for card in hand if suit_of(card) == suit]
        if suit == trump:
            total += TRUMP_LENGTH * len(ranks)
            total += sum(TRUMP_HONOURS.get(rank, 0.0) for rank in ranks)
            continue
        total += SIDE_ACE * (ACE in ranks)
        total += SIDE_KING * (KING in ranks and len(ranks) > 1)
        total += SIDE_QUEEN * (QUEEN in ranks and len(ranks) > 2)
        total += SHORT.get(len(ranks), 0.0)
    return total


def best_trump(hand: Sequence[int]) -> tuple[int, float]:
    """The most promising suit, and its expected tricks."""
    return max(((suit, tricks(hand, suit)) for suit in range(4)), key=lambda found: found[1])


def chance(expected: float, bid: int, spread: float = SPREAD) -> float:
    """The probability of at least `bid` tricks, given the expectation."""
    return 0.5 * math.erfc((bid - 0.5 - expected) / (spread * math.sqrt(2)))


def worth(bid: int, made: float) -> float:
    """Rule 9: the expected payoff of a bid that is made with this probability."""
    return bid * (3 * made - 2)
