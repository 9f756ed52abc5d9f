"""`kibitz play`: play against bots, on a full-screen terminal table or line by line."""

from __future__ import annotations

import importlib.util
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.bots.levels import bot_of
from kibitz.cli.common import completion
from kibitz.cli.common.arguments import (
    BotFolders,
    Engine,
    OptionTexts,
    ResumeOrFresh,
    examples,
)
from kibitz.core import engine as engines
from kibitz.core.errors import BadOption, KibitzError, MissingExtra
from kibitz.core.extras import install

if TYPE_CHECKING:
    from kibitz.terminal.open_game import Opening, Request

DELAY_SECONDS_MAX = 60.0


class NoGameNamed(KibitzError):
    """No game was named, and without a terminal there is no menu to choose from."""

    code = "no_game_named"


def register(app: typer.Typer) -> None:
    app.command(
        "play",
        epilog=examples(
            "kibitz play",
            "kibitz play ohhell",
            "kibitz play ohhell -o players=3 -o 'schedule=[8]' --seed 7",
            "kibitz play ohhell --level 4",
            "kibitz play ohhell --against sharp",
            "kibitz play ohhell --against my_bot.py",
            "kibitz play ohhell -o players=3 --against smart --against ismcts_fast",
            "kibitz play ohhell --resume",
            "kibitz play ohhell --plain --fresh",
        ),
    )(play)


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            help="The game; without one, a menu opens.", autocompletion=completion.games
        ),
    ] = None,
    option: OptionTexts = None,
    seat: Annotated[
        int | None, typer.Option("--seat", help="Your seat, starting at 0.", show_default="0")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", help="The same seed deals the same cards.", show_default="random"),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="BOT",
            help="The opponents: one bot for all seats, or one per seat. "
            "[dim]kibitz bots GAME[/dim] lists them.",
            show_default="level_4 in Belote, else simple",
            autocompletion=completion.bots,
        ),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(
            "--level",
            metavar="1-8",
            help="Opponents of a level, 1 to 8; teams get partners of the same level. "
            "[dim]kibitz bots GAME --levels[/dim] shows them.",
            min=1,
            max=8,
        ),
    ] = None,
    bots: BotFolders = None,
    engine: Engine = None,
    delay: Annotated[
        float,
        typer.Option(
            "--delay",
            help="Seconds to wait before a bot moves.",
            min=0,
            max=DELAY_SECONDS_MAX,
        ),
    ] = 0.6,
    resume: ResumeOrFresh = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Play line by line in plain text; works with pipes.")
    ] = False,
) -> None:
    """Play a game against bots: easy ones, or those you choose.

    Every move is saved at once. After a crash or Ctrl-C, run the same command to continue.
    """
    from kibitz.terminal.open_game import Opening, Request

    names, folders = tuple(against or ()), tuple(bots or ())
    if level is not None:
        if names:
            raise BadOption("give --level or --against, not both")
        names = (bot_of(level),)
    request = Request(tuple(option or ()), seat, seed, engine, resume, names, folders)
    terminal = has_terminal()
    screen = terminal and not plain
    engines.native()  # its warning about a missing engine must come before the screen opens
    if game is None and not screen:
        raise NoGameNamed("name a game: kibitz play GAME; kibitz games lists them")
    if screen and not has_textual():
        raise MissingExtra(
            f"the terminal table needs textual: {install('tui')}, or play with --plain"
        )
    opening = None if game is None else Opening(game, request)
    if screen:
        code = _on_screen(opening, request, delay)
    else:
        assert opening is not None
        code = _on_lines(opening, ask=terminal)
    if code:
        raise typer.Exit(code)


def has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def has_textual() -> bool:
    return importlib.util.find_spec("textual") is not None


def _on_lines(opening: Opening, *, ask: bool) -> int:
    from kibitz.terminal.line_mode import play_lines

    try:
        return play_lines(opening, ask=ask)
    finally:
        opening.journal.close()


def _on_screen(opening: Opening | None, request: Request, delay: float) -> int:
    from kibitz.terminal.app import KibitzApp
    from kibitz.terminal.hangup import leave_on_hangup

    app = KibitzApp(opening, request, delay)
    leave_on_hangup(sys.stdin.fileno())
    try:
        result = app.run()
    finally:
        if app.opening is not None:
            app.opening.journal.close()
    if isinstance(result, KibitzError):
        raise result
    sitting = app.sitting
    if sitting is not None and not sitting.done:
        typer.echo(f"Game saved. Continue with: kibitz play {sitting.game.name}")
    elif sitting is not None and sitting.finished_in is not None:
        typer.echo(f"The game's record is in {sitting.finished_in}")
    return result or app.return_code or 0
