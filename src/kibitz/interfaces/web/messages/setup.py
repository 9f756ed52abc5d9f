"""A table as it is asked for: game, options, who sits where, clock."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kibitz.interfaces.web.messages.words import BotName, GameName, OptionValue, Strict


class MoveClock(Strict):
    """So many seconds for every move."""

    kind: Literal["move"] = "move"
    seconds: Annotated[float, Field(ge=1, le=86_400, strict=False)]


class GameClock(Strict):
    """So many seconds for the whole game, and some more after each move."""

    kind: Literal["game"] = "game"
    seconds: Annotated[float, Field(ge=5, le=86_400, strict=False)]
    increment: Annotated[float, Field(ge=0, le=3_600, strict=False)] = 0.0


Clock = Annotated[MoveClock | GameClock, Field(discriminator="kind")]


class SeatSetup(Strict):
    """Who shall sit on a seat: whoever creates the table, a bot, or whoever comes."""

    kind: Literal["me", "bot", "open"]
    bot: BotName | None = None  # with kind "bot"; a name of GET /api/games/{game}/bots


class Setup(Strict):
    """A table as it is asked for. Without seats: the creator on seat 0, simple bots elsewhere.

    A table without any person is there to be watched: its cards are open.
    """

    game: GameName
    options: Annotated[dict[str, OptionValue], Field(max_length=32, default_factory=dict)]
    seats: Annotated[list[SeatSetup], Field(max_length=16, default_factory=list)]
    clock: Clock | None = None
    open_cards: bool = False  # all hands face up, for learning; marked at the table
    pace_ms: Annotated[int, Field(ge=0, le=10_000)] = 600  # the least time of a bot's move
    listed: bool = True  # whether the lobby shows it to others
    stand_in: BotName = "simple"  # plays for who leaves, is out of time, or for a bot that failed
