"""Game: the rules of one game with their options, and the ways to begin, replay and name things.

With State (state.py) and View (view.py) this is the contract, the same for every game and for both
engines. A game's folder derives from Game and gives what the first half of the class asks for.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from kibitz.core import options as option_specs
from kibitz.core import record as records
from kibitz.core import shape as shapes
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
from kibitz.core.options import Option
from kibitz.core.plain import short, whole
from kibitz.core.rng import check_seed
from kibitz.core.state import CHANCE, Outcome, State
from kibitz.core.view import View


class Game:
    """The rules of one game with their options. `kibitz.game(name, **options)` makes one."""

    name: ClassVar[str]  # the folder, the twin, the command: one word
    title: ClassVar[str]  # for people
    version: ClassVar[int]  # moves when behaviour does
    OPTIONS: ClassVar[Mapping[str, Option]]
    PHASES: ClassVar[tuple[str, ...]]
    CHANCE_SHAPE: ClassVar[shapes.Shape]  # of a chance outcome: a deal's mapping, or int
    POSITION_SHAPE: ClassVar[shapes.Shape]
    num_actions: ClassVar[int]

    players: int
    observation_size: int
    max_length: int  # no game has more actions than this

    def __init__(self, engine: str = "python", **options: Any) -> None:
        self.engine = engine
        self.options: Mapping[str, Any] = MappingProxyType(
            option_specs.resolve(self.OPTIONS, options, self.name)
        )
        self._state_type: Callable[[Game], State] | None = None

    # What each game gives -----------------------------------------------------------------------

    def book(self) -> State:
        """A blank state of the Python engine, before its first chance event."""
        raise NotImplementedError

    def view(self, state: State, seat: int) -> View:
        """What `seat` knows of `state`. Callers use `state.view(seat)`."""
        raise NotImplementedError

    def seen(self, state: State, action: int, seat: int) -> int:  # noqa: ARG002
        """How another seat would see this action of the player to act: its id, if it sees it whole.

        Actions that it cannot tell apart have one number together, at most 7 above the ids.
        """
        return action

    def side(self, seat: int) -> tuple[int, ...]:
        """The seats that win and lose together with this one: itself, unless the game has teams."""
        return (seat,)

    def check_outcome(self, state: State, outcome: Outcome) -> Outcome:
        """A chance outcome in its canonical form (hands sorted), or BadDeal / BadChance."""
        raise NotImplementedError

    def check_position(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """A position in its canonical form, or BadPosition: impossible ones are refused here."""
        raise NotImplementedError

    def action_name(self, action: int) -> str:
        """The short text of an action. `parse_action` reads it back."""
        raise NotImplementedError

    def read_action(self, text: str) -> int:
        """The action with that name. Callers use `parse_action`."""
        raise NotImplementedError

    def outcome_name(self, outcome: Outcome) -> str:
        """A deal or a roll as text. `parse_outcome` reads it back."""
        raise NotImplementedError

    def read_outcome(self, text: str) -> Outcome:
        """The deal or roll of that text. Callers use `parse_outcome`."""
        raise NotImplementedError

    # The same for all ---------------------------------------------------------------------------

    def parse_action(self, text: str) -> int:
        """The action with that name; case and surrounding blanks do not matter."""
        if not isinstance(text, str):
            raise BadAction(f"an action is written as text, not {short(text)}")
        return self.read_action(text)

    def parse_outcome(self, text: str) -> Outcome:
        """The deal or roll that `outcome_name` wrote."""
        if not isinstance(text, str):
            raise BadText(f"a deal or a roll is written as text, not {short(text)}")
        return self.read_outcome(text)

    def new(
        self,
        seed: int | None = None,
        *,
        deal: Outcome | str | None = None,
        position: Mapping[str, Any] | None = None,
        chance: str | None = None,
    ) -> State:
        """A new game. Without a seed one is drawn; `chance="explicit"` stops at every chance event.

        `deal` is the outcome of the first chance event; `position` starts in the middle of a game.
        """
        if chance not in (None, "explicit"):
            raise BadOption(f'chance is "explicit" or left out, not {chance!r}')
        if chance == "explicit" and seed is not None:
            raise BadSeed('a game with chance="explicit" takes no seed')
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
        """The state at the end of a record.

        Without a seed in the record a game that goes on stops at its next chance event, as it did
        when it was recorded; `seed` lets it go on by itself.
        """
        record = records.parse(record)
        if record["game"] != self.name:
            raise BadRecord(f"this is a record of {record['game']!r}, not of {self.name}")
        if record["rules"] != self.version:
            raise BadRecord(
                f"the record follows rules {record['rules']!r} of {self.name}, "
                f"this is version {self.version}"
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
                f"the record says returns {short(record['returns'])}, its play gives {returns}"
            )
        if number is not None:
            self._check_seed_tells(state, number)
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
        """The state after these chance outcomes and actions, with explicit chance."""
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
        """A record's options are those of this game, written as `chosen_options` writes them."""
        same = option_specs.resolve(self.OPTIONS, options, self.name) == self.options
        if not same or dict(options) != self.chosen_options():
            raise BadRecord(
                f"the record has options {short(dict(options))}, this game has "
                f"{self.chosen_options()}"
            )

    def _check_seed_tells(self, state: State, seed: int) -> None:
        """A seed in a record must give the record's own chance."""
        told = self.new(seed)
        try:
            for action in state.actions:
                told.apply(action)
        except KibitzError:
            told = self.new(seed)
        if told.chance != state.chance:
            raise BadRecord(f"seed {seed} does not give the chance in the record")

    def chosen_options(self) -> dict[str, Any]:
        """The options that differ from their default, sorted: what a record keeps."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in sorted(self.options.items())
            if value != self.OPTIONS[name].default
        }

    def check_seat(self, seat: object) -> int:
        number = whole(seat)
        if number is None or not 0 <= number < self.players:
            raise BadSeat(f"{self.name} here has seats 0 to {self.players - 1}, not {short(seat)}")
        return number

    def check_action(self, action: object) -> int:
        """An id inside the action space, legal or not."""
        number = whole(action)
        if number is None or not 0 <= number < self.num_actions:
            last = self.num_actions - 1
            raise BadAction(f"{self.name} has actions 0 to {last}, not {short(action)}")
        return number

    def _blank(self) -> State:
        """A state before its first chance event, waiting for explicit chance."""
        if self.engine == "native":
            if self._state_type is None:
                from kibitz.core import native  # it imports this module

                self._state_type = native.state_type(self.name)
            return self._state_type(self)
        return self.book()

    def __eq__(self, other: object) -> bool:
        """The engine does not count: both play the same game."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.name == other.name and self.options == other.options

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is its kind, engine and options: that is all that a copy or a pickle needs."""
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
    """The form of a deal; what the cards are is for the game to check."""
    return shapes.check(game.CHANCE_SHAPE, outcome, "deal", BadDeal)
