"""`kibitz evolve`: weights of a player by evolution, with a checkpoint after every generation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kibitz.interfaces.cli.arguments import Json, examples
from kibitz.interfaces.cli.report import INTERRUPTED, print_json

DEALS = 4000  # of the comparison at the end
COMPARED_FROM = 1_000_000  # seeds


def register(app: typer.Typer) -> None:
    app.command(
        "evolve",
        epilog=examples(
            "kibitz evolve qwixx -o ga.json",
            "kibitz evolve qwixx -o ga.json --table 2 --table 4 --generations 80",
        ),
    )(evolve)


def evolve(
    game: Annotated[str, typer.Argument(help="qwixx: the weights of its player ga.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Checkpoint and result; a run there goes on.")
    ],
    individuals: Annotated[int, typer.Option(help="Of the population.")] = 100,
    generations: Annotated[int, typer.Option(help="To play in all.")] = 200,
    games: Annotated[int, typer.Option(help="Of each individual in a generation.")] = 1000,
    table: Annotated[
        list[int] | None, typer.Option(help="Players at a table; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Same seed, same weights.")] = 1,
    threads: Annotated[int, typer.Option(help="0 takes one a core.", min=0, max=256)] = 0,
    as_json: Json = False,
) -> None:
    """Evolve weights by games among a population, and compare them with the shipped ones.

    After every generation the file holds the whole run: a run that was stopped or killed goes on
    from there when the same command is given again, and ends with the same weights. Ctrl-C stops.
    """
    from kibitz.learning import evolve as evolution

    tables = tuple(table or [4])
    settings = evolution.Settings(game, individuals, generations, games, tables, seed)
    run = evolution.load(output, settings) or evolution.begin(settings)
    try:
        with _progress(wanted=not as_json) as bar:
            task = bar.add_task("generations", total=generations, completed=run.generation)
            while not run.done:
                run = evolution.advance(run, threads)
                evolution.save(run, output)
                bar.update(task, completed=run.generation)
    except KeyboardInterrupt:
        typer.echo(
            f"stopped after generation {run.generation}; the same command goes on from {output}",
            err=True,
        )
        raise typer.Exit(INTERRUPTED) from None
    from kibitz.bots.qwixx.ga import WEIGHTS

    shares = {
        size: evolution.compare(game, run.weights, list(WEIGHTS), size, DEALS, COMPARED_FROM)
        for size in tables
    }
    if as_json:
        print_json({"weights": run.weights, "generations": run.generation, "shares": shares})
        return
    typer.echo("weights: " + " ".join(f"{x:.6f}" for x in run.weights))
    for size, (share, error) in shares.items():
        low, high = share - 1.96 * error, share + 1.96 * error
        typer.echo(
            f"{size} players: {share:.1%} of wins against the shipped weights "
            f"(95 % interval {low:.1%} to {high:.1%}, {1 / size:.1%} is even)"
        )


def _progress(*, wanted: bool) -> Progress:
    """A bar on a terminal, nothing elsewhere."""
    shown = wanted and sys.stderr.isatty()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(
        *columns, TimeRemainingColumn(), console=Console(stderr=True), disable=not shown
    )
