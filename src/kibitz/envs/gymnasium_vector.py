"""Gymnasium's vector environment on top of `kibitz.vector`: many games at once, natively.

    import gymnasium, kibitz.envs
    envs = gymnasium.make_vec("kibitz/OhHell-v0", num_envs=256, players=4, opponents="smart")

One seat of every game learns; with `seat="all"` the caller acts for every seat. A finished episode
and the start of the next share a step: `infos["final_obs"]` and `infos["final_info"]` (returns,
outcome, rewards, seat) describe the one that ended, as Gymnasium defines for
AutoresetMode.SAME_STEP. The legal actions are in `infos["action_mask"]`, a teacher's in
`infos["teacher"]`. An illegal action raises IllegalAction and changes nothing, unlike in the single
environment, which ends the episode: nobody samples here without masks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kibitz import games
from kibitz.core.errors import BadOption, StaleAction
from kibitz.core.game import Game
from kibitz.core.options import whole_number
from kibitz.core.rng import check_seed
from kibitz.envs.extras import extra, missing, observation_bounds
from kibitz.envs.seated import LEARNER_NAME, Entry, SeatedVector
from kibitz.envs.seats import THREADS_MAX
from kibitz.envs.vector import GAMES_MAX

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing("gymnasium", "kibitz.envs.gymnasium_vector") from error

Floats = NDArray[np.float32]
Infos = dict[str, Any]


class KibitzVectorEnv(VectorEnv[Floats, NDArray[np.int64], NDArray[Any]]):
    """Create it with `gymnasium.make_vec`; game options are passed on."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        *,
        seat: int | Literal["random", "all"] = 0,
        opponents: Entry | Sequence[Entry] = "random",
        seating: Sequence[Any] | None = None,
        reward: str | None = None,
        reward_scale: float = 1.0,
        encoding: int | str | None = None,
        skip_forced: bool = False,
        teacher: Entry = None,
        options: Sequence[Mapping[str, Any]] | None = None,
        weights: Sequence[float] | None = None,
        threads: int = 1,
        engine: str | None = None,
        render_mode: str | None = None,
        **game_options: Any,
    ) -> None:
        if render_mode is not None:
            raise BadOption("vector environments cannot be rendered: leave out render_mode")
        kinds = [{**game_options, **one} for one in ([{}] if options is None else options)]
        self.games = [games.game(name, engine=engine, **one) for one in kinds]
        if not self.games or (weights is not None and len(weights) != len(self.games)):
            raise BadOption("options needs one or more variants of the game, and weights one each")
        if seating is not None and (seat, opponents) != (0, "random"):
            raise BadOption("seating lists every seat: leave out seat and opponents")
        self.num_envs = whole_number("num_envs", num_envs, 1, GAMES_MAX)
        shaped = extra(name, "REWARDS")
        self._words: dict[str, Any] = {
            "threads": whole_number("threads", threads, 1, THREADS_MAX),
            "encoding": self.games[0].encoding(encoding),
            "reward": reward or (next(iter(shaped)) if shaped else "returns"),
            "scale": reward_scale,
            "skip_forced": skip_forced,
            "teacher": teacher,
            "weights": weights,
            "seating": seating,
        }
        if seating is None:
            rows = seats_for(self.games, seat, opponents)
            self._words |= {"seating": [row for _, row in rows], "row_kinds": [k for k, _ in rows]}
        self.single_observation_space = spaces.Box(*bounds(self.games, self._words["encoding"]))
        self.single_action_space = spaces.Discrete(self.games[0].num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._envs: SeatedVector | None = None

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Floats, Infos]:
        """Restart all games: those of the seed, or new ones each time without one."""
        if isinstance(seed, list):
            raise BadOption("all games share one seed: give a single whole number")
        super().reset(seed=seed)
        number = seed if seed is not None else self.np_random.integers(2**64, dtype=np.uint64)
        envs = SeatedVector(self.games, self.num_envs, seed=check_seed(int(number)), **self._words)
        self._envs = envs
        return envs.observation.copy(), self._infos(envs)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Floats, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        envs = self._envs
        if envs is None:
            raise StaleAction("no episode is running: call reset() first")
        asked = envs.player.copy()  # the seats that decide, in games that may end here
        envs.step(actions)
        paid = np.where(envs.done, asked, envs.player)  # differs only if several seats learn
        reward = envs.reward[np.arange(self.num_envs), paid].astype(np.float64)
        infos = self._infos(envs)
        if envs.done.any():
            self._add_final(envs, asked, infos)
        never = np.zeros(self.num_envs, np.bool_)
        return envs.observation.copy(), reward, envs.done.copy(), never, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions of all games, under the name that MaskablePPO expects."""
        if self._envs is None:
            raise StaleAction("no episode is running: call reset() first")
        return self._envs.mask.copy()

    def _infos(self, envs: SeatedVector) -> Infos:
        found: Infos = {"action_mask": envs.mask.astype(np.int8), "seat": envs.player.copy()}
        if self._words["teacher"] is not None:
            found["teacher"] = envs.teacher.copy()
        return found | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in found}

    def _add_final(self, envs: SeatedVector, asked: NDArray[np.int32], infos: Infos) -> None:
        done = envs.done.copy()
        final = np.full(self.num_envs, None, dtype=object)
        for e in np.flatnonzero(done):
            final[e] = envs.final_observation[e].copy()
        infos |= {"final_obs": final, "_final_obs": done}
        about = {
            "returns": envs.returns.copy(),
            "outcome": envs.outcome.copy(),
            "rewards": envs.reward * done[:, None],
            "seat": asked,
        }
        infos["final_info"] = about | {f"_{name}": done for name in about}
        infos["_final_info"] = done


def seats_for(
    kinds: Sequence[Game],
    seat: int | Literal["random", "all"],
    opponents: Entry | Sequence[Entry],
) -> list[tuple[int, list[Entry]]]:
    """Return rows of seats, each with the kind of game that it is for (-1: any).

    The learner is on the given seat, on every seat, or has a row for each seat of each kind. A list
    of opponents has one for each other seat, clockwise from the learner's.
    """
    counts = [game.players for game in kinds]
    most = max(counts)
    if seat == "all":
        if opponents != "random":
            raise BadOption('seat="all" leaves no opponents: every seat is yours')
        return [(-1, [LEARNER_NAME] * most)]
    others: list[Any] = [opponents] * (most - 1)
    if isinstance(opponents, list | tuple):
        others = list(opponents)
        if min(counts) != most or len(others) != most - 1:
            raise BadOption("opponents lists one player for each other seat, at tables of one size")

    def row(place: int) -> list[Entry]:
        clockwise = [LEARNER_NAME, *others]
        return [clockwise[(s - place) % most] for s in range(most)]

    if seat != "random":
        return [(-1, row(min(kinds, key=lambda game: game.players).check_seat(seat)))]
    return [(kind, row(place)) for kind, players in enumerate(counts) for place in range(players)]


def bounds(kinds: Sequence[Game], encoding: str) -> tuple[Floats, Floats]:
    """Return bounds that hold for observations of all kinds."""
    found = [observation_bounds(game, encoding) for game in kinds]
    low = np.minimum.reduce([low for low, _ in found])
    return low, np.maximum.reduce([high for _, high in found])
