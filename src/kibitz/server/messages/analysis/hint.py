"""A hint: what a bot would do, its full distribution, and why."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from kibitz.server.message_base import BotName, Sent, Strict

Level = Literal["certain", "high", "fair", "low"]


class AskHint(Strict):
    """`bot` is a name from GET /api/games/{game}/bots; by default `kibitz`, the evaluation."""

    bot: BotName | None = None
    worlds: Annotated[int, Field(ge=0, le=2000)] = 60  # for the outlook; 0 turns it off


class ActionShare(Sent):
    """One legal action."""

    action: int
    name: str
    share: float  # of the visits, or the probability of being best; shares sum to 1
    value: float | None
    error: float | None  # standard error of the value
    visits: int | None


class Total(Sent):
    """The probability that the total is from `low` to `high` inclusive."""

    low: float
    high: float
    share: float


class Outlook(Sent):
    """The expected result of the advised action, over worlds consistent with the seat's view."""

    worlds: int
    by: Literal["solver", "playouts"]  # double-dummy values, or rollouts by `player`
    player: str | None  # the rule-based player of the rollouts
    unit: Literal["points", "tricks", "score", "result"]  # of totals; result: 1 hard, 0.5 soft win
    totals: list[Total]  # of the own side, in team games; ascending, without empty ranges
    expected: float | None  # mean result of the deal (or game), in the unit of `reward`
    error: float | None  # half-width of its 95 % interval; a bot's: standard error
    reward: str
    contract: float | None  # probability that the contract is made; Oh Hell: that your bid is met
    contract_seat: int | None  # the contract's seat; Oh Hell: your own
    win: float | None  # mean share of the win, if worlds were played to the end of the game


class Prospect(Sent):
    """What follows a call in an auction, over sampled worlds."""

    plays: float  # share of worlds in which the own side plays the contract
    makes: float | None  # share of those in which it makes it
    others_play: float
    others_make: float | None


class Versus(Sent):
    """The advised call against a pass, or against the next best call."""

    action: int
    name: str
    loss: float  # by which the other call is worth less
    error: float  # half-width of the loss's 95 % interval
    clear: bool  # the loss is larger than its error
    bids_met: list[float] | None  # chances to meet the advised bid and the other one
    prospects: list[Prospect] | None  # of the advised call and the other one


class HintReply(Sent):
    """What a bot would do, its full distribution, and why."""

    game: str
    seat: int
    bot: str
    kind: str  # rule, search, network, oracle or stranger
    action: int
    name: str
    confidence: float  # share of the action and of any exactly as good
    level: Level  # the confidence in words: certain 1, high from 0.8, fair from 0.5, low below
    shares: list[ActionShare]  # the advised action, then the others by share
    # The meaning of `share`; see docs/protocol.md.
    shares_are: Literal["visits", "chances", "policy", "certain"]
    method: str | None
    reward: str | None
    worlds: int | None
    simulations: int | None
    expected: float | None  # value of the action according to the bot
    error: float | None
    outlook: Outlook | None
    seconds: float
    explain: dict[str, Any]  # the bot's own explanation, unchanged
    versus: Versus | None  # of a call in an auction, advised by the evaluation
