"""The 32 cards of Belote: id = 8 * suit + rank, suits S H D C, ranks 7 8 9 J Q K 10 A.

A rank scores and ranks differently in trump (rule 6), as the tables here show. A card's text is
rank and suit, `10H`, or two characters, `TH`, inside a deal's text. A deal's text is the dealer and
the hands of N E S W, each with its suits S.H.D.C from high to low: `E:AT9.K.QJ.87/../../..`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kibitz.core.cards import distinct, parse_ranks
from kibitz.core.errors import BadText

SEATS = "NESW"
SUITS = "SHDC"
RANKS = ("7", "8", "9", "J", "Q", "K", "10", "A")
LETTERS = "789JQKTA"  # the ranks, one letter each
DECK = tuple(range(32))
QUEEN, KING = 4, 5  # the ranks that make belote in trump

PLAIN_POINTS = (0, 0, 0, 2, 3, 4, 10, 11)
TRUMP_POINTS = (0, 0, 14, 20, 3, 4, 10, 11)
TRUMP_STRENGTH = (0, 1, 6, 7, 2, 3, 4, 5)  # of each rank: 7 < 8 < Q < K < 10 < A < 9 < J

CARD_NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
SHORT_NAMES = tuple(rank + suit for suit in SUITS for rank in LETTERS)
_IDS = {name: card for names in (CARD_NAMES, SHORT_NAMES) for card, name in enumerate(names)}


def suit_of(card: int) -> int:
    return card // 8


def rank_of(card: int) -> int:
    return card % 8


def trump_strength(card: int) -> int:
    return TRUMP_STRENGTH[card % 8]


def card_points(cards: Iterable[int], trump: int) -> int:
    """The points of these cards, without the last trick's bonus."""
    return sum((TRUMP_POINTS if c // 8 == trump else PLAIN_POINTS)[c % 8] for c in cards)


def bits(cards: Iterable[int]) -> int:
    """A set of cards as a mask, one bit per card."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def suit_bits(suit: int) -> int:
    return 0xFF << (8 * suit)


def parse_card(text: str) -> int:
    """Parse a card: `10H` or `TH`, in either case."""
    card = _IDS.get(text.strip().upper())
    if card is None:
        raise BadText(f"{text!r} is not a card; write cards like AS, 10H or 7C")
    return card


def hand_name(cards: Iterable[int]) -> str:
    """A hand as `AT9.K..87`: spades, hearts, diamonds and clubs, each from high to low."""
    held = set(cards)
    return ".".join(
        "".join(LETTERS[r] for r in range(7, -1, -1) if 8 * suit + r in held) for suit in range(4)
    )


def parse_hand(text: str) -> list[int]:
    """Parse a hand, ascending."""
    suits = text.strip().upper().replace("10", "T").split(".")
    if len(suits) != 4:
        raise BadText(f"the hand {text!r} needs four suits S.H.D.C; leave a void suit empty")
    cards: list[int] = []
    for suit, ranks in enumerate(suits):
        cards += [8 * suit + rank for rank in parse_ranks(ranks, LETTERS, f"the hand {text!r}")]
    return distinct(cards, text)


def deal_name(deal: dict[str, Any]) -> str:
    return SEATS[deal["dealer"]] + ":" + "/".join(hand_name(hand) for hand in deal["hands"])


def parse_deal(text: str) -> dict[str, Any]:
    dealer, colon, hands = text.strip().partition(":")
    if not colon or len(dealer) != 1 or dealer.upper() not in SEATS:
        raise BadText(
            "a deal is the dealer's letter (N E S W), a colon and four hands: E:AT9.K..87/…"
        )
    parts = hands.split("/")
    if len(parts) != 4:
        raise BadText(f"a deal has four hands separated by /, not {len(parts)}")
    return {"hands": [parse_hand(part) for part in parts], "dealer": SEATS.index(dealer.upper())}
