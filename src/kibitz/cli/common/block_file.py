"""Options and messages of commands that write a file block by block and resume it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.common.output import INTERRUPTED
from kibitz.search.deal_pool import Written

OutputFile = Annotated[
    Path,
    typer.Option("--output", "-o", metavar="FILE", help="The file to write.", show_default=False),
]


@contextlib.contextmanager
def resumable(output: Path) -> Iterator[None]:
    """Turn Ctrl-C into a message: everything written stays, and the same command goes on."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"Stopped. The same command resumes {output}.")
        raise typer.Exit(INTERRUPTED) from None


def say(output: Path, written: Written, now: str = "") -> None:
    """Say what a file contains (`now` replaces its settings), or that there was nothing to do."""
    if written.made == 0:
        typer.echo(f"{output} is already complete: {written.settings}. --force rewrites it.")
        return
    more = f", {written.made:,} of them added now" if written.kept and not now else ""
    typer.echo(f"{output}: {now or written.settings}{more}.")
