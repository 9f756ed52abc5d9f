"""The games found, and what the tests know of each.

A game may give tests/games/<game>/habits.py, with any of
    round_options(rng), game_options(rng)   options of a short unit, and of a whole game or match
    choose(state, rng)                      a random legal action, so that all rules come up
    check(state)                            what must hold after every action: cards conserved
    check_end(state)                        what the rules say of returns
    tiny(rng)                               a small state whose worlds can be enumerated
    candidates(view)                        chance, actions, start: more than all worlds of a view
What it does not give has a plain default here, so that a sixth game is tested from its first day.
"""

from __future__ import annotations

import importlib
import random
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import kibitz

GAMES = kibitz.names()
ENGINES = ("python", "native")


def habits(name: str) -> ModuleType | None:
    folder = f"tests.games.{name}"
    if find_spec(folder) is None or find_spec(f"{folder}.habits") is None:
        return None
    return importlib.import_module(f"{folder}.habits")


def habit(name: str, word: str) -> Any:
    return getattr(habits(name), word, None)


def round_options(name: str, rng: random.Random) -> dict[str, Any]:
    draw = habit(name, "round_options")
    return draw(rng) if draw else {}


def game_options(name: str, rng: random.Random) -> dict[str, Any]:
    draw = habit(name, "game_options")
    return draw(rng) if draw else {}


def choose(state: kibitz.State, rng: random.Random) -> int:
    choice = habit(state.game.name, "choose")
    return choice(state, rng) if choice else rng.choice(state.legal())


def replay_line(state: kibitz.State) -> str:
    """The one line that replays a failing game."""
    return f"kibitz.game({state.game.name!r}, **{state.game.options}).replay('{state.record()}')"
