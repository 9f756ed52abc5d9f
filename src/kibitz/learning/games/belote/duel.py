"""A bidding network against the bidder by weights, on the same deals from both sides.

No card is played: the payoff of the contract counts, as in training. So thousands of deals take
seconds, but the figure is only as good as that payoff; benchmarks/strength/belote_bidding.py plays
the cards.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.arena.statistics.estimate import mean, share
from kibitz.games.belote.cards import KING, QUEEN
from kibitz.games.belote.rules import PASS
from kibitz.learning.evaluate import Cell
from kibitz.learning.games.belote.auctions import Auctions, Deals, Finished, Ints
from kibitz.learning.games.belote.episodes import Payoff
from kibitz.learning.games.belote.teacher import Bidder


@dataclass(frozen=True)
class Contracts:
    """How the auctions of some deals ended, a row for each deal; a bid of 0 is a void deal."""

    bid: Ints
    bidder: Ints
    coinche: Ints


def duel(deals: Deals, one: Bidder, other: Bidder, payoff: Payoff) -> NDArray[np.float64]:
    """The payoff of `one` for each deal, averaged over both sides."""
    ways = contracts(deals, (one, other)), contracts(deals, (other, one))
    own, theirs = (payoff(finished(deals, ended)) for ended in ways)
    return (own - theirs) / 2


def contracts(deals: Deals, sides: tuple[Bidder, Bidder]) -> Contracts:
    """How all auctions end if these bid for NS and EW."""
    n = len(deals)
    auctions = Auctions(deals, n, np.random.default_rng(0), endless=False)
    made: list[list[int]] = [[] for _ in range(n)]
    running = np.ones(n, np.bool_)
    ended = Contracts(*(np.zeros(n, np.int64) for _ in range(3)))
    while running.any():
        chosen = np.zeros(n, np.int64)  # passes, where an auction is over
        for side, calls in enumerate(sides):
            rows = np.flatnonzero(running & (auctions.player % 2 == side))
            if len(rows):
                chosen[rows] = calls(auctions, rows, [made[row] for row in rows])
        for row in np.flatnonzero(running):
            made[row].append(int(chosen[row]))
        found = auctions.step(chosen)
        new = running[found.rows]
        for name in ("bid", "bidder", "coinche"):
            getattr(ended, name)[found.rows[new]] = getattr(found, name)[new]
        running[found.rows] = False
    return ended


def finished(deals: Deals, ended: Contracts, rows: Ints | None = None) -> Finished:
    """Contracts on deals, as a payoff takes them; `rows` are the deals, by default one each."""
    which = np.arange(len(deals)) if rows is None else rows
    trump = np.maximum(ended.bid - 1, 0) % 4
    held = deals.holders[which]
    every = np.arange(len(which))
    kings, queens = (held[every, 8 * trump + rank].astype(np.int64) for rank in (KING, QUEEN))
    belote = np.where((kings == queens) & (ended.bid != PASS), kings % 2, -1)
    values = deals.values[which, ended.bidder % 2, trump]
    dealer = deals.dealer[which].astype(np.int64)
    totals = np.zeros((len(which), 2), np.int64)
    return Finished(every, ended.bid, ended.bidder, ended.coinche, dealer, values, belote, totals)


def cell(rival: str, found: NDArray[np.float64]) -> Cell:
    """The cell of an evaluation against one rival, from the margins of duplicate deals."""
    won, margin = share(np.where(found > 0, 1.0, np.where(found < 0, 0.0, 0.5))), mean(found)
    return Cell(
        rival, 4, len(found), won.value, won.low, won.high, 0.5, margin.value, margin.value,
        margin.low, margin.high, float(found.mean()), float(found.min()), float(found.max()),
        None, True,
    )  # fmt: skip
