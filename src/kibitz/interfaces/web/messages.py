"""The messages between a page and the server: what docs/protocol.md describes, as types.

What comes from a client is read with these models: strictly, every length bounded, unknown keys
refused. What goes to a client is built in kibitz.table.projection as plain data; the models of it
are the promise that tests hold it to. tools/write_messages.py writes all of them as TypeScript.

Seats are numbers from 0. A card is its id; `GET /api/games` tells what is on it. Suits are the
letters S H D C. A 64-bit seed is text, because JavaScript has no such numbers. Times are seconds
since 1970, of the server.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

PROTOCOL = 1

TableId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,32}$")]
RecordId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{8,48}$")]
GameName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,31}$")]
BotName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
PersonName = Annotated[str, Field(min_length=1, max_length=32)]
SeatNumber = Annotated[int, Field(ge=0, le=15)]
Ply = Annotated[int, Field(ge=0, le=1_000_000)]
ActionId = Annotated[int, Field(ge=0, le=1_000_000)]
RequestId = Annotated[int, Field(ge=0, le=2**53 - 1)]
OptionValue = bool | int | str | list[int] | None
Suit = Literal["S", "H", "D", "C"]


class Strict(BaseModel):
    """Read strictly: no other keys, no number in a text."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Told(BaseModel):
    """What the server says: no other keys, so that these models are the whole truth."""

    model_config = ConfigDict(extra="forbid")


# What a table is set up with ---------------------------------------------------------------------


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
    options: Annotated[dict[str, OptionValue], Field(max_length=32)] = {}
    seats: Annotated[list[SeatSetup], Field(max_length=16)] = []
    clock: Clock | None = None
    open_cards: bool = False  # all hands face up, for learning; marked at the table
    pace_ms: Annotated[int, Field(ge=0, le=10_000)] = 600  # the least time of a bot's move
    listed: bool = True  # whether the lobby shows it to others
    stand_in: BotName = "simple"  # plays for who leaves, is out of time, or for a bot that failed


# From the client ---------------------------------------------------------------------------------


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


# What is on a table: the parts of `table` --------------------------------------------------------


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


class CardOfTrick(Told):
    seat: int
    card: int


class Trick(Told):
    """A trick: the cards in the order played; a finished one has a winner."""

    leader: int
    cards: list[CardOfTrick]
    winner: int | None


class Contract(Told):
    """What has been bid for: Belote's and Codepiece's contract, or the highest bid so far."""

    seat: int
    name: str  # "90H", "8"
    value: int  # points or tricks; Belote's capot is 250
    suit: Suit | None
    capot: bool
    coinche: int  # 0, 1 coinched, 2 surcoinched
    final: bool  # the auction is over


class Legal(Told):
    """A legal action, with what a page needs to offer it where it belongs."""

    id: int
    name: str  # short, as the game writes it: "10H", "bid 3", "white red", "lay 7 7"
    kind: Literal["card", "bid", "pass", "coinche", "trump", "declare", "doubt", "lay", "mark"]
    card: int | None = None  # kind "card"
    cards: list[int] | None = None  # kind "lay": values
    value: int | None = None  # kind "bid": points or tricks; "coinche": 1 or 2; "declare": number
    suit: Suit | None = None  # kind "bid" of Belote, and "trump"
    row: int | None = None  # kind "mark": 0 red, 1 yellow, 2 green, 3 blue
    cell: int | None = None  # kind "mark": from the left, 0 to 10
    number: int | None = None  # kind "mark": what is printed on the cell
    white: bool | None = None  # kind "mark": by the sum of the white dice


class BeloteCall(Told):
    seat: int
    name: str  # "pass", "90H", "coinche"


class BeloteView(Told):
    """Lists of two are of the sides: seats 0 and 2, seats 1 and 3."""

    game: Literal["belote"]
    deal: int  # its number, from 1
    dealer: int
    calls: list[BeloteCall]  # the auction in order
    bid: str | None  # the last or final bid, "90H"
    bidder: int | None
    coinche: int
    trump: Suit | None
    tricks: list[int]
    points: list[int]  # card points of this deal so far
    marks: list[int]  # of all finished deals
    belote: int | None  # who announced it
    played: list[list[int]]  # a seat's cards of this deal, in the order played
    target: int | None  # of a match


class OhHellView(Told):
    game: Literal["ohhell"]
    round: int  # from 1
    rounds: int
    hand_size: int  # cards dealt to each in this round
    schedule: list[int]  # hand sizes of all rounds
    dealer: int
    turned: int | None  # the card that tells trump
    trump: Suit | None
    broken: bool  # whether trump may be led
    bids: list[int | None]
    tricks: list[int]
    totals: list[int]
    played: list[list[int]]


class CodepieceView(Told):
    """Lists of two are of the teams: seats 0 and 2, seats 1 and 3."""

    game: Literal["codepiece"]
    deal: int  # its number, from 1
    deals: int  # the most of a match
    dealer: int
    bids: list[int | None]  # none yet, 0 for a pass, or 8 to 13
    bid: int  # 0 while nobody has bid, 7 when all have passed
    bidder: int | None
    trump: Suit | None
    tricks: list[int]
    needed: list[int]  # tricks that each team still needs; empty before trump is named
    total: int  # payoffs of finished deals of seats 0 and 2; 1 and 3 have the opposite
    target: int | None  # of a match
    payoffs: list[int] | None  # of the deal on the table, once it is finished
    played: list[list[int]]


class QwixxRow(Told):
    """A row of a sheet: red and yellow from 2 to 12, green and blue from 12 to 2."""

    marks: list[bool]  # eleven cells from the left
    free: int  # the first cell that may still be marked, 11 if there is none
    locked: bool  # this player has the lock
    points: int


