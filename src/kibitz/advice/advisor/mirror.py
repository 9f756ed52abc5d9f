"""A game at a kitchen table, mirrored: what one seat sees, with no access to the truth.

There is no true State here, and none is needed. A View is the same in every world that its seat
cannot tell apart, so one such world is kept, any one, and the View is taken from it. If this world
allows an entry, the entry is applied to it. Otherwise another world is needed that fits both the
entry and everything before it (tricks.py and bluff.py construct it from the games' own deductions).
If none exists, the entry is provably impossible. The hidden part of the world is never shown: only
the View leaves this file.

`enter` checks and applies an entry, or refuses it and changes nothing. `undo` removes the last
entries, `change` corrects any earlier one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.advice.advisor.entries import Act, Entry
from kibitz.advice.errors import BadEntry, ImpossibleEntry, NoAdvisor, UnexpectedEntry
from kibitz.core import registry
from kibitz.core.assign import count_assignments
from kibitz.core.coerce import short
from kibitz.core.errors import BadAction, BadText, IllegalAction, KibitzError, NothingToUndo
from kibitz.core.game import Game
from kibitz.core.python_state import PythonState
from kibitz.core.rng import Stream, mix
from kibitz.core.state import CHANCE, Outcome
from kibitz.core.view import View

ENTRIES_MAX = 20_000  # more than a whole match needs


@dataclass(frozen=True)
class BoardPlay:
    """Dubito: a play on the board, with its cards if they are known."""

    seat: int
    size: int
    cards: tuple[int, ...] | None


@dataclass(frozen=True)
class Expected:
    """What to enter next."""

    kind: str  # deal, roll, action, lay or over; a doubt may replace a lay
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
    """One seat's game. A subclass per game defines how entries change it."""

    SEATS: ClassVar[Sequence[str]] = ()  # names of the seats, if the game has any
    DEAL_EXAMPLE: ClassVar[str] = "AS 10H 7C ... dealer me"  # how a deal is entered
    ACTION_NOTE: ClassVar[str] = ""  # what may accompany an action

    def __init__(self, game: Game, seat: int, seed: int = 0) -> None:
        self.game = game
        self.seat = game.check_seat(seat)
        self.seed = seed
        self.entries: list[Entry] = []
        self.described: list[tuple[str, int | None]] = []  # each entry in words, and its seat
        book = type(game)("python", **game.chosen_options())
        self._after: list[Any] = [self._begin(book)]  # the world after each number of entries

    # Knowledge ------------------------------------------------------------------------------------

    @property
    def world(self) -> PythonState:
        """Some world that fits: not the truth, and never shown."""
        world: PythonState = self._after[-1]
        return world

    def view(self) -> View:
        """What the seat knows, which is the same in every such world."""
        return dataclasses.replace(self.world.view(self.seat), game=self.game)

    @property
    def done(self) -> bool:
        return self.world.done

    @property
    def begun(self) -> bool:
        return bool(self.world.chance) or self.world.start is not None

    def returns(self) -> list[float] | None:
        return self.world.returns() if self.done else None

    def worlds(self) -> int | None:
        """Count the deals that fit, where that is possible."""
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

    def card_of(self, action: int) -> int | None:  # noqa: ARG002 (trick-taking games have cards)
        """Return the card that an action plays, if any."""
        return None

    def read_card(self, word: str) -> int:
        """Parse a card as people write it, or raise BadEntry."""
        try:
            card = self.card_of(self.game.parse_action(word))
        except (BadAction, BadText):
            card = None
        if card is None:
            raise BadEntry(f"{short(word)} is not a card; write cards like AS, 10H or 7C")
        return card

    def read_action(self, text: str) -> int:
        """Parse an action as people write it."""
        return self.game.parse_action(text)

    # Entries --------------------------------------------------------------------------------------

    def enter(self, entry: Entry) -> None:
        """Apply an entry, or refuse it with a named error and change nothing."""
        if len(self.entries) >= ENTRIES_MAX:
            raise UnexpectedEntry(f"a game can have at most {ENTRIES_MAX} entries")
        if self.done:
            raise UnexpectedEntry("the game is over")
        described = self._describe(entry)
        after = self._enter(entry)
        self._after.append(after)
        self.entries.append(entry)
        self.described.append(described)

    def enter_all(self, entries: Iterable[Entry]) -> KibitzError | None:
        """Apply entries up to the first that does not fit, and return its error."""
        for entry in entries:
            try:
                self.enter(entry)
            except KibitzError as error:
                return error
        return None

    def undo(self, count: int = 1) -> None:
        """Remove the last entries."""
        if not 1 <= count <= len(self.entries):
            raise NothingToUndo(f"you can undo {len(self.entries)} entries at most")
        for kept in (self.entries, self.described, self._after):
            del kept[len(kept) - count :]

    def change(self, place: int, entry: Entry) -> None:
        """Correct an earlier entry, provided everything after it still fits."""
        if not 0 <= place < len(self.entries):
            raise UnexpectedEntry(f"entries run from 1 to {len(self.entries)}")
        later = self.entries[place + 1 :]
        anew = type(self)(self.game, self.seat, self.seed)
        for i, one in enumerate([*self.entries[:place], entry, *later]):
            try:
                anew.enter(one)
            except KibitzError as error:
                if i == place:
                    raise
                raise ImpossibleEntry(
                    f"then entry {i + 1} ({self.described[i][0]}) would not fit: {error}"
                ) from None
        self.__dict__.update(anew.__dict__)

    # To be defined by each game -------------------------------------------------------------------

    def _begin(self, book: Game) -> Any:
        return book.new(chance="explicit")

    def _enter(self, entry: Entry) -> Any:
        """Return the world after an entry."""
        raise NotImplementedError

    def _describe(self, entry: Entry) -> tuple[str, int | None]:
        """Describe an entry in words, before it is applied."""
        raise NotImplementedError

    # Helpers --------------------------------------------------------------------------------------

    def stream(self, salt: int = 0) -> Stream:
        """Return the random stream for this point in the game: same entries, same worlds."""
        return Stream(mix(self.seed + salt, len(self.entries)))

    def after_chance(self, outcome: Outcome) -> PythonState:
        world = self.world.copy()
        world.apply_chance(outcome)
        return world

    def apply(self, action: int) -> PythonState:
        """Return the world after a legal action; otherwise raise IllegalAction with a sentence."""
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
        """Return the action of an entry for the seat to act."""
        if self.world.player == CHANCE:
            raise UnexpectedEntry(f"first: {self.expects().text}")
        if not isinstance(entry, Act):
            raise UnexpectedEntry(f"enter an action first: {self.expects().text}")
        return self.game.check_action(entry.action)

    def refuse(self, action: int, why: str) -> ImpossibleEntry:
        name, who = self.game.action_name(action), self.seat_name(self.world.player)
        return ImpossibleEntry(f"{who} cannot have played {name}: {why}")

    def illegal(self, action: int) -> IllegalAction:
        """Return the error for an action that is impossible here whatever anyone holds."""
        name = self.game.action_name(action)
        return IllegalAction(f"{name} is impossible here: {self.expects().text}")


def mirror(game: Game, seat: int, seed: int = 0) -> Mirror:
    """Create the advisor's game for a seat, or raise NoAdvisor."""
    kind = getattr(registry.find("advice", game.name), "Mirror", None)
    if kind is None:
        raise NoAdvisor(f"{game.title} has no advisor; hints are available at a Kibitz table")
    made: Mirror = kind(game, seat, seed)
    return made
