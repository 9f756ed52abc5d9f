"""Drawings by their folder, and the one that serves every game which has none.

A drawing sees a View and nothing else, so what is on the screen cannot tell what a seat may not
know. It needs rich, not textual: the line mode tells events with the same words.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from rich.text import Text

from kibitz.core.errors import KibitzError
from kibitz.core.events import NOBODY, Event
from kibitz.core.view import View

MARK = "bold"  # style of a first word


def draw(view: View, width: int) -> Text:
    """The public table and the own cards, at most `width` columns wide."""
    special = _special(view, "draw")
    if special is not None:
        return _fit(special(view, width), width)
    return Text(view.text(), no_wrap=False)


def _fit(text: Text, width: int) -> Text:
    """The same text with every line cut at the width: a table is not wrapped."""
    lines = text.split("\n", allow_blank=True)
    for line in lines:
        line.truncate(width)
    return Text("\n", no_wrap=True).join(lines)


def label(view: View, action: int) -> Text:
    """A legal action as the list of moves shows it."""
    special = _special(view, "label")
    if special is not None:
        shown: Text = special(view, action)
        return shown
    return Text(view.game.action_name(action))


def arrange(view: View) -> list[int]:
    """The legal actions in the order in which a person looks for them."""
    special = _special(view, "arrange")
    return list(special(view)) if special is not None else view.legal()


def seat_name(view: View, seat: int) -> str:
    if seat == NOBODY:
        return "Table"
    if seat == view.seat:
        return "You"
    special = _special(view, "seat_name")
    return str(special(view, seat)) if special is not None else f"Seat {seat}"


def tell(view: View, event: Event) -> Text | None:
    """An event of the view's history as one sentence; None where it is not worth one."""
    special = _special(view, "tell")
    if special is not None:
        told = special(view, event)
        if told is not None:
            return told if isinstance(told, Text) else Text(str(told))
    text = _tell(view, event)
    return Text(text) if text else None


def story(view: View) -> list[Text]:
    """All that this seat saw, sentence by sentence."""
    special = _special(view, "story")
    if special is not None:
        return list(special(view))
    told = (tell(view, event) for event in view.history)
    return [sentence for sentence in told if sentence is not None]


def points(view: View, numbers: Sequence[float]) -> str:
    """`You 12, Seat 1 0`: one number a seat."""
    return ", ".join(f"{seat_name(view, seat)} {x:g}" for seat, x in enumerate(numbers))


def _tell(view: View, event: Event) -> str:
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
    return getattr(find(view.game.name), name, None)


@functools.cache
def find(game: str) -> ModuleType | None:
    """The drawing of a game, None where its folder has none."""
    name = f"kibitz.interfaces.tui.games.{game}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None
