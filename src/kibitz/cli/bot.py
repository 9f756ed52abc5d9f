"""`kibitz bot`: create a bot from a template, and check it against the contract."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.cli.common import completion
from kibitz.cli.common.arguments import (
    FirstSeed,
    GameArgument,
    Json,
    OptionTexts,
    examples,
    parse_options,
)
from kibitz.cli.common.output import Commands, print_json
from kibitz.core.errors import BadOption
from kibitz.games import find

FAILED = 1
SECONDS_MAX = 3600.0


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="bot",
        cls=Commands,
        help="Create a bot of your own, and check it.",
        no_args_is_help=True,
        rich_markup_mode="rich",
        epilog=examples("kibitz bot new ohhell MyBot", "kibitz bot check my_bot.py"),
    )
    group.command(
        "new",
        epilog=examples("kibitz bot new ohhell MyBot", "kibitz bot new dubito Liar --blueprint"),
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
    game: GameArgument,
    name: Annotated[str, typer.Argument(help="The name of the class, such as MyBot.")],
    folder: Annotated[Path, typer.Option("--folder", help="Where to write the file.")] = Path(),
    blueprint: Annotated[
        bool,
        typer.Option("--blueprint", help="Use the game's older bot interface (dubito)."),
    ] = False,
) -> None:
    """Write a small commented bot that already plays, for you to edit."""
    from kibitz.bots.template import write

    path = write(game, name, folder, blueprint=blueprint)
    typer.echo(f"Wrote {path}. Edit it, then run: kibitz bot check {path}")


def check(
    bot: Annotated[
        str, typer.Argument(help="A Python file, cmd:PROGRAM, or an address (http://...).")
    ],
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            "-g",
            help="The game; optional if the bot's file names it.",
            autocompletion=completion.games,
        ),
    ] = None,
    option: OptionTexts = None,
    games: Annotated[int, typer.Option("--games", "-n", help="Games to play.", min=1)] = 200,
    seed: FirstSeed = 0,
    seconds: Annotated[
        float,
        typer.Option("--seconds", help="Time limit per move.", min=0.01, max=SECONDS_MAX),
    ] = 5.0,
    trusted: Annotated[
        bool,
        typer.Option("--trusted", help="Run a Python file in this process: fast, no sandbox."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Play many games with a bot and report what to fix.

    Checks legal moves, exceptions, time and determinism under many options of the game. A Python
    file runs in a sandbox; the report lists what the sandbox enforces on this system. Exit code:
    0 if the bot is fine, 1 if something needs fixing, 2 if the bot could not be started.
    """
    from kibitz.arena.run.trial import trial
    from kibitz.bots.remote import external
    from kibitz.bots.remote.process import ProcessBot
    from kibitz.bots.remote.protocol import Clock
    from kibitz.cli.arena.arguments import check_file
    from kibitz.cli.common import bot_verdict

    check_file(bot)
    clock = Clock(move_seconds_max=seconds)

    def make() -> Any:
        return external.bot(bot, trusted=trusted, clock=clock)

    with _said_when_stopped(), make() as first:
        held = first.holds() if isinstance(first, ProcessBot) else []
        name, plays = getattr(first, "name", bot), first.plays
    chosen = _game_of(game, plays)
    given = parse_options(chosen, option) if option else None
    with _progress(games, wanted=not as_json) as advance, _said_when_stopped():
        report = trial(make, chosen, games=games, seed=seed, options=given, progress=advance)
    if as_json:
        print_json(bot_verdict.as_data(bot, name, chosen, held, report))
    else:
        bot_verdict.show(bot, name, chosen, held, report, seconds)
    if not report.fine:
        raise typer.Exit(FAILED)


def _game_of(given: str | None, plays: tuple[str, ...]) -> str:
    """Return the game to play: the one given, or else the only one the bot plays."""
    if given is not None:
        find(given)
        return given
    if len(plays) == 1:
        find(plays[0])
        return plays[0]
    said = f"it plays {', '.join(plays)}" if plays else "the bot does not name one"
    raise BadOption(f"which game? {said}; choose with --game")


@contextlib.contextmanager
def _said_when_stopped() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        typer.echo("Stopped before the check was complete. --games plays fewer games.", err=True)
        raise


@contextlib.contextmanager
def _progress(total: int, *, wanted: bool) -> Iterator[Callable[[], None]]:
    """Show a progress bar on a terminal, and nothing elsewhere."""
    if not wanted or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("playing", total=total)
        yield lambda: bar.advance(task)
