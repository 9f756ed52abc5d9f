"""`kibitz play`: a game against bots, on a terminal table or line by line."""

from __future__ import annotations

import importlib.util
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.core import engine as engines
from kibitz.core.errors import KibitzError, MissingExtra
from kibitz.interfaces.cli import complete
from kibitz.interfaces.cli.arguments import BotFolders, Engine, OptionTexts, examples

if TYPE_CHECKING:
    from kibitz.interfaces.local.opening import Opening, Request

DELAY_SECONDS_MAX = 60.0


class NoGameNamed(KibitzError):
    """Without a terminal there is no menu: the game must be named."""

    code = "no_game_named"


def register(app: typer.Typer) -> None:
    app.command(
        "play",
        epilog=examples(
            "kibitz play",
            "kibitz play ohhell",
            "kibitz play ohhell -o players=3 -o 'schedule=[8]' --seed 7",
            "kibitz play ohhell --against sharp",
            "kibitz play ohhell -o players=3 --against smart --against ismcts_fast",
            "kibitz play ohhell --resume",
            "kibitz play ohhell --plain --fresh",
        ),
    )(play)


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            help="The game; a menu where it is left out.", autocompletion=complete.games
        ),
    ] = None,
    option: OptionTexts = None,
    seat: Annotated[
        int | None, typer.Option("--seat", help="Your seat, from 0 on.", show_default="0")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", help="The same seed deals the same cards.", show_default="drawn"),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="BOT",
            help="Who plays the other seats: once for all of them, or once for each. "
            "[dim]kibitz bots GAME[/dim] lists them.",
            show_default="simple",
            autocompletion=complete.bots,
        ),
    ] = None,
    bots: BotFolders = None,
    engine: Engine = None,
    delay: Annotated[
        float,
        typer.Option("--delay", help="Seconds a bot thinks.", min=0, max=DELAY_SECONDS_MAX),
    ] = 0.6,
    resume: Annotated[
        bool | None,
        typer.Option("--resume/--fresh", help="Go on with the saved game, or begin anew."),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Line by line, without a screen; works with pipes.")
    ] = False,
) -> None:
    """Play a game against bots: simple ones, or those that you name.

    Every move is saved at once: after a crash, or Ctrl-C, the same command goes on.
    """
    from kibitz.interfaces.local.opening import Opening, Request

    names, folders = tuple(against or ()), tuple(bots or ())
    request = Request(tuple(option or ()), seat, seed, engine, resume, names, folders)
    terminal = has_terminal()
    screen = terminal and not plain
    engines.native()  # what it has to say about a missing engine comes before the screen
    if game is None and not screen:
        raise NoGameNamed("name the game: kibitz play GAME; kibitz games lists them")
    if screen and not has_textual():
        raise MissingExtra(
            "the terminal table needs textual: pip install 'kibitz[tui]'; --plain works without"
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
    from kibitz.interfaces.local.plain import play_lines

    try:
        return play_lines(opening, ask=ask)
    finally:
        opening.journal.close()


def _on_screen(opening: Opening | None, request: Request, delay: float) -> int:
    from kibitz.interfaces.tui.app import KibitzApp
    from kibitz.interfaces.tui.hangup import leave_on_hangup

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
        typer.echo(f"The game is saved: kibitz play {sitting.game.name} goes on.")
    elif sitting is not None and sitting.finished_in is not None:
        typer.echo(f"The game is kept in {sitting.finished_in}")
    return result or app.return_code or 0
