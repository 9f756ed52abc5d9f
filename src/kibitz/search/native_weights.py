"""Weights of many worlds of one view at once, on the native engine (native/search/inference.hpp).

    weights_of(belief, view, hands)

A world is given by its hands: one mask of cards for each seat, what it holds now. Networks and rule
players weigh all worlds natively in games whose hidden cards are plain hands and whose actions are
public, and so does a belief with a `weigh(view, hands)` of its own; any other belief is asked about
one world after another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.view import View
from kibitz.search import locations, native_searcher
from kibitz.search.beliefs import (
    LEAST,
    Belief,
    MixedCalls,
    NetBelief,
    PolicyBelief,
    Product,
    WorldBuilder,
)
from kibitz.search.native_searcher import ALL_SEEN, DealSoFar, deal_so_far

Hands = NDArray[np.uint64]  # a row for each world, a column for each seat
Weights = NDArray[np.float64]


def weights_of(belief: Belief, view: View, hands: Hands) -> Weights:
    """The weights of worlds that are given by their hands."""
    if isinstance(belief, Product):
        each = [weights_of(one, view, hands) for one in belief.beliefs]
        return np.asarray(np.prod(np.array(each), axis=0))
    found = _all_at_once(belief, view, hands)
    if found is None:
        build = WorldBuilder(view)
        found = np.array([belief(view, build(row)) for row in hands.tolist()])
    return found


def _all_at_once(belief: Belief, view: View, hands: Hands) -> Weights | None:
    found: Weights | None
    if isinstance(belief, NetBelief):
        found = by_net(view, hands, belief)
        return found if found is None else tempered(belief, view, hands, found)
    if isinstance(belief, MixedCalls):
        found = relative_to(belief, view, hands)
        return None if found is None else found * belief.places.weigh(view, hands)
    if isinstance(belief, PolicyBelief):
        if belief.native is None:
            return None
        return by_rule(view, hands, belief.native, (), belief.slip, belief.phase)
    own = getattr(belief, "weigh", None)
    return None if own is None else own(view, hands)


def tempered(belief: NetBelief, view: View, hands: Hands, likelihoods: Weights) -> Weights:
    """Likelihoods to the power of a belief, times its prior; comparable from call to call."""
    found: Weights = likelihoods**belief.power
    unseen = view.unseen()
    if not belief.prior or belief.proposal is None or unseen is None:
        return found
    table = belief.proposal.table(view, unseen)
    if table is None:
        return found
    logs = np.log(found) + locations.log_weights(table, unseen, hands)
    return np.asarray(np.exp(np.maximum(logs, -600.0)))


def relative_to(belief: NetBelief | MixedCalls, view: View, hands: Hands) -> Weights | None:
    """The weights of worlds drawn from a proposal that is evidence, too, relative to the proposal.

    None if the proposal is not evidence, or the native engine does not apply.
    """
    if isinstance(belief, MixedCalls):
        sums = sum(share * weights_of(part, view, hands) for share, part in belief.parts)
        return np.asarray(sums**belief.power)
    found = by_net(view, hands, belief) if belief.prior else None
    return None if found is None else np.asarray(found**belief.power)


def by_net(view: View, hands: Hands, belief: NetBelief) -> Weights | None:
    """How likely a network makes the others' actions of this deal in each world."""
    return _weigh(view, hands, belief.net.native, belief.slip, phase=belief.phase)


def by_rule(
    view: View,
    hands: Hands,
    policy: str,
    numbers: Sequence[float],
    slip: float,
    phase: str | None = None,
) -> Weights | None:
    """The same for a rule player; with `phase`, only actions of that phase count."""
    return _weigh(view, hands, None, slip, policy, numbers, phase)


def _weigh(
    view: View,
    hands: Hands,
    net: Any,
    slip: float,
    policy: str = "random",
    numbers: Sequence[float] = (),
    phase: str | None = None,
) -> Weights | None:
    if not native_searcher.knows(view.game) or not 0 < slip < 1:
        return None
    unseen = view.unseen()
    deal = None if unseen is None else deal_so_far(view, unseen)
    kind = native_searcher._type(view.game.name)
    if deal is None or policy not in kind.policies or not hasattr(kind, "weigh"):
        return None
    if deal.start.phase == phase:
        deal = deal.within(phase)
    first = _first_of(deal, phase)
    if first >= len(deal.actions):
        return np.ones(len(hands))
    shell: Any = view.shell()
    search = kind(
        options=view.game.flat_options,
        seeds=[0, 0],
        seat=view.seat,
        flat=False,
        policy=kind.policies.index(policy),
        memory=native_searcher._memory(view) if policy != "random" else [],
        numbers=list(numbers),
        observer=ALL_SEEN,
        exploration=1.0,
        reward=0,
        softness=1.0,
        to_deal=False,
        dice=False,
        turns=0,
        plans=[],
    )
    search.add_world(shell)
    logs = search.weigh(deal.start, deal.actions, hands.tolist(), net, slip, first)
    return np.asarray(np.maximum(LEAST, np.exp(np.array(logs))))


def _first_of(deal: DealSoFar, phase: str | None) -> int:
    """The number of actions of a deal before a phase begins."""
    if phase is None:
        return 0
    state = deal.start.copy()
    for i, action in enumerate(deal.actions):
        if state.phase == phase:
            return i
        state.apply(action)
    return len(deal.actions)
