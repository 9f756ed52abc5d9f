"""PettingZoo: all seats of a game as agents of an AEC environment.

    from kibitz.envs import pettingzoo
    env = pettingzoo.env("qwixx", players=3)

Agents are "seat_0", "seat_1", ..; the selected one is the seat to act. An observation is a mapping
of `observation` (`view.encode(encoding)`, one of `game.encodings`) and `action_mask`, which is all
zeros for a seat that is not to act. Where the rules make decisions simultaneous (the white step of
Qwixx), the agents commit in turn; a view shows nothing of another's decision until all have made
theirs. A seat that is out (Dubito) remains among the agents but is never selected again; all
terminate together at the end.

`env` wraps `raw_env` like PettingZoo's own games: an illegal action ends the game with the lowest
return for the offender and 0 for the others. `raw_env` raises an error and changes nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz import games
from kibitz.core.errors import BadOption, StaleAction
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.envs import rewards
from kibitz.envs.extras import missing, observation_bounds

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing("pettingzoo", "kibitz.envs.pettingzoo") from error

RENDER_MODES = ("ansi",)
Observation = dict[str, Any]


def env(name: str, **arguments: Any) -> Any:
    """Return a wrapped game by name; the arguments are those of `raw_env`."""
    raw = raw_env(name, **arguments)
    ended = wrappers.TerminateIllegalWrapper(raw, illegal_reward=raw.lowest)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ended))


def parallel_env(name: str, **arguments: Any) -> Any:
    """Return a game in which all agents act in every step; the arguments are those of `raw_env`."""
    from kibitz.envs.pettingzoo_parallel import SeatsInParallel

    return SeatsInParallel(raw_env(name, **arguments))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  (PettingZoo's name for it)
    """A game without wrappers. `reward` is as in Gymnasium; game options are passed on."""

    def __init__(
        self,
        name: str,
        *,
        reward: str | None = None,
        encoding: str | None = None,
        engine: str | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = games.game(name, engine=engine, **options)
        if render_mode not in (None, *RENDER_MODES):
            raise BadOption(f"the render mode must be ansi or none, not {render_mode!r}")
        self.render_mode = render_mode
        self.metadata = {
            "name": f"kibitz_{name}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self._reward = rewards.reward(self.game, reward)
        self.lowest = self._reward.lowest(self.game)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.encoding = self.game.encoding(encoding)
        low, high = observation_bounds(self.game, self.encoding)
        actions = self.game.num_actions
        self.action_spaces = {a: spaces.Discrete(actions) for a in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(low, high, dtype=np.float32),
                action_mask=spaces.Box(0, 1, (actions,), dtype=np.int8),
            )
            for agent in self.possible_agents
        }
        self._random = np.random.default_rng()
        self._state: State | None = None
        self._views: dict[int, View] = {}
        self._seen: dict[int, int] = {}

    # PettingZoo's interface ---------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._state = self.game.new(int(self._random.integers(0, 2**64, dtype=np.uint64)))
        self._views = {}
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._seen = {seat: len(self._see(seat).history) for seat in range(self.game.players)}
        self.agent_selection = self.possible_agents[self._state.player]

    def observe(self, agent: str) -> Observation:
        view = self._see(self._seats[agent])
        return {
            "observation": view.encode(self.encoding),
            "action_mask": view.mask().astype(np.int8),
        }

    def step(self, action: int | None) -> None:
        if self._state is None:
            raise StaleAction("no game is running: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._state.apply(action)  # type: ignore[arg-type]  # None is refused there
        self._views = {}
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._state.done:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self._state.player]
        self._pay()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return what the selected agent sees, as text."""
        if self.render_mode is None or self._state is None:
            return None
        return self._see(self._seats[self.agent_selection]).text()

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def __str__(self) -> str:
        return f"kibitz_{self.game.name}"

    # Helpers ------------------------------------------------------------------------------------

    def _see(self, seat: int) -> View:
        """Return the view of a seat, built once per step."""
        assert self._state is not None
        if seat not in self._views:
            self._views[seat] = self._state.view(seat)
        return self._views[seat]

    def _pay(self) -> None:
        """Pay rewards when a round is scored, which all see, and at the end."""
        assert self._state is not None
        seat = self._seats[self.agent_selection]
        if not self._state.done and not rewards.ended_rounds(self._see(seat), self._seen[seat]):
            return
        for agent, other in self._seats.items():
            view = self._see(other)
            self.rewards[agent] = self._reward.pay(self._state, view, self._seen[other])
            self._seen[other] = len(view.history)
