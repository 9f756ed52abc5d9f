"""Soft beliefs: how likely each world that fits a view is.

Hard constraints are already in the view: its worlds are uniform over everything possible. A belief
weights each such world by what the others said and did:

    ismcts(view, simulations=2000, beliefs=belief)

Weights are relative and never 0: a possible world stays possible, however oddly its players acted.
`PolicyBelief` and `NetBelief` work for every game; models for one game are in
players/<game>/beliefs.py.

A belief may also have `weigh(view, hands)`, the same for many worlds at once, given by their hands:
see native_weights.py, which asks `PolicyBelief` and `NetBelief` on the native engine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from kibitz.core.errors import BadOption
from kibitz.core.options import whole_number
from kibitz.core.rng import Stream
from kibitz.core.state import CHANCE, State
from kibitz.core.view import View
from kibitz.nets.net import Net, softmax
from kibitz.search.location_belief import LocationBelief

# The likelihood of the others' actions if the hidden cards were those of the world: relative and
# above 0. The world is one of `view.worlds()`.
Belief = Callable[[View, State], float]

CANDIDATES = 8  # worlds drawn for each one kept
LEAST = 1e-30  # keeps a product of small likelihoods above 0


def pick(view: View, worlds: Sequence[State], belief: Belief, rng: Stream) -> State:
    """Draw one of the worlds in proportion to its weight."""
    weights = [max(LEAST, belief(view, world)) for world in worlds]
    point = rng.word() / 2**64 * sum(weights)
    for world, weight in zip(worlds, weights, strict=True):
        point -= weight
        if point < 0:
            return world
    return worlds[-1]


class WorldBuilder:
    """Builds worlds of a view in which only hands are hidden, given those hands."""

    def __init__(self, view: View) -> None:
        unseen = view.unseen()
        assert unseen is not None, "the view has no unseen cards"
        self.game, self.seat = view.game, view.seat
        self.chance, self.actions, self.start = view.sample(Stream(0))
        self.hidden = set(unseen.cards)

    def __call__(self, hands: Sequence[int]) -> State:
        """Return the world in which each seat now holds these cards, given as masks."""
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
        """The cards dealt to a seat: those it has played since, and those it holds now."""
        held = [card for card in self.hidden if now >> card & 1]
        return sorted([*(card for card in old if card not in self.hidden), *held])


class Product:
    """Several kinds of evidence, multiplied."""

    def __init__(self, *beliefs: Belief) -> None:
        self.beliefs = beliefs

    def __call__(self, view: View, world: State) -> float:
        return math.prod(belief(view, world) for belief in self.beliefs)


def product(*beliefs: Belief) -> Belief:
    """Combine several kinds of evidence."""
    return Product(*beliefs)


class _DealBelief:
    """The likelihood of every choice of the other seats since the last deal, multiplied.

    In a game that hides whole actions (the lays of Dubito) the world determines which action was
    taken.
    """

    def chance(self, seen: View, action: int, turn: int) -> float | None:
        """The likelihood of an action for the seat that took it; None if it reveals nothing."""
        raise NotImplementedError

    def __call__(self, view: View, world: State) -> float:
        game, weight = world.game, 1.0
        replay = game.rebuild([], [], world.start)
        chance, actions = list(world.chance), list(world.actions)
        taken = 0
        while taken < len(actions):
            if replay.player == CHANCE:
                replay._take(chance.pop(0))
                weight = weight if game.CHANCE_SHAPE is int else 1.0  # a deal resets the evidence
                continue
            seat, action = replay.player, actions[taken]
            if seat != view.seat and len(replay.legal()) > 1:
                found = self.chance(replay.view(seat), action, taken)
                weight *= 1.0 if found is None else found
            replay.apply(action)
            taken += 1
        return max(LEAST, weight)


class PolicyBelief(_DealBelief):
    """Assumes that others follow a known rule with occasional slips, and favours such worlds.

    An action that the rule would have taken counts 1 - slip, every other one a share of the slip.
    With `phase` only actions of that phase count. `native` names the native twin of a rule that
    draws no random numbers.
    """

    def __init__(
        self,
        rule: Callable[[View, Stream], int],
        slip: float = 0.3,
        phase: str | None = None,
        native: str | None = None,
    ) -> None:
        self.rule, self.slip, self.phase = rule, slip, phase
        self.native = native

    def chance(self, seen: View, action: int, turn: int) -> float | None:
        if self.phase not in (None, seen.phase):
            return None
        same = self.rule(seen, Stream(turn)) == action
        return 1 - self.slip if same else self.slip / (len(seen.legal_actions) - 1)


class NetBelief(_DealBelief):
    """Assumes that others play roughly like a network (policy-based inference).

    An action counts slip / choices + (1 - slip) * the network's chance. Where the hidden cards are
    plain hands the native engine weighs `worlds` worlds itself (native/search/inference.hpp). With
    a `proposal`, a belief about where cards are (location_belief.py), these worlds are drawn from
    it and weighed relative to it: far fewer are enough.
    """

    power = 1.0  # of the likelihood
    prior = False  # whether the proposal is evidence, too
    phase: str | None = None  # only actions of this phase count
    pooled = False  # whether pimc weighs `worlds` worlds once, not some for each that it solves

    def __init__(
        self,
        net: Net,
        slip: float = 0.1,
        worlds: int = 256,
        proposal: LocationBelief | None = None,
    ) -> None:
        if not 0 < slip <= 1:
            raise BadOption(f"slip of a belief must be above 0 and at most 1, not {slip!r}")
        self.net, self.slip = net, slip
        self.worlds = whole_number("worlds of a belief", worlds, 1, 1 << 16)
        self.proposal = proposal

    def chance(self, seen: View, action: int, turn: int) -> float | None:  # noqa: ARG002
        if self.phase not in (None, seen.phase):
            return None
        logits = self.net.forward(seen.encode(self.net.description.encoding)[None])["policy"]
        chances = softmax(logits, seen.mask()[None])[0]
        return float(self.slip / len(seen.legal_actions) + (1 - self.slip) * chances[action])


class TemperedNetBelief(NetBelief):
    """Where cards are likely to be, times what a network would have done to a power below 1.

    Players are not networks: taken at its word, a likelihood of many choices is far too sure of
    itself, and the two kinds of evidence overlap. `places` has a trust of its own.
    """

    prior = True

    def __init__(
        self, net: Net, places: LocationBelief, power: float, slip: float = 0.1, worlds: int = 64
    ) -> None:
        super().__init__(net, slip, worlds, places)
        if not 0 < power <= 1:
            raise BadOption(f"power of a belief must be above 0 and at most 1, not {power!r}")
        self.places, self.power = places, float(power)

    def __call__(self, view: View, world: State) -> float:
        likelihood: float = super().__call__(view, world) ** self.power
        return max(LEAST, likelihood * self.places(view, world))


class CallBelief(TemperedNetBelief):
    """Where cards are likely to be, times how likely a network of calls makes the auction.

    The network has learned the calls of many bidders, so a call's probability is that of a mixture.
    An auction relates cards to each other more than it places any of them, which only weights of
    whole worlds can express. The calls of each other seat are one factor, of its hand alone. Cards
    that were played count in `places` only.
    """

    phase = "bid"
    pooled = True


class MixedCalls:
    """`places` times how likely the auction is if all others bid alike, by one of several models.

    The models' likelihoods are added up, so the auction itself decides which of them fits: where
    one makes these calls and the others hardly would, the others do not count.
    """

    def __init__(
        self, parts: Sequence[tuple[float, Belief]], places: LocationBelief, power: float
    ) -> None:
        if not 0 < power <= 1:
            raise BadOption(f"power of a belief must be above 0 and at most 1, not {power!r}")
        self.parts, self.places, self.power = tuple(parts), places, float(power)

    def __call__(self, view: View, world: State) -> float:
        likelihood = sum(share * part(view, world) for share, part in self.parts)
        return max(LEAST, float(likelihood**self.power) * self.places(view, world))
