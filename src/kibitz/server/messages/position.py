"""A game as one seat sees it: its position, with fields common to all games, and its history."""

from __future__ import annotations

from typing import Literal

from kibitz.server.message_base import Sent, Suit
from kibitz.server.messages.games import GameView


class CardOfTrick(Sent):
    seat: int
    card: int


class Trick(Sent):
    """A trick: the cards in the order played; a complete one has a winner."""

    leader: int
    cards: list[CardOfTrick]
    winner: int | None


class Contract(Sent):
    """The contract of Belote or Codepiece, or the highest bid so far."""

    seat: int
    name: str  # "90H", "8"
    value: int  # points or tricks; Belote's capot is 250
    suit: Suit | None
    capot: bool
    coinche: int  # 0, 1 coinched, 2 surcoinched
    final: bool  # the auction is over


class Legal(Sent):
    """A legal action, with what a page needs to show it in the right place."""

    id: int
    name: str  # short, as the game writes it: "10H", "bid 3", "white red", "lay 7 7"
    kind: Literal[
        "card", "bid", "pass", "coinche", "trump", "declare", "doubt", "lay", "mark", "action"
    ]
    card: int | None = None  # kind "card"
    cards: list[int] | None = None  # kind "lay": values
    value: int | None = None  # kind "bid": points or tricks; "coinche": 1 or 2; "declare": number
    suit: Suit | None = None  # kind "bid" of Belote, and "trump"
    row: int | None = None  # kind "mark": 0 red, 1 yellow, 2 green, 3 blue
    cell: int | None = None  # kind "mark": from the left, 0 to 10
    number: int | None = None  # kind "mark": the number printed in the cell
    white: bool | None = None  # kind "mark": with the sum of the white dice


class Position(Sent):
    """A game as one seat or a spectator sees it: everything a page draws."""

    ply: int  # actions so far
    phase: str
    player: int | None  # the seat to act; null when the game is over
    done: bool
    seat: int | None  # the seat whose view this is; null for a spectator
    legal: list[Legal]  # this seat's legal actions; empty when it is not its turn
    hand: list[int] | None  # this seat's cards, sorted as players do; null if it has no hand
    hands: list[list[int]] | None  # all hands, if the cards are open
    hand_sizes: list[int]  # empty in a game without hands
    trick: Trick | None  # the current trick; null in a game without tricks, or before the first
    last_trick: Trick | None
    trump: Suit | None
    contract: Contract | None
    bids: list[str | None]  # the last call of each seat; empty in a game without bids
    tricks: list[int]  # won by each seat or, in a team game, by its side; empty without tricks
    scores: list[float]  # the running score of each seat
    view: GameView


class Line(Sent):
    """Something that happened in the game, as this seat saw it."""

    kind: Literal["deal", "action", "chance", "reveal", "discard", "out", "score"]
    seat: int | None  # null if it concerns no seat
    text: str  # in English; a translated page builds its own from the other fields
    name: str | None  # of an action whose cards this seat may know
    data: int | list[int]  # as described in games/<game>/view.py
