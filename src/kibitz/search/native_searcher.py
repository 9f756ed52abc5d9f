"""The native searchers: a worker around the class <game>_search of `kibitz._native`.

Worlds come from the View: they are sampled here and passed on or, if the view lists its unseen
cards, drawn natively from the same counts, a new one for every simulation.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kibitz.core import engine, registry
from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.view import Unseen, View
from kibitz.search.beliefs import Belief, NetBelief
from kibitz.search.location_belief import LocationBelief
from kibitz.search.locations import Weights
from kibitz.search.result import Row
from kibitz.search.settings import NET, REWARDS
from kibitz.search.simulation import Worlds, has_dice

if TYPE_CHECKING:
    from kibitz.search.run import Task

BITS = tuple(1 << card for card in range(64))
ALL_SEEN = -1  # the observer of a search that knows the state


@functools.cache
def _type(game: str) -> Any:
    """The native class, for a game for which `knows` is true."""
    return getattr(engine.native(), f"{game}_search")


def knows(game: Game) -> bool:
    """Whether the native engine both plays and searches a game."""
    if game.engine != "native":
        return False
    try:
        _type(game.name)
    except AttributeError:
        return False
    return True


@functools.cache
def _policies(game: str) -> tuple[str, ...]:
    return tuple(_type(game).policies)


def policies(game: Game) -> list[str]:
    """The native rollout policies of a game for which `knows` is true."""
    return list(_policies(game.name))


def check_policy(game: Game, wanted: str) -> str:
    """Return a rollout policy that the native engine has; raise BadOption otherwise."""
    known = _policies(game.name)
    if wanted not in known:
        raise BadOption(f"{game.name} has the native policies {', '.join(known)}, not {wanted!r}")
    return wanted


def _memory(view: View) -> list[int]:
    """What the game's native rule player remembers besides the position, as flat numbers."""
    found = getattr(registry.find("search", view.game.name), "memory", None)
    return [] if found is None else list(found(view))


def hide(search: Any, unseen: Unseen) -> None:
    """Pass a native search the cards that it deals for every world."""
    cards = sum(map(BITS.__getitem__, unseen.cards))
    excluded = [mask & cards for mask in unseen.excluded]
    search.hide(cards, list(unseen.seats), list(unseen.sizes), excluded)


def proposal_of(beliefs: Belief | None) -> LocationBelief | None:
    """The belief that worlds are drawn from, if it is not uniform."""
    return (
        beliefs.proposal
        if isinstance(beliefs, NetBelief)
        else (beliefs if isinstance(beliefs, LocationBelief) else None)
    )


def locate(search: Any, view: View, belief: LocationBelief) -> Weights | None:
    """Let a native search draw worlds in proportion to a belief; None if it does not apply."""
    unseen = view.unseen()
    weights = None if unseen is None else belief.table(view, unseen)
    if unseen is None or weights is None:
        return None
    search.locate(weights[np.argsort(unseen.cards)].ravel().tolist())
    return weights


class DealSoFar(NamedTuple):
    """The deal on the table: where it began, with any hidden cards, and the actions since."""

    start: Any
    actions: list[int]

    def within(self, phase: str | None) -> DealSoFar:
        """The deal up to the end of this phase, with which it begins; None: all of it."""
        if phase is None:
            return self
        state, count = self.start.copy(), 0
        while count < len(self.actions) and state.phase == phase:
            state.apply(self.actions[count])
            count += 1
        return self._replace(actions=self.actions[:count])


def deal_so_far(view: View, unseen: Unseen) -> DealSoFar | None:
    """The deal of a view; None if it is unknown, or the game started in the middle of the deal."""
    rest = getattr(registry.find("search", view.game.name), "deal_start", None)
    actions: list[int] = []
    for event in reversed(view.history):
        if event.kind == "deal":
            break
        if event.kind == "action" and isinstance(event.data, int):
            actions.append(event.data)
    else:
        return None
    if rest is None:
        return None
    own: Any = view
    hands = unseen.anyhow([own.hand] * view.game.players)
    dealt = [sorted([*now, *was]) for now, was in zip(hands, own.played, strict=True)]
    known = rest(view) | {"hands": dealt}
    start = view.game._blank()
    start._load({name: known[name] for name in view.game.POSITION_SHAPE})
    return DealSoFar(start, actions[::-1])


