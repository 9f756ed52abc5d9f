"""Qwixx's dice and sheets."""

from __future__ import annotations

from typing import Literal

from kibitz.server.message_base import Sent


class QwixxRow(Sent):
    """A row of a sheet: red and yellow go from 2 to 12, green and blue from 12 to 2."""

    marks: list[bool]  # eleven cells from the left
    free: int  # the first cell that can still be marked, 11 if there is none
    locked: bool  # this player has marked the lock
    points: int


class QwixxSheet(Sent):
    rows: list[QwixxRow]
    strikes: int
    score: int


class QwixxView(Sent):
    game: Literal["qwixx"]
    active: int  # the seat that rolled
    dice: list[int]  # white, white, red, yellow, green, blue; empty before a roll and at the end
    sheets: list[QwixxSheet]
    closed: list[bool]  # for each row: nobody can mark it any more
    marked: bool  # in the colour step: the active player has marked the white sum
    pending: int | None  # your own choice, an action id, until the others' are known
    order: Literal["simultaneous", "sequential"]


VIEW = QwixxView
