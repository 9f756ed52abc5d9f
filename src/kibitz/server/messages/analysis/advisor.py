"""The advisor: a real game, entered step by step."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kibitz.server.message_base import (
    ActionId,
    BotName,
    GameName,
    OptionValue,
    SeatNumber,
    Sent,
    Strict,
)
from kibitz.server.messages.http import Refused
from kibitz.server.messages.position import Position

CardId = Annotated[int, Field(ge=0, le=51)]
Cards = Annotated[list[CardId], Field(max_length=54)]
SeatNumbers = Annotated[list[Annotated[int, Field(ge=0, le=10_000)]], Field(max_length=8)]


class DealEntry(Strict):
    """Your cards as dealt. `dealer` and `turned` are for games that have them."""

    kind: Literal["deal"]
    hand: Cards
    dealer: SeatNumber | None = None  # may be left out if the rules determine it
    turned: CardId | None = None  # Oh Hell


class RollEntry(Strict):
    """A roll of the dice: white, white, red, yellow, green, blue."""

    kind: Literal["roll"]
    dice: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(min_length=6, max_length=6)]


class ActionEntry(Strict):
    """A public action of another player, or any action of your own."""

    kind: Literal["action"]
    action: ActionId
    belote: bool = False  # Belote: the player announced belote with this card


class LayEntry(Strict):
    """Dubito: another player played cards face down."""

    kind: Literal["lay"]
    count: Annotated[int, Field(ge=1, le=3)]


class DoubtEntry(Strict):
    """Dubito: a doubt, the cards of every play on the board in order, and the values the loser
    then dropped as four of a kind."""

    kind: Literal["doubt"]
    plays: Annotated[
        list[Annotated[list[Annotated[int, Field(ge=0, le=13)]], Field(max_length=3)]],
        Field(max_length=60),
    ]
    dropped: Annotated[list[Annotated[int, Field(ge=1, le=13)]], Field(max_length=13)] = Field(
        default_factory=list
    )


class JoinEntry(Strict):
    """Oh Hell: a round as you find it, anywhere in a game; only as the first entry. By default it
    was just dealt, in the first round."""

    kind: Literal["join"]
    hand: Cards  # now
    dealer: SeatNumber
    turned: CardId
    round: Annotated[int, Field(ge=0, le=63)] = 0  # index in the schedule
    totals: SeatNumbers = Field(default_factory=list)
    bids: Annotated[list[Annotated[int, Field(ge=0, le=12)] | None], Field(max_length=8)] = Field(
        default_factory=list
    )
    tricks: SeatNumbers = Field(default_factory=list)  # taken in this round
    leader: SeatNumber | None = None  # of the current trick
    trick: Cards = Field(default_factory=list)
    broken: bool = False


Entry = Annotated[
    DealEntry | RollEntry | ActionEntry | LayEntry | DoubtEntry | JoinEntry,
    Field(discriminator="kind"),
]


class AskAdvisor(Strict):
    """A real game so far: all entries from the first."""

    game: GameName
    options: Annotated[dict[str, OptionValue], Field(max_length=32)] = Field(default_factory=dict)
    seat: SeatNumber
    entries: Annotated[list[Entry], Field(max_length=3000)] = Field(default_factory=list)


class AskPosition(Strict):
    """A real game so far as one text: entries as people type them, separated by semicolons."""

    game: GameName
    options: Annotated[dict[str, OptionValue], Field(max_length=32)] = Field(default_factory=dict)
    seat: SeatNumber
    text: Annotated[str, Field(min_length=1, max_length=20_000)]


class EntriesReply(Sent):
    """The entries of such a text, for the other routes of the advisor."""

    entries: list[Entry]


class AskAdvisorHint(AskAdvisor):
    bot: BotName | None = None
    worlds: Annotated[int, Field(ge=0, le=2000)] = 60


class BoardPlay(Sent):
    seat: int
    size: int
    cards: list[int] | None  # your own, which are known already


class Expected(Sent):
    """What to enter next."""

    kind: Literal["deal", "roll", "action", "lay", "doubt", "over"]
    seat: int | None  # the seat to act; null for a deal, a roll and the end
    yours: bool  # it is your own decision, so you can ask for a hint
    text: str  # the question in English
    hand_size: int | None  # of a deal
    dealer: int | None  # of a deal, if the rules determine it
    turned: bool  # of a deal: a card is turned up
    actions: list[int]  # that can be entered; for others, those possible in some world
    names: list[str]
    counts: list[int]  # Dubito: the numbers of cards that can be played
    doubt: bool  # Dubito: a doubt can be entered
    board: list[BoardPlay]  # Dubito: the plays that a doubt reveals


class EntryReply(Sent):
    """An accepted entry in words."""

    text: str
    seat: int | None


class AdvisorReply(Sent):
    """The state of the game. Entries count up to the first invalid one, which is refused."""

    game: str
    seat: int
    accepted: int  # the number of valid entries
    refused: Refused | None  # why the next one is invalid
    entries: list[EntryReply]
    expects: Expected
    position: Position | None  # as you see it; null before the first deal
    worlds: float | None  # the number of deals consistent with the entries, if it can be counted
    returns: list[float] | None  # at the end
