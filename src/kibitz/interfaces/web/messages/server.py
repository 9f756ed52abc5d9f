"""What the server says over the WebSocket: the message `table` with its parts, and the small ones.

Built in kibitz.table.projection as plain data; tests hold it to these models.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from kibitz.interfaces.web.messages.position import Line, Position
from kibitz.interfaces.web.messages.setup import GameClock, MoveClock
from kibitz.interfaces.web.messages.words import OptionValue, Told


class SeatTold(Told):
    """Who sits there. `kind` is "open" before somebody came."""

    seat: int
    label: str  # of the seat itself: "North", "Seat 1"
    kind: Literal["person", "bot", "open"]
    name: str  # of who sits there: a person's name, a bot's; "" where it is open
    bot: str | None  # the bot that plays: of a bot's seat, or the stand-in of a person
    away: bool  # a person for whom the bot plays
    here: bool  # a person who is connected; a bot is always here
    you: bool
    side: list[int]  # the seats that win and lose together with this one, itself included


class Note(Told):
    """Something that happened at the table beside the game."""

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
        "restarted",
    ]
    seat: int | None
    name: str | None  # of the person or bot that it is about
    text: str  # in English
    ply: int
    at: float


class ClockTold(Told):
    """`left` counts from `at`: the seat `running` has had `now - at` less since."""

    kind: Literal["move", "game"]
    seconds: float
    increment: float
    left: list[float]
    running: int | None
    at: float


class Result(Told):
    """The end of a game, with all that was hidden."""

    returns: list[float]
    outcome: list[float]  # shares of the win, summing to 1
    winners: list[int]
    seed: str  # decimal
    salt: str  # hexadecimal; SHA-256 of "seed:salt" is the seal
    record: str  # the record of the game, one line of JSON
    record_id: str  # for GET /api/records/{record}
    peeks: list[int]  # how often each seat took back after it had seen replies
    deals: list[list[list[int]]]  # the hands of each deal; empty in a game of dice


class TableSetup(Told):
    """What the table was set up with, all options with their values."""

    game: str
    title: str
    options: dict[str, OptionValue]
    clock: MoveClock | GameClock | None
    open_cards: bool
    pace_ms: int
    listed: bool
    stand_in: str


class TableSummary(Told):
    """A table in a list."""

    table: str
    game: str
    title: str
    options: dict[str, OptionValue]  # those that differ from their default
    status: Literal["waiting", "playing", "over"]
    seats: list[SeatTold]
    open_cards: bool
    your_seat: int | None
    your_turn: bool
    ply: int
    spectators: int
    created: float
    moved: float  # when something last happened


class Welcome(Told):
    """The answer to `hello`. `tables` are those where one sits and that are not over."""

    type: Literal["welcome"]
    re: int | None
    protocol: int
    version: str
    player: str  # public, the same for the same token
    name: str
    tables: list[TableSummary]


class Table(Told):
    """A table as one seat or a spectator sees it. The one message that tells the game.

    Whole, but for `history` and `notes`: keep the first `keep` lines of your history (and
    `notes_keep` of the notes) and append these. 0 means: this is all. After an undo `keep` is less
    than what you have.
    """

    type: Literal["table"]
    table: str
    seq: int  # grows by one with everything that happens; remember it for `watch.since`
    now: float  # the server's clock
    status: Literal["waiting", "playing", "over"]
    setup: TableSetup
    seats: list[SeatTold]
    you: int | None  # your seat; null for a spectator
    host: bool  # you have set it up
    spectators: int
    game: int  # the number of the game at this table, from 1; 0 before the first
    seal: str | None  # SHA-256, hexadecimal, published with the deal
    position: Position | None  # null before the first game
    keep: int
    history: list[Line]
    notes_keep: int
    notes: list[Note]
    thinking: int | None  # the seat of a bot that thinks
    paused: bool
    clock: ClockTold | None
    can_undo: bool  # an `undo` would be accepted, or offered to the others
    undo_seen: int  # replies of others that one has seen and that it would take back too
    undo: int | None  # the seat that asks to take back
    rematch: list[int]  # seats that want another game
    result: Result | None


class Presence(Told):
    """Somebody came or went; no new `seq`."""

    type: Literal["presence"]
    table: str
    here: list[bool]  # of each seat
    spectators: int


class Thinking(Told):
    """A bot began to think about its move."""

    type: Literal["thinking"]
    table: str
    seat: int
    bot: str
    ply: int


class Looked(Told):
    """The answer to `look`."""

    type: Literal["looked"]
    re: int | None
    table: str
    game: int
    position: Position


class Candidate(Told):
    """One action that a bot has thought about."""

    action: int
    name: str
    share: float  # of the bot's thoughts (visits); of all candidates they sum to 1
    value: float | None  # expected reward, in the unit that `reward` names
    visits: int | None


class Advice(Told):
    """The answer to `hint`: what the bot would do, the whole distribution, and why."""

    type: Literal["advice"]
    re: int | None
    table: str
    game: int
    ply: int
    bot: str
    action: int
    name: str
    confidence: float  # share of the chosen action, from 0 to 1
    candidates: list[Candidate]  # the best first
    method: str | None
    reward: str | None
    simulations: int | None
    worlds: int | None
    seconds: float
    explain: dict[str, Any]  # all that the bot says, as it is


class Ok(Told):
    """Done, and kept on the disk. `table` and `seq` where it was about a table."""

    type: Literal["ok"]
    re: int | None
    table: str | None = None
    seq: int | None = None


class Refusal(Told):
    """Nothing was changed. `code` is stable, `sentence` for people."""

    type: Literal["refusal"]
    re: int | None
    table: str | None = None
    code: str
    sentence: str


FromServer = Annotated[
    Welcome | Table | Presence | Thinking | Looked | Advice | Ok | Refusal,
    Field(discriminator="type"),
]
from_server: TypeAdapter[FromServer] = TypeAdapter(FromServer)
