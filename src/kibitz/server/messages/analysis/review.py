"""A review: an evaluation of each decision of a seat in a finished game."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kibitz.server.message_base import RecordId, SeatNumber, Sent, Strict
from kibitz.server.messages.analysis.hint import Prospect


class AskReview(Strict):
    """A finished game of this server by its id, or any record as a line of JSON."""

    record: RecordId | None = None
    line: Annotated[str, Field(max_length=60_000)] | None = None
    seat: SeatNumber
    worlds: Annotated[int, Field(ge=8, le=2000)] = 100  # per decision
    seconds: Annotated[float, Field(ge=1, le=600, strict=False)] = 60.0  # for the whole review
    tables: bool = True  # include the double-dummy table of each deal


class JudgedAction(Sent):
    action: int
    name: str
    value: float  # mean over worlds consistent with the seat's view
    error: float | None
    double_dummy: float | None  # for the true cards, in the same unit


class Chance(Sent):
    value: float  # 0 to 1
    error: float  # half-width of its 95 % interval


class Reason(Sent):
    """How often a contract, or a bid, is made after the better action and after the one made."""

    seat: int  # whose contract
    best: float
    made: float


class Example(Sent):
    """A deal that the seat could not rule out, in which the error costs most."""

    hands: list[list[int]]
    loss: float


class Judged(Sent):
    """One decision. `ply` is its index in the record: GET /api/records/{record}/positions/{ply}."""

    ply: int
    deal: int  # its number, from 1
    phase: str
    action: int
    name: str
    best: int
    best_name: str
    loss: float  # expected loss: the best value minus this action's, given what the seat knew
    error: float | None  # half-width of the loss's 95 % interval
    clear: bool  # the loss is larger than its error
    double_dummy_loss: float | None  # the same with all cards known
    double_dummy_best: list[int] | None
    method: str
    worlds: int
    actions: list[JudgedAction]  # the best first
    grade: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    chance: Chance | None  # to win, before the decision; null where it is not sampled
    reason: Reason | None  # of the costliest errors, once the review is refined
    prospects: list[Prospect] | None  # of bids among them: the best one's, this one's
    example: Example | None


class TableCell(Sent):
    """The double-dummy result of a deal for one leader and one trump."""

    leader: int
    trump: Literal["S", "H", "D", "C"]
    sides: list[int]  # points (Belote) or tricks of seats 0+2 and 1+3
    capot: int | None  # Belote: the side that takes every trick


class DealTable(Sent):
    deal: int
    cells: list[TableCell]


class ReviewReply(Sent):
    game: str
    seat: int
    reward: str
    decisions: int  # with more than one legal action
    judged: list[Judged]  # those reviewed so far, in the order played
    worst: list[int]  # plies of up to three decisions, the largest expected loss first
    loss: float  # total
    forced: int  # decisions with only one legal action, which are not reviewed
    tables: list[DealTable]
    outcome: float | None  # how the game ended for the seat's side, as a chance to win
    ended: Literal["all", "time", "stopped"]
