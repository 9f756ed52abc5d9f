"""The checked setup of a table: the game and its options, who sits where, the clock."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kibitz import bots
from kibitz.bots.registry import bot_files
from kibitz.bots.spec.spec import Spec
from kibitz.core.coerce import short
from kibitz.core.errors import UnknownBot
from kibitz.core.game import Game
from kibitz.games import with_options
from kibitz.table.errors import BadSetup, OracleClosed

STAND_IN = "simple"
PACE_MS = 600
PACE_MS_MAX = 10_000

Wanted = Literal["me", "bot", "open"]


@dataclass(frozen=True)
class Clock:
    """Seconds per move (`move`), or for the whole game with an increment per move (`game`)."""

    kind: Literal["move", "game"]
    seconds: float
    increment: float = 0.0


@dataclass(frozen=True)
class SeatWish:
    """Who should sit on a seat."""

    kind: Wanted
    bot: str | None = None


@dataclass(frozen=True)
class Origin:
    """Where the first deal comes from: a finished game, or the deal of a day."""

    record: str | None = None
    ply: int = 0  # actions of that game which have been made
    day: str | None = None  # as 2026-11-17


@dataclass(frozen=True)
class Setup:
    """The requested setup of a table; `check` validates all of it."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    seats: tuple[SeatWish, ...] = ()
    clock: Clock | None = None
    open_cards: bool = False
    pace_ms: int = PACE_MS
    listed: bool = True
    stand_in: str = STAND_IN
    origin: Origin | None = None

    def check(self) -> Setup:
        """Return the setup with all seats filled in; raise a named error if it is not possible."""
        made = self.rules()
        wishes = self.seats or _usual(made.players)
        if len(wishes) != made.players:
            raise BadSetup(f"{made.title} here needs {made.players} seats, not {len(wishes)}")
        if sum(wish.kind == "me" for wish in wishes) > 1:
            raise BadSetup("you can take only one seat")
        if self.origin is not None and any(wish.kind == "open" for wish in wishes):
            raise BadSetup("a deal that somebody may know is played against bots only")
        names = [wish.bot or STAND_IN for wish in wishes if wish.kind == "bot"]
        watched = len(names) == made.players
        is_open = self.open_cards or watched  # there is nobody to hide cards from
        for name in [*names, self.stand_in]:
            if find_bot(self.game, name).oracle and not is_open:
                raise OracleClosed(f"{name} sees all cards, so it needs a table with open cards")
        filled = tuple(
            SeatWish("bot", wish.bot or STAND_IN) if wish.kind == "bot" else SeatWish(wish.kind)
            for wish in wishes
        )
        return Setup(
            self.game,
            made.chosen_options(),
            filled,
            self.clock,
            is_open,
            min(max(self.pace_ms, 0), PACE_MS_MAX),
            self.listed,
            self.stand_in,
            self.origin,
        )

    def rules(self) -> Game:
        return _rules(self.game, _frozen(self.options))

    @property
    def watched(self) -> bool:
        """Whether only bots play, for people to watch."""
        return bool(self.seats) and all(wish.kind == "bot" for wish in self.seats)

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for the store; `of` reads it back."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "seats": [{"kind": wish.kind, "bot": wish.bot} for wish in self.seats],
            "clock": None if self.clock is None else vars(self.clock),
            "open_cards": self.open_cards,
            "pace_ms": self.pace_ms,
            "listed": self.listed,
            "stand_in": self.stand_in,
            "origin": None if self.origin is None else vars(self.origin),
        }

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Setup:
        clock, origin = plain.get("clock"), plain.get("origin")
        return cls(
            game=plain["game"],
            options=dict(plain.get("options", {})),
            seats=tuple(SeatWish(s["kind"], s.get("bot")) for s in plain.get("seats", [])),
            clock=None if clock is None else Clock(**clock),
            open_cards=plain.get("open_cards", False),
            pace_ms=plain.get("pace_ms", PACE_MS),
            listed=plain.get("listed", True),
            stand_in=plain.get("stand_in", STAND_IN),
            origin=None if origin is None else Origin(**origin),
        )


def find_bot(game: str, name: str) -> Spec:
    """Find a player by name. Only names are accepted: files and addresses could be a stranger's."""
    if name not in bot_names(game):
        bot_names.cache_clear()  # a snapshot may have become a bot since
    if name not in bot_names(game):
        known = ", ".join(bot_names(game))
        raise UnknownBot(f"{game} has no player {short(name)}; it has {known}")
    return _spec(game, name)


@functools.cache
def bot_names(game: str) -> tuple[str, ...]:
    """Return the players that may sit at a table; read again when a name is unknown.

    Python files in the folders of bots that the server was started with are among them.
    """
    return tuple(sorted({*bots.names(game), *bot_files(game)}))


@functools.cache
def _spec(game: str, name: str) -> Spec:
    return bots.spec(game, name)


@functools.lru_cache(maxsize=256)
def _rules(game: str, options: tuple[tuple[str, Any], ...]) -> Game:
    return with_options(game, dict(options))


def _frozen(options: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Turn options into a hashable key, lists into tuples. The game checks the values itself."""
    return tuple(
        (name, tuple(value) if isinstance(value, list) else value)
        for name, value in sorted(options.items())
    )


def _usual(players: int) -> Sequence[SeatWish]:
    """Seat the creator on seat 0 and simple bots elsewhere."""
    return [SeatWish("me"), *[SeatWish("bot", STAND_IN)] * (players - 1)]