class NativeWorker:
    """One thread's search on the native engine, which releases the interpreter lock."""

    ended = None

    def __init__(self, task: Task, seeds: tuple[int, int]) -> None:
        settings, view = task.settings, task.view
        unhurried = settings.seconds is None and settings.stop is None
        self.first_slice = 256 if unhurried else 32
        self.unseen = None
        self.fixed = 0  # worlds that are no longer redrawn
        self.pool = Worlds(view, seeds[0], settings.pool, settings.beliefs)
        deal: DealSoFar | None = None
        by_net = settings.guided or task.policy_name == NET
        first: Any = None
        if task.state is not None:
            first = task.state
            self.fixed = 1
        else:
            weighs = isinstance(settings.beliefs, NetBelief)
            known = settings.beliefs is None or isinstance(settings.beliefs, LocationBelief)
            drawn_natively = settings.worlds_native and (known or weighs)
            self.unseen = view.unseen() if drawn_natively else None
            if self.unseen is not None and (by_net or weighs):
                deal = deal_so_far(view, self.unseen)
                self.unseen = None if deal is None else self.unseen
            if self.unseen is None:
                first = self.pool.grow(1)[0]
        searcher = _type(task.game.name)
        self.search = searcher(
            options=task.game.flat_options,
            seeds=seeds,
            seat=task.seat,
            flat=task.flat,
            policy=_policies(task.game.name).index(task.policy_name),
            memory=_memory(view) if task.policy_name not in ("random", NET) else [],
            numbers=settings.policy_numbers,
            observer=ALL_SEEN if task.observer is None else task.observer,
            exploration=settings.exploration,
            reward=REWARDS.index(settings.reward),
            softness=settings.softness,
            to_deal=settings.horizon == "deal",
            dice=has_dice(task.game),
            turns=settings.turns or 0,
            plans=task.plans if task.flat else (),
            net=settings.net.native if by_net and settings.net is not None else None,
            prior=settings.prior == NET,
            value=settings.value == NET,
            value_unit=settings.value_unit,
            temperature=settings.temperature,
            match=None if settings.goal is None else settings.goal.native(engine.native()),
        )
        self.plans = task.plans if task.flat else None
        self.done = 0
        if self.unseen is None:
            self.search.add_world(first)
        else:
            self.search.know(view, task.game.position_fields, self.unseen)
            drawn_from = proposal_of(settings.beliefs)
            if drawn_from is not None:
                locate(self.search, view, drawn_from)
        if deal is not None:
            self._follow(deal, settings.beliefs)

    def _follow(self, deal: DealSoFar, beliefs: Belief | None) -> None:
        """Pass on how the deal came to where it is, for networks."""
        self.search.follow(*deal)
        if not isinstance(beliefs, NetBelief):
            return
        known = deal.within(beliefs.phase)
        if known.actions:
            net, slip, worlds = beliefs.net.native, beliefs.slip, beliefs.worlds
            self.search.infer(*known, net, slip, worlds, beliefs.power, beliefs.prior)

    @property
    def nodes(self) -> int:
        return int(self.search.nodes())

    @property
    def worlds(self) -> int:
        if self.unseen is not None:
            return self.done
        return self.fixed or len(self.pool)

    def run(self, first: int, last: int) -> None:
        if not self.fixed and self.unseen is None:
            for world in self.pool.grow(last):
                self.search.add_world(world)
        self.search.run(first, last)
        self.done = last

    def narrow(self) -> None:
        self.search.narrow()

    def rows(self) -> list[Row]:
        found = [
            Row(action, visits, available, total, None if squares < 0 else squares)
            for action, visits, available, total, squares in self.search.actions()
        ]
        if self.plans is None:
            return found
        return [row._replace(plan=plan) for row, plan in zip(found, self.plans, strict=True)]
