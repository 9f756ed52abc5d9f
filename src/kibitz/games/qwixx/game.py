"""Qwixx as a Game: options, sizes, and checks of rolls and positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kibitz.core import shape as shapes
from kibitz.core.errors import BadDeal, BadPosition
from kibitz.core.game import Game, check_deal_shape
from kibitz.core.options import Choice, Integer, Option
from kibitz.core.state import Outcome, State
from kibitz.games.qwixx import encode, notation
from kibitz.games.qwixx.rules import (
    CELLS,
    COLOUR,
    LAST,
    LOCK_MARKS,
    LOCKS_END,
    PASS,
    PHASES,
    POSITION_SHAPE,
    ROLLS,
    ROWS,
    STRIKES_END,
    WHITE,
    QwixxState,
    dice_of,
    frontier,
    locked,
    target,
    white_marks,
)
from kibitz.games.qwixx.view import QwixxView, see

PLAYERS_MAX = 5


def turns_max(players: int) -> int:
    """The maximum number of turns in a game, which follows from the rules alone.

    Every turn puts a mark or a strike on the active player's own sheet (rule 6). Without ending the
    game a sheet takes three strikes and the ten numbers of each row before the last, so each seat
    has at most 43 turns that do not end it. One seat has one more, whose mark locks the one row
    that may be locked; since seats take turns, that must be seat 0. The turn after these ends the
    game.
    """
    return (STRIKES_END - 1 + len(ROWS) * LAST) * players + 2


class Qwixx(Game):
    name = "qwixx"
    title = "Qwixx"
    version = 1
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "players": Integer(2, "the number of players; 1 is the solo game", 1, PLAYERS_MAX),
        "order": Choice(
            "simultaneous",
            "order of the white step: all players at once, or the active player first",
            ("simultaneous", "sequential"),
        ),
        "faces": Integer(6, "faces of the dice; with 3, sums go up to 6", 2, 6, small=True),
        "rows": Integer(len(ROWS), "rows in play, from red", 1, len(ROWS), small=True),
        "strikes": Integer(STRIKES_END, "strikes that end the game", 1, STRIKES_END, small=True),
    }
    PHASES = PHASES
    CHANCE_SHAPE = int
    POSITION_SHAPE = POSITION_SHAPE
    num_actions = 13
    ENCODINGS = encode.ENCODINGS

    def __init__(self, engine: str = "python", **options: Any) -> None:
        super().__init__(engine, **options)
        self.players: int = self.options["players"]
        self.faces: int = self.options["faces"]
        self.rows: int = self.options["rows"]
        # Each turn every player decides on the white sum, and the active one on a colour.
        self.max_length = turns_max(self.players) * (self.players + 1)

    def is_over(self, strikes: list[int], closed: list[bool]) -> bool:
        """Rule 7: too many strikes, or two locked rows; rows not in play do not count."""
        locks = sum(closed[: self.rows])
        return max(strikes) >= self.options["strikes"] or locks >= min(LOCKS_END, self.rows)

    def book(self) -> State:
        return QwixxState(self)

    def view(self, state: State, seat: int) -> QwixxView:
        return see(self, state, seat)

    def seen(self, state: State, action: int, seat: int) -> int:
        hidden = self.options["order"] == "simultaneous" and state.phase == "white"
        return self.num_actions if hidden and seat != state.player else action

    def check_outcome(self, state: State, outcome: Outcome) -> Outcome:  # noqa: ARG002
        roll = _check_roll(check_deal_shape(self, outcome))
        self._check_dice(roll, BadDeal)
        return roll

    def _check_dice(self, roll: int, error: type[BadDeal] | type[BadPosition]) -> None:
        dice = dice_of(roll)
        if max(dice) > self.faces or any(die > 1 for die in dice[2 + self.rows :]):
            raise error(
                f"the dice of this game show 1 to {self.faces}, and only the {2 + self.rows} in "
                "use are rolled"
            )

    def check_position(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """Check what holds in every position, whatever turns preceded it."""
        p: dict[str, Any] = shapes.check(POSITION_SHAPE, position, "position", BadPosition)
        if not 0 <= p["active"] < self.players:
            raise BadPosition(f"active must be a seat from 0 to {self.players - 1}")
        for name in ("sheets", "strikes"):
            if len(p[name]) != self.players:
                raise BadPosition(f"{name} needs one entry for each of {self.players} seats")
        if len(p["closed"]) != len(ROWS) or any(len(sheet) != len(ROWS) for sheet in p["sheets"]):
            raise BadPosition("closed and every sheet need one entry for each of the four rows")
        for bits in (bits for sheet in p["sheets"] for bits in sheet):
            if not 0 <= bits < 1 << CELLS:
                raise BadPosition(f"a row of a sheet must have {CELLS} bits, not {bits}")
            if locked(bits) and bits.bit_count() <= LOCK_MARKS:
                raise BadPosition("the last number of a row needs five marks before it")
        if (p["dice"] is None) != (p["step"] in ("roll", "over")):
            raise BadPosition("dice are present exactly from the roll to the end of the turn")
        if p["dice"] is not None and not 0 <= p["dice"] < ROLLS:
            raise BadPosition(f"dice must be a number from 0 to {ROLLS - 1}")
        if p["dice"] is not None:
            self._check_dice(p["dice"], BadPosition)
        if not all(p["closed"][self.rows :]) or any(any(s[self.rows :]) for s in p["sheets"]):
            raise BadPosition(f"only {self.rows} rows are in play: the others are closed")
        self._check_end(p)
        self._check_answers(p)
        self._check_marked(p)
        self._check_locks(p)
        return p

    def _check_end(self, p: dict[str, Any]) -> None:
        """Rule 7: check that the game is over exactly when it must be."""
        for seat, strikes in enumerate(p["strikes"]):
            # A fourth strike ends the game with the turn; in `sequential` others still answer.
            fourth = seat == p["active"] and p["step"] in ("answer", "over")
            if not 0 <= strikes < self.options["strikes"] + fourth:
                most = self.options["strikes"]
                raise BadPosition(
                    f"strikes must be from 0 to {most - 1}; only the last turn makes number {most}"
                )
        if p["step"] == "over" and not self.is_over(p["strikes"], p["closed"]):
            raise BadPosition("without four strikes or two closed rows the game is not over")
        if p["step"] != "over" and self.is_over([0], p["closed"]):
            raise BadPosition("with two closed rows the game is over")
        if (
            all(p["closed"][: self.rows]) and self.rows > LOCKS_END
        ):  # no roll gives both a 12 and a 2 to lock with
            raise BadPosition("the last turn locks at most two rows, so one stays open")

    def _check_answers(self, p: dict[str, Any]) -> None:
        simultaneous = self.options["order"] == "simultaneous"
        if p["step"] == "answer" and (simultaneous or self.players == 1):
            raise BadPosition("others answer after the active player only in the order sequential")
        asked = (
            self.players - 1 if p["step"] == "answer"
            else self.players if p["step"] == "white" and simultaneous
            else 1
        )  # fmt: skip
        if len(p["answers"]) >= asked:
            raise BadPosition(f"at most {asked - 1} answers can have been given in this step")
        for i, answer in enumerate(p["answers"]):
            seat = (p["active"] + i + (p["step"] == "answer")) % self.players
            if answer not in _answers(p, p["sheets"][seat]):
                raise BadPosition(f"seat {seat} cannot have answered {answer} in this step")

    def _check_marked(self, p: dict[str, Any]) -> None:
        if not p["marked"]:
            return
        if p["step"] != "colour":
            raise BadPosition("marked can be set only in the colour step")
        if not any(_newest(p, p["active"], WHITE + row) for row in range(len(ROWS))):
            raise BadPosition("the active player's last mark in no row is the white sum")

    def _check_locks(self, p: dict[str, Any]) -> None:
        """Rule 5: a locked row must be closed, after the step or after the turn."""
        for row, closed in enumerate(p["closed"][: self.rows]):
            lockers = [s for s in range(self.players) if locked(p["sheets"][s][row])]
            if closed and not lockers:
                raise BadPosition(f"{ROWS[row]} is closed but nobody has locked it")
            if not closed and any(not self._locked_now(p, seat, row) for seat in lockers):
                raise BadPosition(f"{ROWS[row]} is locked but not closed")

    def _locked_now(self, p: dict[str, Any], seat: int, row: int) -> bool:
        """Whether this seat can have locked the row in this turn of a sequential game."""
        if self.options["order"] != "sequential" or p["dice"] is None:
            return False
        if seat != p["active"]:
            place = (seat - p["active"] - 1) % self.players
            return WHITE + row in p["answers"][place : place + 1]
        if p["step"] == "colour":
            return bool(p["marked"]) and _newest(p, seat, WHITE + row)
        colours = (COLOUR + 2 * row, COLOUR + 2 * row + 1)
        return p["step"] == "answer" and any(_newest(p, seat, a) for a in (WHITE + row, *colours))

    def action_name(self, action: int) -> str:
        return notation.action_name(self.check_action(action))

    def read_action(self, text: str) -> int:
        return notation.parse_action(text)

    def outcome_name(self, outcome: Outcome) -> str:
        return notation.roll_name(_check_roll(check_deal_shape(self, outcome)))

    def read_outcome(self, text: str) -> Outcome:
        return notation.parse_roll(text)


def _check_roll(roll: int) -> int:
    if not 0 <= roll < ROLLS:
        raise BadDeal(f"a roll must be a number from 0 to {ROLLS - 1}, not {roll}")
    return roll


def _answers(p: dict[str, Any], sheet: list[int]) -> list[int]:
    """The possible answers of a seat in this step, given its current sheet."""
    if p["step"] == "white":  # pending: not on the sheet yet
        return [PASS, *white_marks(sheet, p["closed"], dice_of(p["dice"]))]
    rows = [row for row in range(len(ROWS)) if not p["closed"][row]]
    return [PASS, *(WHITE + row for row in rows if _newest_in(sheet, WHITE + row, p["dice"]))]


def _newest(p: dict[str, Any], seat: int, action: int) -> bool:
    return _newest_in(p["sheets"][seat], action, p["dice"])


def _newest_in(sheet: list[int], action: int, roll: int) -> bool:
    """Whether the number that the action marks is the last mark in its row."""
    row, cell = target(action, dice_of(roll))
    return frontier(sheet[row]) == cell + 1
