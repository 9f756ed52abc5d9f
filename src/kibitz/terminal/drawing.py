"""Draw a game: with its own drawing from `games/`, or with a generic one.

A drawing gets only a View, so the screen cannot leak what a seat may not know. It needs rich but
not textual: the line mode describes events in the same words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from kibitz.core import registry
from kibitz.core.errors import KibitzError
from kibitz.core.events import NOBODY, Event
from kibitz.core.view import View

MARK = "bold"  # style of the first word of a line


def draw(view: View, width: int) -> Text:
    """Draw the public table and your own cards, at most `width` columns wide."""
    special = _special(view, "draw")
    if special is not None:
        return _fit(special(view, width), width)
    return Text(view.text(), no_wrap=False)


def _fit(text: Text, width: int) -> Text:
    """Cut every line at the width: a table must not wrap."""
    lines = text.split("\n", allow_blank=True)
    for line in lines:
        line.truncate(width)
    return Text("\n", no_wrap=True).join(lines)


def label(view: View, action: int) -> Text:
    """Return the label of a legal action in the list of moves."""
    special = _special(view, "label")
    if special is not None:
        shown: Text = special(view, action)
        return shown
    return Text(view.game.action_name(action))


def arrange(view: View) -> list[int]:
    """Return the legal actions in the order a player would look for them."""
    special = _special(view, "arrange")
    return list(special(view)) if special is not None else view.legal()


def seat_name(view: View, seat: int) -> str:
    if seat == NOBODY:
        return "Table"
    if seat == view.seat:
        return "You"
    special = _special(view, "seat_name")
    return str(special(view, seat)) if special is not None else f"Seat {seat}"


def describe(view: View, event: Event) -> Text | None:
    """Describe an event of the view's history in one sentence; None if it needs none."""
    special = _special(view, "describe")
    if special is not None:
        drawn = special(view, event)
        if drawn is not None:
            return drawn if isinstance(drawn, Text) else Text(str(drawn))
    text = _plain_text(view, event)
    return Text(text) if text else None


def story(view: View) -> list[Text]:
    """Describe everything this seat saw, one sentence per event."""
    special = _special(view, "story")
    if special is not None:
        return list(special(view))
    drawn = (describe(view, event) for event in view.history)
    return [sentence for sentence in drawn if sentence is not None]


def points(view: View, numbers: Sequence[float]) -> str:
    """Return one number per seat, like `You 12, Seat 1 0`."""
    return ", ".join(f"{seat_name(view, seat)} {x:g}" for seat, x in enumerate(numbers))


def _plain_text(view: View, event: Event) -> str:
    who, data = seat_name(view, event.seat), event.data
    match event.kind:
        case "action":
            if isinstance(data, int):
                return f"{who}: {view.game.action_name(data)}"
            count = data[0] if data else 0
            return f"{who}: {count} hidden card{'s' * (count != 1)}"
        case "deal":
            return "A new deal."
        case "chance":
            return f"Roll: {_outcome(view, data)}"
        case "score" if isinstance(data, tuple) and len(data) == view.game.players:
            return f"Points: {points(view, data)}"
        case "out":
            return f"{who}: out of the game"
    numbers = " ".join(map(str, data)) if isinstance(data, tuple) else str(data)
    return f"{who}: {event.kind} {numbers}".rstrip()


def _outcome(view: View, data: Any) -> str:
    try:
        return view.game.outcome_name(data)
    except KibitzError:
        return str(data)


def _special(view: View, name: str) -> Any:
    return getattr(registry.find("terminal", view.game.name), name, None)
