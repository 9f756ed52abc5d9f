"""A game at a kitchen table, mirrored: what one seat sees, without anybody who knows the truth.

There is no true State here, and none is needed. A View is the same in every world that its seat
cannot tell apart; so one such world is kept, any one, and the View is taken from it. An entry that
this world allows is applied to it. One that it does not allow asks for another world: one that fits
everything so far and the entry too (tricks.py and bluff.py build it by the games' own deductions).
If there is none, the entry is impossible, and that is proved, not guessed. What the world holds in
the hidden places is never shown: only the View leaves this file.

`enter` checks and takes an entry, or refuses it and changes nothing. `undo` takes back the last
ones, `change` corrects any earlier one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.advice.entries import Act, Entry
from kibitz.advice.errors import ImpossibleEntry, UnexpectedEntry
from kibitz.core.assign import count_assignments
from kibitz.core.book import Book
from kibitz.core.errors import IllegalAction, KibitzError, NothingToUndo
from kibitz.core.game import Game
from kibitz.core.rng import Stream, mix
from kibitz.core.state import CHANCE, Outcome
from kibitz.core.view import View

ENTRIES_MAX = 20_000  # a whole match has fewer


@dataclass(frozen=True)
class BoardPlay:
    """Dubito: a play on the board; cards where they are known."""

    seat: int
    size: int
    cards: tuple[int, ...] | None


@dataclass(frozen=True)
class Expected:
    """What is to be entered next."""

    kind: str  # deal, roll, action, lay or over; a doubt may come in place of a lay
    seat: int | None
    yours: bool
    text: str
    hand_size: int | None = None
    dealer: int | None = None
    turned: bool = False
    actions: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    doubt: bool = False
    board: tuple[BoardPlay, ...] = ()


class Mirror:
    """One seat's game. Each game's kind says how entries change it."""

    SEATS: ClassVar[Sequence[str]] = ()  # names of seats, where the game has some

    def __init__(self, game: Game, seat: int, seed: int = 0) -> None:
        self.game = game
        self.seat = game.check_seat(seat)
        self.seed = seed
        self.entries: list[Entry] = []
        self.told: list[tuple[str, int | None]] = []  # each entry in words, and whose it is
        book = type(game)("python", **game.chosen_options())
        self._after: list[Any] = [self._begin(book)]  # what there was after so many entries

    # What is known --------------------------------------------------------------------------------

    @property
    def world(self) -> Book:
        """Some world that fits: not the truth, and not to be shown."""
        world: Book = self._after[-1]
        return world

    def view(self) -> View:
        """What the seat knows: the same whatever the world."""
        return dataclasses.replace(self.world.view(self.seat), game=self.game)

    @property
    def done(self) -> bool:
        return self.world.done

    @property
    def begun(self) -> bool:
        return bool(self.world.chance)

    def returns(self) -> list[float] | None:
        return self.world.returns() if self.done else None

    def worlds(self) -> int | None:
        """How many deals fit, where that can be counted."""
        unseen = None if self.done else self.world.view(self.seat).unseen()
        if unseen is None:
            return None
        return count_assignments(unseen.cards, unseen.sizes, unseen.excluded)

    def expects(self) -> Expected:
        raise NotImplementedError

    def seat_name(self, seat: int) -> str:
        if seat == self.seat:
            return "you"
        return self.SEATS[seat] if self.SEATS else f"seat {seat}"

    def card_of(self, action: int) -> int | None:  # noqa: ARG002 (a game of tricks has some)
        """The card that an action plays, if it plays one."""
        return None

    # What happens ---------------------------------------------------------------------------------

    def enter(self, entry: Entry) -> None:
        """Take an entry, or refuse it by name and change nothing."""
        if len(self.entries) >= ENTRIES_MAX:
            raise UnexpectedEntry(f"a game has at most {ENTRIES_MAX} entries")
        if self.done:
            raise UnexpectedEntry("the game is over")
        told = self._tell(entry)
        after = self._enter(entry)
        self._after.append(after)
        self.entries.append(entry)
        self.told.append(told)

    def enter_all(self, entries: Iterable[Entry]) -> KibitzError | None:
        """Take entries up to the first that does not fit; why it does not."""
        for entry in entries:
            try:
                self.enter(entry)
            except KibitzError as error:
                return error
        return None

    def undo(self, count: int = 1) -> None:
        """Take back the last entries."""
        if not 1 <= count <= len(self.entries):
            raise NothingToUndo(f"there are {len(self.entries)} entries to take back")
        for kept in (self.entries, self.told, self._after):
            del kept[len(kept) - count :]

    def change(self, place: int, entry: Entry) -> None:
        """Correct an earlier entry, if all that came after it still fits."""
        if not 0 <= place < len(self.entries):
            raise UnexpectedEntry(f"there are entries 1 to {len(self.entries)}")
        later = self.entries[place + 1 :]
        anew = type(self)(self.game, self.seat, self.seed)
        for i, one in enumerate([*self.entries[:place], entry, *later]):
            try:
                anew.enter(one)
            except KibitzError as error:
                if i == place:
                    raise
                raise ImpossibleEntry(
                    f"then entry {i + 1} ({self.told[i][0]}) would not fit: {error}"
                ) from None
        self.__dict__.update(anew.__dict__)

    # What each game gives -------------------------------------------------------------------------

    def _begin(self, book: Game) -> Any:
        return book.new(chance="explicit")

    def _enter(self, entry: Entry) -> Any:
        """What is kept after an entry."""
        raise NotImplementedError

    def _tell(self, entry: Entry) -> tuple[str, int | None]:
        """An entry in words, before it is taken."""
        raise NotImplementedError

    # Helpers --------------------------------------------------------------------------------------

    def stream(self, salt: int = 0) -> Stream:
        """Random numbers of this place in the game: the same entries, the same worlds."""
        return Stream(mix(self.seed + salt, len(self.entries)))

    def after_chance(self, outcome: Outcome) -> Book:
        world = self.world.copy()
        world.apply_chance(outcome)
        return world

    def apply(self, action: int) -> Book:
        """The world after an action that it allows; IllegalAction with a sentence otherwise."""
        world = self.world.copy()
        world.apply(action)
        return world

    def expects_action(self, actions: Sequence[int]) -> Expected:
        seat = self.world.player
        yours = seat == self.seat
        name = self.seat_name(seat)
        return Expected(
            kind="action",
            seat=seat,
            yours=yours,
            text="Your turn: what do you do?" if yours else f"What did {name} do?",
            actions=tuple(actions),
            names=tuple(map(self.game.action_name, actions)),
        )

    def own_action(self, entry: Entry) -> int:
        """The action of an entry for the seat on turn."""
        if self.world.player == CHANCE:
            raise UnexpectedEntry(f"first: {self.expects().text}")
        if not isinstance(entry, Act):
            raise UnexpectedEntry(f"an action is waited for: {self.expects().text}")
        return self.game.check_action(entry.action)

    def refuse(self, action: int, why: str) -> ImpossibleEntry:
        name, who = self.game.action_name(action), self.seat_name(self.world.player)
        return ImpossibleEntry(f"{who} cannot have played {name}: {why}")

    def illegal(self, action: int) -> IllegalAction:
        """For what nobody could do here, whatever they hold."""
        name = self.game.action_name(action)
        return IllegalAction(f"{name} is not possible here: {self.expects().text}")


def mirror(game: Game, seat: int, seed: int = 0) -> Mirror:
    """The advisor's game for a seat."""
    from kibitz.advice.games import known  # its modules import this one

    made: Mirror = known(game.name).Mirror(game, seat, seed)
    return made
