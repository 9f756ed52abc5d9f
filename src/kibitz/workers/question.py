"""A question to a worker and its reply: plain data that fits on a line of JSON.

    {"ask": "hint", ...}                      a question; `ask` names its kind
    {"progress": 0.4, "so_far": {...}}        progress, if the handler reports any
    {"answer": {...}}                         the answer
    {"fault": code, "message": ...}           or why there is none; with "place": the worker failed

A handler takes the question and `report`, which it may call with its progress from 0 to 1 and its
findings so far. Most questions are about what one seat sees: `about_view` writes the View and
nothing else, `view_of` reads it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from kibitz.bots.remote import wire
from kibitz.core.game import Game
from kibitz.core.view import View
from kibitz.games import with_options

Question = Mapping[str, Any]
Answer = dict[str, Any]
Report = Callable[[float, Answer], None]
Handler = Callable[[Question, Report], Answer]


def about_view(kind: str, view: View, **more: Any) -> dict[str, Any]:
    """Return a question about what a seat sees."""
    return {
        "ask": kind,
        "game": view.game.name,
        "options": view.game.chosen_options(),
        "view": wire.write(view),
        "history": wire.write_events(view.history),
        **more,
    }


def view_of(question: Question) -> View:
    """Return the view that a question is about."""
    game = _game(question["game"], _key(question["options"]))
    history = tuple(wire.read_events(question["history"]))
    return wire.read(game, dict(question["view"]), history)


@functools.lru_cache(maxsize=64)
def _game(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    return with_options(name, dict(options))


def _key(options: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple((k, tuple(v) if isinstance(v, list) else v) for k, v in options.items())
