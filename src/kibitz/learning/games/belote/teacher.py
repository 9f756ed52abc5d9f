"""Teachers: bidders that a network learns from before it plays its own auctions.

    find("net")          the bids of the game's shipped network
    find("parametric")   a bidder by weights, natively

A teacher's auction has one slip: at a random call the seat on turn makes another legal call, and
from there the teacher bids on. So the network sees what its teacher's calls are worth, and what
other calls would have been worth. Calls before the slip are not counted: their auctions went wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz.bots.models import load_network
from kibitz.core import engine
from kibitz.core.errors import BadEngine
from kibitz.games.belote.encode import SIZES
from kibitz.games.belote.rules import AUCTION_MAX, BID, COINCHE
from kibitz.learning.algorithms import IMPOSSIBLE
from kibitz.learning.config import BadConfig
from kibitz.learning.games.belote.auctions import CALLS, Auctions
from kibitz.nets.net import Net
from kibitz.players.belote import bidding

SLIP_MAX = 8  # calls before the slip at most
NEAR = 8  # bids: half of the slips stay within two levels of the lowest bid
NET = "net"

Ints = NDArray[np.int64]
# The calls of these auctions, given the calls so far of each.
Bidder = Callable[[Auctions, Ints, Sequence[list[int]]], Ints]


def find(name: str) -> Bidder:
    """A teacher by name."""
    if name == NET:
        return by_net(load_network("belote"))
    module = bidding.find(name)
    if not bidding.is_native(module):
        raise BadConfig(f"teachers are {NET} and bidders by weights; {name} is neither")
    return ByWeights(module.weights().flat())


def by_net(net: Net) -> Bidder:
    """A network's best calls, by its policy or by its values of actions."""
    encoding = net.description.encoding
    head = "policy" if net.description.has("policy") else "q"

    def calls(auctions: Auctions, rows: Ints, _: Sequence[list[int]]) -> Ints:
        if encoding == "box":  # its auction is the encoding bid after two numbers of the phase
            x = np.zeros((len(rows), SIZES["box"]), np.float32)
            x[:, 0] = 1
            x[:, 2:110] = auctions.observe("bid")[rows]
        else:
            x = auctions.observe(encoding)[rows]
        values = net.forward(x)[head][:, BID:]
        best: Ints = np.where(auctions.mask()[rows], values, IMPOSSIBLE).argmax(axis=1)
        return best

    return calls


class ByWeights:
    """A bidder by the weights of `parametric`, natively."""

    def __init__(self, weights: Sequence[float]) -> None:
        native = engine.native()
        if native is None:
            raise BadEngine("auctions by weights need the native engine")
        self._native, self._weights = native, [list(weights)] * 2
        self._out = np.zeros((1, AUCTION_MAX), np.int8)

    def __call__(self, auctions: Auctions, rows: Ints, made: Sequence[list[int]]) -> Ints:
        found = np.zeros(len(rows), np.int64)
        for i, (row, calls) in enumerate(zip(rows, made, strict=True)):
            hands, dealer = hands_of(auctions.holders[row]), int(auctions.dealer[row])
            self._native.belote_auctions(hands, dealer, calls, self._weights, self._out)
            found[i] = self._out[0, len(calls)]
        return found


class Slips:
    """When each auction of a teacher gets another call than the teacher's, and which."""

    def __init__(self, count: int, rng: np.random.Generator) -> None:
        self.rng = rng
        self.at = np.zeros(count, np.int64)  # the call to slip at
        self.first = np.zeros(count, np.int64)  # the first call that counts

    def choose(self, length: Ints, mask: NDArray[np.bool_], wanted: Ints) -> Ints:
        """The calls to make; `length` calls have been made, and the teacher wants `wanted`."""
        new = length == 0
        self.at[new], self.first[new] = self.rng.integers(SLIP_MAX, size=int(new.sum())), 0
        slip = length == self.at
        self.first[slip] = length[slip]
        near = mask & ((np.cumsum(mask, axis=1) <= 1 + NEAR) | (np.arange(CALLS) >= COINCHE))
        some = np.where((self.rng.random(len(mask)) < 0.5)[:, None], near, mask)
        other = np.where(some, self.rng.random(mask.shape), -1.0).argmax(axis=1)
        return np.where(slip, other, wanted)


def hands_of(holders: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """The four hands as sets of bits: one row."""
    places = (holders == _SEATS).astype(np.uint8)
    packed: NDArray[np.uint32] = np.packbits(places, axis=1, bitorder="little").view("<u4")
    return np.ascontiguousarray(packed.reshape(1, 4))


_SEATS = np.arange(4, dtype=np.uint8)[:, None]
