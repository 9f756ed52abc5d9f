"""`kibitz train belote transformer`: a recipe with its own training loop (transformer_run.py)."""

from __future__ import annotations

import time
from pathlib import Path

import typer

from kibitz.cli.common.output import INTERRUPTED, print_json
from kibitz.cli.common.progress import counting
from kibitz.core.errors import BadOption


def train(config: Path | None, sets: list[str], output: Path | None, as_json: bool) -> None:
    """Train the transformer, then compare its bids with those of `parametric`.

    A checkpoint is written beside the network every half minute: the same command resumes a run
    that was interrupted or killed.
    """
    from kibitz.learning.config import resolve
    from kibitz.learning.games.belote import transformer_run
    from kibitz.learning.recipes.belote_transformer import Settings

    if output is None:
        raise BadOption("name the file for the network: -o transformer.safetensors")
    settings = resolve(Settings, config, sets)
    run = transformer_run.load(output, settings) or transformer_run.begin(settings)
    total, saved = settings.teach_steps + settings.steps, time.monotonic()
    try:
        with counting("calls", total) as report:
            report(run.steps)
            while not run.done:
                transformer_run.advance(run)
                report(min(total, run.steps))
                if time.monotonic() - saved >= settings.save_seconds:
                    transformer_run.save(run, output)
                    saved = time.monotonic()
    except KeyboardInterrupt:
        transformer_run.save(run, output)
        typer.echo(
            f"Stopped after {run.steps:,} calls. The same command resumes from {output}.", err=True
        )
        raise typer.Exit(INTERRUPTED) from None
    transformer_run.save(run, output)
    found = transformer_run.evaluate(run)
    if as_json:
        against = {"bot": transformer_run.RIVAL, "value": found.value, "low": found.low,
                   "high": found.high, "deals": found.units}  # fmt: skip
        print_json({"model": str(output), "steps": run.steps, "against": against} | run.figures)
        return
    figures = ", ".join(f"{name} {value:.4f}" for name, value in run.figures.items())
    typer.echo(f"{output}: {run.steps:,} calls, {figures}")
    typer.echo(f"points a deal against {transformer_run.RIVAL}, by the target: {found}")
