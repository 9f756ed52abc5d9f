"""Distillation of a bidding network: what it does, as a table and as a tree that people can read.

    table = observe(net, deals=5000, seed=1)          its own auctions, all four seats
    found = distill(table, leaves=24)
    found.fidelity, found.text()

The network bids on random deals. Each call with a choice becomes a row: the seat's features in
words (bid_features.py), the values of all legal calls, and the call. The tree predicts the call, as
a class relative to the seat ("the lowest bid in the partner's suit"), from the features. Its
fidelity is the share of calls, in deals that it was not grown on, in which it makes exactly the
network's call.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.arena.statistics.estimate import Estimate, share_of
from kibitz.core import table_file
from kibitz.core.errors import BadModel, BadOption
from kibitz.core.files import named
from kibitz.games.belote.cards import SUITS
from kibitz.games.belote.rules import BID, CAPOT, COINCHE, PASS, SURCOINCHE, bid_value, trump_of
from kibitz.learning.algorithms import IMPOSSIBLE
from kibitz.learning.decision_tree import Tree, grow
from kibitz.learning.games.belote import bid_features
from kibitz.learning.games.belote.auctions import CALLS, Auctions, Deals
from kibitz.learning.games.belote.bid_features import CLASSES, FEATURES
from kibitz.learning.games.belote.teacher import Bidder
from kibitz.nets.net import Net

HEAD = "q"
POINTS = 200.0  # of a network's unit
AT_ONCE = 2048  # auctions
HELD_OUT = 0.25  # of the deals, for the fidelity

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Table:
    """Calls of a network: a row for each."""

    deal: Ints
    features: Ints  # [rows, FEATURES]
    classes: Ints
    calls: Ints
    values: Floats  # [rows, 43]: in points; NaN for calls that are not legal

    def __len__(self) -> int:
        return len(self.calls)

    def write(self, path: Path) -> None:
        """Write it as .csv, .npz or .parquet, by the file's ending."""
        names = [call_name(call) for call in range(CALLS)]
        if path.suffix != ".csv":
            columns: dict[str, NDArray[Any]] = {"deal": self.deal, "call": self.calls}
            columns |= {name: self.features[:, i] for i, name in enumerate(FEATURES)}
            columns |= {f"value_{name}": self.values[:, i] for i, name in enumerate(names)}
            table_file.write(path, columns)
            return
        with named(path, "write"), path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["deal", *FEATURES, "class", "call", *names])
            for i in range(len(self)):
                shown = [f"{v:.1f}" if v == v else "" for v in self.values[i].tolist()]
                said = CLASSES[self.classes[i]], names[self.calls[i]]
                writer.writerow([self.deal[i], *self.features[i].tolist(), *said, *shown])


def call_name(call: int) -> str:
    """80S, capotH, pass, coinche, surcoinche."""
    if call in (PASS, COINCHE, SURCOINCHE):
        return {PASS: "pass", COINCHE: "coinche"}.get(call, "surcoinche")
    value = "capot" if call >= CAPOT else str(bid_value(call))
    return f"{value}{SUITS[trump_of(call)]}"


def observe(net: Net, deals: int, seed: int) -> Table:
    """Let a network bid in all four seats, and note its calls where it had a choice."""
    if not net.description.has(HEAD):
        heads = ", ".join(net.description.heads)
        raise BadModel(f"only a network with values of calls can be distilled; this has {heads}")
    if deals < 4:
        raise BadOption("distillation needs at least 4 deals")
    rng = np.random.default_rng(seed)
    parts = [
        _observed(net, random_deals(min(AT_ONCE, deals - first), rng), first)
        for first in range(0, deals, AT_ONCE)
    ]
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return Table(*columns)


def random_deals(count: int, rng: np.random.Generator) -> Deals:
    """Deals without points: nobody asks what contracts make."""
    holders = rng.permuted(np.tile(np.arange(32, dtype=np.uint8) % 4, (count, 1)), axis=1)
    dealer = rng.integers(4, size=count).astype(np.uint8)
    return Deals(holders, dealer, np.zeros((count, 2, 4), np.uint8))


def _observed(net: Net, deals: Deals, first: int) -> tuple[NDArray[np.generic], ...]:
    n = len(deals)
    auctions = Auctions(deals, n, np.random.default_rng(0), endless=False)
    running = np.ones(n, np.bool_)
    parts: list[tuple[NDArray[np.generic], ...]] = []
    while running.any():
        x, mask = auctions.observe(net.description.encoding), auctions.mask()
        values = np.where(mask, POINTS * net.forward(x)[HEAD][:, BID:], IMPOSSIBLE)
        calls = values.argmax(axis=1)
        rows = np.flatnonzero(running & (mask.sum(axis=1) > 1))
        found = bid_features.seats(auctions, rows)
        kept = np.where(mask[rows], values[rows], np.nan).astype(np.float32)
        said = bid_features.classes(found, calls[rows])
        parts.append((first + rows, found.features, said, calls[rows], kept))
        running[auctions.step(calls).rows] = False
    return tuple(np.concatenate(column) for column in zip(*parts, strict=True))


@dataclass(frozen=True)
class Distilled:
    """A tree in place of a network."""

    tree: Tree
    fidelity: Estimate  # on deals that it was not grown on, which are the units
    curve: list[tuple[int, float, float]]  # leaves, fidelity on its own deals and on others
    by_class: dict[str, tuple[int, float]]  # rows of other deals, and the share that agrees

    def text(self) -> str:
        return self.tree.text(list(FEATURES), CLASSES)


def distill(table: Table, leaves: int) -> Distilled:
    """Grow a tree on most deals, and compare it with the network on the others."""
    other = table.deal % round(1 / HELD_OUT) == 0
    x, y = table.features, table.classes
    tree = grow(x[~other], y[~other], len(CLASSES), leaves)
    said = tree.predict(x[other])
    agrees = (said == y[other]).astype(np.float64)
    curve = []
    for size in sizes(tree.leaves):
        part = tree.first(size)
        shares = [float((part.predict(x[which]) == y[which]).mean()) for which in (~other, other)]
        curve.append((size, shares[0], shares[1]))
    each = {
        name: (int((y[other] == k).sum()), float(agrees[y[other] == k].mean()))
        for k, name in enumerate(CLASSES)
        if (y[other] == k).any()
    }
    _, deal = np.unique(table.deal[other], return_inverse=True)
    fidelity = share_of(np.bincount(deal, agrees), np.bincount(deal))
    return Distilled(tree, fidelity, curve, each)


def sizes(leaves: int) -> Sequence[int]:
    """1, 2, 3, 4, 6, 8, 12, ... and the last."""
    found = {1, 2, 3, leaves} | {k << i for k in (2, 3) for i in range(1, 14)}
    return sorted(size for size in found if size <= leaves)


def by_tree(tree: Tree) -> Bidder:
    """The tree as a bidder of a duel."""

    def calls(auctions: Auctions, rows: Ints, _: Sequence[list[int]]) -> Ints:
        found = bid_features.seats(auctions, rows)
        return bid_features.calls_of(found, tree.predict(found.features), auctions.mask()[rows])

    return calls
