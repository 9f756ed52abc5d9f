"""Tree search guided by a network: its policy as prior (PUCT), its value at the leaves, or both.

    found = ismcts(view, simulations=500, net=net, prior="net", value="net", reward="margin",
                   horizon="deal", value_unit=10.0)

The native twin native/search/guided.hpp numbers the steps; this is the same, draw for draw. The
network is always asked as the seat on turn, about what that seat knows in the imagined world.
"""

from __future__ import annotations

import math

from kibitz.core.python_state import PythonState
from kibitz.core.rng import Stream
from kibitz.core.state import CHANCE
from kibitz.nets.net import Net
from kibitz.search.run import Task
from kibitz.search.simulation import Luck, finish, judge, roll
from kibitz.search.tree import Edge, Node, PlainTree


def chances_of(
    net: Net, state: PythonState, legal: list[int], temperature: float
) -> tuple[list[float], float]:
    """The network's chances of the legal actions for the seat on turn, and its value there."""
    x = state.view(state.player).encode(net.description.encoding)
    answers = net.forward(x[None])
    logits = [float(answers["policy"][0][action]) for action in legal]
    top = max(logits)
    weights = [math.exp((logit - top) / temperature) for logit in logits]
    total = 0.0
    for weight in weights:
        total += weight
    value = float(answers["value"][0, 0]) if "value" in answers else 0.0
    return [weight / total for weight in weights], value


def draw(legal: list[int], chances: list[float], rng: Stream) -> int:
    """One of the actions by their chances."""
    left = (rng.word() >> 11) * 2.0**-53
    for action, chance in zip(legal, chances, strict=True):
        left -= chance
        if left < 0:
            return action
    return legal[-1]


class GuidedEdge(Edge):
    """An edge with the sum of its priors over the worlds in which its node was asked."""

    __slots__ = ("asked", "prior")

    def __init__(self) -> None:
        super().__init__()
        self.available = 0
        self.prior, self.asked = 0.0, 0


Answer = tuple[list[float], float]
Path = list[tuple[int, GuidedEdge]]


class PlainGuided(PlainTree):
    """One thread's guided tree on the Python engine."""

    def __init__(self, task: Task, seeds: tuple[int, int]) -> None:
        super().__init__(task, seeds)
        assert task.settings.net is not None
        self.net = task.settings.net
        self.low, self.high, self.scale = (0.0, 1.0, 1.0) if self.fixed_range else (0.0, 0.0, 1.0)
        self.any = False

    def simulate(self, state: PythonState, luck: Luck) -> None:
        settings, rewards = self.task.settings, dict[int, float]()
        path, answer, leaf = self.go_down(state, luck)
        seats = {seat for seat, _ in path}
        if leaf and settings.value is not None:
            rewards = self.play_to_values(state, answer, set(seats), luck)
        if len(rewards) < len(seats):
            finish(state, self.task.policy, luck, settings)
            end = judge(state, self.task.policy, settings)
            rewards |= {seat: end[seat] for seat in seats if seat not in rewards}
        for player, edge in path:
            edge.visits += 1
            edge.total += rewards[player]
        if not self.fixed_range:
            self.widen(list(rewards.values()))

    def widen(self, rewards: list[float]) -> None:
        self.low = min([*rewards, self.low] if self.any else rewards)
        self.high = max([*rewards, self.high] if self.any else rewards)
        self.any = True
        self.scale = 1 / (self.high - self.low) if self.high > self.low else 0.0

    def go_down(self, state: PythonState, luck: Luck) -> tuple[Path, Answer | None, bool]:
        """Descend to a leaf, and return the network's answer there, or to the end."""
        path: Path = []
        node = self.root
        while True:
            player, legal = state.player, state.legal()
            alike: dict[int, list[int]] = {}
            for action in legal:
                alike.setdefault(self.seen(state, action), []).append(action)
            fresh = not node.edges
            answer = self.grow(node, state, legal, alike)
            if fresh and node is not self.root and len(alike) > 1:
                return path, answer, True
            key = self.select(node, list(alike))
            edge = node.edges[key]
            assert isinstance(edge, GuidedEdge)
            path.append((player, edge))
            actions = alike[key]
            state.apply(actions[0 if len(actions) == 1 else luck.choice.below(len(actions))])
            if state.done or (state.player == CHANCE and not self.dice):
                return path, None, False
            if edge.next is None:
                edge.next = self.new_node(state.player)
            node, _ = self.roll(self.for_player(edge.next, state.player), state, luck)
            if bool(state.done):  # by the dice
                return path, None, False

    def grow(
        self, node: Node, state: PythonState, legal: list[int], alike: dict[int, list[int]]
    ) -> Answer | None:
        """Add the missing edges of a node; return the network's answer if it was asked."""
        if all(key in node.edges for key in alike):
            return None
        answer = chances_of(self.net, state, legal, 1.0) if len(alike) > 1 else None
        for key, actions in alike.items():
            edge = node.edges.setdefault(key, GuidedEdge())
            assert isinstance(edge, GuidedEdge)
            edge.asked += 1
            if answer is None or self.task.settings.prior is None:
                edge.prior += 1.0 / len(alike)
            else:
                share = 0.0
                for action, chance in zip(legal, answer[0], strict=True):
                    share += chance if action in actions else 0.0
                edge.prior += share
        return answer

    def select(self, node: Node, keys: list[int]) -> int:
        """The key with the highest PUCT score; increments the availability of all."""
        edges = [node.edges[key] for key in keys]
        total = visits = 0.0
        for edge in edges:
            edge.available += 1
            total += edge.total
            visits += edge.visits
        mean = (total / visits - self.low) * self.scale if visits else 0.0
        best, best_score = keys[0], -math.inf
        for key, edge in zip(keys, edges, strict=True):
            assert isinstance(edge, GuidedEdge)
            n = float(edge.visits)
            value = (edge.total / n - self.low) * self.scale if n else mean
            share = edge.prior / edge.asked
            bound = self.task.settings.exploration * share * math.sqrt(edge.available) / (1 + n)
            if value + bound > best_score:
                best, best_score = key, value + bound
        return best

    def play_to_values(
        self, state: PythonState, answer: Answer | None, waits: set[int], luck: Luck
    ) -> dict[int, float]:
        """Play by the network until each seat that waits has been on turn; return its values."""
        settings, found = self.task.settings, dict[int, float]()
        while not state.done:
            if state.player == CHANCE:
                if not self.dice:
                    break
                roll(state, luck)
                continue
            player, legal = state.player, state.legal()
            if len(legal) == 1:
                state.apply(legal[0])
                continue
            chances, value = answer or chances_of(self.net, state, legal, 1.0)
            answer = None
            if player in waits:
                waits.remove(player)
                found[player] = self.so_far(state, player) + settings.value_unit * value
                if not waits:
                    break
            state.apply(draw(legal, chances, luck.choice))
        return found

    def so_far(self, state: PythonState, seat: int) -> float:
        """What the seat has scored: the network values only what is still to come."""
        if self.task.settings.reward == "outcome":
            return 0.0
        points = state.scores()
        if self.task.settings.reward == "points" or len(points) == 1:
            return points[seat]
        return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)
