"""The advisor's Qwixx. Dice and sheets are public; one thing is hidden for a moment.

With the order `simultaneous`, all players decide on the white sum at once. The seat's own decision
therefore comes first, before the others' are known; theirs are entered afterwards, starting with
the active player, and then the step is replayed as it happened. Until then `pass` stands in for
unknown decisions: what may be marked depends on the sheets at the start of the step (rule 2), so no
player's choices depend on another's.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.advice.advisor.entries import Act, Entry, Roll
from kibitz.advice.advisor.mirror import Expected, Mirror
from kibitz.advice.errors import BadEntry, UnexpectedEntry
from kibitz.core.errors import IllegalAction
from kibitz.core.game import Game
from kibitz.core.python_state import PythonState
from kibitz.core.state import CHANCE
from kibitz.games.qwixx.rules import PASS, roll_of


@dataclass(frozen=True)
class _Step:
    """A state, and the decisions of its white step so far: seats with their actions."""

    start: PythonState
    decided: tuple[tuple[int, int], ...] = ()


class QwixxMirror(Mirror):
    def _begin(self, book: Game) -> _Step:
        return _Step(book.new(chance="explicit"))  # type: ignore[arg-type]  # the Python engine

    @property
    def step(self) -> _Step:
        step: _Step = self._after[-1]
        return step

    @property
    def hidden(self) -> bool:
        """Whether decisions are simultaneous here."""
        start = self.step.start
        return (
            start.phase == "white"
            and self.game.options["order"] == "simultaneous"
            and self.game.players > 1
        )

    @property
    def world(self) -> PythonState:
        """In a white step: the world at the seat's decision, or after it if others come later."""
        start = self.step.start
        if not self.hidden:
            return start
        order, decided = self.order(), dict(self.step.decided)
        place = order.index(self.seat)
        upto = place + 1 if self.seat in decided and place < len(order) - 1 else place
        return self.advanced(start, [decided.get(seat, PASS) for seat in order[:upto]])

    def order(self) -> list[int]:
        """Return the seats, starting with the active player."""
        active, n = self.step.start.position()["active"], self.game.players
        return [(active + i) % n for i in range(n)]

    def advanced(self, start: PythonState, actions: list[int]) -> PythonState:
        state = start.copy()
        for action in actions:
            state.apply(action)
        return state

    def asked(self) -> int:
        """Return whose decision is entered next in a white step; the seat's own comes first."""
        decided = dict(self.step.decided)
        if self.seat not in decided:
            return self.seat
        return next(seat for seat in self.order() if seat not in decided)

    def choices(self, seat: int) -> list[int]:
        """Return what a seat may decide in the white step."""
        place = self.order().index(seat)
        return self.advanced(self.step.start, [PASS] * place).legal()

    # Expected input -------------------------------------------------------------------------------

    def expects(self) -> Expected:
        if self.done:
            return Expected("over", None, False, "The game is over.")
        if self.step.start.player == CHANCE:
            active = self.step.start.position()["active"]
            who = "you roll" if active == self.seat else f"{self.seat_name(active)} rolls"
            text = f"The dice ({who}): white, white, red, yellow, green, blue?"
            return Expected("roll", None, False, text)
        if not self.hidden:
            return self.expects_action(self.world.legal())
        seat = self.asked()
        actions = self.choices(seat)
        yours = seat == self.seat
        text = "Everyone may use the white sum: what do you do?"
        if not yours:
            text = f"What did {self.seat_name(seat)} do with the white sum?"
        names = tuple(map(self.game.action_name, actions))
        return Expected("action", seat, yours, text, actions=tuple(actions), names=names)

    # Entries --------------------------------------------------------------------------------------

    def _describe(self, entry: Entry) -> tuple[str, int | None]:
        if isinstance(entry, Roll):
            return f"dice {' '.join(map(str, entry.dice))}", None
        if isinstance(entry, Act) and self.step.start.player >= 0:
            seat = self.asked() if self.hidden else self.world.player
            name = self.game.action_name(self.game.check_action(entry.action))
            return f"{self.seat_name(seat)}: {name}", seat
        return entry.kind, None

    def _enter(self, entry: Entry) -> _Step:
        if self.step.start.player == CHANCE:
            if not isinstance(entry, Roll):
                raise UnexpectedEntry(f"enter a roll first: {self.expects().text}")
            if len(entry.dice) != 6 or any(not 1 <= die <= 6 for die in entry.dice):
                raise BadEntry("enter six dice from 1 to 6: white, white, red, yellow, green, blue")
            return _Step(self.after_chance(roll_of(entry.dice)))
        action = self.own_action(entry)
        if not self.hidden:
            return _Step(self.apply(action))
        seat = self.asked()
        if action not in self.choices(seat):
            names = ", ".join(map(self.game.action_name, self.choices(seat)))
            name, who = self.game.action_name(action), self.seat_name(seat)
            raise IllegalAction(f"{who} cannot choose {name} here; possible: {names}")
        decided = (*self.step.decided, (seat, action))
        if len(decided) < self.game.players:
            return _Step(self.step.start, decided)
        known = dict(decided)
        return _Step(self.advanced(self.step.start, [known[s] for s in self.order()]))
