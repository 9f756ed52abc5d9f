"""`kibitz qwixx`: look into what the value network expects of scores and their spread."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.common.arguments import Json, examples
from kibitz.cli.common.output import Commands, print_json
from kibitz.core.errors import BadOption, NoDecision

BARS = 40  # characters of the longest bar

Players = Annotated[int, typer.Option("--players", "-p", min=1, max=5, help="Seats.")]
Order = Annotated[str, typer.Option(help="simultaneous or sequential.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of the dice.")]
Model = Annotated[
    Path | None, typer.Option(help="A network other than the shipped one.", show_default=False)
]


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="qwixx",
        cls=Commands,
        help="Qwixx: mean and spread of the final score, as the value network estimates them.",
        rich_markup_mode="rich",
        no_args_is_help=True,
    )
    group.command("trace", epilog=examples("kibitz qwixx trace --seed 3"))(trace)
    group.command(
        "sigma",
        epilog=examples(
            "kibitz qwixx sigma --games 5",
            "kibitz qwixx sigma --games 20 -o sigma.csv --plot sigma.svg",
        ),
    )(sigma)
    group.command("scores", epilog=examples("kibitz qwixx scores --seed 3 --turn 12"))(scores)
    app.add_typer(group)


def trace(
    players: Players = 2,
    order: Order = "simultaneous",
    seed: Seed = 1,
    model: Model = None,
    as_json: Json = False,
) -> None:
    """Play one game with the network, and print each decision with chance, mean and sigma.

    The last column is how much sigma differs between the moves, relative to its mean: where it is
    small, the spread hardly matters for the choice.
    """
    from dataclasses import asdict

    from kibitz.learning import qwixx_spread

    rows = list(qwixx_spread.trace(_model(model), players, order, seed))
    if as_json:
        print_json([asdict(row) for row in rows])
        return
    typer.echo("turn seat step   action         moves  chance   mean  sigma  differs")
    for row in rows:
        typer.echo(
            f"{row.turn:>4} {row.seat:>4} {row.step:<6} {row.action:<14} {row.moves:>5} "
            f"{row.chance:>7.1%} {row.mean:>6.1f} {row.sigma:>6.1f} {row.sigma_spread:>8.1%}"
        )


def sigma(
    players: Players = 2,
    order: Order = "simultaneous",
    seed: Seed = 1,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="Games to take positions from.")
    ] = 10,
    rollouts: Annotated[
        int, typer.Option(min=2, max=1_000_000, help="Games from each position.")
    ] = 500,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="A CSV file, one row per position and seat."),
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="A plot: .svg or .png.")] = None,
    model: Model = None,
    as_json: Json = False,
) -> None:
    """Compare the network's mean and sigma with those of games played from the same positions."""
    from kibitz.learning import qwixx_spread

    if plot is not None and plot.suffix not in (".svg", ".png"):
        raise BadOption(f"a plot ends with .svg or .png, not {plot.suffix!r}")
    rows = qwixx_spread.validate(_model(model), players, order, seed, games, rollouts)
    if output is not None:
        output.write_text(qwixx_spread.csv(rows), encoding="utf-8")
    if plot is not None:
        qwixx_spread.draw(rows, plot)
    found = qwixx_spread.summary(rows)
    if as_json:
        print_json(found)
        return
    typer.echo(f"{len(rows)} positions and seats, {rollouts} games from each position")
    for name in ("mean", "sigma"):
        error, bias, like = (found[f"{name}_{x}"] for x in ("error", "bias", "correlation"))
        typer.echo(f"{name:<5} off by {error:.2f} points, bias {bias:+.2f}, correlation {like:.3f}")


def scores(
    players: Players = 2,
    order: Order = "simultaneous",
    seed: Seed = 1,
    turn: Annotated[int, typer.Option(min=0, help="Turns to play first.")] = 0,
    rollouts: Annotated[int, typer.Option(min=10, max=1_000_000, help="Games.")] = 2000,
    model: Model = None,
    as_json: Json = False,
) -> None:
    """Print the distribution of final scores from a position in the network's game of this seed."""
    from kibitz.learning import qwixx_spread

    state = qwixx_spread.position(_model(model), players, order, seed, turn)
    if state is None:
        raise NoDecision(f"the game with seed {seed} was over before turn {turn}")
    played = qwixx_spread.scores(state, _model(model), seed, rollouts)
    if as_json:
        print_json({"scores": played.astype(int).tolist()})
        return
    for seat in range(players):
        mine = played[:, seat]
        typer.echo(f"seat {seat}: mean {mine.mean():.1f}, sigma {mine.std():.1f}")
        for low, share in qwixx_spread.histogram(mine):
            typer.echo(f"{low:>5} {share:>6.1%} {'#' * round(BARS * share / 0.25)}".rstrip())


def _model(given: Path | None) -> Path:
    from kibitz.nets.qwixx_value import SHIPPED

    return SHIPPED if given is None else given
