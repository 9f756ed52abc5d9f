"""`kibitz train qwixx value`: a recipe with its own training loop (learning/qwixx_value.py)."""

from __future__ import annotations

import os
from pathlib import Path

import typer

from kibitz.cli.common.output import INTERRUPTED, print_json
from kibitz.cli.common.progress import counting
from kibitz.core.errors import BadOption

SERIES = 2_000  # series of dice in the comparison at the end
COMPARED_FROM = 1_000_000  # first seed of the comparison


def train(config: Path | None, sets: list[str], output: Path | None, as_json: bool) -> None:
    """Train the value network, then compare it with the best rule-based player.

    The files hold a checkpoint after every round: the same command resumes a run that was
    interrupted or killed, and ends with the same network.
    """
    from kibitz.learning import qwixx_value as teaching
    from kibitz.learning.config import resolve
    from kibitz.learning.recipes.qwixx_value import Settings

    if output is None:
        raise BadOption("name the file for the network: -o value.safetensors")
    given = resolve(Settings, config, sets)
    settings = teaching.Settings(given.rounds, given.games, given.trace, given.seed)
    run = teaching.load(output, settings) or teaching.begin(settings)
    players = given.threads or os.cpu_count() or 1
    if run.done:
        teaching.save(run, output)  # a kill may have come between writing the two files
    try:
        with counting("rounds", given.rounds) as report:
            report(run.round)
            while not run.done:
                run = teaching.advance(run, players)
                teaching.save(run, output)
                report(run.round)
    except KeyboardInterrupt:
        typer.echo(
            f"Stopped after round {run.round}. The same command resumes from {output}.", err=True
        )
        raise typer.Exit(INTERRUPTED) from None
    won = teaching.compare(run.net, SERIES, COMPARED_FROM, players)
    if as_json:
        wins = {"value": won.value, "low": won.low, "high": won.high}
        print_json({"model": str(output), "rounds": run.round, "loss": run.loss, "wins": wins})
        return
    typer.echo(f"{output}: {run.round} rounds, loss {run.loss:.4f}")
    typer.echo(
        f"outright wins against ga, two players, sequential: {won.value:.1%} "
        f"(95 % interval {won.low:.1%} to {won.high:.1%})"
    )
