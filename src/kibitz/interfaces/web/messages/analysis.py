"""The messages of the analysis routes: hint, review, explorer, annonces, advisor.

The same rules as for all messages: what a client sends is read strictly and every length is
bounded; what the server says has no other keys. tools/write_messages.py writes these too.

Shares and chances are from 0 to 1. `value`, `expected` and `loss` are in the unit that `reward`
names: "margin" (own side's points less the others'), "points", "outcome" (share of the win), or
"soft" (the same, with a narrow win counting for less than a clear one).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from kibitz.interfaces.web.messages import (
    ActionId,
    BotName,
    GameName,
    OptionValue,
    Position,
    RecordId,
    Refused,
    SeatNumber,
    Strict,
    Told,
)

CardId = Annotated[int, Field(ge=0, le=51)]
Cards = Annotated[list[CardId], Field(max_length=54)]
JobId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,32}$")]
LinkText = Annotated[str, Field(min_length=1, max_length=6000)]
Level = Literal["certain", "high", "fair", "low"]

# Hint --------------------------------------------------------------------------------------------


class AskHint(Strict):
    """`bot` is a name of GET /api/games/{game}/bots; without one, the game's usual adviser."""

    bot: BotName | None = None
    worlds: Annotated[int, Field(ge=0, le=2000)] = 60  # for the outlook; 0 leaves it out


class ActionShare(Told):
    """One legal action."""

    action: int
    name: str
    share: float  # of all thoughts (visits), or the chance that it is the best; they sum to 1
    value: float | None
    error: float | None  # standard error of the value
    visits: int | None


class Total(Told):
    """The chance that the total will be from `low` to `high`, both included."""

    low: float
    high: float
    share: float


class Outlook(Told):
    """What comes after the advised action, over worlds that fit what the seat knows."""

    worlds: int
    by: Literal["solver", "playouts"]  # all cards seen and perfect play, or played out by `player`
    player: str | None  # the rule player of playouts
    unit: Literal["points", "tricks", "score", "result"]  # of totals; result: 1 hard, 0.5 soft win
    totals: list[Total]  # of the own side where there are sides; ascending, empty ranges left out
    expected: float  # mean of what the deal (or game) brings, in `reward`
    error: float  # standard error of it
    reward: str
    contract: float | None  # chance that the contract is made; Oh Hell: that the own bid is met
    contract_seat: int | None  # who has it; Oh Hell: the own seat
    win: float | None  # mean share of the win, where worlds were played to the end of the game


class HintTold(Told):
    """What a bot would do, its whole distribution, and why."""

    game: str
    seat: int
    bot: str
    kind: str  # rule, search, network, oracle or stranger
    action: int
    name: str
    confidence: float  # the share of the action, and of those that are exactly as good
    level: Level  # in words: certain 1, high from 0.8, fair from 0.5, low below
    shares: list[ActionShare]  # the advised action, then the others by their share
    shares_are: Literal["visits", "chances", "certain"]  # what `share` means: see docs/protocol.md
    method: str | None
    reward: str | None
    worlds: int | None
    simulations: int | None
    expected: float | None  # value of the action, by the bot itself
    error: float | None
    outlook: Outlook | None
    seconds: float
    explain: dict[str, Any]  # all that the bot says, as it is


# Jobs: what takes long ---------------------------------------------------------------------------


class JobTold(Told):
    """A job under way or finished. Ask again until `state` is not "running"."""

    job: str
    kind: Literal["review", "annonces"]
    state: Literal["waiting", "running", "done", "stopped", "failed"]
    progress: float  # from 0 to 1
    review: ReviewTold | None = None  # what there is so far, and then the whole
    annonces: AnnoncesTold | None = None
    refusal: Refused | None = None  # why it failed


# Review ------------------------------------------------------------------------------------------


class AskReview(Strict):
    """A finished game of this server, or any record as its line."""

    record: RecordId | None = None
    line: Annotated[str, Field(max_length=60_000)] | None = None
    seat: SeatNumber
    worlds: Annotated[int, Field(ge=8, le=2000)] = 100  # of a decision
    seconds: Annotated[float, Field(ge=1, le=600, strict=False)] = 60.0  # for all of it
    tables: bool = True  # the double-dummy table of each deal


class JudgedAction(Told):
    action: int
    name: str
    value: float  # over worlds that the seat could not tell apart
    error: float | None
    double_dummy: float | None  # with the true cards, in the same unit


