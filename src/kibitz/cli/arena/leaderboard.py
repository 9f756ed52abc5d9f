"""`kibitz arena leaderboard`: play the official leaderboard's matches and write its page."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.arena.arguments import StorePlace, Workers
from kibitz.cli.common.arguments import examples
from kibitz.core.plural import plural


def register(group: typer.Typer) -> None:
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
        typer.Option("--output", "-o", help="The Markdown file to write.", show_default="stdout"),
    ] = None,
    plan: Annotated[
        Path | None,
        typer.Option(
            "--plan",
            help="A TOML file with a list of matches.",
            show_default="the official leaderboard's",
        ),
    ] = None,
    store: StorePlace = None,
    workers: Workers = 0,
) -> None:
    """Play the missing matches of the official leaderboard, and write its page.

    From scratch this takes about two hours of CPU time; matches already in the store are not
    replayed. After Ctrl-C, run the same command to resume.
    """
    from kibitz.arena.board import leaderboard as record
    from kibitz.arena.store import open_store
    from kibitz.cli.arena import session
    from kibitz.cli.arena.arguments import Request
    from kibitz.cli.arena.progress import Progress
    from kibitz.core.files import write_atomic

    seed, listed = record.read(plan)
    plans = [one.plan(seed) for one in listed]  # all before the first game, to catch mistakes early
    request = Request(store, workers)
    with open_store(store) as kept:
        wanted = output is not None or sys.stderr.isatty()  # keeps stdout clean for the page
        played = {
            session.run_match(one, kept, request, Progress(wanted=wanted)).id: one.units
            for one in plans
        }
        text = record.page(kept, played)
    if output is None:
        typer.echo(text)
        return
    write_atomic(output, text)
    typer.echo(f"{output}: {plural(len(played), 'match')}")
