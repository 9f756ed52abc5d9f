"""Qwixx: the moves of a turn, and the common sense that every rule player here shares.

A rule player thinks in moves. On its own turn a move is the complete turn: a white mark, a colour
mark, both, or none, which is a strike; on another's turn it is the white mark, or none. What
`sensible` keeps on a player's own turn (rival: the best score of the others):
1. With three strikes a fourth ends the game: if that still wins, it is the move. It is never taken
   into a loss while there is another move.
2. A lock is always made, the one with the highest score, unless it ends the game without a win.
3. No lock that ends the game in a loss.
4. No move that another one dominates. Two single marks in one row: the nearer one dominates. Two
   single marks that skip equally many numbers and end equally far in their rows: the row with more
   marks. Two double marks: one sheet is behind the other in some row and ahead in none.
On another's turn only rule 2 applies, judged from the own sheet: whether an ending would win is not
considered, so a lock that ends the game is an ordinary mark.

In the solo game there is nobody to beat: no ending is a win or a loss. The native twin is
native/players/qwixx_turn.hpp.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.view import View
from kibitz.games.qwixx.rules import (
    LOCKS_END,
    PASS,
    ROWS,
    STRIKES_END,
    colour_marks,
    frontier,
    locked,
    marks,
    score,
    target,
    white_marks,
)
from kibitz.games.qwixx.view import QwixxView
from kibitz.search.games.qwixx import memory

Sheet = tuple[int, ...]


@dataclass(frozen=True)
class Move:
    """What a seat does in a turn, and its sheet afterwards."""

    white: int  # the action of the white step
    colour: int  # of the colour step; PASS on another's turn
    sheet: Sheet
    strikes: int
    skipped: int  # numbers newly skipped
    score: int
    locks: tuple[int, ...]  # rows that it locks

    @property
    def single(self) -> bool:
        return (self.white == PASS) != (self.colour == PASS)

    @property
    def double(self) -> bool:
        return self.white != PASS and self.colour != PASS

    @property
    def empty(self) -> bool:
        """Whether there is no mark; on the own turn a strike."""
        return self.white == self.colour == PASS


@dataclass(frozen=True)
class Turn:
    """One turn as the seat to act sees it."""

    own: bool  # whether it is the own turn
    sheet: Sheet  # the own one at the start of the turn
    strikes: int
    closed: tuple[bool, ...]
    dice: tuple[int, ...]
    rival: int | None  # the best score of the others
    shut: tuple[bool, ...]  # closed rows, and those that anyone has locked in this turn
    white_done: int | None  # in the colour step: the action of the white step

    @property
    def moves(self) -> list[Move]:
        """All moves, by their white action, then by their colour action."""
        if not self.own:
            return [self._move(white, PASS) for white in (PASS, *self._whites())]
        return [self._move(white, c) for white in self._whites_own() for c in self._colours(white)]

    def offered(self, move: Move) -> bool:
        """Whether a move is still possible: in the colour step the white mark is already made."""
        return self.white_done is None or move.white == self.white_done

    def action(self, move: Move) -> int:
        """The move's action in this step."""
        return move.white if self.white_done is None else move.colour

    def ends(self, move: Move) -> bool:
        """Whether its locks end the game."""
        rows = {row for row in range(len(ROWS)) if self.closed[row]}
        return bool(move.locks) and len(rows.union(move.locks)) >= LOCKS_END

    def wins(self, points: int) -> bool:
        return self.rival is not None and points > self.rival

    def loses(self, points: int) -> bool:
        return self.rival is not None and points < self.rival

    def _whites(self) -> list[int]:
        return white_marks(list(self.sheet), list(self.closed), self.dice)

    def _whites_own(self) -> list[int]:
        # In the order `simultaneous` the row of the own white mark may be closed by now.
        return sorted({PASS, *self._whites(), self.white_done or PASS})

    def _colours(self, white: int) -> list[int]:
        sheet = marked(self.sheet, white, self.dice)
        return [PASS, *colour_marks(list(sheet), list(self.closed), self.dice)]

    def _move(self, white: int, colour: int) -> Move:
        sheet = marked(marked(self.sheet, white, self.dice), colour, self.dice)
        strikes = self.strikes + (self.own and white == colour == PASS)
        rows = [row for row in range(len(ROWS)) if sheet[row] != self.sheet[row]]
        passed = [_skipped(sheet[row]) - _skipped(self.sheet[row]) for row in rows]
        locks = tuple(row for row in rows if locked(sheet[row]))
        points = score(list(sheet), strikes)
        return Move(white, colour, sheet, strikes, sum(passed), points, locks)


