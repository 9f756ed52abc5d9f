"""`kibitz beliefs eval`: how well each belief predicts the hidden cards, step by step."""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from kibitz import bots as players
from kibitz.cli.common.arguments import (
    FirstSeed,
    GameArgument,
    Json,
    OptionTexts,
    examples,
    parse_options,
)
from kibitz.cli.common.output import INTERRUPTED, Commands, console, print_json
from kibitz.core.errors import BadOption
from kibitz.games import game as make_game

COLUMNS = {
    "log_probability": "log-prob",
    "accuracy": "accuracy",
    "false": "false",
    "entropy": "entropy",
    "tightness": "tight",
    "reachable": "reachable",
}


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="beliefs",
        cls=Commands,
        help="Measure how well beliefs predict the hidden cards.",
        rich_markup_mode="rich",
        no_args_is_help=True,
    )
    group.command(
        "eval",
        epilog=examples(
            "kibitz beliefs eval belote",
            "kibitz beliefs eval ohhell -o 'schedule=[6]' --belief bids --player smart",
            "kibitz beliefs eval belote --json > beliefs.json",
        ),
    )(evaluate)
    app.add_typer(group)


def evaluate(
    game: GameArgument,
    belief: Annotated[
        list[str] | None,
        typer.Option(
            "--belief",
            help="Evaluate only this belief, beside uniform; may be repeated.",
            show_default="all",
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games to play.")] = 10,
    worlds: Annotated[
        int, typer.Option("--worlds", min=2, max=10_000, help="Worlds to sample at each view.")
    ] = 60,
    player: Annotated[
        str, typer.Option("--player", help="The bot that plays the games.")
    ] = "simple",
    seed: FirstSeed = 1,
    option: OptionTexts = None,
    as_json: Json = False,
) -> None:
    """Play games and compare each belief with the true deal at every bid and trick.

    log-prob: log-probability of a hidden card's true location, in nats. accuracy: how often the
    most likely location is the true one. false: how often the truth was ruled out (must be 0).
    entropy: in bits. tight: how much of the deal is determined, from 0 to 1. reachable: how often
    the true deal has at least a thousandth of the mean weight. Ctrl-C shows the results so far.
    """
    from kibitz.arena.statistics import belief_quality

    rules = make_game(game, **parse_options(game, option))
    known = belief_quality.names(game)
    for name in belief or []:
        if name not in known:
            raise BadOption(f"{game} has no belief {name!r}; choose from {', '.join(known)}")
    asked = [belief_quality.UNIFORM, *(n for n in belief or known if n != belief_quality.UNIFORM)]
    found: belief_quality.Steps = {}
    interrupted = False
    with _progress(games, wanted=not as_json) as (advance, report):
        for i in range(games):
            seats = [players.bot(game, player) for _ in range(rules.players)]
            try:
                belief_quality.evaluate(rules, seats, asked, seed + i, worlds, found, report)
            except KeyboardInterrupt:
                interrupted = True
                break
            advance()
    places = sorted(found, key=lambda place: _order(place[1], asked.index(place[0])))
    rows = [{"belief": name, "step": step} | found[name, step].means() for name, step in places]
    if as_json:
        print_json({"game": game, "player": player, "worlds": worlds, "rows": rows})
    else:
        _print(rows)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _order(step: str, belief: int) -> tuple[str, int, int]:
    kind, number = step.split()
    return kind, int(number), belief


@contextlib.contextmanager
def _progress(
    total: int, *, wanted: bool
) -> Iterator[tuple[Callable[[], None], Callable[[], None]]]:
    """Show a progress bar on a terminal; yield callbacks for a finished game and for a view."""
    if not wanted or not sys.stderr.isatty():
        yield (lambda: None), (lambda: None)
        return
    views = itertools.count(1)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=total)

        def report() -> None:
            progress.update(task, description=f"games ({next(views):,} views)")

        yield (lambda: progress.update(task, advance=1)), report


def _print(rows: list[dict[str, Any]]) -> None:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("step")
    table.add_column("belief")
    table.add_column("views", justify="right")
    for title in COLUMNS.values():
        table.add_column(title, justify="right")
    last = ""
    for row in rows:
        shown = [_number(name, row[name]) for name in COLUMNS]
        table.add_row(
            "" if row["step"] == last else row["step"], row["belief"], f"{row['views']:,}", *shown
        )
        last = row["step"]
    console().print(table)


def _number(name: str, value: float | None) -> str:
    if value is None:
        return "-"
    if name in ("accuracy", "false", "reachable"):
        return f"{100 * value:.1f} %"
    return f"{value:.2f}"
