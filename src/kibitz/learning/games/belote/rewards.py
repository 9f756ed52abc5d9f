"""Reward studies: which signal should a bidder be trained for?

A contract's payoff can be computed from solved points, from solved points corrected for what
players make of them (`expected`), from what a player made, or from the best of several players
(`max`). None of them is the truth about another player's cards. Two questions, answered on the same
deals:

1. `judged`: for each side of each deal take the contract that a signal likes best (or none). What
   does it pay when the judge, a player that no signal knows, plays it? The signal that finds the
   contracts that pay is the one to train for.
2. `bidders`: how much does a bidder win against `parametric` by each payoff, and by the judge's?
   A bidder that only wins by the payoff it was trained for has learned that payoff's flaws.

All contracts are undoubled in the first question; in the second they are what the auctions end in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kibitz.arena.statistics.estimate import Estimate, mean
from kibitz.bots.models import load_network
from kibitz.core.errors import BadOption, MissingModel
from kibitz.learning.games.belote import payoffs, teacher
from kibitz.learning.games.belote.auctions import Deals
from kibitz.learning.games.belote.duel import Contracts, contracts, finished
from kibitz.learning.games.belote.payoffs import Scoring
from kibitz.learning.games.belote.teacher import Bidder
from kibitz.search import deal_pool
from kibitz.search.deal_pool import DealPool, Layer

LEVELS, TRUMPS, SIDES = 10, 4, 2
RIVAL = "parametric"
SOLVED, EXPECTED, MAX = "solved", "expected", "max"

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Signal:
    """A payoff: points in every contract, and how they are scored."""

    name: str
    deals: Deals
    scoring: Scoring = "exact"

    def pays(self, ended: Contracts, rows: NDArray[np.int64] | None = None) -> Floats:
        """What contracts pay NS."""
        return payoffs.margins(finished(self.deals, ended, rows), self.scoring)


@dataclass(frozen=True)
class Judged:
    """A signal's favourite contracts, in the judge's hands."""

    signal: str
    paid: Estimate  # points for the side, by the judge; the unit is the deal
    promised: float  # by the signal itself
    bids: float  # share of sides with a contract that it likes
    made: float  # share of these that the judge makes
    correlation: float  # with the judge's payoff, over all contracts
    level: float  # mean value of the contracts


def signals(pool: DealPool, layers: Sequence[Layer], judge: Layer) -> tuple[list[Signal], Signal]:
    """All signals that a pool and its layers give, and the judge's payoff, on the same deals."""
    if not layers:
        raise BadOption("name at least one played layer: kibitz pool play writes one")
    names = [layer.settings.player for layer in layers]
    if judge.settings.player in names:
        raise BadOption(f"{judge.settings.player} cannot be the judge of its own signal")
    count = min(len(layer) for layer in (*layers, judge))
    rows = slice(count)
    solved = deal_pool.best([np.asarray(pool.values[rows])], pool)
    deals = Deals(pool.holders(rows), np.asarray(pool.dealer[rows]), solved)

    def played(*which: Layer) -> Deals:
        return replace(deals, values=deal_pool.best([one.values[rows] for one in which], pool))

    found = [Signal(SOLVED, deals), Signal(EXPECTED, deals, "expected")]
    found += [Signal(name, played(layer)) for name, layer in zip(names, layers, strict=True)]
    if len(layers) > 1:
        found.append(Signal(MAX, played(*layers)))
    return found, Signal(judge.settings.player, played(judge))


def judged(signal: Signal, judge: Signal) -> Judged:
    """Let the judge play what a signal likes best."""
    n = len(signal.deals)
    deal, side, trump, level = (
        part.ravel() for part in np.indices((n, SIDES, TRUMPS, LEVELS), np.int64)
    )
    every = Contracts(4 * level + trump + 1, side, np.zeros_like(side))
    sign = np.where(side == 0, 1.0, -1.0)
    hoped = (sign * signal.pays(every, deal)).reshape(n, SIDES, -1)
    paid = (sign * judge.pays(every, deal)).reshape(n, SIDES, -1)
    best = hoped.argmax(axis=2)[:, :, None]
    promise = np.take_along_axis(hoped, best, 2)[:, :, 0]
    result = np.take_along_axis(paid, best, 2)[:, :, 0]
    bids = promise > 0
    values = 80.0 + 10 * (best[:, :, 0] % LEVELS)
    values = np.where(best[:, :, 0] % LEVELS == LEVELS - 1, 250.0, values)
    gained = np.where(bids, result, 0.0).mean(axis=1)
    return Judged(
        signal.name,
        mean(gained.tolist()),
        float(np.where(bids, promise, 0.0).mean()),
        float(bids.mean()),
        float((result[bids] > 0).mean()) if bids.any() else 0.0,
        float(np.corrcoef(hoped.ravel(), paid.ravel())[0, 1]),
        float(values[bids].mean()) if bids.any() else 0.0,
    )


def bidder(name: str) -> Bidder:
    """A bidder by weights, or a shipped network."""
    try:
        return teacher.by_net(load_network("belote", name))
    except MissingModel:
        return teacher.find(name)


def bidders(names: Sequence[str], all_signals: Sequence[Signal]) -> Mapping[str, list[Estimate]]:
    """For each bidder: points a deal against RIVAL, by each signal."""
    deals, rival = all_signals[0].deals, bidder(RIVAL)
    found: dict[str, list[Estimate]] = {}
    for name in names:
        own = bidder(name)
        ways = contracts(deals, (own, rival)), contracts(deals, (rival, own))
        each = [(signal.pays(ways[0]) - signal.pays(ways[1])) / 2 for signal in all_signals]
        found[name] = [mean(margins.tolist()) for margins in each]
    return found
