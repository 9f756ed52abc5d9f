"""Qwixx from a seat: the dice, the sheets, and one's own decision while others make theirs."""

from __future__ import annotations

from typing import Any

from kibitz.core.events import NOBODY, Event
from kibitz.core.game import Game
from kibitz.games.qwixx.notation import roll_name
from kibitz.games.qwixx.rules import (
    CELLS,
    COLOUR,
    PASS,
    ROWS,
    STRIKE_POINTS,
    dice_of,
    frontier,
    locked,
    marks,
    number_at,
    target,
)
from kibitz.games.qwixx.view import QwixxView, project
from kibitz.table.deal_summary import summary_row


def faces() -> list[tuple[str, str, str | None]]:
    return []


def seat_label(seat: int) -> str:
    return f"Seat {seat + 1}"


def public(view: QwixxView) -> tuple[Event, ...]:
    """Hide a simultaneous white step until the reveal at its end."""
    if view.game.options["order"] == "sequential":
        return view.history
    return project(view.history, view.start, NOBODY)


def count(game: Game, events: tuple[Event, ...], seat: int | None) -> int:
    if game.options["order"] == "sequential":
        return len(events)
    return len(project(events, None, NOBODY if seat is None else seat))


def show(view: QwixxView, own: bool, _: list[QwixxView] | None) -> dict[str, Any]:
    players = view.game.players
    return {
        "hand": None,
        "hands": None,
        "hand_sizes": [],
        "trick": None,
        "last_trick": None,
        "trump": None,
        "contract": None,
        "bids": [],
        "tricks": [],
        "scores": [float(score) for score in view.scores],
        "view": {
            "game": "qwixx",
            "active": view.active,
            "dice": list(view.dice),
            "sheets": [_sheet(view, seat) for seat in range(players)],
            "closed": list(view.closed),
            "marked": view.marked,
            "pending": view.pending if own else None,
            "order": view.game.options["order"],
        },
    }


def _sheet(view: QwixxView, seat: int) -> dict[str, Any]:
    rows = [
        {
            "marks": [bool(bits >> cell & 1) for cell in range(CELLS)],
            "free": frontier(bits),
            "locked": locked(bits),
            "points": marks(bits) * (marks(bits) + 1) // 2,
        }
        for bits in view.sheets[seat]
    ]
    return {"rows": rows, "strikes": view.strikes[seat], "score": view.scores[seat]}


def offer(view: QwixxView, action: int) -> dict[str, Any]:
    if action == PASS:
        return {"kind": "pass"}
    row, cell = target(action, view.dice)
    number = number_at(row, cell)
    return {"kind": "mark", "row": row, "cell": cell, "number": number, "white": action < COLOUR}


def describe(history: tuple[Event, ...], i: int, names: list[str]) -> str:
    event = history[i]
    data: Any = event.data
    match event.kind:
        case "chance":
            return f"the dice: {roll_name(data)}"
        case "score":
            return "final scores: " + ", ".join(
                f"{name} {points}" for name, points in zip(names, data, strict=True)
            )
        case "reveal":
            dice, turn = _turn(history, i, len(names))
            marks = [
                f"{names[(turn + k) % len(names)]} {_deed(action, dice)}"
                for k, action in enumerate(data)
            ]
            return "white step: " + ", ".join(marks)
    return f"{names[event.seat]} {_deed(data, _turn(history, i, len(names))[0])}"


def _turn(history: tuple[Event, ...], i: int, players: int) -> tuple[tuple[int, ...], int]:
    """Return the dice of the turn that event i belongs to, and whose turn it is (seat 0 starts)."""
    rolls = [e.data for e in history[:i] if e.kind == "chance"]
    last = rolls[-1]
    assert isinstance(last, int)
    return dice_of(last), (len(rolls) - 1) % players


def _deed(action: int, dice: tuple[int, ...]) -> str:
    if action == PASS:
        return "passes"
    row, cell = target(action, dice)
    return f"marks {ROWS[row]} {number_at(row, cell)}"


def deal_summary(view: QwixxView) -> dict[str, Any] | None:
    """Spell out rule 5 at the end of the game: rows and strikes of each seat."""
    if not view.done:
        return None
    sheets = [_sheet(view, seat) for seat in range(view.game.players)]
    colours = [
        summary_row(name, "part", [sheet["rows"][i]["points"] for sheet in sheets])
        for i, name in enumerate(ROWS)
    ]
    strikes = summary_row(
        "strikes", "part", [-STRIKE_POINTS * sheet["strikes"] for sheet in sheets]
    )
    return {
        "number": 1,
        "columns": [[seat] for seat in range(view.game.players)],
        "verdict": None,
        "contract": None,
        "rows": [*colours, strikes, summary_row("total", "sum", view.scores)],
    }
