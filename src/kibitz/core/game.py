"""The contract: Game, State and View, the same for every game and for both engines.

A Game is the rules with their options. A State is one game under way with all that is hidden: only
what runs a game (environments, arena, table, tests) holds one. A View is what one seat may know,
built field by field: bots, messages and pages get nothing else. Chance is explicit: a state either
resolves it from its seed, or stops where `player == CHANCE` and waits for `apply_chance`.

`Book` is the machinery of the Python engine; a game's rules.py fills in the rules alone. The native
engine's counterpart is in native.py.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from kibitz.core import options as option_specs
from kibitz.core import record as records
from kibitz.core import shape as shapes
from kibitz.core.errors import (
    BadAction,
    BadChance,
    BadDeal,
    BadOption,
    BadPosition,
    BadRecord,
    BadSeat,
    BadSeed,
    IllegalAction,
    KibitzError,
    NoSuchEncoding,
    NothingToUndo,
    NotOver,
    StaleAction,
)
from kibitz.core.events import Event
from kibitz.core.options import Option
from kibitz.core.plain import duplicate, short, whole
from kibitz.core.record import Record
from kibitz.core.rng import Stream, check_seed, mix

CHANCE = -1  # the `player` of a state that waits for a deal or for dice
OVER = -2  # the `player` of a state whose game is over

Outcome = Any  # of a chance event: a deal (a plain mapping) or a dice number


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
        self.options = option_specs.resolve(self.OPTIONS, options, self.name)
        self._state_type: Callable[[Game], State] | None = None

    # What each game gives -----------------------------------------------------------------------

    def book(self) -> State:
        """A blank state of the Python engine, before its first chance event."""
        raise NotImplementedError

    def view(self, state: State, seat: int) -> View:
        """What `seat` knows of `state`. Callers use `state.view(seat)`."""
        raise NotImplementedError

    def check_outcome(self, state: State, outcome: Outcome) -> Outcome:
        """A chance outcome in its canonical form (hands sorted), or BadDeal / BadChance."""
        raise NotImplementedError

    def check_position(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """A position in its canonical form, or BadPosition: impossible ones are refused here."""
        raise NotImplementedError

    def action_name(self, action: int) -> str:
        """The short text of an action. `parse_action` reads it back."""
        raise NotImplementedError

    def parse_action(self, text: str) -> int:
        """The action with that name; case and surrounding blanks do not matter."""
        raise NotImplementedError

    def outcome_name(self, outcome: Outcome) -> str:
        """A deal or a roll as text. `parse_outcome` reads it back."""
        raise NotImplementedError

    def parse_outcome(self, text: str) -> Outcome:
        raise NotImplementedError

    # The same for all ---------------------------------------------------------------------------

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
            pure = number is not None and deal is None and position is None
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

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.options.items())))

    def __repr__(self) -> str:
        chosen = "".join(f", {k}={v!r}" for k, v in self.chosen_options().items())
        return f'kibitz.game("{self.name}"{chosen}, engine="{self.engine}")'


class State:
    """One game under way, with all that is hidden. Both engines have these names."""

    game: Game

    # What each engine gives ---------------------------------------------------------------------

    @property
    def player(self) -> int:
        """The seat to act, CHANCE, or OVER."""
        raise NotImplementedError

    @property
    def phase(self) -> str:
        raise NotImplementedError

    @property
    def done(self) -> bool:
        raise NotImplementedError

    @property
    def seed(self) -> int | None:
        """What resolves chance; None where chance is explicit."""
        raise NotImplementedError

    @property
    def seed_tells(self) -> bool:
        """Whether the seed alone tells all chance so far, so that a record may carry it."""
        raise NotImplementedError

    @property
    def start(self) -> dict[str, Any] | None:
        """The position that the game began from, if it did."""
        raise NotImplementedError

    @property
    def chance(self) -> tuple[Outcome, ...]:
        raise NotImplementedError

    @property
    def actions(self) -> tuple[int, ...]:
        raise NotImplementedError

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, whole: secret. `view(seat).history` is what a seat saw."""
        raise NotImplementedError

    def legal(self) -> list[int]:
        """The legal actions, ascending; empty at a chance event and when the game is over."""
        raise NotImplementedError

    def apply(self, action: int) -> None:
        """Make an action. An illegal one raises and changes nothing."""
        raise NotImplementedError

    def copy(self, seed: int | None = None) -> Self:
        """An exact copy; with a seed, one whose coming chance is that of the new seed."""
        raise NotImplementedError

    def returns(self) -> list[float]:
        """The points of each seat; NotOver before the end."""
        raise NotImplementedError

    def outcome(self) -> list[float]:
        """Each seat's share of the win, summing to 1; NotOver before the end."""
        raise NotImplementedError

    def scores(self) -> list[float]:
        """The running score of each seat."""
        raise NotImplementedError

    def position(self) -> dict[str, Any]:
        """All that matters from here on, as a plain mapping: `game.new(position=...)` takes it."""
        raise NotImplementedError

    def _load(self, position: dict[str, Any]) -> None:
        raise NotImplementedError

    def _take(self, outcome: Outcome) -> None:
        """Carry out a checked chance outcome."""
        raise NotImplementedError

    def _reseed(self, seed: int, *, pure: bool) -> None:
        """Let a seed resolve chance from here on, beginning with what is waited for."""
        raise NotImplementedError

    # The same for both --------------------------------------------------------------------------

    def mask(self) -> NDArray[np.bool_]:
        """Legal actions as an array of truth values over the whole action space."""
        mask = np.zeros(self.game.num_actions, dtype=np.bool_)
        mask[self.legal()] = True
        return mask

    def apply_chance(self, outcome: Outcome | str) -> None:
        """Give the outcome of the chance event that is waited for: a deal, its text, or dice."""
        if self.player != CHANCE:
            raise BadChance("no chance event is waited for here")
        if isinstance(outcome, str):
            outcome = self.game.parse_outcome(outcome)
        self._take(self.game.check_outcome(self, outcome))

    def view(self, seat: int) -> View:
        """What a seat may know."""
        return self.game.view(self, self.game.check_seat(seat))

    def record(self) -> Record:
        record = Record(
            kibitz=records.FORMAT,
            game=self.game.name,
            rules=self.game.version,
            options=self.game.chosen_options(),
            seed=self.seed if self.seed_tells else None,
            chance=list(self.chance),
            actions=list(self.actions),
            returns=self.returns() if self.done else None,
        )
        if self.start is not None:
            record["position"] = self.start
        return record

    @property
    def hash(self) -> int:
        """The name of the history: 64 bits folded over header, chance and actions."""
        game = self.game
        header = f"{game.name}/{game.version}/" + ",".join(
            f"{name}={value}" for name, value in game.chosen_options().items()
        )
        h = records.fold(0, header.encode())
        if self.start is not None:
            h = records.fold(h, shapes.flatten(game.POSITION_SHAPE, self.start))
        for outcome in self.chance:
            h = records.fold(h, shapes.flatten(game.CHANCE_SHAPE, outcome))
        return records.fold(h, self.actions)

    @property
    def next_random(self) -> int | None:
        """The first word of the next chance event: what two engines must agree on. Secret."""
        if self.seed is None:
            return None
        return Stream(mix(self.seed, len(self.chance))).word()

    def undo(self) -> None:
        """Take back the last action. Chance that it led to is as it was when it comes again."""
        raise NotImplementedError

    def check_over(self) -> None:
        if not self.done:
            raise NotOver("the game goes on; scores() tells the running score")

    def __repr__(self) -> str:
        return f"<{self.game.name} state: player {self.player}, {len(self.actions)} actions>"


