"""The public surface, pinned: a name that comes or goes is a decision."""

import doctest
import inspect
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import kibitz
from kibitz import bots, games

FUNCTIONS: list[Callable[..., Any]] = [
    kibitz.Bot,
    kibitz.game,
    kibitz.load,
    kibitz.names,
    kibitz.play,
    kibitz.playouts,
    kibitz.vector,
    bots.bot,
    bots.names,
    bots.spec,
]
HEAVY = ("sqlalchemy", "typer", "rich", "textual", "gymnasium", "torch", "fastapi", "yaml")


def test_names() -> None:
    assert sorted(kibitz.__all__) == [
        "Bot",
        "CHANCE",
        "Event",
        "Game",
        "OVER",
        "Record",
        "State",
        "Stream",
        "View",
        "__version__",
        "bots",
        "errors",
        "game",
        "games",
        "load",
        "names",
        "play",
        "playouts",
        "vector",
    ]
    assert all(hasattr(kibitz, name) for name in kibitz.__all__)
    assert set(kibitz.__all__) <= set(dir(kibitz))
    assert sorted(bots.__all__) == ["Spec", "bot", "names", "spec"]
    assert kibitz.arena.match.play is kibitz.play
    assert {"arena", "envs", "search", "load"} <= set(dir(kibitz))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = kibitz.nothing


def test_every_public_function_is_listed_here() -> None:
    public = [getattr(kibitz, name) for name in kibitz.__all__]
    public += [getattr(bots, name) for name in bots.__all__]
    functions = {each for each in public if inspect.isfunction(each)}
    assert functions <= set(FUNCTIONS)


@pytest.mark.parametrize(
    "function", FUNCTIONS, ids=lambda each: f"{each.__module__}.{each.__name__}"
)
def test_it_has_an_example_that_runs(function: Callable[..., Any]) -> None:
    module = sys.modules[function.__module__]
    (test,) = doctest.DocTestFinder(recurse=False).find(
        function, function.__qualname__, module, globs=dict(vars(module))
    )
    assert test.examples, f"{function.__qualname__} has no example"
    assert doctest.DocTestRunner().run(test).failed == 0


def test_what_a_bot_author_needs() -> None:
    class Lowest(kibitz.Bot):
        def choose(self, view: kibitz.View) -> int:
            return min(view.legal())

    seats = [Lowest(), kibitz.bots.bot("qwixx", "ga")]
    played = kibitz.play(kibitz.game("qwixx", players=2), seats, seed=1)
    assert played.returns[1] > played.returns[0]
    assert kibitz.games is games


def test_the_import_is_light() -> None:
    """Players, environments and all libraries but numpy wait until they are asked for."""
    code = f"import kibitz, sys; print(*[name for name in {HEAVY!r} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []
    code = f"import kibitz, sys; kibitz.play; print(*[n for n in {HEAVY!r} if n in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "sqlalchemy" not in found.stdout.split()
