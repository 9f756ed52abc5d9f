"""Small words for tests of Dubito: a table from hands as text, and moves by name."""

from __future__ import annotations

from typing import Any

import kibitz


def table(engine: str, *hands: str, **options: Any) -> kibitz.State:
    """A game with these hands, as many players as hands."""
    game = kibitz.game("dubito", engine=engine, players=len(hands), **options)
    return game.new(1, deal=" | ".join(hands))


def play(state: kibitz.State, *names: str) -> kibitz.State:
    for name in names:
        state.apply(state.game.parse_action(name))
    return state


def hands(state: kibitz.State) -> list[str]:
    return [" ".join(map(str, hand)) for hand in state.position()["hands"]]


def events(state: kibitz.State, *kinds: str) -> list[tuple[Any, ...]]:
    """The events of some kinds as plain tuples."""
    return [tuple(event) for event in state.events if event.kind in kinds]


def out(state: kibitz.State) -> list[int]:
    found: list[int] = state.position()["out"]
    return found


def names(state: kibitz.State) -> list[str]:
    """The legal actions by name."""
    return [state.game.action_name(action) for action in state.legal()]