class Judged(Told):
    """One decision. `ply` is its place in the record: GET /api/records/{record}/positions/{ply}."""

    ply: int
    deal: int  # its number, from 1
    phase: str
    action: int
    name: str
    best: int
    best_name: str
    loss: float  # expected: best value less that of the action, by what the seat could know
    error: float | None  # standard error of the loss, at most
    clear: bool  # the loss is more than chance: above 1.645 errors
    double_dummy_loss: float | None  # the same with all cards seen
    double_dummy_best: list[int] | None
    method: str
    worlds: int
    actions: list[JudgedAction]  # the best first


class TableCell(Told):
    """Perfect play of a whole deal: this leader, this trump."""

    leader: int
    trump: Literal["S", "H", "D", "C"]
    sides: list[int]  # points (Belote) or tricks of seats 0+2 and 1+3
    capot: int | None  # Belote: the side that takes every trick


class DealTable(Told):
    deal: int
    cells: list[TableCell]


class ReviewTold(Told):
    game: str
    seat: int
    reward: str
    decisions: int  # that had a choice
    judged: list[Judged]  # in the order played, as far as judged
    worst: list[int]  # plies of up to three, the greatest expected loss first
    loss: float  # of all together
    forced: int  # decisions without a choice, which are not judged
    tables: list[DealTable]
    ended: Literal["all", "time", "stopped"]


# Explorer ----------------------------------------------------------------------------------------


class Scene(Strict):
    """A position that was set up: the start, and what was done since.

    One of `deal`, `position` and `seed`: the mappings are those of the rules
    (GET /api/games/{game}/rules). `chance` are later deals or rolls, in order.
    """

    game: GameName
    options: Annotated[dict[str, OptionValue], Field(max_length=32)] = Field(default_factory=dict)
    deal: dict[str, Any] | int | None = None
    position: dict[str, Any] | None = None
    seed: Annotated[str, Field(pattern=r"^[0-9]{1,20}$")] | None = None
    chance: Annotated[list[dict[str, Any] | int], Field(max_length=64)] = Field(
        default_factory=list
    )
    actions: Annotated[list[ActionId], Field(max_length=2000)] = Field(default_factory=list)


class AskScene(Strict):
    """A scene, or a link that holds one."""

    scene: Scene | None = None
    link: LinkText | None = None
    fill: bool = False  # deal the cards at random that a scene's first deal does not have


class AskExplore(AskScene):
    """Up to eight players give their opinion of the seat on turn."""

    bots: Annotated[list[BotName], Field(max_length=8)] = Field(default_factory=list)
    worlds: Annotated[int, Field(ge=0, le=2000)] = 60


class SceneTold(Told):
    """A scene, checked, with the position that it leads to, all cards open."""

    scene: dict[str, Any]  # a Scene, as short as it can be written
    link: str  # the same as text for an address: /#/explore/{link}
    chance: bool  # a deal or a roll is waited for
    position: Position
    legal: list[int]  # of the seat on turn


class SolvedAction(Told):
    action: int
    name: str
    sides: list[int]  # points or tricks of seats 0+2 and 1+3 with perfect play
    margin: float  # what the deal brings, own side less other side


class ExploredTold(Told):
    """What each bot thinks, and what the solver knows."""

    scene: dict[str, Any]
    seat: int
    hints: list[HintTold]
    failed: list[Refused]  # bots that could not say anything
    solved: list[SolvedAction] | None  # Belote and Codepiece in the play; the best first


# Annonces ----------------------------------------------------------------------------------------


class AskAnnonces(Strict):
    """Belote: a hand of eight, and the auction so far by its calls, from the dealer's left on."""

    hand: Annotated[list[Annotated[int, Field(ge=0, le=31)]], Field(min_length=8, max_length=8)]
    seat: SeatNumber = 0
    dealer: SeatNumber = 3
    calls: Annotated[list[ActionId], Field(max_length=40)] = Field(default_factory=list)
    deals: Annotated[int, Field(ge=1, le=5000)] = 100  # solved
    simulations: Annotated[int, Field(ge=0, le=5000)] = 50  # deals that the bot plays, each suit
    bot: BotName | None = None  # who plays all four hands in the simulation
    beliefs: Literal["bids", "uniform"] = "bids"  # whether the calls of others tell of their hands
    seconds: Annotated[float, Field(ge=1, le=600, strict=False)] = 60.0
    seed: Annotated[int, Field(ge=0, le=2**53 - 1)] = 0


