"""`kibitz arena export`: games as CSV or Parquet, or as records that replay."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.interfaces.arena.arguments import StorePlace
from kibitz.interfaces.cli.arguments import examples


def register_arena(group: typer.Typer) -> None:
    group.command(
        "export",
        epilog=examples(
            "kibitz arena export games.csv",
            "kibitz arena export games.parquet --match 3",
            "kibitz arena export games.jsonl --match 3",
        ),
    )(export)


def export(
    file: Annotated[Path, typer.Argument(help="Ends in .csv, .parquet or .jsonl (records).")],
    match: Annotated[
        list[int] | None,
        typer.Option("--match", "-m", help="Only this match; may be repeated.", show_default="all"),
    ] = None,
    store: StorePlace = None,
) -> None:
    """Write games to a file: one row a game, or its record as a line of JSON.

    The columns a and b are the two sides of a match of two; bid_a, play_a, bid_b and play_b are
    the names of what bids and what plays for them.
    """
    from kibitz.arena.export import write
    from kibitz.arena.store import open_store

    with open_store(store, create=False) as kept:
        numbers = match or [info.id for info in kept.matches()]
        count = write(kept, numbers, file)
    typer.echo(f"{count:,} games are written to {file}")
