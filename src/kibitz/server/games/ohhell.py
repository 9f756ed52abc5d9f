"""Oh Hell's round, bids and tricks."""

from __future__ import annotations

from typing import Literal

from kibitz.server.message_base import Sent, Suit


class OhHellView(Sent):
    game: Literal["ohhell"]
    round: int  # from 1
    rounds: int
    hand_size: int  # cards dealt to each seat in this round
    schedule: list[int]  # hand sizes of all rounds
    dealer: int
    turned: int | None  # the card turned up for trump
    trump: Suit | None
    broken: bool  # whether trump may be led
    bids: list[int | None]
    tricks: list[int]
    totals: list[int]
    played: list[list[int]]


VIEW = OhHellView
