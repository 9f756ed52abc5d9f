"""Soft beliefs: which of the worlds that fit a view are likely.

What is certain (hard constraints) is in the view already: its worlds are uniform over all that is
possible. A belief gives each such world a weight by what the others said and did:

    ismcts(view, simulations=2000, beliefs=belief)

A weight is relative and never 0: a world that is possible stays possible, however odd its players
were. `PolicyBelief` is for every game; the models of one game are in bots/<game>/beliefs.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from kibitz.core.rng import Stream
from kibitz.core.state import CHANCE, State
from kibitz.core.view import View

# The likelihood of what the others did if the hidden cards were those of the world: relative,
# above 0. The world is one of `view.worlds()`.
Belief = Callable[[View, State], float]

CANDIDATES = 8  # worlds that are drawn for one that is kept
LEAST = 1e-30  # a product of small likelihoods stays above 0


def pick(view: View, worlds: Sequence[State], belief: Belief, rng: Stream) -> State:
    """One of the worlds, drawn in proportion to its weight."""
    weights = [max(LEAST, belief(view, world)) for world in worlds]
    point = rng.word() / 2**64 * sum(weights)
    for world, weight in zip(worlds, weights, strict=True):
        point -= weight
        if point < 0:
            return world
    return worlds[-1]


class WorldBuilder:
    """Worlds of a view in which only hands of cards are hidden, from those hands."""

    def __init__(self, view: View) -> None:
        unseen = view.unseen()
        assert unseen is not None, "a view without unseen cards"
        self.game, self.seat = view.game, view.seat
        self.chance, self.actions, self.start = view.sample(Stream(0))
        self.hidden = set(unseen.cards)

    def __call__(self, hands: Sequence[int]) -> State:
        """The world in which each seat holds these cards now, given as masks."""
        chance, start = list(self.chance), self.start
        deal = dict(chance[-1] if chance else start or {})
        dealt = [
            old if seat == self.seat else self._dealt(old, int(hands[seat]))
            for seat, old in enumerate(deal["hands"])
        ]
        deal["hands"] = dealt
        if chance:
            chance[-1] = deal
        else:
            start = deal
        return self.game.rebuild(chance, self.actions, start)

    def _dealt(self, old: Sequence[int], now: int) -> list[int]:
        """What a seat was dealt: what it has played since, and what it holds now."""
        held = [card for card in self.hidden if now >> card & 1]
        return sorted([*(card for card in old if card not in self.hidden), *held])


def product(*beliefs: Belief) -> Belief:
    """Several kinds of evidence taken together."""

    def weigh(view: View, world: State) -> float:
        return math.prod(belief(view, world) for belief in beliefs)

    return weigh


class PolicyBelief:
    """Others play like a known rule, but for slips: worlds in which they would have are likelier.

    Every action of another seat since the last deal that the rule would have taken in this world
    counts 1 - slip, every other one a share of the slip. In a game that hides whole actions (the
    lays of Dubito) the world tells which one was taken. With `phase` only actions of that phase
    count.
    """

    def __init__(
        self, rule: Callable[[View, Stream], int], slip: float = 0.3, phase: str | None = None
    ) -> None:
        self.rule, self.slip, self.phase = rule, slip, phase

    def __call__(self, view: View, world: State) -> float:
        game, weight = world.game, 1.0
        replay = game.rebuild([], [], world.start)
        chance, actions = list(world.chance), list(world.actions)
        taken = 0
        while taken < len(actions):
            if replay.player == CHANCE:
                replay._take(chance.pop(0))
                weight = weight if game.CHANCE_SHAPE is int else 1.0  # a deal: the past is past
                continue
            seat, action = replay.player, actions[taken]
            if seat != view.seat and self.phase in (None, replay.phase):
                legal = replay.legal()
                if len(legal) > 1:
                    same = self.rule(replay.view(seat), Stream(taken)) == action
                    weight *= 1 - self.slip if same else self.slip / (len(legal) - 1)
            replay.apply(action)
            taken += 1
        return max(LEAST, weight)
