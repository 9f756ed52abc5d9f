"""`kibitz train qwixx value` and `moments`: recipes with a loop of their own (qwixx_value.py)."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kibitz.cli.common.output import INTERRUPTED, print_json
from kibitz.cli.common.progress import counting
from kibitz.core.errors import BadOption

if TYPE_CHECKING:
    from kibitz.arena.statistics.estimate import Estimate
    from kibitz.learning.recipes.qwixx_value import Settings
    from kibitz.nets.qwixx_value import QwixxValue

SERIES = 500  # series of dice of each comparison
COMPARED_FROM = 1_000_000  # first seed of the comparisons
CELLS = [
    (2, "sequential"), (2, "simultaneous"), (3, "simultaneous"), (4, "simultaneous"),
    (5, "simultaneous"), (1, "simultaneous"),
]  # fmt: skip


def train(config: Path | None, sets: list[str], output: Path | None, as_json: bool) -> None:
    """Train the network of the player value; a run that was stopped goes on."""
    from kibitz.learning.recipes.qwixx_value import Settings

    train_by(Settings, config, sets, output, as_json)


def train_by(
    kind: type[Settings], config: Path | None, sets: list[str], output: Path | None, as_json: bool
) -> None:
    """Train a value network, then compare it with the best rule-based player.

    The files hold a checkpoint after every round: the same command resumes a run that was
    interrupted or killed, and ends with the same network.
    """
    from kibitz.learning import qwixx_value as teaching
    from kibitz.learning.config import resolve

    if output is None:
        raise BadOption("name the file for the network: -o value.safetensors")
    given = resolve(kind, config, sets)
    names = [field.name for field in dataclasses.fields(teaching.Settings)]
    settings = teaching.Settings(**{name: getattr(given, name) for name in names})
    run = teaching.load(output, settings) or teaching.begin(settings)
    players = given.threads or os.cpu_count() or 1
    if run.done:
        teaching.save(run, output)  # a kill may have come between writing the two files
    try:
        with counting("rounds", given.rounds) as report:
            report(run.round)
            while not run.done:
                run = teaching.advance(run, players)
                if given.every and run.round % given.every == 0:
                    _keep(run.net, run.form.about, run.round, output, players)
                teaching.save(run, output)
                report(run.round)
    except KeyboardInterrupt:
        typer.echo(
            f"Stopped after round {run.round}. The same command resumes from {output}.", err=True
        )
        raise typer.Exit(INTERRUPTED) from None
    found = _compare(run.net, players)
    if as_json:
        rows = [
            {"players": n, "order": order, "value": e.value, "low": e.low, "high": e.high}
            for (n, order), e in zip(CELLS, found, strict=True)
        ]
        print_json({"model": str(output), "rounds": run.round, "loss": run.loss, "against": rows})
        return
    typer.echo(f"{output}: {run.round} rounds, loss {run.loss:.4f}")
    typer.echo("wins against ga at the other seats (for two: outright); alone: the mean score")
    for (n, order), e in zip(CELLS, found, strict=True):
        typer.echo(f"{n} {order:<12} {_text(n, e)}")


def _compare(net: QwixxValue, threads: int) -> list[Estimate]:
    from kibitz.learning.qwixx_value import compare

    return [compare(net, n, order, SERIES, COMPARED_FROM, threads) for n, order in CELLS]


def _keep(net: QwixxValue, about: str, round_: int, output: Path, threads: int) -> None:
    """Write iter-N beside the network, and its benchmark into a table."""
    from kibitz.nets import weights

    model = output.with_name(f"{output.stem}.iter-{round_}{output.suffix}")
    weights.write(model, net.tensors, {"about": about})
    table = output.with_name(f"{output.stem}.iter.csv")
    new = not table.exists()
    with table.open("a", encoding="utf-8") as file:
        if new:
            file.write("round,players,order,value,low,high\n")
        for (n, order), e in zip(CELLS, _compare(net, threads), strict=True):
            file.write(f"{round_},{n},{order},{e.value:.4f},{e.low:.4f},{e.high:.4f}\n")


def _text(players: int, found: Estimate) -> str:
    if players == 1:
        return f"{found.value:.1f} (95 % interval {found.low:.1f} to {found.high:.1f})"
    return f"{found.value:.1%} (95 % interval {found.low:.1%} to {found.high:.1%})"
