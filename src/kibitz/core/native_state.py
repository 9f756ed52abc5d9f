"""The native engine's State: a class of `kibitz._native` extended by what both engines share.

`legal`, `apply`, `player`, `done`, `returns`, `outcome` and `scores` are the native functions
themselves, so a step costs one call. Deals and positions are checked in Python and then passed as
flat lists of integers, following the shapes that the game declares.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Self

from kibitz.core import engine
from kibitz.core import shape as shapes
from kibitz.core.errors import NothingToUndo
from kibitz.core.events import Event, from_flat
from kibitz.core.rng import check_seed
from kibitz.core.state import Outcome, State, log_before_last

if TYPE_CHECKING:
    from kibitz.core.game import Game


class NativeState(State):
    """Mixed into the native class of each game."""

    # The native log as last read, and its events. A log grows, so only the new part is decoded.
    _decoded: tuple[list[int], tuple[Event, ...]]

    @property
    def phase(self) -> str:
        return self.game.PHASES[int(self._phase())]

    @property
    def chance(self) -> tuple[Outcome, ...]:
        shape = self.game.CHANCE_SHAPE
        return tuple(shapes.unflatten(shape, flat) for flat in self._chance())

    @property
    def actions(self) -> tuple[int, ...]:
        return tuple(self._actions())

    @property
    def events(self) -> tuple[Event, ...]:
        flat: list[int] = self._events()
        known, decoded = self._decoded
        if flat[: len(known)] != known:  # an action was undone
            known, decoded = [], ()
        if len(flat) > len(known):
            self._decoded = flat, (*decoded, *from_flat(flat[len(known) :]))
            return self._decoded[1]
        return decoded

    def copy(self, seed: int | None = None) -> Self:
        number = None if seed is None else check_seed(seed)
        twin: Self = self._twin()
        twin.game, twin._pure, twin._start = self.game, self._pure, self._start
        twin._decoded = self._decoded
        if number is not None:
            twin._reseed(number, pure=False)
        return twin

    def position(self) -> dict[str, Any]:
        position: dict[str, Any] = shapes.unflatten(self.game.POSITION_SHAPE, self._save())
        return position

    def undo(self) -> None:
        if not self.actions:
            raise NothingToUndo("there is no action to undo yet")
        before = self.game.rebuild(*log_before_last(self), self._start)
        assert isinstance(before, NativeState)
        before._keep_seed(self.seed)
        self._assign(before)

    def _load(self, position: dict[str, Any]) -> None:
        self._load_flat(shapes.flatten(self.game.POSITION_SHAPE, position))
        self._start = position

    def _take(self, outcome: Outcome) -> None:
        self._take_flat(shapes.flatten(self.game.CHANCE_SHAPE, outcome))

    def _reseed(self, seed: int, *, pure: bool) -> None:
        self._pure = pure
        self._reseed_raw(seed)

    def _hold_seed(self, seed: int, *, pure: bool = False) -> None:
        self._pure = pure
        self._keep_seed(seed)

    # Provided by the native class.
    _phase: Any
    _chance: Any
    _actions: Any
    _events: Any
    _save: Any
    _load_flat: Any
    _take_flat: Any
    _reseed_raw: Any
    _keep_seed: Any
    _assign: Any
    _playouts: Any
    _twin: Any

    def __init__(self, game: Game) -> None:
        raise NotImplementedError


@functools.cache
def state_type(name: str) -> type[NativeState]:
    """Return the State class of a game on the native engine."""
    module = engine.native()
    assert module is not None, "a native state needs the extension"
    base: Any = getattr(module, name)

    class Played(base, NativeState):  # type: ignore[misc]
        def __init__(self, game: Game) -> None:
            self.game = game
            self._pure, self._start, self._decoded = False, None, ([], ())
            base.__init__(self, flat_options(game))

    Played.__name__ = Played.__qualname__ = f"Native{name.capitalize()}"
    return Played


def flat_options(game: Game) -> list[int]:
    """The options as a flat list in the order of OPTIONS, as the native game reads them."""
    return list(game.flat_options)
