"""Game: the rules of one game with their options, and how games start, replay and name things.

Together with State (state.py) and View (view.py) this is the contract, the same for every game and
both engines. A game's folder derives from Game and implements the first half of the class.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

from kibitz.core import encoding as encodings
from kibitz.core import options as option_specs
from kibitz.core import record as records
from kibitz.core import shape as shapes
from kibitz.core.coerce import as_int, short
from kibitz.core.encoding import Encoding
from kibitz.core.errors import (
    BadAction,
    BadDeal,
    BadOption,
    BadPosition,
    BadRecord,
    BadSeat,
    BadSeed,
    BadText,
    KibitzError,
)
from kibitz.core.native_state import state_type
from kibitz.core.options import Option
from kibitz.core.rng import check_seed
from kibitz.core.state import CHANCE, Outcome, State
from kibitz.core.view import View


class Game:
    """The rules of one game with their options. Create one with `kibitz.game(name, **options)`."""

    name: ClassVar[str]  # also the name of the folder, the native twin and the command
    title: ClassVar[str]  # shown to people
    version: ClassVar[int]  # changes when behaviour does
    OPTIONS: ClassVar[Mapping[str, Option]]
    PHASES: ClassVar[tuple[str, ...]]
    CHANCE_SHAPE: ClassVar[shapes.Shape]  # of a chance outcome: the mapping of a deal, or int
    POSITION_SHAPE: ClassVar[shapes.Shape]
    num_actions: ClassVar[int]
    ENCODINGS: ClassVar[Mapping[str, Encoding]] = MappingProxyType({})  # the default first

    players: int
    observation_size: int  # of the default encoding
    max_length: int  # no game has more actions than this

    def __init__(self, engine: str = "python", **options: Any) -> None:
        self.engine = engine
        self.options: Mapping[str, Any] = MappingProxyType(
            option_specs.resolve(self.OPTIONS, options, self.name)
        )
        self._state_type: Callable[[Game], State] | None = None
        if self.ENCODINGS:
            self.observation_size = self.encoding_size()

    @cached_property
    def flat_options(self) -> tuple[int, ...]:
        """The options as whole numbers in the order of OPTIONS, as the native engine reads them."""
        return tuple(
            number
            for name, option in self.OPTIONS.items()
            for number in option.flat(self.options[name])
        )

    @cached_property
    def position_fields(self) -> tuple[tuple[str, Any], ...]:
        """The names and shapes of a position's fields, as the native engine reads them from a
        view."""
        shape: Any = self.POSITION_SHAPE
        return tuple((name, shapes.code(inner)) for name, inner in shape.items())

    # Implemented by each game --------------------------------------------------------------------

    def book(self) -> State:
        """Return a blank state of the Python engine, before its first chance event."""
        raise NotImplementedError

    def view(self, state: State, seat: int) -> View:
        """What `seat` knows about `state`. Callers use `state.view(seat)`."""
        raise NotImplementedError

    def seen(self, state: State, action: int, seat: int) -> int:  # noqa: ARG002
        """How another seat sees this action of the player to act: its id if fully visible.

        Actions that the seat cannot distinguish share one number, at most 7 above the ids.
        """
        return action

    def side(self, seat: int) -> tuple[int, ...]:
        """The seats that win and lose together with this one; only itself unless there are
        teams."""
        return (seat,)

    def check_outcome(self, state: State, outcome: Outcome) -> Outcome:
        """Return a chance outcome in canonical form (hands sorted); raise BadDeal or BadChance."""
        raise NotImplementedError

    def check_position(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """Return a position in canonical form; raise BadPosition if it is impossible."""
        raise NotImplementedError

    def action_name(self, action: int) -> str:
        """The short text of an action, which `parse_action` reads back."""
        raise NotImplementedError

    def read_action(self, text: str) -> int:
        """Parse the name of an action. Callers use `parse_action`."""
        raise NotImplementedError

    def outcome_name(self, outcome: Outcome) -> str:
        """A deal or roll as text, which `parse_outcome` reads back."""
        raise NotImplementedError

    def read_outcome(self, text: str) -> Outcome:
        """Parse a deal or roll. Callers use `parse_outcome`."""
        raise NotImplementedError

    # Shared by all games ------------------------------------------------------------------------

    def parse_action(self, text: str) -> int:
        """Parse the name of an action; case and surrounding blanks do not matter."""
        if not isinstance(text, str):
            raise BadAction(f"an action's name must be text, not {short(text)}")
        return self.read_action(text)

    def parse_outcome(self, text: str) -> Outcome:
        """Parse a deal or roll that `outcome_name` wrote."""
        if not isinstance(text, str):
            raise BadText(f"a deal or a roll must be text, not {short(text)}")
        return self.read_outcome(text)

    @property
    def encodings(self) -> tuple[str, ...]:
        """The names of the observation layouts for `view.encode(name)`, the default first."""
        return tuple(self.ENCODINGS) or ("v1",)

    def encoding(self, name: int | str | None = None) -> str:
        """Check the name of an encoding; None is the default, and 2 is short for "v2"."""
        return encodings.pick(self.name, self.encodings, name)

    def encoding_size(self, name: int | str | None = None) -> int:
        """The size of an observation in this encoding."""
        chosen = self.encoding(name)
        return self.ENCODINGS[chosen].size if self.ENCODINGS else self.observation_size

    def new(
        self,
        seed: int | None = None,
        *,
        deal: Outcome | str | None = None,
        position: Mapping[str, Any] | None = None,
        chance: str | None = None,
    ) -> State:
        """Start a new game. The seed is drawn if absent; `chance="explicit"` stops at chance
        events.

        `deal` is the outcome of the first chance event; `position` starts in the middle of a game.
        """
        if chance not in (None, "explicit"):
            raise BadOption(f'chance must be "explicit" or omitted, not {chance!r}')
        if chance == "explicit" and seed is not None:
            raise BadSeed('a game with chance="explicit" accepts no seed')
        if deal is not None and position is not None:
            raise BadPosition("give a deal or a position, not both")
        number = None if seed is None else check_seed(seed)
        state = self._blank()
        if position is not None:
            state._load(self.check_position(position))
        if deal is not None:
            state.apply_chance(deal)
        if chance is None:
            pure = deal is None and position is None
            state._reseed(secrets.randbits(64) if number is None else number, pure=pure)
        return state

    def replay(self, record: str | bytes | Mapping[str, Any], *, seed: int | None = None) -> State:
        """Return the state at the end of a record.

        An unfinished game whose record has no seed stops at its next chance event, as it did when
        it was recorded; with `seed` it resolves chance on its own.
        """
        record = records.parse(record)
        if record["game"] != self.name:
            raise BadRecord(f"this is a record of {record['game']!r}, not of {self.name}")
        if record["rules"] != self.version:
            raise BadRecord(
                f"the record has version {record['rules']!r} of {self.name}, "
                f"this build plays version {self.version}"
            )
        go_on = None if seed is None else check_seed(seed)
        try:
            self._check_record_options(record["options"])
            state = self.rebuild(record["chance"], record["actions"], record.get("position"))
            number = None if record["seed"] is None else check_seed(record["seed"])
        except BadRecord:
            raise
        except KibitzError as error:
            raise BadRecord(f"the record does not replay: {error}") from error
        returns = state.returns() if state.done else None
        if record["returns"] != returns:
            raise BadRecord(
                f"the record claims returns {short(record['returns'])}, but replays to {returns}"
            )
        if number is not None:
            self._check_seed_replays(state, number)
            state._reseed(number, pure="position" not in record)
        elif go_on is not None:
            state._reseed(go_on, pure=False)
        return state

    def rebuild(
        self,
        chance: Sequence[Outcome],
        actions: Sequence[int],
        position: Mapping[str, Any] | None = None,
    ) -> State:
        """Return the state after these chance outcomes and actions, with explicit chance."""
        state = self._blank()
        if position is not None:
            state._load(self.check_position(position))
        outcomes = iter(chance)
        for action in actions:
            while state.player == CHANCE:
                outcome = next(outcomes, None)
                if outcome is None:
                    raise BadRecord("the record has too few chance outcomes")
                state.apply_chance(outcome)
            state.apply(action)
        for outcome in outcomes:
            state.apply_chance(outcome)
        return state

    def _check_record_options(self, options: Mapping[str, Any]) -> None:
        """Check that a record's options match this game's, written as in `chosen_options`."""
        same = option_specs.resolve(self.OPTIONS, options, self.name) == self.options
        if not same or dict(options) != self.chosen_options():
            raise BadRecord(
                f"the record has options {short(dict(options))}, but this game has "
                f"{self.chosen_options()}"
            )

    def _check_seed_replays(self, state: State, seed: int) -> None:
        """Check that a seed in a record reproduces the record's chance."""
        expected = self.new(seed)
        try:
            for action in state.actions:
                expected.apply(action)
        except KibitzError:
            expected = self.new(seed)
        if expected.chance != state.chance:
            raise BadRecord(f"seed {seed} does not reproduce the chance in the record")

    def chosen_options(self) -> dict[str, Any]:
        """The options that differ from their defaults, sorted, as kept in a record."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in sorted(self.options.items())
            if value != self.OPTIONS[name].default
        }

    def check_seat(self, seat: object) -> int:
        number = as_int(seat)
        if number is None or not 0 <= number < self.players:
            raise BadSeat(f"{self.name} here has seats 0 to {self.players - 1}, not {short(seat)}")
        return number

    def check_action(self, action: object) -> int:
        """Check that an id is inside the action space, legal or not."""
        number = as_int(action)
        if number is None or not 0 <= number < self.num_actions:
            last = self.num_actions - 1
            raise BadAction(f"{self.name} has actions 0 to {last}, not {short(action)}")
        return number

    def _blank(self) -> State:
        """Return a state before its first chance event, waiting for explicit chance."""
        if self.engine == "native":
            if self._state_type is None:
                self._state_type = state_type(self.name)
            return self._state_type(self)
        return self.book()

    def __eq__(self, other: object) -> bool:
        """The engine is ignored: both play the same game."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.name == other.name and self.options == other.options

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is fully described by its class, engine and options."""
        return _make, (type(self), self.engine, dict(self.options))

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.options.items())))

    def __repr__(self) -> str:
        chosen = "".join(f", {k}={v!r}" for k, v in self.chosen_options().items())
        return f'kibitz.game("{self.name}"{chosen}, engine="{self.engine}")'


def _make(kind: type[Game], engine: str, options: dict[str, Any]) -> Game:
    chosen = {name: x for name, x in options.items() if x != kind.OPTIONS[name].default}
    return kind(engine, **chosen)


def check_deal_shape(game: Game, outcome: Outcome) -> Any:
    """Check the shape of a deal; the game checks the cards."""
    return shapes.check(game.CHANCE_SHAPE, outcome, "deal", BadDeal)
