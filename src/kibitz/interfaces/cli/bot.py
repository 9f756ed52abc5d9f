"""`kibitz bot`: write a bot from a template, and check it against the contract."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.core.errors import BadOption
from kibitz.games import find
from kibitz.interfaces.cli import complete
from kibitz.interfaces.cli.arguments import Json, OptionTexts, examples, parse_options
from kibitz.interfaces.cli.report import Commands, print_json

FAILED = 1
SECONDS_MAX = 3600.0


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="bot",
        cls=Commands,
        help="Write a bot of your own, and check it.",
        no_args_is_help=True,
        rich_markup_mode="rich",
        epilog=examples("kibitz bot new ohhell MyBot", "kibitz bot check my_bot.py"),
    )
    group.command(
        "new",
        epilog=examples("kibitz bot new ohhell MyBot", "kibitz bot new dubito Liar --folder bots"),
    )(new)
    group.command(
        "check",
        epilog=examples(
            "kibitz bot check my_bot.py",
            "kibitz bot check my_bot.py --seed 12 --games 1",
            "kibitz bot check 'cmd:./my_bot' --game ohhell",
            "kibitz bot check http://localhost:8000/bot --game qwixx",
        ),
    )(check)
    app.add_typer(group)


def new(
    game: Annotated[str, typer.Argument(help="The game.", autocompletion=complete.games)],
    name: Annotated[str, typer.Argument(help="The name of the class, like MyBot.")],
    folder: Annotated[Path, typer.Option("--folder", help="Where to write it.")] = Path(),
) -> None:
    """Write a commented bot that plays at once: a file to change."""
    from kibitz.bots.template import write

    path = write(game, name, folder)
    typer.echo(f"{path} is written. Change it, then: kibitz bot check {path}")


def check(
    bot: Annotated[
        str, typer.Argument(help="A Python file; cmd:PROGRAM; or an address http://...")
    ],
    game: Annotated[
        str | None,
        typer.Option(
            "--game", "-g", help="What it plays; a file may say so.", autocompletion=complete.games
        ),
    ] = None,
    option: OptionTexts = None,
    games: Annotated[int, typer.Option("--games", help="How many games.", min=1)] = 200,
    seed: Annotated[int, typer.Option("--seed", help="Of the first game.", min=0)] = 0,
    seconds: Annotated[
        float, typer.Option("--seconds", help="For each answer.", min=0.01, max=SECONDS_MAX)
    ] = 5.0,
    trusted: Annotated[
        bool,
        typer.Option("--trusted", help="Run a Python file in this process: fast, not confined."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Play many games with a bot and say what to fix.

    Legal moves, exceptions, time and determinism are checked, with many options of the game. A
    Python file runs in a confined process; what confines it on this system is printed. The exit
    code is 0 when all is well, 1 when something is to be fixed, 2 when the bot cannot be started.
    """
    from kibitz.arena.trial import trial
    from kibitz.bots import stranger
    from kibitz.bots.process import ProcessBot
    from kibitz.bots.remote import Clock
    from kibitz.interfaces.cli import verdict

    clock = Clock(move_seconds_max=seconds)

    def make() -> Any:
        return stranger.bot(bot, trusted=trusted, clock=clock)

    with _said_when_stopped(), make() as first:
        held = first.holds() if isinstance(first, ProcessBot) else []
        name, plays = getattr(first, "name", bot), first.plays
    chosen = _game_of(game, plays)
    given = parse_options(chosen, option) if option else None
    with _progress(games, wanted=not as_json) as advance, _said_when_stopped():
        report = trial(make, chosen, games=games, seed=seed, options=given, progress=advance)
    if as_json:
        print_json(verdict.as_data(bot, name, chosen, held, report))
    else:
        verdict.show(bot, name, chosen, held, report, seconds)
    if not report.fine:
        raise typer.Exit(FAILED)


def _game_of(given: str | None, plays: tuple[str, ...]) -> str:
    """What to play: the game asked for, or the only one that the bot names."""
    if given is not None:
        find(given)
        return given
    if len(plays) == 1:
        find(plays[0])
        return plays[0]
    said = f"it plays {', '.join(plays)}" if plays else "the bot does not say what it plays"
    raise BadOption(f"which game? {said}; give --game")


@contextlib.contextmanager
def _said_when_stopped() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        typer.echo("Stopped: the bot was not checked to the end. --games sets how many.", err=True)
        raise


@contextlib.contextmanager
def _progress(total: int, *, wanted: bool) -> Iterator[Callable[[], None]]:
    """A bar on a terminal; nothing elsewhere."""
    if not wanted or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("playing", total=total)
        yield lambda: bar.advance(task)
