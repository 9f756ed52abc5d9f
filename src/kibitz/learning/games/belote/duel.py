"""A bidding network against the bidder by weights, on the same deals from both sides.

No card is played: the payoff of the contract counts, as in training. So thousands of deals take
seconds, but the figure is only as good as that payoff; benchmarks/strength/belote_bidding.py plays
the cards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz.learning.games.belote.auctions import Auctions, Deals
from kibitz.learning.games.belote.episodes import Payoff
from kibitz.learning.games.belote.teacher import Bidder


def duel(deals: Deals, one: Bidder, other: Bidder, payoff: Payoff) -> NDArray[np.float64]:
    """The payoff of `one` for each deal, averaged over both sides."""
    return (_play(deals, (one, other), payoff) - _play(deals, (other, one), payoff)) / 2


def _play(deals: Deals, sides: tuple[Bidder, Bidder], payoff: Payoff) -> NDArray[np.float64]:
    """The payoff for NS if these bid for NS and EW."""
    n = len(deals)
    auctions = Auctions(deals, n, np.random.default_rng(0), endless=False)
    made: list[list[int]] = [[] for _ in range(n)]
    results, running = np.zeros(n), np.ones(n, np.bool_)
    while running.any():
        chosen = np.zeros(n, np.int64)  # passes, where an auction is over
        for side, calls in enumerate(sides):
            rows = np.flatnonzero(running & (auctions.player % 2 == side))
            if len(rows):
                chosen[rows] = calls(auctions, rows, [made[row] for row in rows])
        for row in np.flatnonzero(running):
            made[row].append(int(chosen[row]))
        finished = auctions.step(chosen)
        new = running[finished.rows]
        results[finished.rows[new]] = payoff(finished)[new]
        running[finished.rows] = False
    return results
