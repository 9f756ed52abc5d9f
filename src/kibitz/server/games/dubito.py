"""Dubito's board, the declared number and the latest doubt."""

from __future__ import annotations

from typing import Literal

from kibitz.server.message_base import Sent


class DubitoPlay(Sent):
    seat: int
    size: int
    cards: list[int] | None  # null if face down


class DubitoReveal(Sent):
    """The latest doubt."""

    doubter: int
    target: int
    number: int
    correct: bool  # the doubted play was a bluff
    loser: int  # the seat that takes the board
    cards: list[int]  # of the doubted play
    taken: int  # number of cards the loser took
    jokers: int  # number of jokers removed from the game


class DubitoView(Sent):
    """A card's id is its value: 1 to 13, 0 for a joker."""

    game: Literal["dubito"]
    number: int | None  # declared for this round
    board: list[DubitoPlay]  # plays of this round, in order
    board_size: int  # number of cards on it
    out: list[int]  # seats that have gone out, in order
    pending: int | None  # the seat that has played its last cards and can still be doubted
    turns: int
    max_turns: int
    in_game: list[int]  # number of cards of each value in hands and on the board
    known: list[list[int]]  # for each seat, the cards everyone knows it holds, ascending
    doubts: int  # so far in this game
    reveal: DubitoReveal | None  # of the latest doubt


VIEW = DubitoView
