"""Counterfactual regret minimisation on a whole tree: CFR+ and external-sampling MCCFR.

CFR+ (Tammelin, arXiv 1407.5042): regrets never fall below 0, seats are updated in turn, and the
average weighs iteration t by t. MCCFR (Lanctot et al., NIPS 2009) samples what chance and the
others do. In a two-player constant-sum game the average policies approach an equilibrium; with
more players there is no such guarantee, but exploitability still measures what came out.
"""

from __future__ import annotations

import numpy as np

from kibitz.core.state import CHANCE
from kibitz.learning.tabular.tree import Policy, Tree, Values


class _Regrets:
    """Regrets and weighted policies of all slots."""

    def __init__(self, tree: Tree) -> None:
        self.tree, self.iterations = tree, 0
        self.regret: Values = np.zeros(len(tree.action_of_slot))
        self.weighted: Values = np.zeros(len(tree.action_of_slot))

    def current(self) -> Policy:
        """Return the policy that matches the positive regrets."""
        return self._normalised(np.maximum(self.regret, 0.0))

    def average(self) -> Policy:
        """Return the average policy, which is the result."""
        return self._normalised(self.weighted)

    def _normalised(self, weights: Values) -> Policy:
        tree = self.tree
        total = np.add.reduceat(weights, tree.first_slot_of_set)[tree.set_of_slot]
        return np.where(total > 0, weights / np.where(total > 0, total, 1.0), tree.uniform())


class CFR(_Regrets):
    """CFR+: every iteration walks the whole tree once for each seat."""

    def run(self, iterations: int) -> None:
        """Run this many more iterations."""
        tree = self.tree
        for _ in range(iterations):
            self.iterations += 1
            for seat in range(tree.players):
                policy = self.current()
                worth, reach = tree.action_values(policy, seat)
                own = tree.seat_of_slot == seat
                mean = np.add.reduceat(worth * policy, tree.first_slot_of_set)[tree.set_of_slot]
                self.regret[own] = np.maximum(self.regret + worth - mean, 0.0)[own]
                self.weighted[own] += (self.iterations * reach[tree.set_of_slot] * policy)[own]


class MCCFR(_Regrets):
    """External sampling: an iteration follows one seat's every action, and samples the rest."""

    def __init__(self, tree: Tree, seed: int = 1) -> None:
        super().__init__(tree)
        self.rng = np.random.default_rng(seed)
        nodes = np.arange(len(tree.parent))
        self._first = np.searchsorted(tree.parent[1:], nodes) + 1  # child; parents ascend
        self._end = np.searchsorted(tree.parent[1:], nodes, side="right") + 1

    def run(self, iterations: int) -> None:
        """Run this many more iterations, each once for every seat."""
        for _ in range(iterations):
            self.iterations += 1
            for seat in range(self.tree.players):
                self._walk(0, seat)

    def _walk(self, node: int, seat: int) -> float:
        """Return a sample of what the seat gets from a node on; update regrets on the way."""
        tree, mover = self.tree, self.tree.mover[node]
        if mover == tree.players:
            return float(tree.payoff[node, seat])
        first, end = int(self._first[node]), int(self._end[node])
        if mover == CHANCE:
            return self._walk(self._pick(first, tree.chance[first:end]), seat)
        slots = slice(int(tree.slot[first]), int(tree.slot[first]) + end - first)
        positive = np.maximum(self.regret[slots], 0.0)
        total = positive.sum()
        policy = positive / total if total > 0 else np.full(end - first, 1.0 / (end - first))
        if mover != seat:
            self.weighted[slots] += policy
            return self._walk(self._pick(first, policy), seat)
        worth = np.array([self._walk(child, seat) for child in range(first, end)])
        mean = float(policy @ worth)
        self.regret[slots] += worth - mean
        return mean

    def _pick(self, first: int, weights: Values) -> int:
        place = int(np.searchsorted(np.cumsum(weights), self.rng.random(), side="right"))
        return first + min(place, len(weights) - 1)
