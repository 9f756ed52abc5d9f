"""Requests and responses of the table's HTTP routes. Analysis and arena have their own files."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kibitz.server.message_base import OptionValue, PersonName, Sent, Strict, Suit
from kibitz.server.messages.position import Line
from kibitz.server.messages.server import OriginInfo


class OptionFacts(Sent):
    """An option of a game. `low` and `high` bound integers, `words` lists a choice's values."""

    name: str
    kind: Literal["flag", "choice", "integer", "integers"]
    default: OptionValue
    doc: str
    words: list[str] | None = None
    low: int | None = None
    high: int | None = None
    optional: bool = False  # null is allowed: the game's own default
    length_max: int | None = None  # for kind "integers"
    cards: bool = False  # for kind "integers": ids of the game's cards; -1 names none


class CardFace(Sent):
    """A card's face; its id is its index in the list. Dubito's cards have no suit."""

    id: int
    name: str
    rank: str  # "7" .. "10", "J", "Q", "K", "A"; Dubito "1" .. "13", "joker"
    suit: Suit | None


class LevelFacts(Sent):
    """One of a game's levels for people, from a beginner to its best player."""

    number: int  # from 1
    bot: str
    name: str
    style: str  # a line about how it plays
    elo: float | None  # above random, if measured


class GameFacts(Sent):
    name: str
    title: str
    description: str
    rules: int  # version of the rules
    players: list[int]  # lowest and highest number
    seat_labels: list[str]  # for the highest number of players
    num_actions: int
    options: list[OptionFacts]
    cards: list[CardFace]  # empty in a dice game
    default_bot: str
    levels: list[LevelFacts]  # from the lowest; empty in a game without levels


class BotFacts(Sent):
    game: str
    name: str
    about: str
    kind: Literal["rule", "search", "network", "oracle", "stranger"]
    oracle: bool  # sees all cards; allowed only at tables with open cards
    ms: float | None  # CPU time per move, if measured
    hash: str


class SessionRequest(Strict):
    """Start a session. `passphrase` is for servers that need one."""

    name: PersonName | None = None
    passphrase: Annotated[str, Field(max_length=200)] | None = None
    cookie: bool = True  # false: the token comes in the response, for programs


class Session(Sent):
    player: str
    name: str
    token: str | None  # only without a cookie


class ServerFacts(Sent):
    """What a page needs first: versions, and whether there is a session."""

    version: str
    protocol: int
    passphrase: bool  # a session needs one
    address: str | None  # under which other machines reach this server, if they can
    training: bool  # you may use the training room
    session: Session | None  # your own, if the cookie is valid


class Created(Sent):
    table: str


class DailyResult(Sent):
    """How somebody did with the deal of the day."""

    record: str
    name: str
    bot: str | None  # of the strongest level and the solver, which play every deal of the day
    solver: bool  # whether it saw all cards
    resigned: bool
    you: bool
    place: int  # from 1; equals share it
    seat: int
    returns: list[float]
    outcome: list[float]


class Daily(Sent):
    """Today's deal of a game. Results are there once you have finished it."""

    day: str  # as 2026-11-17
    game: str
    table: str | None  # yours, once you have begun
    finished: bool
    players: int  # people who have begun
    results: list[DailyResult]  # the best first


class ReviewSum(Sent):
    """What the review of your own seat came to."""

    reward: str  # the unit of losses
    decisions: int
    loss: float  # total
    grades: dict[str, int]
    start: float | None  # the chance to win at the first decision


class RecordSummary(Sent):
    record: str  # its id
    table: str
    game: str
    title: str
    options: dict[str, OptionValue]
    seats: list[str]  # names
    bots: list[str | None]
    your_seat: int | None  # null if you did not play, or the record is older than this field
    returns: list[float]
    outcome: list[float]
    plies: int
    peeks: list[int]  # how often each seat undid a move after seeing replies
    resigned: int | None  # the seat that lost by resigning
    origin: OriginInfo | None  # a known deal
    bids: list[int] | None  # of your seat: bids met and bids made, in games that count them
    review: ReviewSum | None  # of your seat, once it was reviewed
    ended: float


class RecordReply(Sent):
    summary: RecordSummary
    record: str  # one line of JSON
    seal: str
    salt: str
    seed: str
    history: list[Line]  # including everything hidden


class Refused(Sent):
    """The body of every HTTP error."""

    code: str
    sentence: str
