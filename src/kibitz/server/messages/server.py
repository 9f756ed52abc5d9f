"""WebSocket messages from the server: `table` with its parts, and several small ones.

kibitz.table.projection builds them as plain data; tests check them against these models.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from kibitz.server.message_base import Emote, OptionValue, Sent
from kibitz.server.messages.position import Contract, Line, Position
from kibitz.server.messages.setup import GameClock, MoveClock


class SeatInfo(Sent):
    """A seat and who sits on it. `kind` is "open" until someone does."""

    seat: int
    label: str  # of the seat itself: "North", "Seat 1"
    kind: Literal["person", "bot", "open"]
    name: str  # of the person or bot; "" for an open seat
    bot: str | None  # the bot that plays here: the seat's own, or a person's stand-in
    away: bool  # a person whose stand-in is playing
    here: bool  # the person is connected; always true for a bot
    you: bool
    take_over_at: float | None  # from then on a bot may play for a person who is disconnected
    side: list[int]  # the seats that win and lose together, including this one


class Note(Sent):
    """Something that happened at the table, outside the game itself."""

    seq: int
    kind: Literal[
        "created",
        "sat",
        "filled",
        "begun",
        "left",
        "away",
        "back",
        "replaced",
        "flagged",
        "undo_offered",
        "undo_refused",
        "undone",
        "undone_seen",
        "rematch",
        "over",
        "abandoned",
        "resigned",
        "restarted",
    ]
    seat: int | None
    name: str | None  # of the person or bot concerned
    text: str  # in English
    ply: int
    at: float


class ClockInfo(Sent):
    """`left` is as of `at`: the seat `running` has used up `now - at` since."""

    kind: Literal["move", "game"]
    seconds: float
    increment: float
    left: list[float]
    running: int | None
    at: float


class SumRow(Sent):
    """A row of a deal's sum. In every column the parts add up to the sum below them."""

    what: str  # "tricks", "belote", "total": what it counts
    kind: Literal["fact", "part", "sum"]
    values: list[float | None]  # for each column


class DealSum(Sent):
    """How a finished deal scored."""

    number: int  # of the deal, from 1
    columns: list[list[int]]  # the seats of each column: sides, or single seats
    rows: list[SumRow]
    verdict: Literal["made", "failed", "void"] | None  # of the contract
    contract: Contract | None


class Result(Sent):
    """The result of a game, including everything hidden."""

    returns: list[float]
    outcome: list[float]  # shares of the win, summing to 1
    winners: list[int]
    resigned: int | None  # the seat that resigned
    seed: str  # decimal
    salt: str  # hexadecimal; SHA-256 of "seed:salt" is the seal
    record: str  # the record of the game, one line of JSON
    record_id: str  # for GET /api/records/{record}
    peeks: list[int]  # how often each seat undid a move after seeing replies
    deals: list[list[list[int]]]  # the hands of each deal; empty in a dice game


class OriginInfo(Sent):
    """Where the first deal of a table comes from: a finished game, or the deal of a day."""

    record: str | None
    ply: int
    day: str | None


class TableSetup(Sent):
    """The setup of a table, with the values of all options."""

    game: str
    title: str
    options: dict[str, OptionValue]
    clock: MoveClock | GameClock | None
    open_cards: bool
    pace_ms: int
    listed: bool
    stand_in: str
    origin: OriginInfo | None


class TableSummary(Sent):
    """A table in a list."""

    table: str
    game: str
    title: str
    options: dict[str, OptionValue]  # only those that differ from the default
    status: Literal["waiting", "playing", "over"]
    seats: list[SeatInfo]
    open_cards: bool
    your_seat: int | None
    your_turn: bool
    ply: int
    spectators: int
    created: float
    moved: float  # when something last happened


class Welcome(Sent):
    """The answer to `hello`. `tables` are the unfinished ones where you have a seat."""

    type: Literal["welcome"]
    re: int | None
    protocol: int
    version: str
    player: str  # your public id, always the same for a token
    name: str
    tables: list[TableSummary]


class TableMessage(Sent):
    """A table as one seat or a spectator sees it: the message that carries the game.

    It is complete except for `history` and `notes`: keep the first `keep` lines of your history
    (and `notes_keep` of the notes) and append these. 0 means that this is all. After an undo,
    `keep` is less than what you have.
    """

    type: Literal["table"]
    table: str
    seq: int  # increases by one with every event; remember it for `watch.since`
    now: float  # the server's clock
    status: Literal["waiting", "playing", "over"]
    setup: TableSetup
    seats: list[SeatInfo]
    you: int | None  # your seat; null for a spectator
    host: bool  # you created the table
    spectators: int
    game: int  # the number of the game at this table, from 1; 0 before the first
    seal: str | None  # SHA-256, hexadecimal, published with the deal
    position: Position | None  # null before the first game
    keep: int
    history: list[Line]
    notes_keep: int
    notes: list[Note]
    thinking: int | None  # the seat of a bot that is thinking
    paused: bool
    clock: ClockInfo | None
    can_undo: bool  # an `undo` would be accepted, or offered to the others
    undo_seen: int  # replies you have seen that an undo would also undo
    undo: int | None  # the seat that asks for an undo
    rematch: list[int]  # seats that want another game
    last_deal: DealSum | None  # the latest one that is finished
    result: Result | None


class Emoted(Sent):
    """Someone at the table shows an emote; it is not kept."""

    type: Literal["emoted"]
    table: str
    seat: int
    emote: Emote


class Presence(Sent):
    """Someone connected or disconnected; no new `seq`."""

    type: Literal["presence"]
    table: str
    here: list[bool]  # for each seat
    spectators: int
    take_over_at: list[float | None]  # for each seat, as in `seats`


class Thinking(Sent):
    """A bot is taking a while to think about its move."""

    type: Literal["thinking"]
    table: str
    seat: int
    bot: str
    ply: int


class Looked(Sent):
    """The answer to `look`."""

    type: Literal["looked"]
    re: int | None
    table: str
    game: int
    position: Position


class Ok(Sent):
    """Done, and saved on disk. `table` and `seq` are set if it concerns a table."""

    type: Literal["ok"]
    re: int | None
    table: str | None = None
    seq: int | None = None


class Refusal(Sent):
    """Nothing was changed. `code` is stable, `sentence` is for people."""

    type: Literal["refusal"]
    re: int | None
    table: str | None = None
    code: str
    sentence: str


FromServer = Annotated[
    Welcome | TableMessage | Emoted | Presence | Thinking | Looked | Ok | Refusal,
    Field(discriminator="type"),
]
from_server: TypeAdapter[FromServer] = TypeAdapter(FromServer)