class View:
    """What one seat knows: the base of each game's frozen dataclass in view.py."""

    game: Game
    seat: int
    player: int
    phase: str
    done: bool
    legal_actions: tuple[int, ...]  # empty unless this seat is to act
    history: tuple[Event, ...]

    def legal(self) -> list[int]:
        """The legal actions of this seat, ascending; empty when it is not this seat's turn."""
        return list(self.legal_actions)

    def mask(self) -> NDArray[np.bool_]:
        mask = np.zeros(self.game.num_actions, dtype=np.bool_)
        mask[list(self.legal_actions)] = True
        return mask

    def encode(self, version: int | str | None = None) -> NDArray[np.float32]:
        """The observation as float32; encode.py of the game documents every number."""
        raise NotImplementedError

    def text(self) -> str:
        """What this seat sees, as plain text for a terminal."""
        raise NotImplementedError

    def sample(self, rng: Stream) -> tuple[list[Outcome], list[int], dict[str, Any] | None]:
        """One world, uniformly: chance outcomes, actions and a start that fit this view."""
        raise NotImplementedError

    def worlds(self, rng: Any, n: int = 1) -> list[State]:
        """n states, uniform over all that this seat cannot tell apart, each with a fresh seed.

        `rng` is a Stream, a seed, or a generator of `random` or numpy.
        """
        stream = as_stream(rng)
        worlds = []
        for _ in range(n):
            chance, actions, start = self.sample(stream)
            world = self.game.rebuild(chance, actions, start)
            if world.player != CHANCE:
                world._reseed(stream.word(), pure=False)
            worlds.append(world)
        return worlds


