"""The advisor's Qwixx. Dice and sheets are public; one thing is hidden for a moment.

In the order `simultaneous` all decide on the white sum at once. So the own decision comes first,
before one knows the others'; theirs are entered after it, from the active player on, and then the
step is made as it was. Until then `pass` stands for what is not known: what may be marked is
settled by the sheets as the step begins (rule 2), so nobody's choices depend on another's.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.advice.entries import Act, Entry, Roll
from kibitz.advice.errors import BadEntry, UnexpectedEntry
from kibitz.advice.mirror import Expected, Mirror
from kibitz.core.book import Book
from kibitz.core.errors import IllegalAction
from kibitz.core.game import Game
from kibitz.core.state import CHANCE
from kibitz.games.qwixx.rules import PASS, roll_of


@dataclass(frozen=True)
class _Step:
    """A state, and what has been decided in its white step: seats with their actions."""

    start: Book
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
        """Whether decisions are made at once here."""
        start = self.step.start
        return (
            start.phase == "white"
            and self.game.options["order"] == "simultaneous"
            and self.game.players > 1
        )

    @property
    def world(self) -> Book:
        """In a white step: up to the own decision, and after it if others come later."""
        start = self.step.start
        if not self.hidden:
            return start
        order, decided = self.order(), dict(self.step.decided)
        place = order.index(self.seat)
        upto = place + 1 if self.seat in decided and place < len(order) - 1 else place
        return self.advanced(start, [decided.get(seat, PASS) for seat in order[:upto]])

    def order(self) -> list[int]:
        """The seats from the active player on."""
        active, n = self.step.start.position()["active"], self.game.players
        return [(active + i) % n for i in range(n)]

    def advanced(self, start: Book, actions: list[int]) -> Book:
        state = start.copy()
        for action in actions:
            state.apply(action)
        return state

    def asked(self) -> int:
        """Whose decision is entered next in a white step: one's own first."""
        decided = dict(self.step.decided)
        if self.seat not in decided:
            return self.seat
        return next(seat for seat in self.order() if seat not in decided)

    def choices(self, seat: int) -> list[int]:
        """What a seat may decide in the white step."""
        place = self.order().index(seat)
        return self.advanced(self.step.start, [PASS] * place).legal()

    # What is waited for ---------------------------------------------------------------------------

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
        text = "The white sum is for all: what do you do?"
        if not yours:
            text = f"What did {self.seat_name(seat)} do with the white sum?"
        names = tuple(map(self.game.action_name, actions))
        return Expected("action", seat, yours, text, actions=tuple(actions), names=names)

    # Entries --------------------------------------------------------------------------------------

    def _tell(self, entry: Entry) -> tuple[str, int | None]:
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
                raise UnexpectedEntry(f"a roll is waited for: {self.expects().text}")
            if len(entry.dice) != 6 or any(not 1 <= die <= 6 for die in entry.dice):
                raise BadEntry("six dice from 1 to 6: white, white, red, yellow, green, blue")
            return _Step(self.after_chance(roll_of(entry.dice)))
        action = self.own_action(entry)
        if not self.hidden:
            return _Step(self.apply(action))
        seat = self.asked()
        if action not in self.choices(seat):
            names = ", ".join(map(self.game.action_name, self.choices(seat)))
            name, who = self.game.action_name(action), self.seat_name(seat)
            raise IllegalAction(f"{who} cannot do {name} here; possible: {names}")
        decided = (*self.step.decided, (seat, action))
        if len(decided) < self.game.players:
            return _Step(self.step.start, decided)
        known = dict(decided)
        return _Step(self.advanced(self.step.start, [known[s] for s in self.order()]))
