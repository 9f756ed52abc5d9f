"""WebSocket messages from a client; `from_client` parses any of them.

docs/protocol.md describes what each one does.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from kibitz.server.message_base import (
    ActionId,
    BotName,
    Emote,
    PersonName,
    Ply,
    RequestId,
    SeatNumber,
    Strict,
    TableId,
)
from kibitz.server.messages.setup import Setup


class Request(Strict):
    """The base of every client message: an optional id that the answer repeats as `re`."""

    id: RequestId | None = None


class Hello(Request):
    """The first message. A browser is identified by its cookie; programs send a token."""

    type: Literal["hello"]
    protocol: int  # the client's protocol version; must match the server's
    token: Annotated[str, Field(min_length=16, max_length=128)] | None = None
    name: PersonName | None = None


class Create(Request):
    """Create a table and watch it. Answer: `ok` with its id, then `table`."""

    type: Literal["create"]
    setup: Setup


class Watch(Request):
    """Watch a table: from your own seat if you have one, otherwise as a spectator.

    `since` is the last `seq` you saw; only what came after it is sent.
    """

    type: Literal["watch"]
    table: TableId
    since: Annotated[int, Field(ge=0, le=2**53 - 1)] | None = None


class Unwatch(Request):
    """Stop watching a table. You keep your seat."""

    type: Literal["unwatch"]
    table: TableId


class Join(Request):
    """Take an open seat; any seat if none is given."""

    type: Literal["join"]
    table: TableId
    seat: SeatNumber | None = None


class Start(Request):
    """Fill the open seats with bots and begin."""

    type: Literal["start"]
    table: TableId
    bot: BotName = "simple"


class Move(Request):
    """Play an action in the position after `ply` actions of game `game`; stale ones are refused.

    `seq` is that of the `table` message you saw. It distinguishes the move from one before an undo.
    """

    type: Literal["move"]
    table: TableId
    game: Annotated[int, Field(ge=1, le=1_000_000)]
    ply: Ply
    action: ActionId
    seq: Annotated[int, Field(ge=0, le=2**53 - 1)] | None = None


class Undo(Request):
    """Undo your last action: at once against bots; other people are asked first."""

    type: Literal["undo"]
    table: TableId


class AnswerUndo(Request):
    """Accept or decline another player's undo."""

    type: Literal["answer_undo"]
    table: TableId
    accept: bool


class Rematch(Request):
    """Ask for another game at this table; it begins when all people have asked."""

    type: Literal["rematch"]
    table: TableId


class Leave(Request):
    """Leave the table. During a game a bot plays on, and you may come back; before it, the seat
    is open again."""

    type: Literal["leave"]
    table: TableId


class Abandon(Request):
    """Give up a table where no other person sits. It ends without a record."""

    type: Literal["abandon"]
    table: TableId


class Resign(Request):
    """Lose a game against bots at once. It is kept, with this result."""

    type: Literal["resign"]
    table: TableId


class ShowEmote(Request):
    """Show the others at the table what you feel. Only for people with a seat."""

    type: Literal["emote"]
    table: TableId
    emote: Emote


class ComeBack(Request):
    """Take your seat back from the bot that plays for you."""

    type: Literal["come_back"]
    table: TableId


class TakeOver(Request):
    """Let a bot play for a person who is away."""

    type: Literal["take_over"]
    table: TableId
    seat: SeatNumber


class Pace(Request):
    """Set the speed of a table of bots, or pause it. Only for the table's host."""

    type: Literal["pace"]
    table: TableId
    pace_ms: Annotated[int, Field(ge=0, le=10_000)] | None = None
    paused: bool | None = None


class Look(Request):
    """Ask for the position after `ply` actions, as your own seat saw it. At a table with open
    cards, or after the end, any seat is allowed, or all cards open (`seat` null)."""

    type: Literal["look"]
    table: TableId
    ply: Ply
    seat: SeatNumber | None = None


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
    | Abandon
    | Resign
    | ShowEmote
    | ComeBack
    | TakeOver
    | Pace
    | Look
    | Ping,
    Field(discriminator="type"),
]
from_client: TypeAdapter[FromClient] = TypeAdapter(FromClient)
