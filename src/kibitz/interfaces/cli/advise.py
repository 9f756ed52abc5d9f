"""`kibitz advise`: advice at a kitchen table. You enter what happens; it says what it would do."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.interfaces.cli import complete
from kibitz.interfaces.cli.arguments import OptionTexts, examples, parse_options

if TYPE_CHECKING:
    from kibitz.advice.mirror import Mirror

WORLDS_MAX = 2000


def register(app: typer.Typer) -> None:
    app.command(
        "advise",
        epilog=examples(
            "kibitz advise belote",
            "kibitz advise belote --seat 2 --bot pimc_normal",
            "kibitz advise ohhell -o players=3 --seat 1",
            "kibitz advise qwixx -o players=4 --file sunday.json",
            "kibitz advise dubito --fresh",
        ),
    )(advise)


def advise(
    game: Annotated[
        str, typer.Argument(help="The game on your table.", autocompletion=complete.games)
    ],
    option: OptionTexts = None,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            help="Your seat, from 0 on, in the order of play. Belote: N E S W are 0 to 3. "
            "Qwixx and Dubito: seat 0 begins.",
            show_default="0",
        ),
    ] = None,
    bot: Annotated[
        str | None,
        typer.Option(
            "--bot",
            help="Who gives the advice. [dim]kibitz bots GAME[/dim] lists them.",
            show_default="the game's adviser",
            autocompletion=complete.bots,
        ),
    ] = None,
    worlds: Annotated[
        int,
        typer.Option("--worlds", help="Worlds for the outlook; 0: none.", min=0, max=WORLDS_MAX),
    ] = 60,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file",
            help="Where the notes of this game are kept.",
            show_default="in the folder of Kibitz",
        ),
    ] = None,
    resume: Annotated[
        bool | None,
        typer.Option("--resume/--fresh", help="Go on with the notes, or begin anew."),
    ] = None,
) -> None:
    """Mirror a real game: enter your hand and what happens, get advice at each of your turns.

    Everything is checked as you go; any entry can be taken back or corrected.
    It is kept after every entry: after Ctrl-C the same command goes on.
    Entries may also come from a pipe.
    """
    from kibitz import bots
    from kibitz.advice.mirror import mirror
    from kibitz.games import game as make_game
    from kibitz.interfaces.local import notes
    from kibitz.interfaces.local.advising import Advising, refuse_oracle

    rules = make_game(game, **parse_options(game, option))
    if bot is not None:  # refused before anything is entered
        with bots.bot(game, bot) as adviser:
            refuse_oracle(adviser, bot)
    path = notes.usual_path(game) if file is None else file
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    saved = None if resume is False else notes.load(path, game)
    asked_anew = bool(option) or seat is not None
    if saved is not None and not _goes_on(saved, resume, asked_anew, ask=terminal):
        saved = None
    if saved is None and resume:
        from kibitz.interfaces.local.opening import NothingSaved

        raise NothingSaved(f"no notes of {game} are kept in {path}")
    if saved is None:
        saved = mirror(rules, seat or 0)
        notes.put_away(path)
    code = Advising(saved, path, bot, worlds, terminal).run()
    if code:
        raise typer.Exit(code)


def _goes_on(saved: Mirror, resume: bool | None, asked_anew: bool, *, ask: bool) -> bool:
    """Whether notes that are there shall go on."""
    if saved.done:
        return False
    if resume:
        return True
    if asked_anew:
        return False
    goes_on = True
    if ask:
        question = f"There are notes of a game with {len(saved.entries)} entries. Go on?"
        goes_on = typer.confirm(question, default=True)
    if goes_on:
        typer.echo(f"Going on after {len(saved.entries)} entries; --fresh begins anew.")
    return goes_on
