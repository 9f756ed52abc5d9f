"""`kibitz arena`: who is stronger. The commands are in the modules arena_*.py of this folder.

Each of those has `register_arena(group)`.
"""

from __future__ import annotations

import importlib
import pkgutil

import typer

from kibitz.interfaces import cli
from kibitz.interfaces.cli.arguments import examples
from kibitz.interfaces.cli.report import Commands

PREFIX = "arena_"


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="arena",
        cls=Commands,
        help="Find out who is stronger: matches, their results, ratings.\n\n"
        "Every game is kept in a store. A match that was stopped goes on with the same command; "
        "the same command again only shows its result.",
        no_args_is_help=True,
        rich_markup_mode="rich",
        epilog=examples(
            "kibitz arena h2h smart heuristic --game ohhell",
            "kibitz arena round-robin honest balanced claude --game dubito -n 200",
            "kibitz arena results",
        ),
    )
    for found in pkgutil.iter_modules(cli.__path__):
        if found.name.startswith(PREFIX):
            module = importlib.import_module(f"{cli.__name__}.{found.name}")
            module.register_arena(group)
    app.add_typer(group)
