"""`kibitz bench`: how fast each engine plays each game, and one behaviour signature per game.

Games are random and driven from Python, so the figures are what a bot author's loop would see.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from kibitz._version import __version__
from kibitz.cli.common import signature, speed
from kibitz.cli.common.arguments import Json, OnlyGames, examples
from kibitz.cli.common.output import INTERRUPTED, console, print_json
from kibitz.cli.common.record_check import EnginesDiffer
from kibitz.core import engine as engines
from kibitz.games import ENGINES, find, names

SECONDS_MAX = 3600.0


def register(app: typer.Typer) -> None:
    app.command(
        "bench",
        epilog=examples(
            "kibitz bench",
            "kibitz bench --game ohhell --seconds 0.2",
            "kibitz bench --json > bench.json",
        ),
    )(bench)


def bench(
    game: OnlyGames = None,
    seconds: Annotated[
        float,
        typer.Option("--seconds", help="Time per game and engine.", min=0.01, max=SECONDS_MAX),
    ] = 1.0,
    as_json: Json = False,
) -> None:
    """Measure the speed of both engines on random games, and print each game's signature.

    The signature is a hash over a fixed set of seeded games. It changes when behaviour does, and
    both engines must agree on it. Ctrl-C shows the results so far.
    """
    chosen = game or names()
    for name in chosen:
        find(name)
    rows: list[dict[str, Any]] = []
    interrupted = False
    with _progress(len(chosen), wanted=not as_json) as advance:
        for name in chosen:
            try:
                rows.append(_measure(name, seconds))
            except KeyboardInterrupt:
                interrupted = True
                break
            advance(name)
    if as_json:
        print_json({"kibitz": __version__, "cpu": engines.cpu_path(), "games": rows})
    else:
        _print(rows)
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    differing = [row["game"] for row in rows if not row["agree"]]
    if differing:
        raise EnginesDiffer(f"the engines disagree on the signature of {', '.join(differing)}")


def _measure(name: str, seconds: float) -> dict[str, Any]:
    """Return the row of one game."""
    found = [e for e in reversed(ENGINES) if e == "python" or engines.has_twin(name)]
    signatures = {engine: signature.sign(name, engine) for engine in found}
    speeds = {engine: speed.measure(name, engine, seconds) for engine in found}
    row: dict[str, Any] = {
        "game": name,
        "signature": f"{signatures[found[-1]]:016x}",
        "agree": len(set(signatures.values())) == 1,
        "engines": {engine: s.as_data() for engine, s in speeds.items()},
    }
    if len(speeds) == 2:
        row["ratio"] = round(speeds["native"].steps / speeds["python"].steps, 2)
    return row


@contextlib.contextmanager
def _progress(total: int, *, wanted: bool) -> Iterator[Any]:
    """Show a progress bar on a terminal, and nothing elsewhere."""
    if not wanted or not sys.stderr.isatty():
        yield lambda _: None
        return
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("measuring", total=total)
        yield lambda name: progress.update(task, advance=1, description=name)


def _print(rows: list[dict[str, Any]]) -> None:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column("game")
    table.add_column("engine")
    for column in ("games/s", "steps/s", "ratio"):
        table.add_column(column, justify="right")
    table.add_column("signature", no_wrap=True)
    for row in rows:
        ratio, shown = row.get("ratio"), row["signature"]
        for engine, speeds in row["engines"].items():
            last = engine == list(row["engines"])[-1]
            table.add_row(
                Text(row["game"] if engine == "python" else "", "bold"),
                engine,
                f"{speeds['games']:,.0f}" if speeds["games"] >= 10 else f"{speeds['games']:.1f}",
                f"{speeds['steps']:,.0f}",
                f"{ratio:.1f}x" if ratio is not None and last else "",
                shown if last else "",
            )
    console().print(table)
