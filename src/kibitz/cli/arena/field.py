"""`kibitz arena field`: random tables of many bots, configured by a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.arena.arguments import Cluster, Request, Resume, StorePlace, Trusted, Workers
from kibitz.cli.common.arguments import BotFolders, Json, examples
from kibitz.core.plural import plural


def register(group: typer.Typer) -> None:
    group.command("field", epilog=examples("kibitz arena field experiment.toml"))(field)


def field(
    file: Annotated[Path, typer.Argument(help="A TOML or YAML file with the keys above.")],
    store: StorePlace = None,
    workers: Workers = 0,
    cluster: Cluster = None,
    bots: BotFolders = None,
    trusted: Trusted = False,
    resume: Resume = False,
    as_json: Json = False,
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
    plan = experiment.plan(bots or [], trusted)
    match = session.play(plan, Request(store, workers, cluster, resume, as_json))
    if experiment.output is not None:
        with open_store(store) as kept:
            count = write(kept, [match.id], experiment.output)
        if not as_json:
            typer.echo(f"Wrote {plural(count, 'game')} to {experiment.output}")
