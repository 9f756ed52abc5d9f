"""`kibitz arena report`: everything in the store as pages, plots and tables."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kibitz.interfaces.arena.arguments import StorePlace
from kibitz.interfaces.cli import complete
from kibitz.interfaces.cli.arguments import Json, examples
from kibitz.interfaces.cli.report import print_json

EVERY = 200  # games between two words of progress


def register_arena(group: typer.Typer) -> None:
    group.command(
        "report",
        epilog=examples(
            "kibitz arena report",
            "kibitz arena report --output site --game dubito",
        ),
    )(report)


def report(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The folder; what it has is replaced.")
    ] = Path("arena-report"),
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game",
            "-g",
            help="Only this game; may be repeated.",
            show_default="all",
            autocompletion=complete.games,
        ),
    ] = None,
    replays: Annotated[
        int,
        typer.Option(
            "--replays", min=0, help="Games of each match to replay for styles and best games."
        ),
    ] = 400,
    store: StorePlace = None,
    as_json: Json = False,
) -> None:
    """Write a site that needs no network: open its index.html in a browser.

    Leaderboards with intervals, who beats whom, ratings as games came in, strength against thinking
    time, the style of each bot, its best and worst games to step through. Plots as PNG and SVG and
    the figures as CSV and Parquet lie beside it.
    """
    from kibitz import games
    from kibitz.arena.report import write
    from kibitz.arena.store import open_store

    for name in game or []:
        games.find(name)
    with open_store(store, create=False) as kept, _Progress(wanted=not as_json) as progress:
        written = write(kept, output, game or [], sampled=replays, progress=progress.step)
    if as_json:
        files = [str(path) for path in written.files]
        print_json({"index": str(written.index), "files": files, "missing": written.missing})
        return
    boards = f"{written.boards} leaderboard{'s' if written.boards > 1 else ''}"
    typer.echo(f"{written.index}: {boards}, {len(written.files)} files")
    if written.missing:
        typer.echo(f"{'; '.join(written.missing)}: pip install 'kibitz[report]'", err=True)


class _Progress:
    """A line on a terminal that says what is being done; nothing elsewhere."""

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
