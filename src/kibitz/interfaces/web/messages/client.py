"""What a client says over the WebSocket: `from_client` reads any of it.

docs/protocol.md tells what each of them does.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from kibitz.interfaces.web.messages.setup import Setup
from kibitz.interfaces.web.messages.words import (
    PROTOCOL,
    ActionId,
    BotName,
    PersonName,
    Ply,
    RequestId,
    SeatNumber,
    Strict,
    TableId,
)


class Request(Strict):
    """What every message from a client has: a number that the answer carries as `re`."""

    id: RequestId | None = None


class Hello(Request):
    """The first message. A browser is known by its cookie; others give the token."""

    type: Literal["hello"]
    protocol: int = PROTOCOL
    token: Annotated[str, Field(min_length=16, max_length=128)] | None = None
    name: PersonName | None = None


class Create(Request):
    """Set up a table and attend it. Answer: `ok` with its id, then `table`."""

    type: Literal["create"]
    setup: Setup


class Watch(Request):
    """Attend a table: on one's own seat if one has one, else as a spectator.

    `since` is the last `seq` seen; what came after it follows, and nothing twice.
    """

    type: Literal["watch"]
    table: TableId
    since: Annotated[int, Field(ge=0, le=2**53 - 1)] | None = None


class Unwatch(Request):
    """No longer be told of a table. A seat stays one's own."""

    type: Literal["unwatch"]
    table: TableId


class Join(Request):
    """Take an open seat; any one, where none is named."""

    type: Literal["join"]
    table: TableId
    seat: SeatNumber | None = None


class Start(Request):
    """Fill what is open with bots and begin."""

    type: Literal["start"]
    table: TableId
    bot: BotName = "simple"


class Move(Request):
    """An action, for the position after `ply` actions of game `game`: an old one is refused."""

    type: Literal["move"]
    table: TableId
    game: Annotated[int, Field(ge=1, le=1_000_000)]
    ply: Ply
    action: ActionId


class Undo(Request):
    """Take back one's last action: at once among bots; other persons are asked."""

    type: Literal["undo"]
    table: TableId


class AnswerUndo(Request):
    """Agree that another takes back, or not."""

    type: Literal["answer_undo"]
    table: TableId
    accept: bool


class Rematch(Request):
    """Another game at this table; it begins when all persons want it."""

    type: Literal["rematch"]
    table: TableId


class Leave(Request):
    """Get up. During a game a bot goes on, and one may come back; before it the seat is open."""

    type: Literal["leave"]
    table: TableId


class ComeBack(Request):
    """Take the seat back from the bot that plays for one."""

    type: Literal["come_back"]
    table: TableId


class TakeOver(Request):
    """Let a bot play for a person who has gone away."""

    type: Literal["take_over"]
    table: TableId
    seat: SeatNumber


class Pace(Request):
    """Where only bots play: how fast, and whether they wait. For who set the table up."""

    type: Literal["pace"]
    table: TableId
    pace_ms: Annotated[int, Field(ge=0, le=10_000)] | None = None
    paused: bool | None = None


class Look(Request):
    """The position after `ply` actions, as one's own seat saw it; with open cards, or after the
    end, as any seat saw it, or with all cards open (`seat` null)."""

    type: Literal["look"]
    table: TableId
    ply: Ply
    seat: SeatNumber | None = None


class Hint(Request):
    """On one's turn: what would this bot do, and why. Answer: `advice`."""

    type: Literal["hint"]
    table: TableId
    bot: BotName | None = None


class Ping(Request):
    """Answer: `ok`."""

    type: Literal["ping"]


FromClient = Annotated[
    Hello
    | Create
    | Watch
    | Unwatch
    | Join
    | Start
    | Move
    | Undo
    | AnswerUndo
    | Rematch
    | Leave
    | ComeBack
    | TakeOver
    | Pace
    | Look
    | Hint
    | Ping,
    Field(discriminator="type"),
]
from_client: TypeAdapter[FromClient] = TypeAdapter(FromClient)
