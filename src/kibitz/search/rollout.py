"""Flat Monte Carlo: plays out every legal action in the same worlds with the same luck.

    found = rollout(view, simulations=2000, seed=1)

A round takes one world and plays out each action in it with the same future dice and deals (common
random numbers), so differences between actions are less noisy than their values. Every action
counts as one simulation. `halving` drops the worse half repeatedly (sequential halving: Karnin,
Koren, Somekh 2013), so most of the budget goes to the few actions that are hard to separate.

`plans` replace actions where a turn has several parts: an action is then worth as much as its best
plan, and actions that start no plan are ignored. A plan is followed while its actions are legal;
seats in between follow the policy. The native twin is native/search/rollout.hpp.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.python_state import PythonState
from kibitz.core.view import View
from kibitz.search.result import Row, Search, highest, most_visited
from kibitz.search.run import PlainWorker, Task, from_view, run
from kibitz.search.settings import Plan, Settings
from kibitz.search.simulation import Luck, act, finish, judge


def rollout(view: View, **settings: Any) -> Search:
    """Search the decision of a view; see Settings for the options."""
    wanted = Settings.of(settings)
    choice = most_visited if wanted.halving else highest
    return run(from_view("rollout", view, wanted, PlainRollout), choice)


class PlainRollout(PlainWorker):
    """One thread's rounds on the Python engine."""

    nodes = 0

    def __init__(self, task: Task, seeds: tuple[int, int]) -> None:
        super().__init__(task, seeds)
        self.sums = {plan: [0, 0.0, 0.0] for plan in task.plans}
        self.left = list(task.plans)

    def run_one(self, i: int) -> None:
        for plan in self.left:
            state, luck = self.worlds_from.copy(i), Luck(self.luck_seed, i)
            self.follow(state, plan, luck)
            finish(state, self.task.policy, luck, self.task.settings)
            reward = judge(state, self.task.policy, self.task.settings)[self.task.seat]
            sums = self.sums[plan]
            sums[0] += 1
            sums[1] += reward
            sums[2] += reward * reward

    def follow(self, state: PythonState, plan: Plan, luck: Luck) -> None:
        """Follow a plan as far as it goes."""
        state.apply(plan[0])
        for action in plan[1:]:
            while state.player >= 0 and state.player != self.task.seat:
                act(state, self.task.policy, luck)
            if state.player < 0 or action not in state.legal():
                return
            state.apply(action)

    def narrow(self) -> None:
        """Drop the worse half; of equals the later ones."""
        order = sorted(self.left, key=lambda plan: -self.sums[plan][1])
        kept = set(order[: (len(order) + 1) // 2])
        self.left = [plan for plan in self.left if plan in kept]

    def rows(self) -> list[Row]:
        return [
            Row(plan[0], int(n), int(n), x, square, plan=plan)
            for plan, (n, x, square) in self.sums.items()
        ]
