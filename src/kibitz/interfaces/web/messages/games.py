"""What only one game has on the table: `view` of a position, by `view.game`.

Built by kibitz.table.games, a module a game, from what a seat may know.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kibitz.interfaces.web.messages.words import Suit, Told


class BeloteCall(Told):
    seat: int
    name: str  # "pass", "90H", "coinche"


class BeloteView(Told):
    """Lists of two are of the sides: seats 0 and 2, seats 1 and 3."""

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
    marks: list[int]  # of all finished deals
    belote: int | None  # who announced it
    played: list[list[int]]  # a seat's cards of this deal, in the order played
    target: int | None  # of a match


class OhHellView(Told):
    game: Literal["ohhell"]
    round: int  # from 1
    rounds: int
    hand_size: int  # cards dealt to each in this round
    schedule: list[int]  # hand sizes of all rounds
    dealer: int
    turned: int | None  # the card that tells trump
    trump: Suit | None
    broken: bool  # whether trump may be led
    bids: list[int | None]
    tricks: list[int]
    totals: list[int]
    played: list[list[int]]


class CodepieceView(Told):
    """Lists of two are of the teams: seats 0 and 2, seats 1 and 3."""

    game: Literal["codepiece"]
    deal: int  # its number, from 1
    deals: int  # the most of a match
    dealer: int
    bids: list[int | None]  # none yet, 0 for a pass, or 8 to 13
    bid: int  # 0 while nobody has bid, 7 when all have passed
    bidder: int | None
    trump: Suit | None
    tricks: list[int]
    needed: list[int]  # tricks that each team still needs; empty before trump is named
    total: int  # payoffs of finished deals of seats 0 and 2; 1 and 3 have the opposite
    target: int | None  # of a match
    payoffs: list[int] | None  # of the deal on the table, once it is finished
    played: list[list[int]]


class QwixxRow(Told):
    """A row of a sheet: red and yellow from 2 to 12, green and blue from 12 to 2."""

    marks: list[bool]  # eleven cells from the left
    free: int  # the first cell that may still be marked, 11 if there is none
    locked: bool  # this player has the lock
    points: int


class QwixxSheet(Told):
    rows: list[QwixxRow]
    strikes: int
    score: int


class QwixxView(Told):
    game: Literal["qwixx"]
    active: int  # who rolled
    dice: list[int]  # white, white, red, yellow, green, blue; empty before a roll and at the end
    sheets: list[QwixxSheet]
    closed: list[bool]  # of each row: nobody may mark there any more
    marked: bool  # in the colour step: the active player has marked the white sum
    pending: int | None  # one's own decision, an action id, until the others' are known
    order: Literal["simultaneous", "sequential"]


class DubitoPlay(Told):
    seat: int
    size: int
    cards: list[int] | None  # null where they lie face down


class DubitoReveal(Told):
    """The latest doubt."""

    doubter: int
    target: int
    number: int
    correct: bool  # it was a bluff
    loser: int  # who takes the board
    cards: list[int]  # of the play that was doubted
    taken: int  # how many cards the loser took
    jokers: int  # that left the game


class DubitoView(Told):
    """A card's id is its value: 1 to 13, 0 for a joker."""

    game: Literal["dubito"]
    number: int | None  # declared for this round
    board: list[DubitoPlay]  # of this round, in the order laid
    board_size: int  # cards on it
    out: list[int]  # who has gone out, the first first
    pending: int | None  # who has laid the last cards and can still be doubted
    turns: int
    max_turns: int
    in_game: list[int]  # how many cards of each value are in hands and on the board
    known: list[list[int]]  # for each seat the cards that all know to be with it, ascending
    doubts: int  # so far in this game
    reveal: DubitoReveal | None  # of the latest of them


GameView = Annotated[
    BeloteView | OhHellView | CodepieceView | QwixxView | DubitoView, Field(discriminator="game")
]
