"""The native searchers: a worker around the class <game>_search of `kibitz._native`.

Worlds come from the View: they are sampled here and passed on or, if the view lists its unseen
cards, drawn natively from the same counts, a new one for every simulation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.core import engine, registry
from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.view import Unseen, View
from kibitz.search.result import Row
from kibitz.search.settings import REWARDS
from kibitz.search.simulation import Worlds, has_dice

if TYPE_CHECKING:
    from kibitz.search.run import Task

ALL_SEEN = -1  # the observer of a search that knows the state


def _type(game: Game) -> Any:
    return getattr(engine.native(), f"{game.name}_search")


def knows(game: Game) -> bool:
    """Whether the native engine both plays and searches a game."""
    return game.engine == "native" and hasattr(engine.native(), f"{game.name}_search")


def policies(game: Game) -> list[str]:
    """The native rollout policies of a game for which `knows` is true."""
    return list(_type(game).policies)


def check_policy(game: Game, wanted: str) -> str:
    """Return a rollout policy that the native engine has; raise BadOption otherwise."""
    known = policies(game)
    if wanted not in known:
        raise BadOption(f"{game.name} has the native policies {', '.join(known)}, not {wanted!r}")
    return wanted


def _memory(view: View) -> list[int]:
    """What the game's native rule player remembers besides the position, as flat numbers."""
    found = getattr(registry.find("search", view.game.name), "memory", None)
    return [] if found is None else list(found(view))


def hide(search: Any, unseen: Unseen) -> None:
    """Pass a native search the cards that it deals for every world."""
    cards = sum(1 << card for card in unseen.cards)
    excluded = [mask & cards for mask in unseen.excluded]
    search.hide(cards, list(unseen.seats), list(unseen.sizes), excluded)


class NativeWorker:
    """One thread's search on the native engine, which releases the interpreter lock."""

    first_slice = 32
    ended = None

    def __init__(self, task: Task, seeds: tuple[int, int]) -> None:
        settings, view = task.settings, task.view
        self.unseen = None
        self.fixed = 0  # worlds that are no longer redrawn
        self.pool = Worlds(view, seeds[0], settings.pool, settings.beliefs)
        if task.state is not None:
            first: Any = task.state
            self.fixed = 1
        else:
            drawn_natively = settings.worlds_native and settings.beliefs is None
            self.unseen = view.unseen() if drawn_natively else None
            first = view.shell() if self.unseen is not None else self.pool.grow(1)[0]
        self.search = _type(task.game)(
            world=first,
            seeds=list(seeds),
            seat=task.seat,
            flat=task.flat,
            policy=_type(task.game).policies.index(task.policy_name),
            memory=_memory(view) if task.policy_name != "random" else [],
            numbers=list(settings.policy_numbers),
            observer=ALL_SEEN if task.observer is None else task.observer,
            exploration=settings.exploration,
            reward=REWARDS.index(settings.reward),
            softness=settings.softness,
            to_deal=settings.horizon == "deal",
            dice=has_dice(task.game),
            turns=settings.turns or 0,
            plans=[list(plan) for plan in task.plans] if task.flat else [],
        )
        self.plans = task.plans if task.flat else None
        self.done = 0
        self.search.add_world(first)
        if self.unseen is not None:
            hide(self.search, self.unseen)

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
