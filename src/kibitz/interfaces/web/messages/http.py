"""What the HTTP routes of the table take and give. Analysis and arena have files of their own."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kibitz.interfaces.web.messages.position import Line
from kibitz.interfaces.web.messages.words import (
    BotName,
    OptionValue,
    PersonName,
    Strict,
    Suit,
    Told,
)


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
