"""The whole game tree as arrays, level by level; values, best responses and exploitability.

Nodes are numbered level by level, children of one node side by side, so a walk down or up the tree
is one numpy operation per level. A position from which all moves are forced is an end. An
information set is what its seat has seen (`view.history`);
its actions are consecutive slots, and a policy is one array with a probability per slot. All
nodes of an information set must lie on one level: in these games every seat sees that an action
was taken, if not which.

Best responses maximise over one seat's own decisions, the others' policies being fixed. In a team
game each seat deviates alone; partners do not deviate together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.state import CHANCE, State
from kibitz.core.view import View
from kibitz.learning.tabular.chance import outcomes

Policy = NDArray[np.float64]  # a probability per slot
Values = NDArray[np.float64]
Indices = NDArray[np.int64]

NODES_MAX = 1_000_000
CONSTANT_SUM_ERROR_MAX = 1e-9
UTILITIES: dict[str, Callable[[State], list[float]]] = {
    "returns": lambda state: state.returns(),
    "outcome": lambda state: state.outcome(),
}


class BestResponse(NamedTuple):
    value: float  # what the seat gets
    policy: Policy  # the given policy with the seat's own part replaced


class Level(NamedTuple):
    """Nodes of one depth, and the information sets and slots that begin there."""

    first: int
    end: int
    first_slot: int
    end_slot: int
    first_set: int
    end_set: int


class Tree:
    """A game's tree. `utility` is `returns` or `outcome`, the shares of the win."""

    def __init__(self, game: Game, *, utility: str = "returns", nodes_max: int = NODES_MAX) -> None:
        if utility not in UTILITIES:
            raise BadOption(f"utility must be one of {', '.join(UTILITIES)}, not {utility!r}")
        self.game, self.players, self.utility = game, game.players, utility
        self.views: list[View] = []  # one for each information set
        self.levels: list[Level] = []
        _Builder(self, UTILITIES[utility], nodes_max).run()
        self.set_of_slot: Indices = np.repeat(np.arange(len(self.views)), self.actions_of_set)
        self.seat_of_set: Indices = np.array([view.seat for view in self.views], dtype=np.int64)
        self.seat_of_slot: Indices = self.seat_of_set[self.set_of_slot]
        self._mover_of_edge: Indices = self.mover[self.parent]
        self._decided: Indices = np.flatnonzero(self.slot >= 0)  # nodes that a decision leads to

    # Filled in by _Builder
    parent: Indices
    mover: Indices  # the seat to act, CHANCE, or `players` at the end of a game
    slot: Indices  # of the decision that leads to a node; -1 after chance
    chance: Values  # the probability of the chance outcome that leads to a node; else 1
    payoff: Values  # nodes x players, at the ends
    first_slot_of_set: Indices
    actions_of_set: Indices
    action_of_slot: Indices
    node_of_set: Indices  # one of its nodes

    def __repr__(self) -> str:
        return (
            f"Tree({self.game.name}: {len(self.parent):,} nodes, {len(self.views):,} "
            f"information sets, {len(self.action_of_slot):,} actions)"
        )

    @property
    def constant_sum(self) -> bool:
        """Whether the payoffs of all ends have the same sum."""
        sums = self.payoff[self.mover == self.players].sum(axis=1)
        return bool(np.ptp(sums) < CONSTANT_SUM_ERROR_MAX)

    def uniform(self) -> Policy:
        """Return the policy that chooses among the legal actions at random."""
        policy: Policy = np.divide(1.0, self.actions_of_set[self.set_of_slot])
        return policy

    def actions(self, policy: Policy, view: View) -> dict[int, float]:
        """Return the probabilities of a policy at a view of this game."""
        for number, known in enumerate(self.views):
            if known.seat == view.seat and known.history == view.history:
                first = self.first_slot_of_set[number]
                slots = range(first, first + self.actions_of_set[number])
                return {int(self.action_of_slot[s]): float(policy[s]) for s in slots}
        raise BadOption("this view is not in the tree: it belongs to another game or variant")

    # Policies -----------------------------------------------------------------------------------

    def values(self, policy: Policy) -> Values:
        """Return what every seat gets on average."""
        values: Values = self.node_values(policy)[0]
        return values

    def best_response(self, policy: Policy, seat: int) -> BestResponse:
        """Return the best that one seat can do against this policy of the others."""
        reach = self.reach(policy)
        reach[:, seat] = 1.0
        weight = reach.prod(axis=1)  # what the others and chance contribute
        edge = self._edges(policy)
        best = policy.copy()
        best[self.seat_of_slot == seat] = 0.0
        value = self.payoff[:, seat].copy()
        for level, below in reversed(list(zip(self.levels, self.levels[1:], strict=False))):
            nodes = slice(below.first, below.end)
            parents = self.parent[nodes]
            own = self.mover[parents] == seat
            if own.any():
                slots = self.slot[nodes][own]
                worth = np.bincount(
                    slots - level.first_slot,
                    weights=(weight[parents] * value[nodes])[own],
                    minlength=level.end_slot - level.first_slot,
                )
                for number in range(level.first_set, level.end_set):
                    if self.seat_of_set[number] == seat:
                        first = self.first_slot_of_set[number]
                        place = first - level.first_slot
                        those = worth[place : place + self.actions_of_set[number]]
                        best[first + int(those.argmax())] = 1.0
            share = np.where(own, best[self.slot[nodes]], edge[nodes])
            value[level.first : level.end] += np.bincount(
                parents - level.first,
                weights=share * value[nodes],
                minlength=level.end - level.first,
            )
        return BestResponse(float(value[0]), best)

    def nash_conv(self, policy: Policy) -> float:
        """Return what all seats together could gain, each by its own best response."""
        values = self.values(policy)
        best = [self.best_response(policy, seat).value for seat in range(self.players)]
        return float(sum(best) - values.sum())

    def exploitability(self, policy: Policy) -> float:
        """Return what a seat could gain on average by a best response: 0 for an equilibrium."""
        return self.nash_conv(policy) / self.players

    # For solvers --------------------------------------------------------------------------------

    def reach(self, policy: Policy) -> Values:
        """Return for each node what each seat, and last chance, contributes to reaching it."""
        reach = np.ones((len(self.parent), self.players + 1))
        edge = self._edges(policy)
        for level in self.levels[1:]:
            nodes = slice(level.first, level.end)
            reach[nodes] = reach[self.parent[nodes]]
            reach[np.arange(level.first, level.end), self._mover_of_edge[nodes]] *= edge[nodes]
        return reach

    def node_values(self, policy: Policy) -> Values:
        """Return what every seat gets from each node on."""
        value = self.payoff.copy()
        edge = self._edges(policy)
        for level in reversed(self.levels[1:]):
            nodes = slice(level.first, level.end)
            parents = self.parent[nodes]
            heads = np.flatnonzero(np.diff(parents, prepend=-1))
            value[parents[heads]] = np.add.reduceat(value[nodes] * edge[nodes, None], heads)
        return value

    def action_values(self, policy: Policy, seat: int) -> tuple[Values, Values]:
        """Return counterfactual values of a seat's slots, and its own reach of every set."""
        reach = self.reach(policy)
        value = self.node_values(policy)[:, seat]
        others = np.delete(reach, seat, axis=1).prod(axis=1)
        nodes = self._decided[self._mover_of_edge[self._decided] == seat]
        worth = np.bincount(
            self.slot[nodes],
            weights=others[self.parent[nodes]] * value[nodes],
            minlength=len(self.action_of_slot),
        )
        return worth.astype(np.float64), reach[self.node_of_set, seat]

    def _edges(self, policy: Policy) -> Values:
        """The probability of the step that leads to each node."""
        edge = self.chance.copy()
        edge[self._decided] = policy[self.slot[self._decided]]
        return edge