def turn(view: View) -> Turn:
    """The turn of a view whose seat is to act."""
    assert isinstance(view, QwixxView)
    sheet, white_done = view.sheets[view.seat], None
    if view.phase == "colour":
        [white_done] = memory(view)
        sheet = _unmarked(sheet, white_done, view.dice)
    others = [points for seat, points in enumerate(view.scores) if seat != view.seat]
    return Turn(
        own=view.seat == view.active,
        sheet=sheet,
        strikes=view.strikes[view.seat],
        closed=view.closed,
        dice=view.dice,
        rival=max(others, default=None),
        shut=_shut(view) if view.phase == "answer" else view.closed,
        white_done=white_done,
    )


def _shut(view: QwixxView) -> tuple[bool, ...]:
    return tuple(any(locked(sheet[row]) for sheet in view.sheets) for row in range(len(ROWS)))


def sensible(now: Turn) -> list[Move]:
    """The moves to choose from: a single one if a rule decides; never none."""
    moves = now.moves
    if not now.own:
        locks = [move for move in moves if move.locks and not now.ends(move)]
        return [highest(locks)] if locks else moves
    strike = moves[0]
    last_strike = now.strikes == STRIKES_END - 1
    if last_strike and now.wins(strike.score) and now.offered(strike):
        return [strike]
    locks = [move for move in moves if _good_lock(now, move) and now.offered(move)]
    if locks:
        return [highest(locks)]
    moves = [move for move in moves if not (now.ends(move) and now.loses(move.score))]
    if last_strike and now.loses(strike.score):
        moves = [move for move in moves if not move.empty] or [strike]
    left = [m for m in moves if now.offered(m) and not any(_behind(now, m, n) for n in moves)]
    return left or [next(move for move in now.moves if now.offered(move))]


def highest(moves: list[Move]) -> Move:
    """The move with the highest score; ties go to the last."""
    return max(reversed(moves), key=lambda move: move.score)


def _good_lock(now: Turn, move: Move) -> bool:
    return bool(move.locks) and (not now.ends(move) or now.wins(move.score))


def _behind(now: Turn, move: Move, other: Move) -> bool:
    """Whether another move dominates a move."""
    if move.single and other.single:
        row, cell = target(move.white or move.colour, now.dice)
        row_other, cell_other = target(other.white or other.colour, now.dice)
        if row == row_other:
            return cell_other < cell
        here, there = now.sheet[row], now.sheet[row_other]
        same_way = cell == cell_other and frontier(here) == frontier(there)
        return same_way and marks(there) > marks(here)
    if move.double and other.double:
        gaps = [
            gap
            for mine, yours in zip(move.sheet, other.sheet, strict=True)
            for gap in (frontier(mine) - frontier(yours), marks(yours) - marks(mine))
        ]
        return min(gaps) >= 0 and max(gaps) > 0
    return False


def marked(sheet: Sheet, action: int, dice: tuple[int, ...]) -> Sheet:
    """A sheet with the mark of an action."""
    if action == PASS:
        return sheet
    row, cell = target(action, dice)
    return (*sheet[:row], sheet[row] | 1 << cell, *sheet[row + 1 :])


def _unmarked(sheet: Sheet, action: int, dice: tuple[int, ...]) -> Sheet:
    if action == PASS:
        return sheet
    row, cell = target(action, dice)
    return (*sheet[:row], sheet[row] & ~(1 << cell), *sheet[row + 1 :])


def _skipped(bits: int) -> int:
    """The numbers skipped in a row."""
    return frontier(bits) - bits.bit_count()
