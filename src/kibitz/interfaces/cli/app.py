"""The command `kibitz`, put together from this folder.

The folder is the registry: each module here with a function `register(app)` adds its own command
(or group of commands). All of them are imported at every start, so a command imports what is slow
or optional (textual, a game's tables) inside its function, not at the top.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from typing import Annotated

import typer

from kibitz._version import __version__
from kibitz.core import engine
from kibitz.interfaces import cli
from kibitz.interfaces.cli.arguments import examples
from kibitz.interfaces.cli.help import settings
from kibitz.interfaces.cli.report import INTERRUPTED, Commands

HELP = """A laboratory for card and dice games that hide something.

Play them here or in a browser, get advice at a real table, find out which bot is stronger.
"""


def version_line() -> str:
    """Version, engine and CPU path, in one line."""
    return f"kibitz {__version__} (engine: {engine.engine_name()}, cpu: {engine.cpu_path()})"


def build() -> typer.Typer:
    """The whole application with every command found."""
    app = typer.Typer(
        name="kibitz",
        cls=Commands,
        help=HELP,
        epilog=examples(
            "kibitz games",
            "kibitz play ohhell",
            "kibitz serve --open",
            "kibitz arena h2h smart heuristic --game ohhell",
        ),
        no_args_is_help=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings=settings(),
    )
    app.callback()(_root)
    for found in pkgutil.iter_modules(cli.__path__):  # in the order of their names
        module = importlib.import_module(f"{cli.__name__}.{found.name}")
        register = getattr(module, "register", None)
        if register is not None:
            register(app)
    return app


def main() -> None:
    """The entry point of the script."""
    try:
        build()(prog_name="kibitz")
    except KeyboardInterrupt:  # while commands are still being imported
        sys.exit(INTERRUPTED)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(version_line())
        raise typer.Exit


def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_print_version,
            is_eager=True,
            help="Show version, engine and CPU path, and leave.",
        ),
    ] = False,
) -> None:
    pass
