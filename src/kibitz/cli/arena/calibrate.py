"""`kibitz arena calibrate`: measure the levels of a game, and write the table that shows them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from kibitz.cli.arena.arguments import Seed
from kibitz.cli.common.arguments import GameArgument, Json, examples
from kibitz.cli.common.output import console, print_json
from kibitz.core.errors import BadOption
from kibitz.core.plural import plural

SECONDS = 300.0


def register(group: typer.Typer) -> None:
    group.command(
        "calibrate",
        epilog=examples(
            "kibitz arena calibrate ohhell",
            "kibitz arena calibrate dubito --seconds 60 --seed 7 -o levels.json",
        ),
    )(calibrate)


def calibrate(
    game: GameArgument,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.1, help="CPU seconds for all steps together.")
    ] = SECONDS,
    seed: Seed = 0,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The file to write.", show_default="the game's own"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play each level against the next on the same deals, and write the table of levels.

    Elo is relative to random, added up level by level. kibitz bots GAME --levels shows the table.
    """
    from kibitz.arena import calibrate as measured
    from kibitz.bots import levels

    file = output or levels.path(game)
    if file is None:
        raise BadOption(f"{game} comes from another package: name a file with --output")

    def tell(step: measured.Step) -> None:
        if not as_json:
            e = step.elo
            console().print(
                f"{step.above} v {step.below}: {e.value:+.0f} Elo ({e.low:+.0f} to {e.high:+.0f}), "
                f"{plural(step.games, 'game')}, {step.ms:.2g} ms per move"
            )

    found = measured.calibrate(game, seconds, seed, tell)
    file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if as_json:
        print_json(found)
        return
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    for column in ("level", "name", "Elo", "interval", "step"):
        table.add_column(column, justify="left" if column == "name" else "right")
    for number, row in enumerate(found["levels"], 1):
        e, step = row["elo"], row["step"]
        clear = "" if step["low"] > 0 else " ?"
        table.add_row(
            str(number), levels.NAMES[number - 1], f"{e['value']:+d}",
            f"{e['low']:+d} to {e['high']:+d}", f"{step['value']:+d}{clear}",
        )  # fmt: skip
    console().print(table)
    console().print(f"Written to {file}. A step with ? is not clear: give it more --seconds.")
