"""`kibitz arena`: find out which bot is stronger. One file per command.

Each module here with a function `register(group)` adds its own command.
"""

from __future__ import annotations

import importlib
import pkgutil

import typer

from kibitz.cli.common.arguments import examples
from kibitz.cli.common.output import Commands


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="arena",
        cls=Commands,
        help="Find out which bot is stronger: matches, results and ratings.\n\n"
        "Every game is saved in a store. To resume an interrupted match, run the same command; "
        "once the match is complete, the command just shows its result.",
        no_args_is_help=True,
        rich_markup_mode="rich",
        epilog=examples(
            "kibitz arena h2h smart heuristic --game ohhell",
            "kibitz arena round-robin honest balanced claude --game dubito -n 200",
            "kibitz arena results",
        ),
    )
    for found in pkgutil.iter_modules(__path__):  # sorted by name
        module = importlib.import_module(f"{__name__}.{found.name}")
        if hasattr(module, "register"):
            module.register(group)
    app.add_typer(group)
