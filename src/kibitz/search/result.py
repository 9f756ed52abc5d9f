"""The result of a search: statistics for each action, for bots to choose by and pages to show."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple


class Row(NamedTuple):
    """The sums of one action from one worker."""

    action: int
    visits: int
    available: int
    total: float
    squares: float | None
    error: float | None = None  # if the worker knows it better than the sums do
    plan: tuple[int, ...] = ()  # for rollout: what was played out, starting with the action


class Candidate(NamedTuple):
    """One legal action of the root."""

    action: int
    visits: int  # simulations that started with it
    available: int  # simulations in which it could have been taken
    value: float | None  # mean reward of the deciding seat; None if unvisited
    error: float | None  # standard error of the value for a flat search or pimc; else None


@dataclass(frozen=True)
class Search:
    """The statistics of one search."""

    method: str  # rollout, mcts, ismcts or pimc
    game: str
    seat: int
    action: int  # the choice
    candidates: tuple[Candidate, ...]  # by action id
    simulations: int
    worlds: int  # distinct worlds used
    nodes: int  # of all trees together
    seconds: float
    threads: int
    # Ended by simulations (or worlds), seconds or stop; forced: there was one action, or all plans
    # started with it; agreed: more worlds would hardly change the choice; all: every world was
    # used.
    ended: str
    reward: str
    policy: str
    engine: str
    oracle: bool  # given the true state, including hidden cards: for analysis only

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers, strings and lists, ready for JSON."""
        return asdict(self) | {"candidates": [one._asdict() for one in self.candidates]}


def most_visited(candidates: tuple[Candidate, ...]) -> int:
    """The choice of a tree search; ties go to the higher value, then the lower id."""
    most = max([c.visits for c in candidates])
    return highest(tuple([c for c in candidates if c.visits == most]))


def highest(candidates: tuple[Candidate, ...]) -> int:
    """The choice of a flat search; ties go to the lower id."""
    if len(candidates) == 1:
        return candidates[0].action
    return max(candidates, key=lambda c: (_value(c), -c.action)).action


def _value(candidate: Candidate) -> float:
    return float("-inf") if candidate.value is None else candidate.value
