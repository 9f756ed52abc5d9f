"""`kibitz league`: training runs that play each other's snapshots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.common.arguments import examples
from kibitz.cli.common.output import INTERRUPTED


def register(app: typer.Typer) -> None:
    app.command("league", epilog=examples("kibitz league league.toml"))(league)


def league(
    file: Annotated[
        Path, typer.Argument(help="A TOML file with the agents and their settings.", exists=False)
    ],
) -> None:
    """Train a main agent alongside exploiters that look for its weaknesses.

    Ctrl-C stops all of them; the same command resumes them.
    """
    from kibitz.learning.league import League

    found = League(file, typer.echo)
    ends = found.go()
    for name, end in ends.items():
        typer.echo(f"{name}: {end}")
    if found.stopping:
        raise typer.Exit(INTERRUPTED)
