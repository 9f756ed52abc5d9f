"""A game as one seat sees it: its position, with the same fields for every game, and its story."""

from __future__ import annotations

from typing import Literal

from kibitz.interfaces.web.messages.games import GameView
from kibitz.interfaces.web.messages.words import Suit, Told


class CardOfTrick(Told):
    seat: int
    card: int


class Trick(Told):
    """A trick: the cards in the order played; a finished one has a winner."""

    leader: int
    cards: list[CardOfTrick]
    winner: int | None


class Contract(Told):
    """What has been bid for: Belote's and Codepiece's contract, or the highest bid so far."""

    seat: int
    name: str  # "90H", "8"
    value: int  # points or tricks; Belote's capot is 250
    suit: Suit | None
    capot: bool
    coinche: int  # 0, 1 coinched, 2 surcoinched
    final: bool  # the auction is over


class Legal(Told):
    """A legal action, with what a page needs to offer it where it belongs."""

    id: int
    name: str  # short, as the game writes it: "10H", "bid 3", "white red", "lay 7 7"
    kind: Literal["card", "bid", "pass", "coinche", "trump", "declare", "doubt", "lay", "mark"]
    card: int | None = None  # kind "card"
    cards: list[int] | None = None  # kind "lay": values
    value: int | None = None  # kind "bid": points or tricks; "coinche": 1 or 2; "declare": number
    suit: Suit | None = None  # kind "bid" of Belote, and "trump"
    row: int | None = None  # kind "mark": 0 red, 1 yellow, 2 green, 3 blue
    cell: int | None = None  # kind "mark": from the left, 0 to 10
    number: int | None = None  # kind "mark": what is printed on the cell
    white: bool | None = None  # kind "mark": by the sum of the white dice


class Position(Told):
    """A game as one seat sees it, or a spectator: everything that a page draws."""

    ply: int  # actions so far
    phase: str
    player: int | None  # the seat to act; null when the game is over
    done: bool
    seat: int | None  # whose view this is; null for a spectator's
    legal: list[Legal]  # of this seat; empty when it is not its turn
    hand: list[int] | None  # of this seat, sorted as players sort it; null where there is none
    hands: list[list[int]] | None  # of all, where the cards are open
    hand_sizes: list[int]  # empty in a game without hands
    trick: Trick | None  # on the table; null in a game without tricks, or before the first
    last_trick: Trick | None
    trump: Suit | None
    contract: Contract | None
    bids: list[str | None]  # the last call of each seat; empty in a game without bids
    tricks: list[int]  # won by each seat or, in a team game, by its side; empty without tricks
    scores: list[float]  # the running score of each seat
    view: GameView


class Line(Told):
    """Something that happened in the game, as this seat saw it."""

    kind: Literal["deal", "action", "chance", "reveal", "discard", "out", "score"]
    seat: int | None  # null where it belongs to nobody
    text: str  # in English; a page in another language makes its own of the rest
    name: str | None  # of an action whose cards this seat may know
    data: int | list[int]  # as games/<game>/view.py tells of its history
