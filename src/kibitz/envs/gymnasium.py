"""Gymnasium: one seat learns, a named policy plays the others.

    import gymnasium, kibitz.envs
    env = gymnasium.make("kibitz/OhHell-v0", players=3, seat="random", opponents="simple")

Importing this module registers every game found, and `import kibitz.envs` imports it if Gymnasium
is installed. The observation is what the seat sees (`view.encode(encoding)`, one of
`game.encodings`), an action is an action of the game. The legal ones are in `info["action_mask"]`
and, for sb3-contrib's MaskablePPO, in `env.action_masks()`. An episode is a game or, with
`episode="round"`, one round of it: `reset()` after a finished round continues with the next.

With `seat="all"` the caller acts for every seat: an observation is that of the seat to act, which
`info["seat"]` names, and its reward is that seat's since its last decision. At the end
`info["rewards"]` holds every seat's reward since its own last decision.

`opponents` is one policy for all other seats, or a list: the seats clockwise from the learner's.
`reward="outcome"` pays the share of the win at the end. `info=["view", "record"]` adds the seat's
view to every info, and the record to the last one.

An illegal action ends the episode. Its reward brings the episode's total down to the lowest that
any game can have, so it never pays off, and `info["illegal"]` is true.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from kibitz.envs.state_encoder import StateEncoder

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise missing("gymnasium", "kibitz.envs.gymnasium") from error

NAMESPACE = "kibitz"
EXTRAS = ("view", "record")  # what `info` may have besides the mask
VERSION = 0  # of the environments: changes with their spaces, rewards or options


def env_id(kind: type[Game]) -> str:
    """Return a game's id: its name with the capitals of its title, like `kibitz/OhHell-v0`."""
    word = "".join(kind.title.split())[: len(kind.name)]
    if word.lower() != kind.name:
        word = kind.name.capitalize()
    return f"{NAMESPACE}/{word}-v{VERSION}"


def register_all() -> None:
    """Register every game found; repeating this is harmless."""
    for name in games.names():
        name_id = env_id(games.find(name))
        if name_id not in gymnasium.registry:
            gymnasium.register(
                name_id,
                f"{__name__}:{KibitzEnv.__name__}",
                vector_entry_point="kibitz.envs.gymnasium_vector:KibitzVectorEnv",
                kwargs={"name": name},
            )


Info = dict[str, Any]


class KibitzEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One seat of a game. Create it with `gymnasium.make`; game options are passed on."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  (Gymnasium declares it)

    def __init__(
        self,
        name: str,
        *,
        seat: int | Literal["random", "all"] = 0,
        opponents: str | Choose | Sequence[str | Choose] = "random",
        info: Sequence[str] = (),
        reward: str | None = None,
        episode: Literal["game", "round"] = "game",
        encoding: str | None = None,
        engine: str | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = games.game(name, engine=engine, **options)
        self.seat = 0 if seat in ("random", "all") else self.game.check_seat(seat)
        self._random_seat = seat == "random"
        self._manual = seat == "all"
        if self._manual and opponents != "random":
            raise BadOption('seat="all" leaves no opponents: every seat is yours')
        self._opponents = find_opponents(opponents, self.game)
        self._reward = rewards.reward(self.game, reward)
        if episode not in ("game", "round"):
            raise BadOption(f"an episode must be a game or a round, not {episode!r}")
        self._by_round = episode == "round"
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadOption(f"the render mode must be ansi or none, not {render_mode!r}")
        self.render_mode = render_mode
        self.encoding = self.game.encoding(encoding)
        self._encoder = StateEncoder(self.game, self.encoding)
        low, high = observation_bounds(self.game, self.encoding)
        self.observation_space = spaces.Box(low, high, dtype=np.float32)
        self.action_space = spaces.Discrete(self.game.num_actions)
        unknown = [word for word in info if word not in EXTRAS]
        if isinstance(info, str) or unknown:
            raise BadOption(f"info lists what to add, of {', '.join(EXTRAS)}, not {info!r}")
        self._extras = tuple(info)
        self._state: State | None = None
        self._seen_view: View | None = None  # built when somebody asks for it
        # Rewards at the end of a game need no view, which is most of the cost of a step.
        self._at_end = None if self._by_round else self._reward.at_end
        self._over = True  # no episode is running
        self._next_round = False  # the last episode was a round of an unfinished game
        self._seen = [0] * self.game.players  # history events that each seat has been rewarded for
        self._sum = [0.0] * self.game.players  # rewards of this episode

    # Gymnasium's interface ----------------------------------------------------------------------

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[NDArray[np.float32], Info]:
        """Begin an episode: a new game or, if an episode is a round, the next round."""
        super().reset(seed=seed)
        if seed is not None or not self._next_round:
            self._begin()
        self._over, self._next_round, self._sum = False, False, [0.0] * self.game.players
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.float32], float, bool, bool, Info]:
        if self._over or self._state is None:
            raise StaleAction("no episode is running: call reset() first")
        number = self.game.check_action(action)
        if number not in self._state.legal():
            self._over = True
            lowest = self._reward.lowest(self.game) - self._sum[self.seat]
            return self._observe(), lowest, True, False, self._info(illegal=True)
        before = len(self._view.history) if self._by_round and self._view else 0
        self._state.apply(number)
        self._advance()
        view = self._view if self._by_round else None
        round_over = view is not None and bool(rewards.ended_rounds(view, before))
        paid = self._pay(self.seat)
        self._over = self._state.done or round_over
        self._next_round = round_over and not self._state.done
        info = self._info()
        if self._over and self._manual:
            others = [0.0 if s == self.seat else self._pay(s) for s in range(self.game.players)]
            others[self.seat] = paid
            info["rewards"] = others
        return self._observe(), paid, self._over, False, info

    def _pay(self, seat: int) -> float:
        """Return a seat's reward since its last decision."""
        assert self._state is not None
        if self._at_end is not None:
            paid = self._at_end(self._state)[seat] if self._state.done else 0.0
            self._sum[seat] += paid
            return paid
        view = self._view if seat == self.seat else self._state.view(seat)
        assert view is not None
        paid = self._reward.pay(self._state, view, self._seen[seat])
        self._seen[seat] = len(view.history)
        self._sum[seat] += paid
        return paid

    def render(self) -> str | None:
        """Return what the seat sees, as text."""
        if self.render_mode is None or self._view is None:
            return None
        return self._view.text()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions as booleans, under the name that MaskablePPO expects."""
        if self._state is None:
            raise StaleAction("no episode is running: call reset() first")
        if self._state.player != self.seat:
            return np.zeros(self.game.num_actions, dtype=np.bool_)
        return self._state.mask()

    # Helpers ------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Start a new game, up to the seat's first turn; skip games that end before it."""
        while True:
            if self._random_seat:
                self.seat = int(self.np_random.integers(self.game.players))
            seed = int(self.np_random.integers(0, 2**64, dtype=np.uint64))
            self._opponents.sit(self.seat)
            self._opponents.begin(Stream(mix(seed, MASK)))
            self._state = self.game.new(seed)
            self._advance()
            if not self._state.done:
                break
        assert self._state is not None
        if self._at_end is None:
            self._seen = [len(self._state.view(s).history) for s in range(self.game.players)]

    def _advance(self) -> None:
        """Let the others act until the seat's turn, or the end."""
        state = self._state
        assert state is not None
        if self._manual and not state.done:
            self.seat = state.player
        while not state.done and state.player != self.seat:
            state.apply(self._opponents.act(state))
        self._seen_view = None

    @property
    def _view(self) -> View | None:
        """What the seat sees."""
        if self._seen_view is None and self._state is not None:
            self._seen_view = self._state.view(self.seat)
        return self._seen_view

    @_view.setter
    def _view(self, view: View) -> None:
        self._seen_view = view

    def _observe(self) -> NDArray[np.float32]:
        assert self._state is not None
        return self._encoder.observe(self._state, self.seat)

    def _info(self, *, illegal: bool = False) -> Info:
        info: Info = {
            "action_mask": self.action_masks().astype(np.int8),  # for Discrete.sample
            "seat": self.seat,
            "illegal": illegal,
        }
        if self._state is not None and self._state.done:
            info["returns"] = self._state.returns()
            info["outcome"] = self._state.outcome()
        if "view" in self._extras:
            info["view"] = self._view
        if "record" in self._extras and self._state is not None and self._state.done:
            info["record"] = self._state.record()
        return info

    def __str__(self) -> str:
        return f"<{env_id(type(self.game))}: seat {self.seat} of {self.game.players}>"


register_all()
