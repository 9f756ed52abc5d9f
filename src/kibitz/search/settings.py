"""The settings of a search: its budget, seed, rollouts and rewards.

Rewards:
    outcome  each seat's share of the win, 0 to 1
    points   the points of the rules: `returns()`, or `scores()` if simulations stop at a deal
    margin   points minus the mean of the other seats' points
    soft     smoothed shares of the win, 0 to 1, sensitive to a few points: the share of
             a seat grows by e for every `softness` points. Less noisy than outcome, and in a close
             game it is still about who wins
With `equity` and in a match between two sides whose game can value it (goal.py), margin is what the
totals after the deal are worth, in points; such a search stops at the deal.
In a solo game margin and soft equal points. Points and margins are scaled to 0..1 inside the tree
by the minimum and maximum seen so far; the statistics show them unscaled.

Horizons: `game` plays every simulation to the end of the game; `deal` stops at the next deal, so
that a long match is searched one deal at a time. Dice are not deals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from kibitz.core.coerce import as_int, short
from kibitz.core.errors import BadBudget, BadEngine, BadOption
from kibitz.core.options import whole_number
from kibitz.core.rng import Stream, check_seed
from kibitz.core.view import View
from kibitz.nets.net import Net
from kibitz.search.beliefs import Belief
from kibitz.search.goal import Goal

REWARDS = ("outcome", "points", "margin", "soft")
SHARES = ("outcome", "soft")  # rewards that are shares of the win
HORIZONS = ("game", "deal")
SIMULATIONS_MAX = (1 << 32) - 1
SECONDS_MAX = 86_400.0
THREADS_MAX = 256
WORLDS, WORLDS_MAX = 100, 1 << 16
DRAWS_MAX = 1 << 12
SLIP_MAX = 100
REACH_MAX = 1000
SOFTNESS_MAX = 1e6
TURNS_MAX = 1000
TEMPERATURE_MAX = 1000.0
NET = "net"  # as policy, prior or value: by the network

Policy = Callable[[View, Stream], int]  # any bot
Plan = tuple[int, ...]  # the next actions of a seat, until the next chance event
Planner = Callable[[View], Sequence[Plan]]


@dataclass(frozen=True, kw_only=True)
class Settings:
    simulations: int | None = None  # over all threads; None: as many as time allows
    seconds: float | None = None  # wall time; the search ends at whichever limit comes first
    seed: int = 0
    threads: int = 1  # each grows its own tree; the sums are added
    policy: str | Policy = "random"  # of the rollouts: a native rule player by name, or any bot
    policy_numbers: tuple[float, ...] = ()  # parameters of a native policy, such as weights
    reward: str = "outcome"
    softness: float = 5.0  # points, for the reward soft
    equity: bool = False  # margin: by the chance to win the match
    goal: Goal | None = None  # that match; set by the search from the view
    # For rollout only. Halving: the budget is split equally over phases, first for all plans, then
    # for the better half, down to the last two. Plans are what is played out; None means each legal
    # action.
    halving: bool = False
    plans: Planner | None = None
    horizon: str = "game"
    # Maximum number of dice rolls in a rollout if the policy can value positions; the reward is
    # then each seat's probability of winning. Other policies play on to the horizon.
    turns: int | None = None
    exploration: float = 0.7
    # A network in the search; see guided.py. `policy` may be "net", too.
    net: Net | None = None
    prior: str | None = None  # "net": its policy guides the tree
    value: str | None = None  # "net": its value replaces rollouts in the tree
    value_unit: float = 1.0  # reward of one unit of its value
    temperature: float = 1.0  # of rollouts by it
    # The budget of pimc. Otherwise, if worlds are drawn in Python, this many (100) are drawn and
    # reused in turn; native sampling needs no limit.
    worlds: int | None = None
    stop: Callable[[], bool] | None = None  # polled every few milliseconds by every thread
    beliefs: Belief | None = None  # weights the worlds; None: all that fit are equally likely
    worlds_native: bool = True  # draw (or list) worlds from the view's unseen cards if possible
    engine: str | None = None  # "python" for the plain implementation
    # For pimc only; see pimc.py.
    slip: float | None = None  # how far play deviates from the solved value; None: as measured
    reach: int | None = None  # the largest slip that counts (points or tricks); None: 2.5 sigma
    agree: bool = True  # end early when the worlds agree
    draws: int = 16  # worlds weighted for each one solved, if there are beliefs
    weighed: int | None = None  # worlds weighted once instead, for all that are solved

    def __post_init__(self) -> None:
        self._check_budget()
        check_seed(self.seed)
        whole_number("threads", self.threads, 1, THREADS_MAX)
        if self.worlds is not None:
            whole_number("worlds", self.worlds, 1, WORLDS_MAX)
        self._check_pimc()
        _one_of("reward", self.reward, REWARDS)
        _one_of("horizon", self.horizon, HORIZONS)
        if self.turns is not None:
            whole_number("turns", self.turns, 1, TURNS_MAX)
            if self.reward not in SHARES:
                raise BadOption('turns need reward="outcome" or "soft"')
        if self.reward == "outcome" and self.horizon == "deal":
            raise BadOption('horizon="deal" needs reward="points" or "margin"')
        if not isinstance(self.equity, bool):
            raise BadOption(f"equity must be true or false, not {short(self.equity)}")
        if self.equity and (self.reward, self.horizon) != ("margin", "deal"):
            raise BadOption('equity needs reward="margin" and horizon="deal"')
        if not (isinstance(self.policy, str) or callable(self.policy)):
            raise BadOption(f"a policy must be a name or a bot, not {short(self.policy)}")
        if not (self.beliefs is None or callable(self.beliefs)):
            raise BadOption(f"beliefs must be a function, not {short(self.beliefs)}")
        if self.engine not in (None, "native", "python"):
            raise BadEngine(f"the engine must be native or python, not {short(self.engine)}")
        if not 0 < _number(self.softness) <= SOFTNESS_MAX:
            raise BadOption(f"softness must be a number above 0, not {short(self.softness)}")
        if not isinstance(self.halving, bool):
            raise BadOption(f"halving must be true or false, not {short(self.halving)}")
        if not (self.plans is None or callable(self.plans)):
            raise BadOption(f"plans must be a function of a view, not {short(self.plans)}")
        self._check_net()
        if not 0 <= _number(self.exploration) <= 1000:
            raise BadOption(f"exploration must be at least 0, not {short(self.exploration)}")

    @classmethod
    def of(cls, given: dict[str, Any]) -> Self:
        """Return `Settings(**given)` in a third of its time, for searches of a few microseconds.

        A frozen dataclass assigns every field of every instance; here defaults stay on the class.
        """
        if not given.keys() <= cls.__dataclass_fields__.keys():
            return cls(**given)  # a TypeError that names the option
        made = cls.__new__(cls)
        made.__dict__.update(given)
        made.__post_init__()
        return made

    @property
    def pool(self) -> int:
        """The number of worlds used in turn."""
        return WORLDS if self.worlds is None else self.worlds

    @property
    def guided(self) -> bool:
        """Whether a network guides the tree."""
        return self.prior is not None or self.value is not None

    def _check_pimc(self) -> None:
        whole_number("draws", self.draws, 1, DRAWS_MAX)
        if self.reach is not None:
            whole_number("reach", self.reach, 0, REACH_MAX)
        if self.weighed is not None:
            whole_number("weighed", self.weighed, 1, WORLDS_MAX)
        if self.slip is not None and not 0 <= _number(self.slip) <= SLIP_MAX:
            raise BadOption(f"slip must be a number from 0 to {SLIP_MAX}, not {short(self.slip)}")

    def _check_net(self) -> None:
        for name in ("prior", "value"):
            if getattr(self, name) not in (None, NET):
                raise BadOption(f'{name} must be "net", not {short(getattr(self, name))}')
        if (self.guided or self.policy == NET) and self.net is None:
            raise BadOption("a search by a network needs one: net=...")
        if self.net is not None and self.value and not self.net.description.has("value"):
            raise BadOption('this network cannot value positions: leave out value="net"')
        if self.value and self.reward == "soft":
            raise BadOption('value="net" needs the reward that the network was trained on')
        if not math.isfinite(_number(self.value_unit)):
            raise BadOption(f"value_unit must be a number, not {short(self.value_unit)}")
        if not 0 < _number(self.temperature) <= TEMPERATURE_MAX:
            raise BadOption(
                f"temperature must be above 0 and at most {TEMPERATURE_MAX:g}, "
                f"not {short(self.temperature)}"
            )

    def _check_budget(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise BadBudget("give a number of simulations, a number of seconds, or both")
        if self.simulations is not None:
            n = as_int(self.simulations)
            if n is None or not 1 <= n <= SIMULATIONS_MAX:
                raise BadBudget(f"simulations must be 1 or more, not {short(self.simulations)}")
        if self.seconds is not None and not 0 < _number(self.seconds) <= SECONDS_MAX:
            raise BadBudget(f"seconds must be above 0, not {short(self.seconds)}")


def _one_of(what: str, given: object, known: tuple[str, ...]) -> None:
    if given not in known:
        raise BadOption(f"{what} must be one of {', '.join(known)}, not {short(given)}")


def _number(x: Any) -> float:
    """A real number, or NaN, which is in no range."""
    if isinstance(x, bool) or not isinstance(x, int | float):
        return math.nan
    return float(x)
