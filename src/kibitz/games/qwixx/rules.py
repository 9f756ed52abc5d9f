"""Qwixx: the rules, readable. Rule numbers in comments refer to README.md.

This is the reference; its fast twin, native/games/qwixx.hpp, must agree after every action.

A row of a sheet is an 11-bit number: bit i is the i-th number from the left, set if it is marked.
Nothing else is stored: the free numbers are those above the highest bit, and the last bit is the
lock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.core.events import NOBODY
from kibitz.core.python_state import PythonState
from kibitz.core.rng import Stream
from kibitz.core.shape import maybe, one_of
from kibitz.core.state import CHANCE, OVER, Outcome

if TYPE_CHECKING:
    from kibitz.games.qwixx.game import Qwixx

PHASES = ("roll", "white", "colour", "answer", "over")
ROWS = ("red", "yellow", "green", "blue")  # red and yellow ascend, green and blue descend
CELLS = 11  # numbers in a row
LAST = CELLS - 1  # the cell that locks
LOCK_MARKS = 5  # marks required before the last number
STRIKES_END = 4
LOCKS_END = 2
STRIKE_POINTS = 5
ROLLS = 6**6

# Actions: 0 pass; 1-4 the white sum in a row; 5 + row * 2 + white die: that die and the row's own.
PASS = 0
WHITE = 1
COLOUR = 5

POSITION_SHAPE = {
    "step": one_of(*PHASES),
    "active": int,  # whose turn it is; at "roll" who rolls next, at "over" who had the last turn
    "dice": maybe(int),  # the number of the roll; None at "roll" and "over"
    "sheets": [[int]],  # four rows per seat, 11 bits each
    "strikes": [int],
    "closed": [bool],  # rows in which nobody may mark any more
    "marked": bool,  # at "colour": the active player marked the white sum
    "answers": [int],  # given in this step so far: simultaneous "white" (secret), "answer" (public)
}


class QwixxState(PythonState):
    """One game of Qwixx."""

    game: Qwixx

    def _setup(self) -> None:
        players = self.game.players
        self.active = 0  # Rule 1: seat 0 starts
        self.dice: tuple[int, ...] = ()
        self.sheets = [[0] * len(ROWS) for _ in range(players)]
        self.strikes = [0] * players
        self.closed = [row >= self.game.rows for row in range(len(ROWS))]
        self.marked = False
        self.answers: list[int] = []

    # Rule 1: the roll ---------------------------------------------------------------------------

    def _draw(self, stream: Stream) -> Outcome:
        # Small variants have fewer faces; the dice of rows that are not in play stay at 1.
        faces, rolled = self.game.faces, 2 + self.game.rows
        drawn = stream.below(faces**rolled)
        dice = [drawn // faces**place % faces + 1 for place in range(rolled - 1, -1, -1)]
        return roll_of((*dice, *[1] * (6 - rolled)))

    def _deal_out(self, outcome: Outcome) -> None:
        self.dice = dice_of(outcome)
        self._player, self._phase = self.active, "white"
        self._log("chance", NOBODY, outcome)

    # Rules 2 to 5: what is legal ----------------------------------------------------------------

    def _legal(self) -> list[int]:
        sheet = self.sheets[self._player]
        marks = colour_marks if self._phase == "colour" else white_marks
        return [PASS, *marks(sheet, self.closed, self.dice)]

    # What actions do ----------------------------------------------------------------------------

    def _apply(self, action: int) -> None:
        if self._phase == "colour":
            self.play_colour(action)
        elif self._phase == "answer":
            self.answer(action)
        elif self.simultaneous:
            self.decide(action)
        else:
            # Order `sequential`: the active player's white mark counts at once, for itself only.
            self.mark(self._player, action)
            self.marked = action != PASS
            self._phase = "colour"

    def decide(self, action: int) -> None:
        """Rule 2: decisions stay pending until all have decided; then all marks are made at
        once."""
        self.answers.append(action)
        self._player = self.next_seat(self._player)
        if self._player != self.active:
            return
        for i, answer in enumerate(self.answers):
            self.mark((self.active + i) % self.game.players, answer)
        self._log("reveal", NOBODY, tuple(self.answers))
        self.marked = self.answers[0] != PASS
        self.answers = []
        self.close_rows()
        if self.ended():
            self.end_game()  # Rule 7: no colour step, and no strike
        else:
            self._phase = "colour"

    def play_colour(self, action: int) -> None:
        """Rule 3, and rule 6: a strike for marking nothing in either step."""
        self.mark(self.active, action)
        if action == PASS and not self.marked:
            self.strikes[self.active] += 1
        self.marked = False
        if self.simultaneous or self.game.players == 1:
            self.end_turn()
        else:
            self._player, self._phase = self.next_seat(self.active), "answer"

    def answer(self, action: int) -> None:
        """Order `sequential`: another player's white mark. Rows close only after the turn."""
        self.mark(self._player, action)
        self.answers.append(action)
        self._player = self.next_seat(self._player)
        if self._player == self.active:
            self.end_turn()

    def mark(self, seat: int, action: int) -> None:
        if action != PASS:
            row, cell = target(action, self.dice)
            self.sheets[seat][row] |= 1 << cell

    def close_rows(self) -> None:
        """Rule 5: a row that any player has locked is closed for all."""
        self.closed = [
            row >= self.game.rows or any(locked(sheet[row]) for sheet in self.sheets)
            for row in range(len(ROWS))
        ]

    def end_turn(self) -> None:
        self.answers = []
        self.close_rows()
        if self.ended():
            self.end_game()
            return
        self.dice = ()
        self.active = self.next_seat(self.active)
        self._player, self._phase = CHANCE, "roll"

    def ended(self) -> bool:
        """Rule 7."""
        return self.game.is_over(self.strikes, self.closed)

    def end_game(self) -> None:
        self.dice, self.marked = (), False
        self._player, self._phase = OVER, "over"
        self._log("score", NOBODY, tuple(self.totals()))

    # Results ------------------------------------------------------------------------------------

    def totals(self) -> list[int]:
        return [score(*of) for of in zip(self.sheets, self.strikes, strict=True)]

    def scores(self) -> list[float]:
        return [float(total) for total in self.totals()]

    def _points(self) -> list[float]:
        return self.scores()

    def _shares(self) -> list[float]:
        totals = self.totals()
        best = max(totals)
        return [(total == best) / totals.count(best) for total in totals]

    # Positions ----------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        return {
            "step": self._phase,
            "active": self.active,
            "dice": roll_of(self.dice) if self.dice else None,
            "sheets": [list(sheet) for sheet in self.sheets],
            "strikes": list(self.strikes),
            "closed": list(self.closed),
            "marked": self.marked,
            "answers": list(self.answers),
        }

    def _load_position(self, position: dict[str, Any]) -> None:
        self._phase = position["step"]
        self.active = position["active"]
        self.dice = () if position["dice"] is None else dice_of(position["dice"])
        self.sheets = [list(sheet) for sheet in position["sheets"]]
        self.strikes = list(position["strikes"])
        self.closed = list(position["closed"])
        self.marked = position["marked"]
        self.answers = list(position["answers"])
        if self._phase in ("roll", "over"):
            self._player = CHANCE if self._phase == "roll" else OVER
        else:
            ahead = len(self.answers) + (self._phase == "answer")  # the active player gives none
            self._player = (self.active + ahead) % self.game.players

    # Helpers ------------------------------------------------------------------------------------

    @property
    def simultaneous(self) -> bool:
        return bool(self.game.options["order"] == "simultaneous")

    def next_seat(self, seat: int) -> int:
        return (seat + 1) % self.game.players


