"""Observations in canonical suits, many at once: a twin of `canonical` in games/belote/encode.py.

    renamed = Canonical.of(box, dealt)
    renamed.observation, renamed.mask(legal)       what a card network sees, and may play
    renamed.physical(cards)                        its cards, by their own suits

Trump is the first suit, the others follow by how many of them the seat was dealt (suits.py), so a
network needs no augmentation. The play part of the encoding `box` is the encoding `play`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.games.belote.encode import SIZES
from kibitz.games.belote.suits import PERMUTATIONS, inverse, permuted_from

CARDS, TRUMP_AT, TRUMP_END = 32, 256, 260  # of the encoding `play`
PLAY_AT = 110  # where it begins in `box`

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Canonical:
    """Rows of card play, renamed."""

    observation: Floats  # [rows, 411]
    which: Ints  # [rows]: the permutation, suit to place

    @classmethod
    def of(cls, box: Floats, dealt: NDArray[np.bool_]) -> Canonical:
        """Rename rows of `box`; `dealt` has the cards that the seat was dealt."""
        play = box[:, PLAY_AT:]
        trump = play[:, TRUMP_AT:TRUMP_END].argmax(axis=1)
        which = orders(trump, dealt)
        out = np.empty((len(box), SIZES["canonical"]), np.float32)
        for k in np.unique(which):
            rows = np.flatnonzero(which == k)
            renamed = play[rows][:, permuted_from("play", PERMUTATIONS[k])]
            out[rows] = np.delete(renamed, np.s_[TRUMP_AT:TRUMP_END], axis=1)
        return cls(out, which)

    def mask(self, legal: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """[rows, actions]: the legal cards by canonical suits; calls are never legal here."""
        out = np.zeros_like(legal)
        out[:, :CARDS] = np.take_along_axis(legal[:, :CARDS], _PHYSICAL[self.which], axis=1)
        return out

    def row(self, i: int) -> Canonical:
        """One of the rows, to rename several cards of it."""
        return Canonical(self.observation[i : i + 1], self.which[i : i + 1])

    def physical(self, cards: Ints) -> Ints:
        return np.asarray(_PHYSICAL[self.which, cards])

    def canonical(self, cards: Ints) -> Ints:
        return np.asarray(_CANONICAL[self.which, cards])


def orders(trump: Ints, dealt: NDArray[np.bool_]) -> Ints:
    """The number of the permutation that puts each row's suits in their canonical places."""
    suits = dealt.reshape(-1, 4, 8)
    counts = suits.sum(axis=2)
    patterns = (suits * (1 << np.arange(8))).sum(axis=2)
    ahead = (np.arange(4) == trump[:, None]).astype(np.int64)
    keys = (ahead << 12) + (counts << 8) + patterns
    order = np.argsort(-keys, axis=1, kind="stable")  # physical suits by place
    return np.asarray(_NUMBER[(order * _DIGITS).sum(axis=1)])


_DIGITS = 4 ** np.arange(4)
_NUMBER = np.zeros(256, np.int64)  # by the order of physical suits
_CANONICAL = np.zeros((len(PERMUTATIONS), CARDS), np.int64)  # the canonical card of a card
_PHYSICAL = np.zeros((len(PERMUTATIONS), CARDS), np.int64)
for _k, _perm in enumerate(PERMUTATIONS):
    _order: Any = inverse(_perm)
    _NUMBER[int((np.array(_order) * _DIGITS).sum())] = _k
    _cards = np.arange(CARDS)
    _CANONICAL[_k] = np.array(_perm)[_cards // 8] * 8 + _cards % 8
    _PHYSICAL[_k, _CANONICAL[_k]] = _cards
