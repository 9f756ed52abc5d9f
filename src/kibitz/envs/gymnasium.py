"""Gymnasium: one seat learns, a named policy plays the others.

    import gymnasium, kibitz.envs
    env = gymnasium.make("kibitz/OhHell-v0", players=3, seat="random", opponents="simple")

Every game found is registered when this module is imported, and `import kibitz.envs` imports it
where Gymnasium is installed. The observation is what the seat sees (`view.encode()`), an action is
an action of the game. The legal ones are in `info["action_mask"]` and, as sb3-contrib's
MaskablePPO wants them, from `env.action_masks()`. An episode is a game, or, with
`episode="round"`, one round of it: `reset()` after a finished round goes on with the next.

An illegal action ends the episode. Its reward brings the sum of the episode down to the lowest that
any game can have, so that it never pays, and `info["illegal"]` is true.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kibitz import games
from kibitz.core.errors import BadOption, StaleAction
from kibitz.core.game import Game
from kibitz.core.rng import MASK, Stream, mix
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.envs import rewards
from kibitz.envs.extras import missing, observation_bounds
from kibitz.envs.opponents import Choose
from kibitz.envs.opponents import opponents as find_opponents

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise missing("gymnasium", "kibitz.envs.gymnasium") from error

NAMESPACE = "kibitz"
VERSION = 0  # of the environments: moves when their spaces, rewards or options do


def env_id(kind: type[Game]) -> str:
    """The id of a game: its name, written with the capitals of its title. `kibitz/OhHell-v0`."""
    word = "".join(kind.title.split())[: len(kind.name)]
    if word.lower() != kind.name:
        word = kind.name.capitalize()
    return f"{NAMESPACE}/{word}-v{VERSION}"


def register_all() -> None:
    """Register every game found; again is harmless."""
    for name in games.names():
        name_id = env_id(games.find(name))
        if name_id not in gymnasium.registry:
            entry_point = f"{__name__}:{KibitzEnv.__name__}"
            gymnasium.register(name_id, entry_point, kwargs={"name": name})


Info = dict[str, Any]


class KibitzEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One seat of a game. `gymnasium.make` makes one; options of the game are passed on."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  (Gymnasium declares it)

    def __init__(
        self,
        name: str,
        *,
        seat: int | Literal["random"] = 0,
        opponents: str | Choose = "random",
        reward: str | None = None,
        episode: Literal["game", "round"] = "game",
        engine: str | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = games.game(name, engine=engine, **options)
        self.seat = 0 if seat == "random" else self.game.check_seat(seat)
        self._random_seat = seat == "random"
        self._opponents = find_opponents(opponents, self.game)
        self._reward = rewards.reward(self.game, reward)
        if episode not in ("game", "round"):
            raise BadOption(f"an episode is a game or a round, not {episode!r}")
        self._by_round = episode == "round"
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadOption(f"the render mode is ansi or none, not {render_mode!r}")
        self.render_mode = render_mode
        low, high = observation_bounds(self.game)
        self.observation_space = spaces.Box(low, high, dtype=np.float32)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self._state: State | None = None
        self._view: View | None = None
        self._over = True  # no episode is under way
        self._next_round = False  # the last episode was a round, and its game goes on
        self._seen = 0  # events of the history that have been paid
        self._sum = 0.0  # rewards of this episode

    # Gymnasium's own words ----------------------------------------------------------------------

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[NDArray[np.float32], Info]:
        """Begin an episode: a new game, or, where an episode is a round, the next round."""
        super().reset(seed=seed)
        if seed is not None or not self._next_round:
            self._begin()
        self._over, self._next_round, self._sum = False, False, 0.0
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.float32], float, bool, bool, Info]:
        if self._over or self._state is None or self._view is None:
            raise StaleAction("no episode is under way: reset() begins one")
        number = self.game.check_action(action)
        if number not in self._view.legal_actions:
            self._over = True
            lowest = self._reward.lowest(self.game)
            return self._observe(), lowest - self._sum, True, False, self._info(illegal=True)
        self._state.apply(number)
        self._advance()
        paid = self._reward.pay(self._state, self._view, self._seen)
        round_over = self._by_round and bool(rewards.ended_rounds(self._view, self._seen))
        self._seen = len(self._view.history)
        self._sum += paid
        self._over = self._state.done or round_over
        self._next_round = round_over and not self._state.done
        return self._observe(), paid, self._over, False, self._info()

    def render(self) -> str | None:
        """What the seat sees, as text."""
        if self.render_mode is None or self._view is None:
            return None
        return self._view.text()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as truth values: the name that MaskablePPO asks for."""
        if self._view is None:
            raise StaleAction("no episode is under way: reset() begins one")
        return self._view.mask()

    # Behind them --------------------------------------------------------------------------------

    def _begin(self) -> None:
        """A new game, up to the seat's first turn; one that ends before it does not count."""
        while True:
            if self._random_seat:
                self.seat = int(self.np_random.integers(self.game.players))
            seed = int(self.np_random.integers(0, 2**64, dtype=np.uint64))
            self._opponents.begin(Stream(mix(seed, MASK)))
            self._state = self.game.new(seed)
            self._advance()
            if not self._state.done:
                break
        assert self._view is not None
        self._seen = len(self._view.history)

    def _advance(self) -> None:
        """Let the others act until it is the seat's turn, or the end."""
        state = self._state
        assert state is not None
        while not state.done and state.player != self.seat:
            state.apply(self._opponents.act(state))
        self._view = state.view(self.seat)

    def _observe(self) -> NDArray[np.float32]:
        assert self._view is not None
        return self._view.encode()

    def _info(self, *, illegal: bool = False) -> Info:
        info: Info = {
            "action_mask": self.action_masks().astype(np.int8),  # as Discrete.sample wants it
            "seat": self.seat,
            "illegal": illegal,
        }
        if self._state is not None and self._state.done:
            info["returns"] = self._state.returns()
            info["outcome"] = self._state.outcome()
        return info


register_all()
