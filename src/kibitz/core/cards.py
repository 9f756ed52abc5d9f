"""The 52 cards of Oh Hell and Codepiece: id = 13 * suit + rank, suits C D H S, ranks 2 .. A.

A card's text is rank and suit, `TD` for the ten of diamonds. A hand's text is its cards, suit by
suit from spades to clubs, high to low, as players hold them.
"""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.core.errors import BadText

SUITS = "CDHS"
RANKS = "23456789TJQKA"
DECK = tuple(range(52))

SYMBOLS = "♣♦♥♠"  # for terminals, in the order of SUITS

CARD_NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
_IDS = {name: card for card, name in enumerate(CARD_NAMES)}


def suit_of(card: int) -> int:
    return card // 13


def rank_of(card: int) -> int:
    return card % 13


def small_deck(suits: int, ranks: int) -> tuple[int, ...]:
    """Return the cards of a smaller deck: the first suits, and of each its highest ranks."""
    return tuple(card for card in DECK if suit_of(card) < suits and rank_of(card) >= 13 - ranks)


def card_name(card: int) -> str:
    return CARD_NAMES[card]


def parse_card(text: str) -> int:
    """Parse a card; `10D` is accepted for `TD`."""
    name = text.strip().upper().replace("10", "T")
    if name not in _IDS:
        raise BadText(f"{text!r} is not a card; write cards like AS, TD or 7C")
    return _IDS[name]


def hand_name(cards: Iterable[int]) -> str:
    """A hand as `SAK5 HT2 D- C98`: every suit is listed, an empty one with a dash."""
    held = set(cards)
    words = []
    for suit in (3, 2, 1, 0):
        ranks = "".join(RANKS[r] for r in range(12, -1, -1) if 13 * suit + r in held)
        words.append(SUITS[suit] + (ranks or "-"))
    return " ".join(words)


def parse_hand(text: str) -> list[int]:
    """Parse a hand, ascending; suits may be left out."""
    cards: list[int] = []
    for word in text.split():
        suit = SUITS.find(word[0].upper())
        if suit < 0:
            raise BadText(f"{word!r} must begin with a suit: one of S H D C")
        ranks = "" if word[1:] == "-" else word[1:].upper().replace("10", "T")
        cards += [13 * suit + rank for rank in parse_ranks(ranks, RANKS, repr(word))]
    return distinct(cards, text)


def parse_ranks(text: str, letters: str, where: str) -> list[int]:
    """Parse the ranks of one suit, as places among the letters of this deck."""
    for rank in text:
        if rank not in letters:
            raise BadText(f"{rank!r} in {where} is not a rank; ranks are {letters}")
    return [letters.index(rank) for rank in text]


def distinct(cards: list[int], text: str) -> list[int]:
    """Return the cards of a hand's text, ascending; none may be there twice."""
    if len(set(cards)) != len(cards):
        raise BadText(f"the hand {text!r} contains a card twice")
    return sorted(cards)
