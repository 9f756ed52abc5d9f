"""Kinds of trick play that the double-dummy solver supports, and what each must provide.

A game that can be solved exports `PLAY` from `search/games/<game>`. Bridge-style play is defined
here: it is not a game of ours, and exists only as a `Position`. `Play` has what they share and
counts tricks; Belote's counts points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core import registry
from kibitz.core.cards import SUITS, card_name
from kibitz.core.errors import NotSolvable
from kibitz.core.state import State


@dataclass(frozen=True)
class Position:
    """Hands during play, independent of a game; excludes what was won before.

    Cards and suits are numbered as in the game; bridge-style play uses Codepiece's numbers.
    """

    play: str
    hands: tuple[tuple[int, ...], ...]
    trump: int | None
    leader: int
    trick: tuple[int, ...] = ()

    @property
    def player(self) -> int:
        return (self.leader + len(self.trick)) % 4


@dataclass(frozen=True)
class Points:
    """A result in card points: sides are seats 0+2 (NS) and 1+3 (EW)."""

    points: tuple[int, int]
    capot: int | None  # the side that took all tricks: 0 is NS, 1 is EW
    marks: tuple[int, int] | None = None  # if there is a contract


@dataclass(frozen=True)
class Tricks:
    """A result in tricks, of seats 0+2 and of seats 1+3."""

    tricks: tuple[int, int]


Value = Points | Tricks
Values = dict[int | None, Value]  # by action id or card; None is the key of the position itself


@dataclass(frozen=True)
class Rules:
    """What minimax needs: legal cards, the winner of a trick, and its value."""

    legal: Callable[[list[int], list[int], int], list[int]]
    winner: Callable[[list[int], int], int]
    worth: Callable[[list[int], int], int]
    last: int  # bonus for the last trick
    sweeps: bool  # whether winning all tricks or none is a separate result


class Play:
    """One kind of trick play; this base counts tricks and allows any leader."""

    name: str
    title: str
    number: int  # its number in the native engine
    rules: Rules
    deck = 52
    suits: str = SUITS  # by number
    needs_trump = True
    slip = 0.5  # standard deviation of real play per trick to come (pimc.py)
    cases = 1  # of results that depend on more than what is made (pimc_worlds.py)
    first_card = 0  # the action id of card 0

    def trump(self, p: Mapping[str, Any]) -> int:
        """The trump of a position of the game."""
        return int(p["trump"])

    def leaders(self, deal: Mapping[str, Any]) -> list[int]:  # noqa: ARG002
        """The seats that may lead to the first trick of a deal."""
        return [0, 1, 2, 3]

    def card_name(self, card: int) -> str:
        return card_name(card)

    def seat_name(self, seat: int) -> str:
        return f"seat {seat}"

    def left(self, position: Position) -> int:
        """The total value of the rest of a deal."""
        return len(position.hands[position.player])

    def value(self, position: Position, made: int, every: bool, none: bool) -> Value:  # noqa: ARG002
        """The value of a solved position alone; winning every trick or none may count extra."""
        return Tricks((made, self.left(position) - made))

    def solve_state(self, module: Any, twin: Any, state: State, *, cards: bool) -> Values:
        """The native solution of a state by action id, including what was won before."""
        raise NotImplementedError

    def add_won(self, state: State, position: Position, rest: Values) -> Values:
        """Turn the solution of the rest of a deal, by card, into that of its state, by action
        id."""
        raise NotImplementedError

    def marks(self, state: State, values: Values) -> dict[int | None, tuple[int, int]]:  # noqa: ARG002
        """The scores in these values."""
        raise NotSolvable(f"{self.name} has no scores: its results are tricks")

    def native_marks(
        self,
        module: Any,  # noqa: ARG002
        twin: Any,  # noqa: ARG002
        *,
        cards: bool,  # noqa: ARG002
    ) -> dict[int | None, tuple[int, int]]:
        """The scores alone, which is faster than the points."""
        raise NotSolvable(f"{self.name} has no scores: its results are tricks")

    def case(self, world: State) -> int:  # noqa: ARG002
        """The case, one of `cases`, of a world."""
        return 0

    def made(self, world: State, rest: Value, left: int) -> int:  # noqa: ARG002
        """What seats 0 and 2 make of the rest; -1 or left + 1 for none or all of the tricks."""
        assert isinstance(rest, Tricks)
        return rest.tricks[0]

    def sides(self, world: State, position: Position, case: int, made: int) -> tuple[int, int]:
        """What a deal brings seats 0 and 2, and what it brings the others."""
        raise NotImplementedError


def card(number: int, offset: int = 0) -> int | None:
    """A card of a native row as an action id; None for the row of the position itself."""
    return None if number < 0 else number + offset


def tricks(made: int, left: int, won: Sequence[int]) -> Tricks:
    return Tricks((won[0] + made, won[1] + left - made))


# Bridge -------------------------------------------------------------------------------------------


def _follow_suit(hand: list[int], trick: list[int], _: int) -> list[int]:
    """Follow suit; no other obligation."""
    follow = [card for card in hand if trick and card // 13 == trick[0] // 13]
    return follow or hand


def _winner(trick: list[int], trump: int) -> int:
    """The index of the highest trump, or else of the highest card of the led suit."""
    led = trick[0] // 13
    return max(
        range(len(trick)),
        key=lambda i: (trick[i] // 13 == trump, trick[i] // 13 == led, trick[i] % 13),
    )


class _Bridge(Play):
    name, title, number = "bridge", "Bridge", 2
    needs_trump = False
    rules = Rules(_follow_suit, _winner, lambda *_: 1, last=0, sweeps=False)


BRIDGE = _Bridge()


# Finding ------------------------------------------------------------------------------------------


def of_game(game: str) -> Play | None:
    """The trick play of a game that can be solved, or None."""
    found: Play | None = getattr(registry.find("search", game), "PLAY", None)
    return found


def games() -> list[str]:
    """The games that have a double-dummy solver, sorted."""
    return [name for name in registry.games() if of_game(name) is not None]


def names() -> list[str]:
    """The names of all kinds of play."""
    return [*games(), BRIDGE.name]


def find(name: str) -> Play:
    """Return a kind of play by its name; raise NotSolvable if there is none."""
    play = BRIDGE if name == BRIDGE.name else of_game(name)
    if play is None:
        have = " and ".join(games())
        raise NotSolvable(f"{name} has no double-dummy solver; {have} have one")
    return play
