"""Games to watch: the best and the worst of each bot, step by step as text.

A step is what was done and how the table then looked from the bot's own seat. Consecutive steps
share most of their lines, so a replay stores each distinct line once and a step as line numbers: a
game of Oh Hell takes 80 kB instead of 300.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kibitz.arena.result import Result
from kibitz.core.events import Event
from kibitz.core.game import Game
from kibitz.core.record import parse
from kibitz.core.state import CHANCE


@dataclass(frozen=True)
class Candidate:
    """A game that may be shown, with the bot's margin over the others."""

    margin: float
    result: Result
    seat: int


@dataclass
class Chosen:
    """A bot's best and worst game so far."""

    best: Candidate | None = None
    worst: Candidate | None = None

    def offer(self, candidate: Candidate) -> None:
        if self.best is None or candidate.margin > self.best.margin:
            self.best = candidate
        if self.worst is None or candidate.margin < self.worst.margin:
            self.worst = candidate


def margin(result: Result, seat: int, side: tuple[int, ...]) -> float:
    """Return a seat's points above the mean of its opponents; alone, its points."""
    others = [x for other, x in enumerate(result.returns) if other not in side]
    return result.returns[seat] - (sum(others) / len(others) if others else 0.0)


@dataclass
class Replay:
    """A game as text."""

    seats: tuple[str, ...]
    seat: int  # whose view
    returns: tuple[float, ...]
    record: str
    lines: list[str] = field(default_factory=list)
    steps: list[list[Any]] = field(default_factory=list)  # [what was done, numbers of lines]

    def data(self) -> dict[str, Any]:
        """Return data ready for JSON."""
        return {
            "seats": self.seats,
            "seat": self.seat,
            "returns": self.returns,
            "lines": self.lines,
            "steps": self.steps,
            "record": self.record,
        }


def replay(game: Game, result: Result, seat: int) -> Replay:
    """Replay every step of a recorded game. The game is over, so nothing is hidden."""
    assert result.record is not None, "a replay needs a record"
    record = parse(result.record)
    made = Replay(result.seats, seat, result.returns, result.record)
    state = game.new(chance="explicit")
    numbers: dict[str, int] = {}
    chance, actions = iter(record["chance"]), iter(record["actions"])
    reported = 0
    while not state.done:
        if state.player == CHANCE:
            outcome = next(chance, None)
            if outcome is None:
                break
            word = game.outcome_name(outcome)
            state.apply_chance(outcome)
        else:
            action = next(actions, None)
            if action is None:
                break  # forfeited here
            word = f"{_who(state.player, result.seats)}: {game.action_name(action)}"
            state.apply(action)
        words = [word, *(more for e in state.events[reported:] if (more := _word(e, result.seats)))]
        reported = len(state.events)
        shown = state.view(seat).text().splitlines()
        made.steps.append(["; ".join(words), [numbers.setdefault(x, len(numbers)) for x in shown]])
    made.lines = list(numbers)
    return made


def _who(seat: int, seats: tuple[str, ...]) -> str:
    return f"{seats[seat]} ({seat})"


def _word(event: Event, seats: tuple[str, ...]) -> str:
    """Describe what followed an action, if the table alone does not make it clear."""
    if event.kind == "out":
        return f"{_who(event.seat, seats)} is out"
    if event.kind == "discard":
        return f"{_who(event.seat, seats)} drops four of a kind"
    return ""