class _Builder:
    """Walks the game level by level and fills in the arrays of a tree."""

    def __init__(self, tree: Tree, utility: Callable[[State], list[float]], nodes_max: int) -> None:
        self.tree, self.utility, self.nodes_max = tree, utility, nodes_max
        self.parent, self.mover, self.slot = [0], [0], [-1]
        self.chance, self.payoff = [1.0], [[0.0] * tree.players]
        self.sets: dict[object, int] = {}
        self.first_slots: list[int] = []
        self.set_levels: list[int] = []
        self.action_of_slot: list[int] = []
        self.node_of_set: list[int] = []

    def run(self) -> None:
        tree, first = self.tree, 0
        states: list[State] = [tree.game.new(chance="explicit")]
        while states:
            first_slot, first_set = len(self.action_of_slot), len(self.sets)
            following: list[State] = []
            for node, state in enumerate(states, first):
                following += self._grow(node, state)
            ends = (first + len(states), len(self.action_of_slot), len(self.sets))
            tree.levels.append(Level(first, ends[0], first_slot, ends[1], first_set, ends[2]))
            first, states = ends[0], following
        tree.parent, tree.mover = np.array(self.parent), np.array(self.mover)
        tree.slot, tree.chance = np.array(self.slot), np.array(self.chance)
        tree.payoff = np.array(self.payoff)
        tree.first_slot_of_set = np.array(self.first_slots, dtype=np.int64)
        ends_of_sets = [*self.first_slots[1:], len(self.action_of_slot)]
        tree.actions_of_set = np.array(ends_of_sets, dtype=np.int64) - tree.first_slot_of_set
        tree.action_of_slot = np.array(self.action_of_slot, dtype=np.int64)
        tree.node_of_set = np.array(self.node_of_set, dtype=np.int64)

    def _grow(self, node: int, state: State) -> list[State]:
        """Add the children of a node and return their states."""
        if state.done:
            self.mover[node] = self.tree.players
            self.payoff[node] = self.utility(state)
            return []
        children: list[State] = []
        if state.player == CHANCE:
            self.mover[node] = CHANCE
            for outcome, probability in outcomes(state):
                children.append(state.copy())
                children[-1].apply_chance(outcome)
                self._add(node, -1, probability)
            return children
        legal = state.legal()
        end = _forced_end(state) if len(legal) == 1 else None
        if end is not None:
            self.mover[node] = self.tree.players
            self.payoff[node] = self.utility(end)
            return []
        self.mover[node] = state.player
        slot = self.first_slots[self._set(node, state)]
        for place, action in enumerate(legal):
            children.append(state.copy())
            children[-1].apply(action)
            self._add(node, slot + place, 1.0)
        return children

    def _set(self, node: int, state: State) -> int:
        """Return the information set of a node, a new one if it has not been seen before."""
        view = state.view(state.player)
        key = (view.seat, view.history)
        level = len(self.tree.levels)
        if key not in self.sets:
            self.sets[key] = len(self.sets)
            self.first_slots.append(len(self.action_of_slot))
            self.set_levels.append(level)
            self.node_of_set.append(node)
            self.action_of_slot += view.legal()
            self.tree.views.append(view)
        found = self.sets[key]
        assert self.set_levels[found] == level, "an information set spans two levels"
        return found

    def _add(self, parent: int, slot: int, probability: float) -> None:
        self.parent.append(parent)
        self.mover.append(0)
        self.slot.append(slot)
        self.chance.append(probability)
        self.payoff.append([0.0] * self.tree.players)
        if len(self.parent) > self.nodes_max:
            raise BadOption(
                f"the tree has more than {self.nodes_max:,} nodes: choose a smaller variant, "
                "with fewer cards, players or turns"
            )


def _forced_end(state: State) -> State | None:
    """Return the end of the game if no seat has a choice any more, else None."""
    after = state.copy()
    while not after.done:
        if after.player == CHANCE:
            return None
        legal = after.legal()
        if len(legal) > 1:
            return None
        after.apply(legal[0])
    return after
