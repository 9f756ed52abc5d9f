"""`kibitz arena report`: a site with everything in the store: pages, plots and tables."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.arena.arguments import StorePlace
from kibitz.cli.common.arguments import Json, OnlyGames, examples
from kibitz.cli.common.output import print_json
from kibitz.core.plural import plural

EVERY = 200  # games between two updates of the progress line


def register(group: typer.Typer) -> None:
    group.command(
        "report",
        epilog=examples(
            "kibitz arena report",
            "kibitz arena report --output site --game dubito",
        ),
    )(report)


def report(
    output: Annotated[
        Path,
        typer.Option("--output", "-o", help="The folder to write; its contents are replaced."),
    ] = Path("arena-report"),
    game: OnlyGames = None,
    replays: Annotated[
        int,
        typer.Option(
            "--replays",
            min=0,
            help="Games per match to replay for playing styles and best games.",
        ),
    ] = 400,
    store: StorePlace = None,
    as_json: Json = False,
) -> None:
    """Write a report as a self-contained site: open its index.html in a browser.

    It shows leaderboards with intervals, who beats whom, ratings over time, strength against
    thinking time, each bot's playing style, and its best and worst games move by move. The plots
    are also saved as PNG and SVG, the figures as CSV and Parquet.
    """
    from kibitz import games
    from kibitz.arena.board.report import write
    from kibitz.arena.store import open_store

    for name in game or []:
        games.find(name)
    with open_store(store, create=False) as kept, _Progress(wanted=not as_json) as progress:
        written = write(kept, output, game or [], sampled=replays, progress=progress.step)
    if as_json:
        files = [str(path) for path in written.files]
        print_json({"index": str(written.index), "files": files, "missing": written.missing})
        return
    boards = plural(written.boards, "leaderboard")
    typer.echo(f"{written.index}: {boards}, {plural(len(written.files), 'file')}")
    if written.missing:
        typer.echo(
            f"{'; '.join(written.missing)}: install with pip install 'kibitz[report]'", err=True
        )


class _Progress:
    """A progress line on a terminal; nothing elsewhere."""

    def __init__(self, *, wanted: bool) -> None:
        self.shown = wanted and sys.stderr.isatty()
        self.word, self.count = "", 0

    def step(self, word: str) -> None:
        self.count = self.count + 1 if word == self.word else 1
        if self.shown and (word != self.word or self.count % EVERY == 0):
            typer.echo(f"\r\x1b[K{word} {self.count:,}", nl=False, err=True)
        self.word = word

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.shown:
            typer.echo("\r\x1b[K", nl=False, err=True)
