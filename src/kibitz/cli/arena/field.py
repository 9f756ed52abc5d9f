"""`kibitz arena field`: random tables of many bots, configured by a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.arena.arguments import Request
from kibitz.cli.common.arguments import examples
from kibitz.cli.common.grouped import grouped
from kibitz.core.plural import plural


def register(group: typer.Typer) -> None:
    group.command("field", epilog=examples("kibitz arena field experiment.toml"))(grouped(field))


def field(
    file: Annotated[Path, typer.Argument(help="A TOML or YAML file with the keys above.")],
    request: Request,
) -> None:
    """Play random seatings of many bots at tables of random sizes.

    Required keys of the file: n_experiments (tables to draw), available_players (table sizes) and
    bots (names, or "all" for every player that does not search). Optional keys: output_file and
    output_dir (where to write the games as CSV or Parquet), game (dubito), seed (0), options (of
    the game) and rotate (false; true plays each table in every rotation of the seats).
    """
    from kibitz.arena.store import open_store
    from kibitz.arena.store.export import write
    from kibitz.cli.arena import session
    from kibitz.cli.arena.experiment import read

    experiment = read(file)
    plan = experiment.plan(request.bots or [], request.trusted)
    match = session.play(plan, request)
    if experiment.output is not None:
        with open_store(request.store) as kept:
            count = write(kept, [match.id], experiment.output)
        if not request.as_json:
            typer.echo(f"Wrote {plural(count, 'game')} to {experiment.output}")
