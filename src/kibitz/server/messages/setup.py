"""The setup of a new table: game, options, seats, clock."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kibitz.server.message_base import BotName, GameName, OptionValue, Ply, RecordId, Strict


class MoveClock(Strict):
    """A time limit for every move."""

    kind: Literal["move"] = "move"
    seconds: Annotated[float, Field(ge=1, le=86_400, strict=False)]


class GameClock(Strict):
    """A time limit for the whole game, with an increment after each move."""

    kind: Literal["game"] = "game"
    seconds: Annotated[float, Field(ge=5, le=86_400, strict=False)]
    increment: Annotated[float, Field(ge=0, le=3_600, strict=False)] = 0.0


Clock = Annotated[MoveClock | GameClock, Field(discriminator="kind")]


class SeatSetup(Strict):
    """Who gets a seat: the creator of the table, a bot, or whoever joins."""

    kind: Literal["me", "bot", "open"]
    bot: BotName | None = None  # for kind "bot": a name from GET /api/games/{game}/bots


class Origin(Strict):
    """A finished game whose deal is played again, from the position after `ply` actions."""

    record: RecordId
    ply: Ply = 0


class Setup(Strict):
    """The setup of a new table. Without `seats`: the creator on seat 0, simple bots elsewhere.

    A table without people is for watching: its cards are open.
    """

    game: GameName
    options: Annotated[dict[str, OptionValue], Field(max_length=32, default_factory=dict)]
    seats: Annotated[list[SeatSetup], Field(max_length=16, default_factory=list)]
    clock: Clock | None = None
    open_cards: bool = False  # all hands face up, for learning; shown as such at the table
    pace_ms: Annotated[int, Field(ge=0, le=10_000)] = 600  # minimum time of a bot's move
    listed: bool = True  # whether the lobby shows it to others
    origin: Origin | None = None  # a known deal: only against bots
    stand_in: BotName = "simple"  # replaces people who leave or run out of time, and failed bots