def as_stream(rng: Any) -> Stream:
    """A Stream from whatever a caller has: a Stream, a seed, random.Random or numpy's Generator."""
    if isinstance(rng, Stream):
        return rng
    if hasattr(rng, "getrandbits"):
        return Stream(rng.getrandbits(64))
    if hasattr(rng, "integers"):
        return Stream(int(rng.integers(0, 2**64, dtype=np.uint64)))
    return Stream(check_seed(rng))


def refuse(state: State, action: object) -> NoReturn:
    """Raise what tells the caller why this action cannot be made. Both engines come here."""
    game = state.game
    if state.done:
        raise StaleAction("the game is over: no action can be made")
    if state.player == CHANCE:
        raise StaleAction("the game waits for chance: apply_chance comes before the next action")
    try:
        number = game.check_action(action)
    except BadAction as error:
        raise IllegalAction(str(error)) from None
    legal = state.legal()
    shown = " ".join(game.action_name(a) for a in legal[:12])
    more = f" and {len(legal) - 12} more" if len(legal) > 12 else ""
    raise IllegalAction(
        f"seat {state.player} cannot make {game.action_name(number)} (id {number}) here; "
        f"legal: {shown}{more}"
    )


def check_deal_shape(game: Game, outcome: Outcome) -> Any:
    """The form of a deal; what the cards are is for the game to check."""
    return shapes.check(game.CHANCE_SHAPE, outcome, "deal", BadDeal)


def no_such_encoding(game: Game, version: object, known: Sequence[object]) -> NoReturn:
    raise NoSuchEncoding(f"{game.name} has encodings {', '.join(map(str, known))}, not {version!r}")


class Book(State):
    """The Python engine: logs, chance and checks around a game's plain rules.

    A game's rules.py derives from this and gives `_setup`, `_legal`, `_apply`, `_deal_out`,
    `_draw`, `_points`, `_shares`, `scores`, `position` and `_load_position`. It sets `_player` and
    `_phase` as the game goes, and calls `_log` for every event beside the action itself. Its
    attributes hold ints, strings, tuples and (nested) lists or dicts of them, nothing else: that is
    what `copy` knows how to copy.
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

    # What rules.py gives ------------------------------------------------------------------------

    def _setup(self) -> None:
        """Attributes of a game before its first chance event."""
        raise NotImplementedError

    def _legal(self) -> list[int]:
        """The legal actions of `_player`, ascending; a seat is on turn."""
        raise NotImplementedError

    def _is_legal(self, action: int) -> bool:
        """Whether `_player` may make an action; games with long lists have a quicker way."""
        return action in self._legal()

    def _apply(self, action: int) -> None:
        """Carry out a legal action; its own event is logged already."""
        raise NotImplementedError

    def _draw(self, stream: Stream) -> Outcome:
        """The outcome of the chance event that is waited for, in canonical form."""
        raise NotImplementedError

    def _deal_out(self, outcome: Outcome) -> None:
        """Carry out a chance outcome (deal the cards, take the dice) and log its event."""
        raise NotImplementedError

    def _points(self) -> list[float]:
        raise NotImplementedError

    def _shares(self) -> list[float]:
        raise NotImplementedError

    def _load_position(self, position: dict[str, Any]) -> None:
        """Take over a checked position."""
        raise NotImplementedError

    # The machinery ------------------------------------------------------------------------------

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
    def seed_tells(self) -> bool:
        return self._pure

    @property
    def start(self) -> dict[str, Any] | None:
        start: dict[str, Any] | None = duplicate(self._start)
        return start

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
        number = whole(action)
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
            raise NothingToUndo("no action has been made yet")
        before = self.game.rebuild(*log_before_last(self), self._start)
        assert isinstance(before, Book)
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

    def _settle(self) -> None:
        """Resolve chance from the seed, if there is one."""
        while self._player == CHANCE and self._seed is not None:
            outcome = self._draw(Stream(mix(self._seed, len(self._chance))))
            self._chance.append(outcome)
            self._deal_out(outcome)

    def _log(self, kind: str, seat: int, data: int | tuple[int, ...]) -> None:
        self._events.append(Event(kind, seat, data))


def log_before_last(state: State) -> tuple[list[Outcome], list[int]]:
    """The chance and actions of a state without its last action and the chance that followed it."""
    kinds = [event.kind for event in state.events]
    last = len(kinds) - 1 - kinds[::-1].index("action")
    after = sum(kind in ("deal", "chance") for kind in kinds[last:])
    chance = list(state.chance)
    return chance[: len(chance) - after], list(state.actions[:-1])
