"""Show a record: its header, then each step with names and scores; or as data for scripts.

A record holds everything, so nothing is hidden here; with a seat, it shows what that seat saw.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from kibitz.cli.common.output import console
from kibitz.core.record import Record
from kibitz.core.state import CHANCE, State
from kibitz.games.recorded import game_of
from kibitz.terminal import drawing

CHANCE_WIDTH = 72  # columns of a deal's text


@dataclass(frozen=True)
class Step:
    seat: int  # CHANCE for a deal or dice
    name: str  # of the action or the outcome
    action: int | None
    scores: list[float]  # after it


@dataclass(frozen=True)
class Walk:
    """The steps of a record so far, and the state after them."""

    steps: list[Step]
    state: State  # after the last step


def walk(record: Record, at: int | None = None) -> Walk:
    """Walk through a record for up to `at` actions, after checking that it replays."""
    game = game_of(record)
    game.replay(record)
    state = game.new(position=record.get("position"), chance="explicit")
    outcomes, actions, steps = list(record["chance"]), list(record["actions"]), list[Step]()
    limit = len(actions) if at is None else at
    made = 0
    while not state.done:
        if state.player == CHANCE and outcomes:
            name = game.outcome_name(outcomes[0])
            state.apply_chance(outcomes.pop(0))
            steps.append(Step(CHANCE, name, None, state.scores()))
        elif state.player != CHANCE and actions and made < limit:
            seat, action = state.player, actions.pop(0)
            state.apply(action)
            made += 1
            steps.append(Step(seat, game.action_name(action), action, state.scores()))
        else:
            break
    return Walk(steps, state)


def as_data(record: Record, walked: Walk, seat: int | None) -> dict[str, Any]:
    """Return header and steps; with a seat, the events it saw and its view as text."""
    data = {key: record[key] for key in ("game", "rules", "options", "seed", "returns")}
    if seat is not None:
        view = walked.state.view(seat)
        history = [{"kind": e.kind, "seat": e.seat, "data": e.data} for e in view.history]
        return data | {"seat": seat, "history": history, "view": view.text()}
    steps: list[dict[str, Any]] = []
    for step in walked.steps:
        if step.action is None:
            steps.append({"chance": step.name, "scores": step.scores})
        else:
            steps.append(
                {"seat": step.seat, "action": step.action, "name": step.name, "scores": step.scores}
            )
    return data | {"hash": f"{walked.state.hash:016x}", "steps": steps}


def print_record(record: Record, walked: Walk, seat: int | None) -> None:
    out = console()
    options = " ".join(f"{k}={v}" for k, v in record["options"].items()) or "default options"
    seed = "no seed" if record["seed"] is None else f"seed {record['seed']}"
    out.print(
        Text(walked.state.game.title, "bold"), Text(f"rules {record['rules']}, {options}, {seed}")
    )
    if seat is None:
        _print_steps(walked)
    else:
        view = walked.state.view(seat)
        for sentence in drawing.story(view):
            out.print(Text("  ").append_text(sentence))
        out.print(Text(f"\n{view.text()}"))
    if walked.state.done:
        out.print(f"Returns: {_numbers(walked.state.returns())}")
    else:
        out.print("The game is not over.")


def _print_steps(walked: Walk) -> None:
    out = console()
    number, before = 0, walked.steps[0].scores if walked.steps else []
    for step in walked.steps:
        scores = f"   scores {_numbers(step.scores)}" if step.scores != before else ""
        before = step.scores
        if step.action is None:
            indent = " " * 6
            lines = textwrap.wrap(step.name, CHANCE_WIDTH, break_on_hyphens=False)
            out.print(Text("\n".join(indent + line for line in lines), "cyan"))
            continue
        number += 1
        out.print(Text(f"{number:4}  seat {step.seat}: {step.name}"), Text(scores, "dim"))


def _numbers(numbers: list[float]) -> str:
    return " ".join(f"{x:g}" for x in numbers)