# Dice -------------------------------------------------------------------------------------------


def dice_of(roll: int) -> tuple[int, ...]:
    """The dice W1 W2 R Y G B, 1 to 6 each, of a roll's number: base 6, W1 most significant."""
    return tuple(roll // 6**place % 6 + 1 for place in range(5, -1, -1))


def roll_of(dice: tuple[int, ...]) -> int:
    """The number of a roll."""
    roll = 0
    for die in dice:
        roll = 6 * roll + die - 1
    return roll


# Sheets -----------------------------------------------------------------------------------------


def cell_of(row: int, number: int) -> int:
    """The index of a number in its row, from the left: 0 to 10."""
    return number - 2 if row < 2 else 12 - number


def number_at(row: int, cell: int) -> int:
    """The number at an index of a row."""
    return cell + 2 if row < 2 else 12 - cell


def frontier(bits: int) -> int:
    """The first cell that may still be marked (rule 4); CELLS in a row that this sheet locked."""
    return bits.bit_length()


def locked(bits: int) -> bool:
    """Whether the last number of a row is marked."""
    return bool(bits >> LAST & 1)


def marks(bits: int) -> int:
    """The marks of a row as scored: the lock counts as one more (rule 5)."""
    return bits.bit_count() + locked(bits)


def can_mark(bits: int, cell: int) -> bool:
    """Rules 4 and 5: to the right of all marks, and the last number only after five marks."""
    return cell >= frontier(bits) and (cell < LAST or bits.bit_count() >= LOCK_MARKS)


def white_marks(sheet: list[int], closed: list[bool], dice: tuple[int, ...]) -> list[int]:
    """Rule 2: the rows that can take the sum of the white dice, as actions."""
    actions = [WHITE + row for row in range(len(ROWS))]
    return [action for action in actions if _fits(sheet, closed, *target(action, dice))]


def colour_marks(sheet: list[int], closed: list[bool], dice: tuple[int, ...]) -> list[int]:
    """Rule 3: one white die and a coloured one; of two equal white dice the first is used."""
    dies = (0,) if dice[0] == dice[1] else (0, 1)
    actions = [COLOUR + 2 * row + die for row in range(len(ROWS)) for die in dies]
    return [action for action in actions if _fits(sheet, closed, *target(action, dice))]


def target(action: int, dice: tuple[int, ...]) -> tuple[int, int]:
    """The row and the cell that an action marks with these dice."""
    if action < COLOUR:
        row, number = action - WHITE, dice[0] + dice[1]
    else:
        row, die = divmod(action - COLOUR, 2)
        number = dice[die] + dice[2 + row]
    return row, cell_of(row, number)


def score(sheet: list[int], strikes: int) -> int:
    """Rule 8."""
    return sum(marks(row) * (marks(row) + 1) // 2 for row in sheet) - STRIKE_POINTS * strikes


def _fits(sheet: list[int], closed: list[bool], row: int, cell: int) -> bool:
    return not closed[row] and can_mark(sheet[row], cell)
