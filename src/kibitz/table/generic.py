"""The look of a game that has no module of its own: named actions, events as text, the score.

What only the game understands (its cards, its board) is shown as the text of its View. Spectators
get no text, because it would reveal the hand of the seat it was written for.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.events import NOBODY, Event
from kibitz.core.game import Game
from kibitz.core.view import View
from kibitz.games import game as make_game
from kibitz.table.deal_summary import last_deal, summary_row
from kibitz.table.parts import signed


class GenericLook:
    """The Look (table/games) of a game, given its name."""

    def __init__(self, game: str) -> None:
        self.game = make_game(game)

    def faces(self) -> list[tuple[str, str, str | None]]:
        return []

    def seat_label(self, seat: int) -> str:
        return f"Seat {seat + 1}"

    def count(self, game: Game, events: tuple[Event, ...], seat: int | None) -> int:  # noqa: ARG002
        """Count all events: every seat sees each of them, at least in part."""
        return len(events)

    def public(self, view: View) -> tuple[Event, ...]:
        """Drop deals from the history, and own actions where the game hides them."""
        hides = type(view.game).seen is not Game.seen
        return tuple(_public_event(event, view.seat if hides else NOBODY) for event in view.history)

    def show(self, view: View, own: bool, others: list[View] | None) -> dict[str, Any]:
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
            "scores": _scores(view),
            "view": {
                "game": "generic",
                "name": view.game.name,
                "text": view.text() if own else None,
                "texts": None if others is None else [other.text() for other in others],
            },
        }

    def offer(self, view: View, action: int) -> dict[str, Any]:  # noqa: ARG002
        """Return only the kind: the action's name says everything."""
        return {"kind": "action"}

    def describe(self, history: tuple[Event, ...], i: int, names: list[str]) -> str:
        event = history[i]
        data = event.data
        who = names[event.seat] if event.seat != NOBODY else ""
        match event.kind:
            case "action":
                known = isinstance(data, int) and data < self.game.num_actions
                return f"{who}: {self.game.action_name(data)}" if known else f"{who} acts"  # type: ignore[arg-type]
            case "deal":
                return "a new deal"
            case "out":
                return f"{who} is out"
            case "score" if isinstance(data, tuple) and len(data) == len(names):
                return f"points: {signed(names, data)}"
        numbers = " ".join(map(str, data)) if isinstance(data, tuple) else str(data)
        return f"{who} {event.kind}: {numbers}".strip()

    def deal_summary(self, view: View) -> dict[str, Any] | None:
        """Return the latest score by seat, and the running total."""
        found = last_deal(view.history)
        if found is None or len(found[2]) != view.game.players:
            return None
        number, _, score = found
        return {
            "number": number,
            "columns": [[seat] for seat in range(view.game.players)],
            "verdict": None,
            "contract": None,
            "rows": [
                summary_row("deal", "sum", score),
                summary_row("total", "sum", _scores(view)),
            ],
        }


def _public_event(event: Event, hidden: int) -> Event:
    if event.kind == "deal":
        return Event("deal", NOBODY, ())
    if event.kind == "action" and event.seat == hidden != NOBODY:
        return Event("action", event.seat, ())
    return event


def _scores(view: View) -> list[float]:
    """Add up the scores of the rounds so far, as reported by events."""
    total = [0.0] * view.game.players
    for event in view.history:
        points = event.data if event.kind == "score" else ()
        if isinstance(points, tuple) and len(points) == len(total):
            total = [x + y for x, y in zip(total, points, strict=True)]
    return total
