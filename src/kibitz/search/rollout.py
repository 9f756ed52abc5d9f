"""Flat Monte Carlo: every legal action is played out in the same worlds with the same luck.

    found = rollout(view, simulations=2000, seed=1)

A round takes one world and plays each action out in it, with the same coming dice and deals
(common random numbers), so that the differences between actions are less noisy than their values.
Simulations are counted one an action. The native twin is native/search/rollout.hpp.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.view import View
from kibitz.search.result import Row, Search, highest
from kibitz.search.run import Task, from_view, run
from kibitz.search.settings import Settings
from kibitz.search.simulation import Luck, finish, judge


def rollout(view: View, **settings: Any) -> Search:
    """Search the decision of a view; Settings tells what can be set."""
    return run(from_view("rollout", view, Settings(**settings), PlainRollout), highest)


class PlainRollout:
    """One thread's rounds on the Python engine."""

    first_slice = 1
    ended = None
    nodes = 0

    def __init__(self, task: Task, seeds: tuple[int, int]) -> None:
        self.task = task
        self.worlds_from, self.luck_seed = task.worlds(seeds[0]), seeds[1]
        self.sums = {action: [0, 0.0, 0.0] for action in task.legal}

    @property
    def worlds(self) -> int:
        return len(self.worlds_from)

    def run(self, first: int, last: int) -> None:
        self.worlds_from.grow(last)
        for i in range(first, last):
            for action, sums in self.sums.items():
                state = self.worlds_from.copy(i)
                state.apply(action)
                finish(state, self.task.policy, Luck(self.luck_seed, i), self.task.settings)
                reward = judge(state, self.task.settings)[self.task.seat]
                sums[0] += 1
                sums[1] += reward
                sums[2] += reward * reward

    def rows(self) -> list[Row]:
        return [Row(a, int(n), int(n), x, square) for a, (n, x, square) in self.sums.items()]
