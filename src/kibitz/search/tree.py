"""The search tree of ismcts and mcts on the Python engine.

The native twin native/search/ismcts.hpp numbers the steps; this is the same, draw for draw:

- a node is what the observer can distinguish, and its edges are actions as the observer sees them;
- only actions legal in the world of a simulation count; untried ones come first;
- dice are branches of the tree; a deal ends it, and what follows is rollout only.
"""

from __future__ import annotations

import math

from kibitz.core.python_state import PythonState
from kibitz.core.state import CHANCE
from kibitz.search.result import Row
from kibitz.search.run import PlainWorker, Task
from kibitz.search.simulation import Luck, finish, has_dice, judge, roll


class Edge:
    """An action as the observer sees it."""

    __slots__ = ("available", "next", "total", "visits")

    def __init__(self) -> None:
        self.total = 0.0  # rewards of the seat that acts
        self.visits = 0
        self.available = 1
        self.next: Node | None = None


class Node:
    """What the observer can distinguish: who acts, and what everyone has seen."""

    __slots__ = ("branches", "edges", "player")

    def __init__(self, player: int) -> None:
        self.player = player
        self.edges: dict[int, Edge] = {}  # in the order first tried
        self.branches: dict[tuple[str, int], Node] = {}


Path = list[tuple[int, Edge]]  # the seats and the edges they took


class PlainTree(PlainWorker):
    """One thread's tree on the Python engine."""

    def __init__(self, task: Task, seeds: tuple[int, int]) -> None:
        super().__init__(task, seeds)
        self.dice = has_dice(task.game)
        self.root = Node(task.seat)
        self.nodes = 1
        soft = task.settings.reward == "soft" and task.game.players > 1
        shares = task.settings.reward == "outcome" or soft
        self.low, self.high, self.scale = (0.0, 1.0, 1.0) if shares else (math.inf, -math.inf, 1.0)
        self.fixed_range = shares

    def run_one(self, i: int) -> None:
        self.simulate(self.worlds_from.copy(i), Luck(self.luck_seed, i))

    def rows(self) -> list[Row]:
        edges = self.root.edges.items()
        return [Row(key, e.visits, e.available, e.total, None) for key, e in edges]

    def simulate(self, state: PythonState, luck: Luck) -> None:
        path = self.descend(state, luck)
        finish(state, self.task.policy, luck, self.task.settings)
        reward = judge(state, self.task.policy, self.task.settings)
        for player, edge in path:
            edge.visits += 1
            edge.total += reward[player]
        if not self.fixed_range:
            self.low, self.high = min(self.low, *reward), max(self.high, *reward)
            self.scale = 1 / (self.high - self.low) if self.high > self.low else 0.0

    def descend(self, state: PythonState, luck: Luck) -> Path:
        """Descend until a new node; the rollout starts from the state reached."""
        path: Path = []
        node = self.root
        while True:
            player = state.player
            edge, action = self.choose(node, state, luck)
            path.append((player, edge))
            fresh = edge.visits == 0
            state.apply(action)
            if fresh or state.done or (state.player == CHANCE and not self.dice):
                return path
            if edge.next is None:
                edge.next = self.new_node(state.player)
            node, made = self.roll(self.for_player(edge.next, state.player), state, luck)
            if made or state.done:
                return path

    def roll(self, node: Node, state: PythonState, luck: Luck) -> tuple[Node, bool]:
        """Advance past pending dice, if any; also return whether that reached a new node."""
        made = False
        while state.player == CHANCE and not made:
            dice = ("dice", int(str(roll(state, luck))))
            made = dice not in node.branches
            if made:
                node.branches[dice] = self.new_node(state.player)
            node = self.for_player(node.branches[dice], state.player)
        return node, made

    def choose(self, node: Node, state: PythonState, luck: Luck) -> tuple[Edge, int]:
        """An edge of the node, new if an action has not been tried, and its action here."""
        alike: dict[int, list[int]] = {}
        for action in state.legal():
            alike.setdefault(self.seen(state, action), []).append(action)
        legal = [(key, edge) for key, edge in node.edges.items() if key in alike]
        if len(legal) < len(alike):
            for _, edge in legal:
                edge.available += 1
            untried = [key for key in alike if key not in node.edges]
            key = untried[luck.choice.below(len(untried))]
            best = node.edges[key] = Edge()
        else:
            best_score = -math.inf
            for of, edge in legal:
                score = self.score(edge)
                if score > best_score:
                    key, best, best_score = of, edge, score
        actions = alike[key]
        return best, actions[0 if len(actions) == 1 else luck.choice.below(len(actions))]

    def score(self, edge: Edge) -> float:
        """The upper confidence bound; increments the action's availability."""
        edge.available += 1
        value = (edge.total / edge.visits - self.low) * self.scale
        bound = math.sqrt(math.log(edge.available) / edge.visits)
        return value + self.task.settings.exploration * bound

    def seen(self, state: PythonState, action: int) -> int:
        observer = self.task.observer
        return action if observer is None else state.game.seen(state, action, observer)

    def for_player(self, node: Node, player: int) -> Node:
        """The node for a player: after partly hidden actions, different players may be to act."""
        if node.player == player:
            return node
        key = ("player", player)
        if key not in node.branches:
            node.branches[key] = self.new_node(player)
        return node.branches[key]

    def new_node(self, player: int) -> Node:
        self.nodes += 1
        return Node(player)
