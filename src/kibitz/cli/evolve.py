"""`kibitz evolve`: evolve a player's weights, with a checkpoint after every generation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kibitz.cli.common.arguments import Json, examples
from kibitz.cli.common.output import INTERRUPTED, print_json

DEALS = 4000  # in the comparison at the end
COMPARED_FROM = 1_000_000  # first seed of the comparison


def register(app: typer.Typer) -> None:
    app.command(
        "evolve",
        epilog=examples(
            "kibitz evolve qwixx -o ga.json",
            "kibitz evolve qwixx -o ga.json --table 2 --table 4 --generations 80",
            "kibitz evolve qwixx -o published.json --fitness score --games 40",
        ),
    )(evolve)


def evolve(
    game: Annotated[str, typer.Argument(help="The game: qwixx, for the weights of its bot ga.")],
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", help="The file for checkpoint and result; a run in it is resumed."
        ),
    ],
    individuals: Annotated[int, typer.Option(help="Size of the population.")] = 100,
    generations: Annotated[int, typer.Option(help="Generations in total.")] = 200,
    games: Annotated[int, typer.Option(help="Games of each individual per generation.")] = 1000,
    table: Annotated[
        list[int] | None,
        typer.Option(help="Number of players at a table; may be repeated.", show_default="4"),
    ] = None,
    fitness: Annotated[
        str, typer.Option(help="wins, or score: points relative to the best of the game.")
    ] = "wins",
    seed: Annotated[int, typer.Option(help="The same seed gives the same weights.")] = 1,
    threads: Annotated[
        int, typer.Option(help="Threads to play with; 0 means one per core.", min=0, max=256)
    ] = 0,
    as_json: Json = False,
) -> None:
    """Evolve a player's weights by self-play, and compare them with the shipped ones.

    The file holds a checkpoint after every generation. A run that was interrupted or killed
    resumes when you run the same command, and ends with the same weights. Ctrl-C stops it.
    """
    from kibitz.learning import evolve as evolution

    tables = tuple(table or [4])
    settings = evolution.Settings(game, individuals, generations, games, tables, seed, fitness)
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
            f"Stopped after generation {run.generation}. The same command resumes from {output}.",
            err=True,
        )
        raise typer.Exit(INTERRUPTED) from None
    from kibitz.players.qwixx.ga import WEIGHTS

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
    """Show a progress bar on a terminal, and nothing elsewhere."""
    shown = wanted and sys.stderr.isatty()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(
        *columns, TimeRemainingColumn(), console=Console(stderr=True), disable=not shown
    )
