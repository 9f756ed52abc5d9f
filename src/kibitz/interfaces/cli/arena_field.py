"""`kibitz arena field`: random tables of many bots, as a file describes them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.interfaces.arena.arguments import (
    Cluster,
    Request,
    Resume,
    StorePlace,
    Trusted,
    Workers,
)
from kibitz.interfaces.cli.arguments import BotFolders, Json, examples


def register_arena(group: typer.Typer) -> None:
    group.command("field", epilog=examples("kibitz arena field experiment.toml"))(field)


def field(
    file: Annotated[Path, typer.Argument(help="TOML or YAML; the keys are listed above.")],
    store: StorePlace = None,
    workers: Workers = 0,
    cluster: Cluster = None,
    bots: BotFolders = None,
    trusted: Trusted = False,
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Play random seatings of many bots at tables of random sizes.

    The file has n_experiments (tables to draw), available_players (sizes of tables), bots (names;
    "all" for every player that decides at once), output_file and output_dir (where the
    games go as CSV or Parquet); and may have game (dubito), seed (0), options (of the game) and
    rotate (false; true plays each table from every seat).
    """
    from kibitz.arena.export import write
    from kibitz.arena.store import open_store
    from kibitz.interfaces.arena import session
    from kibitz.interfaces.arena.experiment import read

    experiment = read(file)
    plan = experiment.plan(bots or [], trusted)
    match = session.play(plan, Request(store, workers, cluster, resume, as_json))
    if experiment.output is not None:
        with open_store(store) as kept:
            count = write(kept, [match.id], experiment.output)
        if not as_json:
            typer.echo(f"{count:,} games are written to {experiment.output}")
