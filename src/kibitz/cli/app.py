"""The `kibitz` command, assembled from this folder.

The folder is the registry: each module here with a function `register(app)` adds its own command
(or group of commands). All of them are imported at every start, so a command imports slow or
optional dependencies (textual, a game's tables) inside its function, not at the top.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from typing import Annotated

import typer

from kibitz import cli
from kibitz._version import __version__
from kibitz.cli.common.arguments import examples
from kibitz.cli.common.help import settings
from kibitz.cli.common.output import INTERRUPTED, Commands
from kibitz.core import engine, registry

HELP = """A laboratory for card and dice games of hidden information.

Play in the terminal or in a browser, get advice in a real game, train bots and rate them.
"""


def version_line() -> str:
    """Return version, engine and CPU path in one line."""
    return f"kibitz {__version__} (engine: {engine.engine_name()}, cpu: {engine.cpu_path()})"


def build() -> typer.Typer:
    """Build the application with every command found."""
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
    for found in pkgutil.iter_modules(cli.__path__):  # sorted by name
        module = importlib.import_module(f"{cli.__name__}.{found.name}")
        register = getattr(module, "register", None)
        if register is not None:
            register(app)
    return app


def main() -> None:
    """Run the `kibitz` script."""
    try:
        build()(prog_name="kibitz")
    except KeyboardInterrupt:  # pressed while commands are still being imported
        sys.exit(INTERRUPTED)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(version_line())
        raise typer.Exit


def _root(
    ctx: typer.Context,
    version: Annotated[  # noqa: ARG001 (its callback does the work)
        bool,
        typer.Option(
            "--version",
            callback=_print_version,
            is_eager=True,
            help="Show version, engine and CPU path, and exit.",
        ),
    ] = False,
) -> None:
    shown = _warn_of_plugins(frozenset())
    ctx.call_on_close(lambda: _warn_of_plugins(shown))  # the command itself may find more


def _warn_of_plugins(shown: frozenset[str]) -> frozenset[str]:
    """Warn once about each plug-in that could not be loaded, and return the names so far."""
    found = registry.problems()
    for name in sorted(found.keys() - shown):
        typer.echo(f"warning: plug-in {name} could not be loaded: {found[name]}", err=True)
    return shown | found.keys()
