"""What a search found: plain numbers for each action, for a bot to choose by and a page to draw."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple


class Row(NamedTuple):
    """The sums of an action, of one worker."""

    action: int
    visits: int
    available: int
    total: float
    squares: float | None
    error: float | None = None  # where the worker knows it better than the sums
    plan: tuple[int, ...] = ()  # of rollout: what was played out, beginning with the action


@dataclass(frozen=True)
class Candidate:
    """One legal action of the root."""

    action: int
    visits: int  # simulations that began with it
    available: int  # simulations in which it could have been taken
    value: float | None  # mean reward of the deciding seat; None without visits
    error: float | None  # standard error of the value, of a flat search or pimc; else None


@dataclass(frozen=True)
class Search:
    """The statistics of one search."""

    method: str  # rollout, mcts, ismcts or pimc
    game: str
    seat: int
    action: int  # the choice
    candidates: tuple[Candidate, ...]  # by action id
    simulations: int
    worlds: int  # different worlds that were looked at
    nodes: int  # of all trees together
    seconds: float
    threads: int
    # By simulations (or worlds), seconds or stop; forced: there was one action, or all plans began
    # with it; agreed: more worlds would hardly change the choice; all: every world was looked at.
    ended: str
    reward: str
    policy: str
    engine: str
    oracle: bool  # it was given the true state, hidden cards included: for analysis only

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers, texts and lists, ready for JSON."""
        return asdict(self)


def most_visited(candidates: tuple[Candidate, ...]) -> int:
    """The choice of a tree search; of equals the higher value, then the lower id."""
    return max(candidates, key=lambda c: (c.visits, _value(c), -c.action)).action


def highest(candidates: tuple[Candidate, ...]) -> int:
    """The choice of a flat search; of equals the lower id."""
    return max(candidates, key=lambda c: (_value(c), -c.action)).action


def _value(candidate: Candidate) -> float:
    return float("-inf") if candidate.value is None else candidate.value
