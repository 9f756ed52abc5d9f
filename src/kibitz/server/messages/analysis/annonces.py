"""Belote's annonces: what a hand is worth in each suit."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kibitz.server.message_base import ActionId, BotName, SeatNumber, Sent, Strict


class AskAnnonces(Strict):
    """Belote: a hand of eight, and the calls of the auction so far, from the dealer's left."""

    hand: Annotated[list[Annotated[int, Field(ge=0, le=31)]], Field(min_length=8, max_length=8)]
    seat: SeatNumber = 0
    dealer: SeatNumber = 3
    calls: Annotated[list[ActionId], Field(max_length=40)] = Field(default_factory=list)
    deals: Annotated[int, Field(ge=1, le=5000)] = 100  # to solve
    simulations: Annotated[int, Field(ge=0, le=5000)] = 50  # deals the bot plays, per suit
    bot: BotName | None = None  # plays all four hands in the simulation
    beliefs: Literal["bids", "uniform"] = "bids"  # whether to infer hands from the others' calls
    values: BotName | None = None  # a bidding network, or solver; default: the best installed
    seconds: Annotated[float, Field(ge=1, le=600, strict=False)] = 60.0
    seed: Annotated[int, Field(ge=0, le=2**53 - 1)] = 0


class AnnonceCell(Sent):
    """How often a contract in this suit at this value is made."""

    suit: Literal["S", "H", "D", "C"]
    value: int  # 80 .. 160, 250 for capot
    made: int
    of: int
    share: float
    low: float  # Wilson lower bound, z = 1.645
    colour: Literal["green", "gold", "red"]  # by `low`


class CallValue(Sent):
    """What a call is worth to the seat on turn, by a network or by the solver."""

    action: int
    value: float  # points; only differences count
    loss: float  # how far below the best call


class AnnoncesReply(Sent):
    hand: list[int]
    seat: int
    dealer: int
    calls: list[int]
    oracle: list[AnnonceCell]  # double dummy over sampled deals: the raw success rate
    simulation: list[AnnonceCell]  # by the bot
    values: list[CallValue]  # best first; empty if it is not the seat's turn
    by: str | None  # who gave them: a network's name, or solver
    bot: str
    beliefs: Literal["bids", "uniform"]
    lowest: int | None  # the lowest value that can still be bid; null if none can
    ended: Literal["all", "time", "stopped"]
