"""Auctions as transitions for Q-learning: every call of a finished auction, with how it ended.

A transition has the observation of the seat that called, its call, what the next seat then saw, and
the payoff of the contract for the caller's side. Sides alternate, so the next value counts negative
(`sign`). Actions are those of the game: a call is BID + its number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.games.belote.rules import AUCTION_MAX, BID, COINCHE, PASS
from kibitz.learning.algorithms.dqn import Choose
from kibitz.learning.games.belote.auctions import CALLS, Auctions, Finished
from kibitz.learning.games.belote.teacher import Bidder, Slips

ACTIONS = BID + CALLS

Payoff = Callable[[Finished], NDArray[np.float64]]  # for NS


class Episodes:
    """Plays auctions on and collects those that end."""

    def __init__(
        self,
        auctions: Auctions,
        encoding: str,
        payoff: Payoff,
        scale: float,
        teacher: Bidder | None = None,
        rivals: float = 0.0,
    ) -> None:
        self.auctions, self.encoding, self.payoff, self.scale = auctions, encoding, payoff, scale
        self.teacher, self.rivals = teacher, rivals
        self.slips: Slips | None = None  # while the teacher bids
        n = auctions.count
        inputs = auctions.observe(encoding).shape[1]
        self.seen = np.zeros((n, AUCTION_MAX, inputs), np.float32)
        self.masks = np.zeros((n, AUCTION_MAX, CALLS), np.bool_)
        self.made = np.zeros((n, AUCTION_MAX), np.int64)
        self.shown = np.full((n, AUCTION_MAX), -1, np.int64)  # the teacher's actions, if known
        self.length = np.zeros(n, np.int64)
        self.shown_now = np.full(n, -1, np.int64)
        self.rival = self._rivals(n)  # the side that the teacher bids for, or -1

    def _rivals(self, n: int) -> NDArray[np.int64]:
        draws = self.auctions.rng.random(n)
        return np.where(draws < self.rivals, (draws < self.rivals / 2).astype(np.int64), -1)

    def taught(self, _: Choose) -> Choose:
        """The teacher's choices in place of the network's, with slips."""
        if self.slips is None:
            self.slips = Slips(self.auctions.count, self.auctions.rng)
        slips, every = self.slips, np.arange(self.auctions.count)

        def scripted(_: NDArray[np.float32], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
            wanted = self._teacher(every)
            self.shown_now = BID + wanted
            return BID + slips.choose(self.length, mask[:, BID:], wanted)

        return scripted

    def _teacher(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        assert self.teacher is not None
        made = [(self.made[r, : self.length[r]] - BID).tolist() for r in rows]
        return self.teacher(self.auctions, rows, made)

    def mixed(self, choose: Choose) -> Choose:
        """The network's choices, but the teacher's for the sides of rivals."""

        def both(x: NDArray[np.float32], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
            actions = choose(x, mask)
            self.shown_now = np.full(len(actions), -1, np.int64)
            rows = np.flatnonzero(self.rival == self.auctions.player % 2)
            if self.teacher is not None and len(rows):
                actions[rows] = BID + self._teacher(rows)
                self.shown_now[rows] = actions[rows]
            return actions

        return both

    def collect(
        self, choose: Choose, steps: int
    ) -> tuple[dict[str, NDArray[Any]], dict[str, float]]:
        """Make `steps` calls in every auction; return the transitions of those that ended."""
        parts: list[dict[str, NDArray[Any]]] = []
        ended: list[Finished] = []
        every = np.arange(self.auctions.count)
        while not parts or steps > 0:
            steps -= 1
            x, mask = self.auctions.observe(self.encoding), self.auctions.mask()
            actions = choose(x, widened(mask))
            self.seen[every, self.length], self.masks[every, self.length] = x, mask
            self.made[every, self.length] = actions
            self.shown[every, self.length] = self.shown_now
            self.length += 1
            finished = self.auctions.step(actions - BID)
            if len(finished.rows):
                parts.append(self._transitions(finished))
                ended.append(finished)
                self.length[finished.rows] = 0
                self.rival[finished.rows] = self._rivals(len(finished.rows))
        joined = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        return joined, figures(ended)

    def _transitions(self, finished: Finished) -> dict[str, NDArray[Any]]:
        lengths = self.length[finished.rows]
        which = np.repeat(np.arange(len(lengths)), lengths)
        call = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        if self.slips is not None:
            counts = call >= self.slips.first[finished.rows[which]]
            which, call = which[counts], call[counts]
        rows = finished.rows[which]
        last = call == lengths[which] - 1
        following = np.where(last, call, call + 1)
        side = (finished.dealer[which] + 1 + call) % 2
        payoff = self.scale * self.payoff(finished)[which]
        own = np.where(side == 0, payoff, -payoff).astype(np.float32)
        return {
            "observation": self.seen[rows, call],
            "mask": widened(self.masks[rows, call]),
            "teacher": self.shown[rows, call],
            "action": self.made[rows, call],
            "reward": np.where(last, own, 0).astype(np.float32),
            "end": own,
            "over": last,
            "sign": np.full(len(rows), -1, np.float32),
            "next": self.seen[rows, following],
            "next_mask": widened(self.masks[rows, following]),
        }


def widened(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """A mask over calls as one over all actions."""
    whole = np.zeros((len(mask), ACTIONS), np.bool_)
    whole[:, BID:] = mask
    return whole


def figures(ended: list[Finished]) -> dict[str, float]:
    """What the auctions came to: void deals, contracts by height, doubles."""
    bid = np.concatenate([one.bid for one in ended])
    coinche = np.concatenate([one.coinche for one in ended])
    assert bid.max(initial=0) < COINCHE
    return {
        "void": float((bid == PASS).mean()),
        "level": float(((bid - 1) // 4)[bid != PASS].mean()) if (bid != PASS).any() else 0.0,
        "high": float((bid > 20).mean()),  # 130 or more
        "coinched": float((coinche > 0).mean()),
    }
