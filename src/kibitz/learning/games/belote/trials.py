"""What several calls of a seat come to, in the same deal: each tried, and the auction bid on.

The network plays its own auctions. At every call, the plausible ones (pass, the next two levels of
every suit and a double, if the network does not value them far below its choice, and now and then
any call) are each made in a copy of the auction, which the network then bids to the end in all four
seats.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.games.belote.rules import BID, COINCHE, PASS
from kibitz.learning.algorithms import IMPOSSIBLE
from kibitz.learning.algorithms.all_actions import Values
from kibitz.learning.games.belote.auctions import CALLS, Auctions, Finished
from kibitz.learning.games.belote.episodes import ACTIONS, Payoff, figures

NEAR = 8  # bids tried: two levels of four suits
ANYTHING = 0.1  # how often any call is tried as well

Ints = NDArray[np.int64]


class Trials:
    """Auctions of a network, with what other calls would have come to."""

    def __init__(
        self,
        auctions: Auctions,
        encoding: str,
        payoff: Payoff,
        scale: float,
        below: float = float("inf"),
    ) -> None:
        self.auctions, self.encoding, self.payoff, self.scale = auctions, encoding, payoff, scale
        self.below = below  # how far below the best value a call may be to be tried

    def collect(
        self, values: Values, epsilon: float, calls: int
    ) -> tuple[dict[str, NDArray[Any]], dict[str, float]]:
        """Make `calls` calls in every auction, and try others at each."""
        auctions = self.auctions
        seen, targets, ended = [], [], []
        for _ in range(calls):
            x, mask = auctions.observe(self.encoding), auctions.mask()
            q = np.where(mask, values(x)[:, BID:], IMPOSSIBLE)
            best = q.argmax(axis=1)
            tried = self.candidates(mask, q, best)
            choice = tried.sum(axis=1) > 1
            results = self.try_out(values, tried & choice[:, None])
            seen.append(x[choice])
            targets.append(results[choice])
            odd = auctions.rng.random(auctions.count) < epsilon
            drawn = np.where(tried, auctions.rng.random(tried.shape), -1.0).argmax(axis=1)
            finished = auctions.step(np.where(odd, drawn, best))
            if len(finished.rows):
                ended.append(finished)
        made = figures(ended) if ended else {}
        columns = {"observation": np.concatenate(seen), "targets": np.concatenate(targets)}
        return columns, made

    def candidates(
        self, mask: NDArray[np.bool_], q: NDArray[np.floating[Any]], best: Ints
    ) -> NDArray[np.bool_]:
        n, auctions = len(mask), self.auctions
        lowest = np.where(auctions.bid == PASS, 1, 4 * ((auctions.bid - 1) // 4) + 5)[:, None]
        calls = np.arange(CALLS)
        near = (calls == PASS) | (calls >= COINCHE) | (calls < lowest + NEAR)
        every = np.arange(n)
        close = q >= q[every, best][:, None] - self.below
        tried: NDArray[np.bool_] = mask & near & close
        tried[every, best] = True
        anything = np.where(mask, auctions.rng.random(mask.shape), -1.0).argmax(axis=1)
        some = auctions.rng.random(n) < ANYTHING
        tried[every[some], anything[some]] = True
        return tried

    def try_out(self, values: Values, tried: NDArray[np.bool_]) -> NDArray[np.float32]:
        """[auctions, actions]: the payoff of each call for the seat's side; NaN if not tried."""
        rows, calls = np.nonzero(tried)
        sides = self.auctions.player[rows] % 2
        paid = np.zeros(len(rows))
        copies, places, chosen = self.auctions.fork(rows), np.arange(len(rows)), calls
        while len(places):
            finished = copies.step(chosen)
            paid[places[finished.rows]] = self._paid(finished)
            left = np.ones(len(places), np.bool_)
            left[finished.rows] = False
            copies, places = copies.fork(np.flatnonzero(left)), places[left]
            if len(places):
                q = values(copies.observe(self.encoding))[:, BID:]
                chosen = np.where(copies.mask(), q, IMPOSSIBLE).argmax(axis=1)
        results = np.full((len(tried), ACTIONS), np.nan, np.float32)
        results[rows, BID + calls] = np.where(sides == 0, paid, -paid)
        return results

    def _paid(self, finished: Finished) -> NDArray[np.float64]:
        return self.scale * self.payoff(finished)
