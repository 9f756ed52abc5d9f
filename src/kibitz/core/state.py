"""State: one game under way, with everything hidden in it; engines implement this contract.

Only code that runs a game (environments, arena, table, tests) holds a State. Chance is explicit: a
state either resolves it from its seed, or stops where `player == CHANCE` and waits for
`apply_chance`. python_state.py is the Python engine's State, native_state.py the native engine's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from kibitz.core import record as records
from kibitz.core import shape as shapes
from kibitz.core.coerce import duplicate
from kibitz.core.errors import BadAction, BadChance, IllegalAction, NotOver, StaleAction
from kibitz.core.events import Event
from kibitz.core.record import Record
from kibitz.core.rng import Stream, mix

if TYPE_CHECKING:
    from kibitz.core.game import Game
    from kibitz.core.view import View

CHANCE = -1  # the `player` of a state that waits for a deal or for dice
OVER = -2  # the `player` of a state whose game is over

Outcome = Any  # of a chance event: a deal (a plain mapping) or a dice number


class State:
    """One game under way, with everything hidden in it. Both engines have the same interface."""

    game: Game
    _pure: bool
    _start: dict[str, Any] | None

    # Implemented by each engine -----------------------------------------------------------------

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
        """The seed that resolves chance; None if chance is explicit."""
        raise NotImplementedError

    @property
    def chance(self) -> tuple[Outcome, ...]:
        raise NotImplementedError

    @property
    def actions(self) -> tuple[int, ...]:
        raise NotImplementedError

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in full: secret. `view(seat).history` is what a seat saw."""
        raise NotImplementedError

    def legal(self) -> list[int]:
        """The legal actions, ascending; empty at a chance event and when the game is over."""
        raise NotImplementedError

    def apply(self, action: int) -> None:
        """Take an action. An illegal one raises and changes nothing."""
        raise NotImplementedError

    def copy(self, seed: int | None = None) -> Self:
        """An exact copy; with a seed, future chance follows the new seed."""
        raise NotImplementedError

    def returns(self) -> list[float]:
        """The points of each seat; raises NotOver before the end."""
        raise NotImplementedError

    def outcome(self) -> list[float]:
        """Each seat's share of the win, summing to 1; raises NotOver before the end."""
        raise NotImplementedError

    def scores(self) -> list[float]:
        """The running score of each seat."""
        raise NotImplementedError

    def position(self) -> dict[str, Any]:
        """Everything that matters from here on, as a plain mapping for `game.new(position=...)`."""
        raise NotImplementedError

    def _load(self, position: dict[str, Any]) -> None:
        raise NotImplementedError

    def _take(self, outcome: Outcome) -> None:
        """Carry out a checked chance outcome."""
        raise NotImplementedError

    def _reseed(self, seed: int, *, pure: bool) -> None:
        """Let a seed resolve chance from here on, starting with the pending event."""
        raise NotImplementedError

    def _hold_seed(self, seed: int, *, pure: bool = False) -> None:
        """Set the seed of future chance without resolving the pending event."""
        raise NotImplementedError

    # Shared by both engines ---------------------------------------------------------------------

    @property
    def seed_replays(self) -> bool:
        """Whether the seed alone determines all chance so far, so that a record may carry it."""
        return self._pure

    @property
    def start(self) -> dict[str, Any] | None:
        """The position that the game started from, if any."""
        start: dict[str, Any] | None = duplicate(self._start)
        return start

    def mask(self) -> NDArray[np.bool_]:
        """The legal actions as a boolean array over the whole action space."""
        mask = np.zeros(self.game.num_actions, dtype=np.bool_)
        mask[self.legal()] = True
        return mask

    def apply_chance(self, outcome: Outcome | str) -> None:
        """Resolve the pending chance event with an outcome: a deal, its text, or dice."""
        if self.player != CHANCE:
            raise BadChance("no chance event is pending")
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
            seed=self.seed if self.seed_replays else None,
            chance=list(self.chance),
            actions=list(self.actions),
            returns=self.returns() if self.done else None,
        )
        if self.start is not None:
            record["position"] = self.start
        return record

    @property
    def hash(self) -> int:
        """The identity of the history: 64 bits folded over header, chance and actions."""
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
        """The first word of the next chance event, on which both engines must agree. Secret."""
        if self.seed is None:
            return None
        return Stream(mix(self.seed, len(self.chance))).word()

    def undo(self) -> None:
        """Undo the last action. Any chance that it led to will recur unchanged."""
        raise NotImplementedError

    def check_over(self) -> None:
        if not self.done:
            raise NotOver("the game is not over; scores() gives the running score")

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """A state is its log and its seed, and can be rebuilt in another process on either
        engine."""
        log = (self.chance, self.actions, self.start)
        return _restore, (self.game, *log, self.seed, self.seed_replays)

    def __repr__(self) -> str:
        return f"<{self.game.name} state: player {self.player}, {len(self.actions)} actions>"


def _restore(
    game: Game,
    chance: tuple[Outcome, ...],
    actions: tuple[int, ...],
    start: dict[str, Any] | None,
    seed: int | None,
    seed_replays: bool,
) -> State:
    """Rebuild the state that `__reduce__` took apart."""
    state = game.rebuild(chance, actions, start)
    if seed is not None:
        state._hold_seed(seed, pure=seed_replays)
    return state


def refuse(state: State, action: object) -> NoReturn:
    """Raise the error that explains why this action is refused. Shared by both engines."""
    game = state.game
    if state.done:
        raise StaleAction("the game is over: no action can be taken")
    if state.player == CHANCE:
        raise StaleAction("a chance event is pending: call apply_chance before the next action")
    try:
        number = game.check_action(action)
    except BadAction as error:
        raise IllegalAction(str(error)) from None
    legal = state.legal()
    shown = " ".join(game.action_name(a) for a in legal[:12])
    more = f" and {len(legal) - 12} more" if len(legal) > 12 else ""
    raise IllegalAction(
        f"seat {state.player} cannot take {game.action_name(number)} (id {number}) here; "
        f"legal: {shown}{more}"
    )


def log_before_last(state: State) -> tuple[list[Outcome], list[int]]:
    """The chance and actions of a state before its last action and the chance that followed."""
    kinds = [event.kind for event in state.events]
    last = len(kinds) - 1 - kinds[::-1].index("action")
    after = sum(kind in ("deal", "chance") for kind in kinds[last:])
    chance = list(state.chance)
    return chance[: len(chance) - after], list(state.actions[:-1])
