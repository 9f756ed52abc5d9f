"""PettingZoo's parallel form: all agents act in every step, for learners that expect this.

    from kibitz.envs import pettingzoo
    env = pettingzoo.parallel_env("qwixx", players=3)

In a step the seats that decide take their actions; what the others give is ignored, and their
masks are all zeros. Where the rules make decisions simultaneous (the white step of Qwixx), all
these seats decide in one step. An illegal action ends the game with the lowest return for the
offender and 0 for the others. Observations, rewards and options are those of `pettingzoo.env`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import StaleAction
from kibitz.core.state import State
from kibitz.envs.extras import extra, missing

try:
    from gymnasium import spaces
    from pettingzoo import ParallelEnv
except ImportError as error:
    raise missing("pettingzoo", "kibitz.envs.pettingzoo") from error

Mask = NDArray[np.int8]
Step = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]


class SeatsInParallel(ParallelEnv):  # type: ignore[misc]
    """All seats of a game, which `turns` (an AEC environment) describes and holds."""

    def __init__(self, turns: Any) -> None:
        self._turns = turns
        self.game, self.render_mode = turns.game, turns.render_mode
        self.metadata = turns.metadata | {"is_parallelizable": True}
        self.possible_agents: list[str] = list(turns.possible_agents)
        self.agents: list[str] = []
        self._simultaneous = extra(self.game.name, "simultaneous") or _only_the_player
        self._masks: dict[int, Mask] = {}

    def observation_space(self, agent: str) -> spaces.Dict:
        space: spaces.Dict = self._turns.observation_space(agent)
        return space

    def action_space(self, agent: str) -> spaces.Discrete:
        space: spaces.Discrete = self._turns.action_space(agent)
        return space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self._turns.reset(seed=seed, options=options)
        self.agents = list(self.possible_agents)
        self._ask()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Step:
        if not self.agents:
            raise StaleAction("no game is running: call reset() first")
        paid = np.zeros(len(self.possible_agents))
        offender = self._offender(actions)
        if offender is not None:
            paid[offender] = self._turns.lowest
        else:
            for seat in self._masks:
                self._turns.step(int(actions[self.possible_agents[seat]]))
                paid += list(self._turns.rewards.values())
        over = offender is not None or self._state.done
        self._ask(over=over)
        agents, names = self.agents, self.possible_agents
        step: Step = (
            self._observations(),
            {agent: float(paid[names.index(agent)]) for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )
        if over:
            self.agents = []
        return step

    def render(self) -> str | None:
        """Return what the seat to act sees, as text."""
        text: str | None = self._turns.render()
        return text

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    @property
    def _state(self) -> State:
        state: State = self._turns._state
        return state

    def _offender(self, actions: dict[str, int]) -> int | None:
        """The first seat whose action is not legal."""
        for seat, mask in self._masks.items():
            action = int(actions[self.possible_agents[seat]])
            if not 0 <= action < len(mask) or not mask[action]:
                return seat
        return None

    def _ask(self, *, over: bool = False) -> None:
        """Note which seats decide now, in the order of play, with their legal actions."""
        self._masks = {}
        if over:
            return
        # Nobody sees a simultaneous decision before the last, so any will do to reach the next.
        twin = self._state.copy()
        for seat in self._simultaneous(self._state):
            assert twin.player == seat
            self._masks[seat] = twin.mask().astype(np.int8)
            twin.apply(twin.legal()[0])

    def _observations(self) -> dict[str, Any]:
        nothing = np.zeros(self.game.num_actions, dtype=np.int8)
        return {
            agent: self._turns.observe(agent) | {"action_mask": self._masks.get(seat, nothing)}
            for seat, agent in enumerate(self.possible_agents)
        }


def _only_the_player(state: State) -> tuple[int, ...]:
    return (state.player,)
