"""OpenSpiel: every game found, registered as `kibitz_<game>`.

    import pyspiel, kibitz.envs.open_spiel
    game = pyspiel.load_game("kibitz_ohhell", {"players": 3, "schedule": "8;7;6;"})

Options of the game are game parameters. A list has a semicolon after every number (OpenSpiel reads
`8` as a number, `8;` as text); an option that is left to the rules is an empty list, or a number
below its minimum.

Chance is explicit, card by card and die by die (draws.py). The information state string is
everything a seat has seen, in order; the tensors are `view.encode(encoding)`, which need not have
perfect recall. The game parameter `encoding` is one of `game.encodings`.
`resample_from_infostate` draws uniformly from the worlds that fit the view. Utilities are
`returns()`.

A game registered from Python works with OpenSpiel's Python algorithms, IS-MCTS among them; its C++
bots cannot drive one. Simultaneous decisions (the white step of Qwixx) are made in turn, and a
seat's information state includes the others' decisions only after the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from kibitz import games
from kibitz.core.errors import BadChance, KibitzError
from kibitz.core.game import Game
from kibitz.core.options import Integer, Integers, Option
from kibitz.core.rng import Stream
from kibitz.core.state import CHANCE, Outcome, State
from kibitz.core.view import View
from kibitz.envs.draws import Draw
from kibitz.envs.extras import extra, missing, return_bounds
from kibitz.envs.state_encoder import StateEncoder

try:
    import pyspiel
except ImportError as error:
    raise missing("open_spiel", "kibitz.envs.open_spiel") from error

PREFIX = "kibitz_"
ENCODING = "encoding"  # the one parameter that is not a game option


def register_all() -> None:
    """Register every game found; repeating this is harmless."""
    for name in games.names():
        if PREFIX + name not in pyspiel.registered_names():
            kind = games.find(name)
            pyspiel.register_game(game_type(kind), _maker(name))


def _maker(name: str) -> Any:
    return type(f"Kibitz_{name}", (KibitzGame,), {"kibitz_name": name})


# Options as game parameters ---------------------------------------------------------------------


def parameter(option: Option, value: Any) -> int | bool | str:
    """Convert an option's value to a game parameter."""
    if isinstance(option, Integers):
        return "".join(f"{number};" for number in value or ())
    if isinstance(option, Integer) and value is None:
        return option.low - 1
    plain: int | bool | str = value
    return plain


def option_value(option: Option, value: Any) -> Any:
    """Convert a game parameter to an option's value; the game checks it."""
    if isinstance(option, Integers):
        words = [word.strip() for word in value.split(";") if word.strip()]
        return [int(w) if w.lstrip("-").isdigit() else w for w in words] or None
    if isinstance(option, Integer) and option.optional and value == option.low - 1:
        return None
    return value


def game_type(kind: type[Game]) -> Any:
    players = kind.OPTIONS.get("players")
    standard = kind().players
    return pyspiel.GameType(
        short_name=PREFIX + kind.name,
        long_name=f"Kibitz {kind.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=getattr(pyspiel.GameType.Utility, extra(kind.name, "UTILITY") or "GENERAL_SUM"),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players.high if isinstance(players, Integer) else standard,
        min_num_players=players.low if isinstance(players, Integer) else standard,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            name: parameter(option, option.default) for name, option in kind.OPTIONS.items()
        }
        | {ENCODING: kind().encodings[0]},
    )


# The game, its states and its observers -----------------------------------------------------------


ZERO_SUM = "ZERO_SUM"
LONG_ROW = 100  # numbers of a tensor
FINISHED, WAITING = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)


class KibitzGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options, as OpenSpiel sees it."""

    kibitz_name: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        name, params = self.kibitz_name, params or {}
        kind = games.find(name)
        given = {
            word: option_value(kind.OPTIONS[word], value)
            for word, value in params.items()
            if word != ENCODING
        }
        self.kibitz = games.game(name, **given)
        self.encoding = self.kibitz.encoding(params.get(ENCODING))
        self.draw = extra(name, "draw")
        if self.draw is None:
            raise KibitzError(f"kibitz/envs/games/{name}.py lacks draw(state): no chance nodes")
        # Copied for every new state: OpenSpiel makes one for each tensor that it is asked for.
        self.first_draw: Draw = self.draw(self.kibitz.new(chance="explicit"))
        self._draw_length = self.first_draw.length
        self.encoder = StateEncoder(self.kibitz, self.encoding)
        self._before_the_deal: dict[int, Any] = {}
        low, high = return_bounds(self.kibitz)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.kibitz.num_actions,
            max_chance_outcomes=self.first_draw.most,
            num_players=self.kibitz.players,
            min_utility=low,
            max_utility=high,
            max_game_length=self.kibitz.max_length,
            **({"utility_sum": 0.0} if extra(name, "UTILITY") == ZERO_SUM else {}),
        )
        super().__init__(game_type(kind), info, params)

    def max_chance_nodes_in_history(self) -> int:
        """Return the bound: an action follows every event; redeals are not counted."""
        most: int = self.kibitz.max_length * self._draw_length
        return most

    def tensor(self, state: KibitzState, player: int) -> Any:
        """Return a player's observation; before the game starts it is always the same."""
        if "_table" in state.__dict__:
            return self.encoder.observe(state._table.state, player)
        if player not in self._before_the_deal:
            blank = self.kibitz.new(chance="explicit")
            self._before_the_deal[player] = blank.view(player).encode(self.encoding)
        return self._before_the_deal[player]

    def new_initial_state(self, state: str | None = None) -> KibitzState:  # noqa: ARG002
        return KibitzState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"observers take no parameters: {params}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self, recall)


class GameInProgress:
    """What a state holds besides OpenSpiel's own history: the running game, and its draw."""

    def __init__(self, state: State, draw: Draw | None) -> None:
        self.state = state
        self.draw = draw
        self.views: dict[int, View] = {}

    def view(self, seat: int) -> View:
        if seat not in self.views:
            self.views[seat] = self.state.view(seat)
        return self.views[seat]

    def __deepcopy__(self, memo: Any) -> GameInProgress:
        twin = GameInProgress(self.state.copy(), self.draw and self.draw.copy())
        twin.views = dict(self.views)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by what was played, as OpenSpiel serialises states."""
        game, drawn = self.state.game, self.draw.drawn if self.draw else []
        played = (list(self.state.chance), list(self.state.actions), list(drawn))
        return _restore, (game.name, dict(game.options), *played)


def _restore(
    name: str, options: dict[str, Any], chance: list[Outcome], actions: list[int], drawn: list[int]
) -> GameInProgress:
    state = games.game(name, **options).rebuild(chance, actions)
    if state.player != CHANCE:
        return GameInProgress(state, None)
    draw: Draw = extra(name, "draw")(state)
    for number in drawn:
        draw.take(number)
    return GameInProgress(state, draw)


class KibitzState(pyspiel.State):  # type: ignore[misc]
    """A running game. OpenSpiel clones it by deep-copying its attributes."""

    _table: GameInProgress

    def __init__(self, game: KibitzGame) -> None:
        super().__init__(game)
        self._draw_of = game.draw
        self._now = WAITING  # OpenSpiel asks several times per step who is to act

    def __getattr__(self, name: str) -> Any:
        """Start the game when it is first needed.

        OpenSpiel makes a state for each tensor that it is asked for and never plays it.
        """
        if name != "_table":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        game = self.get_game()
        self._table = GameInProgress(game.kibitz.new(chance="explicit"), game.first_draw.copy())
        return self._table

    def current_player(self) -> int:
        return self._now

    # Python callers skip OpenSpiel's C++ for what this class can answer by itself; every other
    # case, errors among them, stays with OpenSpiel.

    def is_chance_node(self) -> bool:
        return self._now == WAITING

    def legal_actions(self, *player: int) -> list[int]:
        if player or self._now < 0:
            legal: list[int] = super().legal_actions(*player)
            return legal
        return self._table.state.legal()

    def information_state_tensor(self, *player: int) -> list[float]:
        return self._tensor(super().information_state_tensor, *player)

    def observation_tensor(self, *player: int) -> list[float]:
        return self._tensor(super().observation_tensor, *player)

    def _tensor(self, otherwise: Callable[..., list[float]], *player: int) -> list[float]:
        seat, game = player[0] if player else self._now, self.get_game()
        if len(player) > 1 or not 0 <= seat < game.kibitz.players:
            return otherwise(*player)
        return floats(game.tensor(self, seat))

    def _legal_actions(self, player: int) -> list[int]:
        state = self._table.state
        return state.legal() if player == state.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        draw = self._table.draw
        assert draw is not None, "not a chance node"
        return draw.choices()

    def _apply_action(self, action: int) -> None:
        table = self._table
        draw = table.draw
        if draw is None:
            table.state.apply(action)
        else:
            if not draw.allows(action):
                raise BadChance(f"{action} cannot be drawn here")
            outcome = draw.take(action)
            if outcome is None:
                return  # nothing is visible to players yet
            table.state._take(outcome)  # drawn from what the rules allow, so there is no check
        table.views = {}
        waits = table.state.player == CHANCE
        table.draw = self._draw_of(table.state) if waits else None
        self._now = FINISHED if table.state.done else WAITING if waits else table.state.player

    def _action_to_string(self, player: int, action: int) -> str:
        table = self._table
        if player == pyspiel.PlayerId.CHANCE:
            return table.draw.name(action) if table.draw else f"chance {action}"
        return table.state.game.action_name(action)

    def is_terminal(self) -> bool:
        return self._now == FINISHED

    def returns(self) -> list[float]:
        state = self._table.state
        return state.returns() if state.done else [0.0] * state.game.players

    def __str__(self) -> str:
        drawn = f" drawn {self._table.draw.drawn}" if self._table.draw else ""
        return f"{self._table.state.record()}{drawn}"

    def view(self, player: int) -> View:
        """Return what a player knows."""
        return self._table.view(player)

    def resample_from_infostate(self, player: int, sampler: Any) -> KibitzState:
        """Draw uniformly a state that this player cannot distinguish from this one."""
        stream = Stream(int(sampler() * (1 << 32)) << 32 | int(sampler() * (1 << 32)))
        chance, actions, start = self.view(player).sample(stream)
        assert start is None, "this adapter's games begin with chance"
        other = self.get_game().new_initial_state()
        other._replay(iter(chance), iter(actions), stream)
        if self._table.draw:  # the same number of draws, which no player has seen
            for _ in self._table.draw.drawn:
                other.apply_action(_pick(other.chance_outcomes(), stream))
        return other  # type: ignore[no-any-return]

    def _replay(self, chance: Iterator[Outcome], actions: Iterator[int], rng: Stream) -> None:
        """Apply these outcomes and actions, in OpenSpiel's history too."""
        while not self._table.state.done:
            draw = self._table.draw
            step = next(actions if draw is None else chance, None)
            if step is None:
                return
            for number in [step] if draw is None else draw.split(step, rng):
                self.apply_action(number)


