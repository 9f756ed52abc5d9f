"""Belote's auction, contract and scores."""

from __future__ import annotations

from typing import Literal

from kibitz.server.message_base import Sent, Suit


class BeloteCall(Sent):
    seat: int
    name: str  # "pass", "90H", "coinche"


class BeloteView(Sent):
    """A list of two is for the sides: seats 0 and 2, seats 1 and 3."""

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
    marks: list[int]  # score of all finished deals
    belote: int | None  # who announced it
    played: list[list[int]]  # each seat's cards of this deal, in the order played
    target: int | None  # of a match


VIEW = BeloteView