class QwixxSheet(Told):
    rows: list[QwixxRow]
    strikes: int
    score: int


class QwixxView(Told):
    game: Literal["qwixx"]
    active: int  # who rolled
    dice: list[int]  # white, white, red, yellow, green, blue; empty before a roll and at the end
    sheets: list[QwixxSheet]
    closed: list[bool]  # of each row: nobody may mark there any more
    marked: bool  # in the colour step: the active player has marked the white sum
    pending: int | None  # one's own decision, an action id, until the others' are known
    order: Literal["simultaneous", "sequential"]


class DubitoPlay(Told):
    seat: int
    size: int
    cards: list[int] | None  # null where they lie face down


class DubitoReveal(Told):
    """The latest doubt."""

    doubter: int
    target: int
    number: int
    correct: bool  # it was a bluff
    loser: int  # who takes the board
    cards: list[int]  # of the play that was doubted
    taken: int  # how many cards the loser took
    jokers: int  # that left the game


class DubitoView(Told):
    """A card's id is its value: 1 to 13, 0 for a joker."""

    game: Literal["dubito"]
    number: int | None  # declared for this round
    board: list[DubitoPlay]  # of this round, in the order laid
    board_size: int  # cards on it
    out: list[int]  # who has gone out, the first first
    pending: int | None  # who has laid the last cards and can still be doubted
    turns: int
    max_turns: int
    in_game: list[int]  # how many cards of each value are in hands and on the board
    known: list[list[int]]  # for each seat the cards that all know to be with it, ascending
    doubts: int  # so far in this game
    reveal: DubitoReveal | None  # of the latest of them


GameView = Annotated[
    BeloteView | OhHellView | CodepieceView | QwixxView | DubitoView, Field(discriminator="game")
]


class Position(Told):
    """A game as one seat sees it, or a spectator: everything that a page draws."""

    ply: int  # actions so far
    phase: str
    player: int | None  # the seat to act; null when the game is over
    done: bool
    seat: int | None  # whose view this is; null for a spectator's
    legal: list[Legal]  # of this seat; empty when it is not its turn
    hand: list[int] | None  # of this seat, sorted as players sort it; null where there is none
    hands: list[list[int]] | None  # of all, where the cards are open
    hand_sizes: list[int]  # empty in a game without hands
    trick: Trick | None  # on the table; null in a game without tricks, or before the first
    last_trick: Trick | None
    trump: Suit | None
    contract: Contract | None
    bids: list[str | None]  # the last call of each seat; empty in a game without bids
    tricks: list[int]  # won by each seat or, in a team game, by its side; empty without tricks
    scores: list[float]  # the running score of each seat
    view: GameView


class Line(Told):
    """Something that happened in the game, as this seat saw it."""

    kind: Literal["deal", "action", "chance", "reveal", "discard", "out", "score"]
    seat: int | None  # null where it belongs to nobody
    text: str  # in English; a page in another language makes its own of the rest
    name: str | None  # of an action whose cards this seat may know
    data: int | list[int]  # as games/<game>/view.py tells of its history


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


# From the server ---------------------------------------------------------------------------------


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


# HTTP --------------------------------------------------------------------------------------------


class OptionFacts(Told):
    """An option of a game's rules. `low` and `high` of whole numbers, `words` of a choice."""

    name: str
    kind: Literal["flag", "choice", "integer", "integers"]
    default: OptionValue
    doc: str
    words: list[str] | None = None
    low: int | None = None
    high: int | None = None
    optional: bool = False  # null is a value too: the game's own default
    length_max: int | None = None  # of kind "integers"


class CardFace(Told):
    """What is on a card: ids are places in the list. Dubito's have no suit; rank 0 is a joker."""

    id: int
    name: str
    rank: str  # "7" .. "10", "J", "Q", "K", "A"; Dubito "1" .. "13", "joker"
    suit: Suit | None


class GameFacts(Told):
    name: str
    title: str
    description: str
    rules: int  # their version
    players: list[int]  # the least and the most
    seat_labels: list[str]  # of the most players
    num_actions: int
    options: list[OptionFacts]
    cards: list[CardFace]  # empty in a game of dice
    default_bot: str


class BotFacts(Told):
    game: str
    name: str
    about: str
    kind: Literal["rule", "search", "network", "oracle", "stranger"]
    oracle: bool  # sees all cards: sits only where the cards are open
    ms: float | None  # CPU time of a move, where it was measured
    hash: str


class SessionRequest(Strict):
    """Become known to the server. `passphrase` where it asks for one."""

    name: PersonName | None = None
    passphrase: Annotated[str, Field(max_length=200)] | None = None
    cookie: bool = True  # false: the token comes in the answer, for programs


class Session(Told):
    player: str
    name: str
    token: str | None  # only without a cookie


class ServerFacts(Told):
    """What a page asks first."""

    version: str
    protocol: int
    passphrase: bool  # a session needs one
    session: Session | None  # one's own, if the cookie is good


class Created(Told):
    table: str


class RecordSummary(Told):
    record: str  # its id
    table: str
    game: str
    title: str
    options: dict[str, OptionValue]
    seats: list[str]  # names
    bots: list[str | None]
    returns: list[float]
    outcome: list[float]
    plies: int
    peeks: list[int]  # how often each seat took back after it had seen replies
    ended: float


class RecordTold(Told):
    summary: RecordSummary
    record: str  # one line of JSON
    seal: str
    salt: str
    seed: str
    history: list[Line]  # with all that was hidden


class HintRequest(Strict):
    bot: BotName | None = None


class Refused(Told):
    """The body of every HTTP error."""

    code: str
    sentence: str
