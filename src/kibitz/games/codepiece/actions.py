"""Codepiece's actions as typed values, one class per phase of a deal.

    BidAction(9).id                     2
    PlayAction.of("TD").id              45
    from_id(7)                          TrumpAction('S')
    from_text("bid_9")                  BidAction(9)

The engine works with ids; these are for programs that prefer names. `str` gives the notation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from kibitz.core.cards import SUITS, card_name, parse_card
from kibitz.core.coerce import as_int, short
from kibitz.core.errors import BadAction, BadText
from kibitz.games.codepiece import notation
from kibitz.games.codepiece.legal_moves import (
    BID,
    BID_MAX,
    BID_MIN,
    CARD,
    PASS,
    TRUMP,
    TRUMP_SUITS,
)

CARDS = 52


@dataclass(frozen=True)
class BidAction:
    """A call in the auction: `tricks` from 8 to 13, or None for a pass."""

    tricks: int | None = None

    def __post_init__(self) -> None:
        if self.tricks is not None and self.tricks not in range(BID_MIN, BID_MAX + 1):
            raise BadAction(
                f"a bid is {BID_MIN} to {BID_MAX} tricks or None, not {short(self.tricks)}"
            )

    @property
    def is_pass(self) -> bool:
        return self.tricks is None

    @property
    def id(self) -> int:
        return PASS if self.tricks is None else BID + self.tricks - BID_MIN

    def __str__(self) -> str:
        return notation.action_name(self.id)


@dataclass(frozen=True)
class TrumpAction:
    """The choice of trump: a suit, one of C D H S."""

    suit: str

    def __post_init__(self) -> None:
        if len(self.suit) != 1 or self.suit not in SUITS:
            raise BadAction(f"trump is one of {' '.join(SUITS)}, not {short(self.suit)}")

    @property
    def id(self) -> int:
        return TRUMP + TRUMP_SUITS.index(SUITS.index(self.suit))

    def __str__(self) -> str:
        return notation.action_name(self.id)


@dataclass(frozen=True)
class PlayAction:
    """A card, 0 to 51."""

    card: int

    def __post_init__(self) -> None:
        if self.card not in range(CARDS):
            raise BadAction(f"a card is 0 to {CARDS - 1}, not {short(self.card)}")

    @classmethod
    def of(cls, name: str) -> Self:
        """Return the action of a card's name, like TD."""
        try:
            return cls(parse_card(name))
        except BadText as error:
            raise BadAction(str(error)) from None

    @property
    def id(self) -> int:
        return CARD + self.card

    def __str__(self) -> str:
        return card_name(self.card)


Action = BidAction | TrumpAction | PlayAction


def from_id(action: int) -> Action:
    """Return the typed action of an id."""
    number = as_int(action)
    if number is None or not 0 <= number < CARD + CARDS:
        raise BadAction(f"codepiece has actions 0 to {CARD + CARDS - 1}, not {short(action)}")
    if number < TRUMP:
        return BidAction(None if number == PASS else BID_MIN + number - BID)
    if number < CARD:
        return TrumpAction(SUITS[TRUMP_SUITS[number - TRUMP]])
    return PlayAction(number - CARD)


def from_text(text: str) -> Action:
    """Return the typed action of a name: pass, bid_9, trump_S, TD."""
    return from_id(notation.parse_action(text))
