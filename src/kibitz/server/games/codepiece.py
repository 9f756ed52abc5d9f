"""Codepiece's bids, trump and payoffs."""

from __future__ import annotations

from typing import Literal

from kibitz.server.message_base import Sent, Suit


class CodepieceView(Sent):
    """A list of two is for the teams: seats 0 and 2, seats 1 and 3."""

    game: Literal["codepiece"]
    deal: int  # its number, from 1
    deals: int  # at most, in a match
    dealer: int
    bids: list[int | None]  # null before the bid, 0 for a pass, or 8 to 13
    bid: int  # 0 while nobody has bid, 7 once all have passed
    bidder: int | None
    trump: Suit | None
    tricks: list[int]
    needed: list[int]  # tricks each team still needs; empty before trump is named
    total: int  # payoffs of finished deals for seats 0 and 2; seats 1 and 3 have the negative
    target: int | None  # of a match
    payoffs: list[int] | None  # of the deal on the table, once it is finished
    played: list[list[int]]


VIEW = CodepieceView
