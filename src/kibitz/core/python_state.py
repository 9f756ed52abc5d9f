"""PythonState: the Python engine, built around the plain rules in a game's rules.py.

Logs, chance, checks and copies are the same for every game and live here. The native engine's
counterpart is History in native/core/game.hpp.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from kibitz.core.coerce import as_int, duplicate
from kibitz.core.errors import NothingToUndo
from kibitz.core.events import Event
from kibitz.core.rng import Stream, check_seed, mix
from kibitz.core.state import CHANCE, OVER, Outcome, State, log_before_last, refuse

if TYPE_CHECKING:
    from kibitz.core.game import Game


class PythonState(State):
    """The Python engine: logs, chance and checks around a game's plain rules.

    A game's rules.py derives from this class and implements `_setup`, `_legal`, `_apply`,
    `_deal_out`, `_draw`, `_points`, `_shares`, `scores`, `position` and `_load_position`. It sets
    `_player` and `_phase` as the game proceeds and calls `_log` for every event other than the
    action itself. Attributes hold only ints, strings, tuples, and (nested) lists or dicts of them,
    because that is what `copy` can copy.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._player = CHANCE
        self._phase = game.PHASES[0]
        self._seed: int | None = None
        self._pure = False
        self._start: dict[str, Any] | None = None
        self._chance: list[Outcome] = []
        self._actions: list[int] = []
        self._events: list[Event] = []
        self._setup()

    # Implemented by rules.py --------------------------------------------------------------------

    def _setup(self) -> None:
        """Set the attributes of a game before its first chance event."""
        raise NotImplementedError

    def _legal(self) -> list[int]:
        """The legal actions of `_player`, ascending; called only when a seat is to act."""
        raise NotImplementedError

    def _is_legal(self, action: int) -> bool:
        """Whether `_player` may take an action; games with long lists override it with a fast
        test."""
        return action in self._legal()

    def _apply(self, action: int) -> None:
        """Carry out a legal action, whose own event is already logged."""
        raise NotImplementedError

    def _draw(self, stream: Stream) -> Outcome:
        """Draw the outcome of the pending chance event, in canonical form."""
        raise NotImplementedError

    def _deal_out(self, outcome: Outcome) -> None:
        """Carry out a chance outcome (deal the cards, take the dice) and log its event."""
        raise NotImplementedError

    def _points(self) -> list[float]:
        raise NotImplementedError

    def _shares(self) -> list[float]:
        raise NotImplementedError

    def _load_position(self, position: dict[str, Any]) -> None:
        """Load a checked position."""
        raise NotImplementedError

    # Shared by all games ------------------------------------------------------------------------

    @property
    def player(self) -> int:
        return self._player

    @property
    def phase(self) -> str:
        return self._phase

    @property
    def done(self) -> bool:
        return self._player == OVER

    @property
    def seed(self) -> int | None:
        return self._seed

    @property
    def chance(self) -> tuple[Outcome, ...]:
        return tuple(map(duplicate, self._chance))

    @property
    def actions(self) -> tuple[int, ...]:
        return tuple(self._actions)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(self._events)

    def legal(self) -> list[int]:
        return self._legal() if self._player >= 0 else []

    def apply(self, action: int) -> None:
        number = as_int(action)
        if self._player < 0 or number is None or not self._is_legal(number):
            refuse(self, action)
        self._log("action", self._player, number)
        self._actions.append(number)
        self._apply(number)
        self._settle()

    def copy(self, seed: int | None = None) -> Self:
        number = None if seed is None else check_seed(seed)
        twin = object.__new__(type(self))
        twin.__dict__.update({k: duplicate(v) for k, v in self.__dict__.items()})
        if number is not None:
            twin._reseed(number, pure=False)
        return twin

    def returns(self) -> list[float]:
        self.check_over()
        return self._points()

    def outcome(self) -> list[float]:
        self.check_over()
        return self._shares()

    def undo(self) -> None:
        if not self._actions:
            raise NothingToUndo("there is no action to undo yet")
        before = self.game.rebuild(*log_before_last(self), self._start)
        assert isinstance(before, PythonState)
        before._seed, before._pure = self._seed, self._pure
        self.__dict__.update(before.__dict__)

    def _load(self, position: dict[str, Any]) -> None:
        self._start = position
        self._load_position(position)

    def _take(self, outcome: Outcome) -> None:
        self._chance.append(outcome)
        self._deal_out(outcome)
        self._settle()

    def _reseed(self, seed: int, *, pure: bool) -> None:
        self._seed = seed
        self._pure = pure
        self._settle()

    def _hold_seed(self, seed: int, *, pure: bool = False) -> None:
        self._seed, self._pure = seed, pure

    def _settle(self) -> None:
        """Resolve chance from the seed, if there is one."""
        while self._player == CHANCE and self._seed is not None:
            outcome = self._draw(Stream(mix(self._seed, len(self._chance))))
            self._chance.append(outcome)
            self._deal_out(outcome)

    def _log(self, kind: str, seat: int, data: int | tuple[int, ...]) -> None:
        self._events.append(Event(kind, seat, data))
