"""The symmetry of suits: 24 permutations, and one canonical order by role.

Suits are interchangeable in Belote, so an observation and its actions with permuted suits form an
equally valid sample: PERMUTATIONS holds the 24 permutations, and `perm[suit]` is the new suit.
Alternatively every observation is brought into one order: trump first, then the others by (count,
ranks) of the player's dealt hand, descending, then the lower suit. An order lists the suits by
position: `order[0]` is trump. A network that sees canonical observations answers in canonical
cards, so legal masks are mapped to canonical and its choice is mapped back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import NoSuchEncoding
from kibitz.games.belote.cards import bits
from kibitz.games.belote.rules import BID, COINCHE, PASS

Suits = tuple[int, ...]  # a permutation of 0..3
Number = TypeVar("Number", bound=np.generic)

PERMUTATIONS: tuple[Suits, ...] = tuple(permutations(range(4)))

# Where each layout of encode.py has blocks of 32 numbers for cards and 4 for suits.
_HISTORY = tuple(6 * row + 2 for row in range(12))
_CARDS = {
    "bid": (0,),
    "play": (0, 32, 64, 96, 128, 160, 192, 224, 351, 383),
}
_SUITS = {
    "bid": tuple(32 + i for i in _HISTORY),
    "play": (256, 263, 267, 271, *(279 + i for i in _HISTORY)),
}
# Version 2: cards, calls and suits have their own blocks; calls are levels of four suits.
_CARDS["v2"] = (0, 32, *range(107, 491, 32))
_SUITS["v2"] = (*range(65, 105, 4), 491, *range(512, 672, 4), 710)
_CARDS["bid114"] = _CARDS["bid"]
_SUITS["bid114"] = (*_SUITS["bid"], 109)
_CARDS["bid_match"], _SUITS["bid_match"] = _CARDS["bid114"], _SUITS["bid114"]
for _blocks in (_CARDS, _SUITS):
    _blocks["box"] = (*(2 + i for i in _blocks["bid"]), *(110 + i for i in _blocks["play"]))
_SIZES = {"bid": 108, "bid114": 114, "bid_match": 118, "play": 415, "box": 525, "v2": 752}


def inverse(perm: Suits) -> Suits:
    """The inverse permutation."""
    return tuple(perm.index(suit) for suit in range(4))


def permute_card(card: int, perm: Suits) -> int:
    return 8 * perm[card // 8] + card % 8


def permute_set(cards: int, perm: Suits) -> int:
    """Permute a set of cards given as 32 bits."""
    return sum((cards >> 8 * suit & 0xFF) << 8 * perm[suit] for suit in range(4))


def permute_action(action: int, perm: Suits) -> int:
    """Permute one of the 75 actions: a card, or a call with its suit."""
    if action < BID:
        return permute_card(action, perm)
    bid = action - BID
    if bid == PASS or bid >= COINCHE:
        return action
    return BID + 4 * ((bid - 1) // 4) + perm[(bid - 1) % 4] + 1


def permute_mask(mask: NDArray[Number], perm: Suits) -> NDArray[Number]:
    """Permute a mask over the 75 actions, or over the 32 cards alone."""
    if mask.shape[-1] not in (32, 75):
        raise NoSuchEncoding(f"a mask must have 32 or 75 entries, not {mask.shape[-1]}")
    out = np.empty_like(mask)
    out[..., [permute_action(a, perm) for a in range(mask.shape[-1])]] = mask
    return out


def permute_observation(
    x: NDArray[np.float32], perm: Suits, layout: str = "box"
) -> NDArray[np.float32]:
    """Permute an observation (or a batch) in any layout except canonical."""
    if layout not in _SIZES:
        raise NoSuchEncoding(f"the layout must be one of {', '.join(_SIZES)}, not {layout!r}")
    if x.shape[-1] != _SIZES[layout]:
        raise NoSuchEncoding(f"layout {layout} has {_SIZES[layout]} numbers, not {x.shape[-1]}")
    return np.take(x, permuted_from(layout, perm), axis=-1)


@cache
def permuted_from(layout: str, perm: Suits) -> NDArray[np.intp]:
    """For each index of a permuted observation, the index that its number comes from."""
    sources = np.arange(_SIZES[layout])
    for start in _CARDS[layout]:
        for card in range(32):
            sources[start + permute_card(card, perm)] = start + card
    for start in _SUITS[layout]:
        for suit in range(4):
            sources[start + perm[suit]] = start + suit
    return sources


# The canonical order ----------------------------------------------------------------------------


def canonical_order(trump: int, dealt: Iterable[int]) -> Suits:
    """The suits by position; without trump (-1) all four are sorted by the hand."""
    held = bits(dealt)

    def place(suit: int) -> tuple[bool, int, int, int]:
        ranks = held >> 8 * suit & 0xFF
        return (suit != trump, -ranks.bit_count(), -ranks, suit)

    return tuple(sorted(range(4), key=place))


def card_to_canonical(card: int, order: Sequence[int]) -> int:
    return 8 * order.index(card // 8) + card % 8


def card_to_physical(card: int, order: Sequence[int]) -> int:
    return 8 * order[card // 8] + card % 8


def set_to_canonical(cards: int, order: Suits) -> int:
    """Map a set of cards, given as 32 bits, to canonical order."""
    return permute_set(cards, inverse(order))


def set_to_physical(cards: int, order: Suits) -> int:
    return permute_set(cards, order)


def mask_to_canonical(mask: NDArray[Number], order: Suits) -> NDArray[Number]:
    """Map a mask over the 32 cards, or over all 75 actions, to canonical order."""
    return permute_mask(mask, inverse(order))


def mask_to_physical(mask: NDArray[Number], order: Suits) -> NDArray[Number]:
    return permute_mask(mask, order)
