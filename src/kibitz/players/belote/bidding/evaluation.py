"""Hand evaluation: the points that a side can expect with a trump, judged from one hand.

    worth(hand, trump, Worth(...))

A hand counts its trumps one by one and by their number; in the other suits it counts aces, an ace
with its ten, guarded tens and kings, and short suits, which can be ruffed. All numbers are card
points of the own side, so that they can be fitted to solved deals. Sums have a fixed order, because
the native twin (native/players/belote_bid.hpp) must produce the same bits.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games.belote.cards import KING, QUEEN

JACK, NINE, TEN, ACE = 3, 2, 6, 7
BELOTE = 20  # rule 8
TRUMP_ORDER = (3, 2, 7, 6, 5, 4, 1, 0)  # the ranks of trump from the highest


@dataclass(frozen=True)
class Worth:
    """The weights of a hand, in points."""

    base: float
    trump: tuple[float, ...]  # by rank 7 8 9 J Q K 10 A
    length: tuple[float, ...]  # by the number of trumps, 0 to 8
    ace: float  # this and the following: for each plain suit
    ace_ten: float  # the ten next to its ace
    ten: float  # with another card, without its ace
    king: float  # with another card
    void: float
    single: float


def lane(hand: int, suit: int) -> int:
    """The ranks of a suit in a hand mask, as 8 bits."""
    return hand >> 8 * suit & 0xFF


def worth(hand: int, trump: int, w: Worth) -> float:
    """The expected points of the side with this trump, without belote. The hand is a mask."""
    held = lane(hand, trump)
    sum_ = w.base
    for rank in range(8):
        if held >> rank & 1:
            sum_ += w.trump[rank]
    sum_ += w.length[held.bit_count()]
    for suit in range(4):
        if suit != trump:
            sum_ += side_worth(lane(hand, suit), w)
    return sum_


def side_worth(ranks: int, w: Worth) -> float:
    """The contribution of a plain suit."""
    length = ranks.bit_count()
    if length == 0:
        return w.void
    sum_ = w.single if length == 1 else 0.0
    if ranks >> ACE & 1:
        sum_ += w.ace
        if ranks >> TEN & 1:
            sum_ += w.ace_ten
    elif ranks >> TEN & 1 and length > 1:
        sum_ += w.ten
    if ranks >> KING & 1 and length > 1:
        sum_ += w.king
    return sum_


def has_belote(hand: int, trump: int) -> bool:
    """Rule 8: whether the hand has king and queen of trump."""
    pair = 1 << KING | 1 << QUEEN
    return lane(hand, trump) & pair == pair


def takes_all(hand: int, trump: int) -> bool:
    """Whether a hand can hardly lose a trick: enough top trumps to draw all others, and masters.

    With n trumps the others have 8 - n: that many top trumps draw them all, and the rest of the
    hand must be the top cards of its suits.
    """
    held = lane(hand, trump)
    top = 0
    while top < 8 and held >> TRUMP_ORDER[top] & 1:
        top += 1
    if top < 8 - held.bit_count() or top == 0:
        return False
    sides = [lane(hand, suit) for suit in range(4) if suit != trump]
    return all(ranks == 0x100 - (1 << 8 - ranks.bit_count()) for ranks in sides)