class AnnonceCell(Told):
    """How often a contract of this suit and value is made."""

    suit: Literal["S", "H", "D", "C"]
    value: int  # 80 .. 160, 250 for capot
    made: int
    of: int
    share: float
    low: float  # Wilson lower bound, z = 1.645
    colour: Literal["green", "gold", "red"]  # by `low`


class AnnoncesTold(Told):
    hand: list[int]
    seat: int
    dealer: int
    calls: list[int]
    oracle: list[AnnonceCell]  # double dummy, over sampled deals: raw success
    simulation: list[AnnonceCell]  # by the bot
    bot: str
    beliefs: Literal["bids", "uniform"]
    lowest: int | None  # value that may still be bid; null where none may
    ended: Literal["all", "time", "stopped"]


# Advisor -----------------------------------------------------------------------------------------


class DealEntry(Strict):
    """The own cards as they were dealt. `dealer` and `turned` where the game has them."""

    kind: Literal["deal"]
    hand: Cards
    dealer: SeatNumber | None = None  # may be left out where the rules tell it
    turned: CardId | None = None  # Oh Hell


class RollEntry(Strict):
    """Dice as they fell: white, white, red, yellow, green, blue."""

    kind: Literal["roll"]
    dice: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(min_length=6, max_length=6)]


class ActionEntry(Strict):
    """What somebody did in public, or oneself did."""

    kind: Literal["action"]
    action: ActionId
    belote: bool = False  # Belote: the player announced belote with this card


class LayEntry(Strict):
    """Dubito: another has laid so many cards face down."""

    kind: Literal["lay"]
    count: Annotated[int, Field(ge=1, le=3)]


class DoubtEntry(Strict):
    """Dubito: a doubt, the cards of every play on the board in the order laid, and what the loser
    dropped after it as four of a kind."""

    kind: Literal["doubt"]
    plays: Annotated[
        list[Annotated[list[Annotated[int, Field(ge=0, le=13)]], Field(max_length=3)]],
        Field(max_length=60),
    ]
    dropped: Annotated[list[Annotated[int, Field(ge=1, le=13)]], Field(max_length=13)] = Field(
        default_factory=list
    )


Entry = Annotated[
    DealEntry | RollEntry | ActionEntry | LayEntry | DoubtEntry, Field(discriminator="kind")
]


class AskAdvisor(Strict):
    """A game at a kitchen table as far as it has gone: all entries from the first on."""

    game: GameName
    options: Annotated[dict[str, OptionValue], Field(max_length=32)] = Field(default_factory=dict)
    seat: SeatNumber
    entries: Annotated[list[Entry], Field(max_length=3000)] = Field(default_factory=list)


class AskAdvisorHint(AskAdvisor):
    bot: BotName | None = None
    worlds: Annotated[int, Field(ge=0, le=2000)] = 60


class Expected(Told):
    """What is to be entered next."""

    kind: Literal["deal", "roll", "action", "lay", "doubt", "over"]
    seat: int | None  # who acts; null for a deal, a roll and the end
    yours: bool  # it is the own decision: ask for a hint
    text: str  # the question in English
    hand_size: int | None  # of a deal
    dealer: int | None  # of a deal, where the rules tell it
    turned: bool  # of a deal: a card is turned up
    actions: list[int]  # that can be entered, of others: those that some world allows
    names: list[str]
    counts: list[int]  # Dubito: how many cards may be laid
    doubt: bool  # Dubito: a doubt can be entered
    board: list[BoardPlay]  # Dubito: the plays that a doubt shows


class BoardPlay(Told):
    seat: int
    size: int
    cards: list[int] | None  # known already: one's own


class EntryTold(Told):
    """An entry that was accepted, in words."""

    text: str
    seat: int | None


class AdvisedTold(Told):
    """Where the game stands. What does not fit is refused with its place, the rest stands."""

    game: str
    seat: int
    accepted: int  # so many of the entries fit
    refused: Refused | None  # why the next one does not
    entries: list[EntryTold]
    expects: Expected
    position: Position | None  # as one sees it; null before the first deal
    worlds: float | None  # how many deals fit what was entered, where that can be counted
    returns: list[float] | None  # at the end


for _model in (JobTold, Expected):
    _model.model_rebuild()
