"""`kibitz arena leaderboard`: plays the leaderboard of record and writes its page."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kibitz.interfaces.arena.arguments import StorePlace, Workers
from kibitz.interfaces.cli.arguments import examples


def register_arena(group: typer.Typer) -> None:
    group.command(
        "leaderboard",
        epilog=examples(
            "kibitz arena leaderboard --output docs/leaderboard.md",
            "kibitz arena leaderboard --plan my_matches.toml",
        ),
    )(leaderboard)


def leaderboard(
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The page, in Markdown.", show_default="stdout"),
    ] = None,
    plan: Annotated[
        Path | None,
        typer.Option(
            "--plan", help="A list of matches in TOML.", show_default="that of the record"
        ),
    ] = None,
    store: StorePlace = None,
    workers: Workers = 0,
) -> None:
    """Play the matches of the leaderboard of record, as far as they are missing, and write it.

    About ten minutes of CPU time from nothing; nothing when all is played. Ctrl-C stops:
    the same command goes on.
    """
    from kibitz.arena import leaderboard as record
    from kibitz.arena.store import open_store
    from kibitz.core.files import write_atomic
    from kibitz.interfaces.arena import session
    from kibitz.interfaces.arena.arguments import Request
    from kibitz.interfaces.arena.progress import Progress

    seed, listed = record.read(plan)
    plans = [one.plan(seed) for one in listed]  # all of them before the first game: mistakes show
    request = Request(store, workers)
    with open_store(store) as kept:
        wanted = output is not None or sys.stderr.isatty()  # else the page alone goes to stdout
        played = {
            session.run_match(one, kept, request, Progress(wanted=wanted)).id: one.units
            for one in plans
        }
        text = record.page(kept, played)
    if output is None:
        typer.echo(text)
        return
    write_atomic(output, text)
    typer.echo(f"{output}: {len(played)} matches")
