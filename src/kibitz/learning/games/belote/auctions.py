"""Many auctions at once, in arrays: the auction of games/belote/rules.py, row by row the same.

    auctions = Auctions(deals, 1024, np.random.default_rng(1))
    while True:
        finished = auctions.step(choose(auctions.observe("bid"), auctions.mask()))

Each auction takes a random deal and one of the 24 permutations of suits (24-fold augmentation).
Finished ones are reported as contracts, and new deals take their places. With `match`, each auction
also draws the totals of a match, of which either side may be close to the end. With `endless=False`
auction i has deal i as it is, and nothing takes its place: ignore it once it has finished.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.games.belote.cards import KING, QUEEN
from kibitz.games.belote.encode import HISTORY_ROWS, SIZES
from kibitz.games.belote.rules import COINCHE, PASS, SURCOINCHE
from kibitz.games.belote.suits import PERMUTATIONS, permute_card

CALLS = SURCOINCHE + 1
TARGET = 2000
TOTALS_STEP = 10

Ints = NDArray[np.int64]
Observations = NDArray[np.float32]


@dataclass(frozen=True)
class Deals:
    """Deals with the points of NS in every contract, as codes of a pool (deal_pool/layout.py)."""

    holders: NDArray[np.uint8]  # [deals, 32 cards]: the seat
    dealer: NDArray[np.uint8]
    values: NDArray[np.uint8]  # [deals, side that takes, trump]

    def __len__(self) -> int:
        return len(self.dealer)


@dataclass(frozen=True)
class Finished:
    """Auctions that ended; a bid of 0 is a void deal."""

    rows: Ints  # which of the auctions
    bid: Ints
    bidder: Ints
    coinche: Ints
    dealer: Ints
    values: NDArray[np.uint8]  # the codes of the contracts
    belote: Ints  # the side with king and queen of trump in one hand, or -1
    totals: Ints  # [auctions, 2]: of NS and EW before the deal; 0 outside a match


class Auctions:
    """Running auctions."""

    def __init__(
        self,
        deals: Deals,
        count: int,
        rng: np.random.Generator,
        *,
        match: bool = False,
        endless: bool = True,
    ) -> None:
        self.deals, self.count, self.rng, self.match = deals, count, rng, match
        self.endless = endless
        n = count
        self.holders = np.zeros((n, 32), np.uint8)
        self.values = np.zeros((n, 2, 4), np.uint8)
        self.dealer, self.player = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.bid, self.bidder = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.coinche, self.passes = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.totals = np.zeros((n, 2), np.int64)
        # The last calls, oldest first: speaker and call, -1 for none.
        self.speakers = np.full((n, HISTORY_ROWS), -1, np.int64)
        self.calls = np.full((n, HISTORY_ROWS), -1, np.int64)
        self.length = np.zeros(n, np.int64)
        if endless:
            self.begin(np.arange(n))
        else:
            self._deal(np.arange(n), np.arange(n), np.zeros(n, np.int64))

    def begin(self, rows: Ints) -> None:
        """Deal new cards to these auctions."""
        n = len(rows)
        drawn = self.rng.integers(len(self.deals), size=n)
        self._deal(rows, drawn, self.rng.integers(len(PERMUTATIONS), size=n))

    def _deal(self, rows: Ints, drawn: Ints, perms: Ints) -> None:
        n = len(rows)
        self.holders[rows] = self.deals.holders[drawn[:, None], _CARD_FROM[perms]]
        self.values[rows] = np.take_along_axis(
            self.deals.values[drawn], _SUIT_FROM[perms][:, None, :], axis=2
        )
        self.dealer[rows] = self.deals.dealer[drawn]
        self.player[rows] = (self.dealer[rows] + 1) % 4
        self.bid[rows], self.bidder[rows] = PASS, -1
        self.coinche[rows] = self.passes[rows] = self.length[rows] = 0
        self.speakers[rows] = self.calls[rows] = -1
        if self.match:
            self.totals[rows] = TOTALS_STEP * self.rng.integers(TARGET // TOTALS_STEP, size=(n, 2))

    def fork(self, rows: Ints) -> Auctions:
        """Copies of these auctions as they stand; they end without new deals."""
        made = copy.copy(self)
        made.count, made.endless = len(rows), False
        for name in _STATE:
            setattr(made, name, getattr(self, name)[rows])
        return made

    def mask(self) -> NDArray[np.bool_]:
        """[auctions, 43]: rules 2 and 3."""
        mine = (self.bidder - self.player) % 2 == 0
        calls = np.arange(CALLS)
        lowest = np.where(self.bid == PASS, 1, 4 * ((self.bid - 1) // 4) + 5)
        plain = self.coinche == 0
        legal: NDArray[np.bool_] = (calls >= lowest[:, None]) & (calls < COINCHE) & plain[:, None]
        legal[:, PASS] = True
        legal[:, COINCHE] = (self.bid != PASS) & ~mine & plain
        legal[:, SURCOINCHE] = mine & (self.coinche == 1)
        return legal

    def step(self, calls: Ints) -> Finished:
        """Make one call in every auction (rules 2 to 4); legality is the caller's business."""
        every = np.arange(self.count)
        self._note(calls)
        speaker = self.player.copy()
        self.player = (speaker + 1) % 4
        self.passes = np.where(calls == PASS, self.passes + 1, 0)
        self.coinche += calls >= COINCHE
        bids = (calls != PASS) & (calls < COINCHE)
        self.bid = np.where(bids, calls, self.bid)
        self.bidder = np.where(bids, speaker, self.bidder)
        void = (self.bid == PASS) & (self.passes == 4)
        over = (self.bid != PASS) & ((self.passes == 3) | (self.coinche == 2))
        rows = every[void | over]
        finished = self._finished(rows)
        if self.endless:
            self.begin(rows)
        return finished

    def _note(self, calls: Ints) -> None:
        full = self.length == HISTORY_ROWS
        for held in (self.speakers, self.calls):
            held[full, :-1] = held[full, 1:]
        self.length[full] -= 1
        every = np.arange(self.count)
        self.speakers[every, self.length], self.calls[every, self.length] = self.player, calls
        self.length += 1

    def _finished(self, rows: Ints) -> Finished:
        bid = self.bid[rows]
        trump = (bid - 1) % 4
        kings, queens = (
            self.holders[rows, 8 * trump + rank].astype(np.int64) for rank in (KING, QUEEN)
        )
        belote = np.where((kings == queens) & (bid != PASS), kings % 2, -1)
        values = self.values[rows, self.bidder[rows] % 2, trump]
        return Finished(
            rows, bid, self.bidder[rows], self.coinche[rows], self.dealer[rows], values, belote,
            self.totals[rows].copy(),
        )  # fmt: skip

    # What the seat on turn sees -----------------------------------------------------------------

    def observe(self, encoding: str) -> Observations:
        """[auctions, numbers]: the observation of that name (games/belote/encode.py)."""
        n = self.count
        x = np.zeros((n, SIZES[encoding]), np.float32)
        x[:, :32] = self.holders == self.player[:, None]
        history = x[:, 32:104].reshape(n, HISTORY_ROWS, 6)
        there = self.calls >= 0
        history[:, :, 0] = np.where(there, (self.speakers - self.player[:, None]) % 4 + 1, 0) / 4
        history[:, :, 1] = _LEVEL[self.calls]
        bids = (self.calls > PASS) & (self.calls < COINCHE)
        auction, row = np.nonzero(bids)
        history[auction, row, 2 + (self.calls[auction, row] - 1) % 4] = 1
        x[:, 32:104] = history.reshape(n, -1)
        x[np.arange(n), 104 + (self.player - self.dealer - 1) % 4] = 1
        if encoding == "bid":
            return x
        has = np.flatnonzero(self.bid != PASS)
        own = (self.bidder[has] - self.player[has]) % 2 == 0
        level = _LEVEL[self.bid[has]]
        x[has, 108] = np.where(own, level, -level)
        x[has, 109 + (self.bid[has] - 1) % 4] = 1
        x[:, 113] = self.coinche / 2
        if encoding == "bid_match" and self.match:
            side = self.player % 2
            every = np.arange(n)
            x[:, 114] = 1
            own_total, other_total = self.totals[every, side], self.totals[every, 1 - side]
            x[:, 115], x[:, 116] = own_total / TARGET, other_total / TARGET
            x[:, 117] = (own_total - other_total) / TARGET
        return x


# The arrays with a row for each auction.
_STATE = (
    "holders", "values", "dealer", "player", "bid", "bidder", "coinche", "passes", "totals",
    "speakers", "calls", "length",
)  # fmt: skip
# For each permutation and each new card (suit), the card (suit) it comes from.
_CARD_FROM = np.zeros((len(PERMUTATIONS), 32), np.int64)
_SUIT_FROM = np.zeros((len(PERMUTATIONS), 4), np.int64)
for _i, _perm in enumerate(PERMUTATIONS):
    _CARD_FROM[_i, [permute_card(card, _perm) for card in range(32)]] = np.arange(32)
    _SUIT_FROM[_i, list(_perm)] = np.arange(4)
# The level of a call, as in the encodings; the last entry is for "no call" (-1).
_LEVEL = np.zeros(CALLS + 1, np.float32)
_LEVEL[1:COINCHE] = ((np.arange(1, COINCHE) - 1) // 4 + 1) / 10
_LEVEL[COINCHE], _LEVEL[SURCOINCHE] = -0.5, -1
