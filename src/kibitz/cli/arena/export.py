"""`kibitz arena export`: write games as CSV or Parquet, or as replayable records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.arena.arguments import StorePlace
from kibitz.cli.common.arguments import examples
from kibitz.core.plural import plural


def register(group: typer.Typer) -> None:
    group.command(
        "export",
        epilog=examples(
            "kibitz arena export games.csv",
            "kibitz arena export games.parquet --match 3",
            "kibitz arena export games.jsonl --match 3",
        ),
    )(export)


def export(
    file: Annotated[
        Path, typer.Argument(help="The file to write: .csv, .parquet or .jsonl (records).")
    ],
    match: Annotated[
        list[int] | None,
        typer.Option("--match", "-m", help="Only this match; may be repeated.", show_default="all"),
    ] = None,
    store: StorePlace = None,
) -> None:
    """Write games to a file: one row per game, or one record per line of JSON.

    In a match of two bots, columns a and b name the two sides; bid_a, play_a, bid_b and play_b
    name what bids and what plays for each.
    """
    from kibitz.arena.store import open_store
    from kibitz.arena.store.export import write

    with open_store(store, create=False) as kept:
        numbers = match or [info.id for info in kept.matches()]
        count = write(kept, numbers, file)
    typer.echo(f"Wrote {plural(count, 'game')} to {file}")