class Observer:
    """Tensor and string of a player's knowledge: see open_spiel/python/observation.py."""

    def __init__(self, game: KibitzGame, perfect_recall: bool) -> None:
        self.tensor = np.zeros(game.kibitz.encoding_size(game.encoding), dtype=np.float32)
        self._game = game
        self.dict = {"observation": self.tensor}
        self._perfect_recall = perfect_recall

    def set_from(self, state: KibitzState, player: int) -> None:
        self.tensor[:] = self._game.tensor(state, player)

    def string_from(self, state: KibitzState, player: int) -> str:
        view = state.view(player)
        return information_state(view) if self._perfect_recall else view.text()


def floats(row: NDArray[np.float32]) -> list[float]:
    """Return `row.tolist()`, three times faster for long rows, which are mostly zeros."""
    if len(row) < LONG_ROW:
        short: list[float] = row.tolist()
        return short
    numbers = [0.0] * len(row)
    where = (row != 0).nonzero()[0]
    for place, number in zip(where.tolist(), row[where].tolist(), strict=True):
        numbers[place] = number
    return numbers


def information_state(view: View) -> str:
    """Return everything a seat has seen, in order; equal exactly if the seat cannot distinguish."""
    events = " ".join(f"{e.kind}/{e.seat}/{e.data}".replace(" ", "") for e in view.history)
    return f"seat {view.seat} to_act {view.player} {view.phase} {events}"


def _pick(choices: list[tuple[int, float]], rng: Stream) -> int:
    """Pick one of the choices by its probability."""
    left = rng.word() / (1 << 64)
    for number, probability in choices:
        left -= probability
        if left < 0:
            return number
    return choices[-1][0]


register_all()
