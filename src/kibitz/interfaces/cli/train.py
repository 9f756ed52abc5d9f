"""`kibitz train`: teach a network by its own games, with a checkpoint after every round."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from kibitz.core.errors import BadOption
from kibitz.interfaces.cli.arguments import Json, examples
from kibitz.interfaces.cli.counting import counting
from kibitz.interfaces.cli.report import INTERRUPTED, print_json

RECIPES = ("qwixx",)
SERIES = 2_000  # of dice, of the comparison at the end
COMPARED_FROM = 1_000_000  # seeds


def register(app: typer.Typer) -> None:
    app.command(
        "train",
        epilog=examples(
            "kibitz train qwixx -o value.safetensors",
            "kibitz train qwixx -o quick.safetensors --rounds 10 --games 5000",
        ),
    )(train)


def train(
    game: Annotated[str, typer.Argument(help="qwixx: the network of its player value.")],
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", help="The network; beside it the checkpoint. A run there goes on."
        ),
    ],
    rounds: Annotated[int, typer.Option(help="To play and learn in all.")] = 160,
    games: Annotated[int, typer.Option(help="Of a round.")] = 20_000,
    trace: Annotated[
        float, typer.Option(help="How far back the end of a game counts: 0 to 1.")
    ] = 0.8,
    seed: Annotated[int, typer.Option(help="Same seed, same network.")] = 1,
    threads: Annotated[int, typer.Option(help="0 takes one a core.", min=0, max=256)] = 0,
    as_json: Json = False,
) -> None:
    """Teach a network by games against itself, and compare it with the best rule player.

    After every round the files hold the whole run: a run that was stopped or killed goes on from
    there when the same command is given again, and ends with the same network. Ctrl-C stops.
    """
    from kibitz.learning import qwixx_value as teaching

    if game not in RECIPES:
        raise BadOption(f"networks can be taught for {', '.join(RECIPES)}, not {game!r}")
    settings = teaching.Settings(rounds, games, trace, seed)
    run = teaching.load(output, settings) or teaching.begin(settings)
    players = threads or os.cpu_count() or 1
    if run.done:
        teaching.save(run, output)  # a kill may have come between its two files
    try:
        with counting("rounds", rounds) as tell:
            tell(run.round)
            while not run.done:
                run = teaching.advance(run, players)
                teaching.save(run, output)
                tell(run.round)
    except KeyboardInterrupt:
        typer.echo(
            f"stopped after round {run.round}; the same command goes on from {output}", err=True
        )
        raise typer.Exit(INTERRUPTED) from None
    won = teaching.compare(run.net, SERIES, COMPARED_FROM, players)
    if as_json:
        told = {"value": won.value, "low": won.low, "high": won.high}
        print_json({"model": str(output), "rounds": run.round, "loss": run.loss, "wins": told})
        return
    typer.echo(f"{output}: {run.round} rounds, loss {run.loss:.4f}")
    typer.echo(
        f"outright wins against ga, two players, sequential: {won.value:.1%} "
        f"(95 % interval {won.low:.1%} to {won.high:.1%})"
    )
