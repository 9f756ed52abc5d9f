"""What a search is told beside the view: its budget, its seed, its rollouts and its rewards.

Rewards:
    outcome  each seat's share of the win, 0 to 1
    points   what the rules count: `returns()`, or `scores()` where simulations stop at a deal
    margin   points less the mean of the other seats' points
    soft     shares of the win that a few points more or less change a little, 0 to 1: the share of
             a seat grows by e for every `softness` points. Less noisy than outcome, and in a close
             game still about who wins
Alone at the table margin and soft are points.
Points and margins are brought to 0..1 inside the tree, by the least and the greatest seen so far;
the statistics show them as they are.

Horizons: `game` plays every simulation to the end of the game; `deal` stops at the next deal, so
that a long match is searched one deal at a time. Dice are not deals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import BadBudget, BadEngine, BadOption
from kibitz.core.options import whole_number
from kibitz.core.plain import short, whole
from kibitz.core.rng import Stream, check_seed
from kibitz.core.view import View
from kibitz.search.beliefs import Belief

REWARDS = ("outcome", "points", "margin", "soft")
HORIZONS = ("game", "deal")
SIMULATIONS_MAX = (1 << 32) - 1
SECONDS_MAX = 86_400.0
THREADS_MAX = 256
WORLDS, WORLDS_MAX = 100, 1 << 16
DRAWS_MAX = 1 << 12
SLIP_MAX = 100
SOFTNESS_MAX = 1e6
TURNS_MAX = 1000

Policy = Callable[[View, Stream], int]  # any bot
Plan = tuple[int, ...]  # the next actions of a seat, until chance decides something
Planner = Callable[[View], Sequence[Plan]]


@dataclass(frozen=True, kw_only=True)
class Settings:
    simulations: int | None = None  # of all threads together; None: as many as there is time for
    seconds: float | None = None  # wall time; what comes first, ends the search
    seed: int = 0
    threads: int = 1  # each grows a tree of its own; the sums are added
    policy: str | Policy = "random"  # of the rollouts; a native rule player by name, or any bot
    policy_numbers: tuple[float, ...] = ()  # of a native policy that takes some: weights, say
    reward: str = "outcome"
    softness: float = 5.0  # points, of the reward soft
    # Of rollout alone: the budget goes in equal parts to all plans, then to the better half of
    # them, and so on to the last two. Plans are what is played out: None is each legal action.
    halving: bool = False
    plans: Planner | None = None
    horizon: str = "game"
    # Dice that a rollout throws at most, where the policy tells the value of positions: the reward
    # is then each seat's chance to win. Other policies play on to the horizon.
    turns: int | None = None
    exploration: float = 0.7
    # Of pimc the budget. Else so many worlds are drawn (100) and used in turn, if they are drawn in
    # Python: native sampling needs no limit.
    worlds: int | None = None
    stop: Callable[[], bool] | None = None  # asked every few milliseconds, by every thread
    beliefs: Belief | None = None  # weighs the worlds; None: all that fit are as likely
    worlds_native: bool = True  # draw (or list) worlds by the view's unseen cards, where it can
    engine: str | None = None  # "python" for the plain implementation
    # Of pimc alone: pimc.py tells what they mean.
    slip: float | None = None  # how far play strays from the solved value; None: as measured
    agree: bool = True  # end early when the worlds agree
    draws: int = 16  # worlds that are weighed for each that is solved, where there are beliefs

    def __post_init__(self) -> None:
        self._check_budget()
        check_seed(self.seed)
        whole_number("threads", self.threads, 1, THREADS_MAX)
        if self.worlds is not None:
            whole_number("worlds", self.worlds, 1, WORLDS_MAX)
        whole_number("draws", self.draws, 1, DRAWS_MAX)
        _one_of("reward", self.reward, REWARDS)
        _one_of("horizon", self.horizon, HORIZONS)
        if self.turns is not None:
            whole_number("turns", self.turns, 1, TURNS_MAX)
            if self.reward not in ("outcome", "soft"):
                raise BadOption('turns go with reward="outcome" or "soft": shares of the win')
        if self.reward == "outcome" and self.horizon == "deal":
            raise BadOption('nobody has won at a deal: take reward="points" or "margin"')
        if not (isinstance(self.policy, str) or callable(self.policy)):
            raise BadOption(f"a policy is a name or a bot, not {short(self.policy)}")
        if not (self.beliefs is None or callable(self.beliefs)):
            raise BadOption(f"beliefs are a function of view and world, not {short(self.beliefs)}")
        if self.engine not in (None, "native", "python"):
            raise BadEngine(f"the engines are native and python, not {short(self.engine)}")
        if not 0 < _number(self.softness) <= SOFTNESS_MAX:
            raise BadOption(f"softness is a number of points above 0, not {short(self.softness)}")
        if not isinstance(self.halving, bool):
            raise BadOption(f"halving is true or false, not {short(self.halving)}")
        if not (self.plans is None or callable(self.plans)):
            raise BadOption(f"plans are a function of a view, not {short(self.plans)}")
        if not 0 <= _number(self.exploration) <= 1000:
            raise BadOption(f"exploration is a number from 0 on, not {short(self.exploration)}")
        if self.slip is not None and not 0 <= _number(self.slip) <= SLIP_MAX:
            raise BadOption(f"slip is a number from 0 to {SLIP_MAX}, not {short(self.slip)}")

    @property
    def pool(self) -> int:
        """How many worlds are used in turn."""
        return WORLDS if self.worlds is None else self.worlds

    def _check_budget(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise BadBudget("give a number of simulations, of seconds, or both")
        if self.simulations is not None:
            n = whole(self.simulations)
            if n is None or not 1 <= n <= SIMULATIONS_MAX:
                raise BadBudget(f"simulations are 1 or more, not {short(self.simulations)}")
        if self.seconds is not None and not 0 < _number(self.seconds) <= SECONDS_MAX:
            raise BadBudget(f"seconds are a number above 0, not {short(self.seconds)}")


def _one_of(what: str, given: object, known: tuple[str, ...]) -> None:
    if given not in known:
        raise BadOption(f"{what} is one of {', '.join(known)}, not {short(given)}")


def _number(x: Any) -> float:
    """A real number, or one that no range contains."""
    if isinstance(x, bool) or not isinstance(x, int | float):
        return math.nan
    return float(x)
