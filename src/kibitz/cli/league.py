"""`kibitz league`: training runs that play each other's snapshots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.common.arguments import examples
from kibitz.cli.common.output import INTERRUPTED


def register(app: typer.Typer) -> None:
    app.command(
        "league",
        epilog=examples("kibitz league league.toml", "kibitz league league.toml --cluster auto"),
    )(league)


def league(
    file: Annotated[
        Path, typer.Argument(help="A TOML file with the agents and their settings.", exists=False)
    ],
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="Train on a Ray cluster, given by its address or auto; the league's folder must "
            "be shared by all nodes.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Train a main agent alongside exploiters that look for its weaknesses.

    Ctrl-C stops all of them; the same command resumes them.
    """
    from kibitz.learning.league import Launch, League, launch_here

    launch: Launch = launch_here
    if cluster is not None:
        from kibitz.learning.league_cluster import Launcher

        launch = Launcher(cluster)
    found = League(file, typer.echo, launch)
    ends = found.go()
    for name, end in ends.items():
        typer.echo(f"{name}: {end}")
    if found.stopping:
        raise typer.Exit(INTERRUPTED)
