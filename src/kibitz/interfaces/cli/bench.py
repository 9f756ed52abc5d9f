"""`kibitz bench`: how fast each engine plays each game, and one behaviour signature a game.

Games are random and driven from Python, so that a step is what a bot author's loop pays for it.
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
from kibitz.core import engine as engines
from kibitz.games import ENGINES, find, names
from kibitz.interfaces.cli import complete
from kibitz.interfaces.cli.arguments import Json, examples
from kibitz.interfaces.cli.replaying import EnginesDiffer
from kibitz.interfaces.cli.report import INTERRUPTED, console, print_json
from kibitz.interfaces.local import signature, speed

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
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game", "-g", help="Only this game; may be repeated.", autocompletion=complete.games
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option("--seconds", help="For each game and engine.", min=0.01, max=SECONDS_MAX),
    ] = 1.0,
    as_json: Json = False,
) -> None:
    """Measure random games a second on both engines, and print a signature a game.

    The signature is a hash over a fixed set of seeded games: it moves when behaviour does, and both
    engines must give the same. Ctrl-C shows what has been measured so far.
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
        raise EnginesDiffer(f"the engines give different signatures for {', '.join(differing)}")


def _measure(name: str, seconds: float) -> dict[str, Any]:
    """The row of one game."""
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
    """A bar on a terminal, nothing else elsewhere."""
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
