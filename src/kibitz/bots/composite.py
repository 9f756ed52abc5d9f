"""Players composed of others: one bids and one plays, one takes over, or one is drawn by weight.

Each part has its own random stream, derived from the bot's seed and the index of the part, and
receives every event. If one part is an oracle, so is the whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.bots.bot import Bot, decide
from kibitz.core.events import Event
from kibitz.core.game import Game
from kibitz.core.rng import mix
from kibitz.core.state import State
from kibitz.core.view import View

BIDDING = ("bid", "trump")  # phases that a bidder decides
WEIGHT_UNITS = 1 << 32  # resolution of weights when drawing


class Together(Bot):
    """The base class; subclasses define which part decides."""

    def __init__(self, parts: Sequence[Bot]) -> None:
        self.parts = list(parts)
        self.oracle = any(part.oracle for part in parts)
        self.kind = kind_of([part.kind for part in parts])
        self._last = self.parts[0]

    def start(self, game: Game, seat: int, seed: int) -> None:
        super().start(game, seat, seed)
        for i, part in enumerate(self.parts):
            part.start(game, seat, mix(seed, i))

    def part(self, view: View) -> Bot:
        """The part that decides here."""
        raise NotImplementedError

    def choose(self, view: View) -> int:
        self._last = self.part(view)
        return self._last.choose(view)

    def choose_knowing(self, state: State) -> int:
        view = state.view(state.player)
        self._last = self.part(view)
        return decide(self._last, state, view)

    @property
    def listens(self) -> bool:
        return any(part.listens for part in self.parts)

    def observe(self, event: Event) -> None:
        for part in self.parts:
            part.observe(event)

    def explain(self) -> dict[str, Any]:
        return self._last.explain()


class BidAndPlay(Together):
    """One part bids, another plays."""

    def __init__(self, bidder: Bot, player: Bot) -> None:
        super().__init__([bidder, player])

    def part(self, view: View) -> Bot:
        return self.parts[0 if view.phase in BIDDING else 1]


class Switch(Together):
    """One part until a number of tricks of a deal have been played, then another."""

    def __init__(self, first: Bot, then: Bot, tricks: int) -> None:
        super().__init__([first, then])
        self.tricks = tricks

    def part(self, view: View) -> Bot:
        return self.parts[1 if view.phase == "play" and tricks_played(view) >= self.tricks else 0]


class Blend(Together):
    """A blend of policies: each decision is made by one part, drawn by weight.

    Every action thus has the weighted mean of the parts' probabilities.
    """

    def __init__(self, parts: Sequence[Bot], weights: Sequence[float]) -> None:
        super().__init__(parts)
        total, so_far = sum(weights), 0.0
        self.bounds: list[float] = []
        for weight in weights:
            so_far += weight
            self.bounds.append(so_far / total * WEIGHT_UNITS)

    def part(self, view: View) -> Bot:  # noqa: ARG002
        drawn = self.rng.below(WEIGHT_UNITS)
        chosen = next((i for i, bound in enumerate(self.bounds) if drawn < bound), -1)
        return self.parts[chosen]


def tricks_played(view: View) -> int:
    """Complete tricks of the deal on the table, in trick-taking games."""
    tricks: Sequence[int] = view.tricks  # type: ignore[attr-defined]  # such views have it
    return sum(tricks)


def kind_of(kinds: Sequence[str]) -> str:
    """The kind of a player with several parts."""
    order = ("oracle", "stranger", "network", "search", "rule")
    return next(kind for kind in order if kind in kinds)
