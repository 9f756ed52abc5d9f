"""`kibitz advise`: advice for a game played at a real table, from the moves you enter."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.common import completion
from kibitz.cli.common.arguments import (
    GameArgument,
    Json,
    OptionTexts,
    ResumeOrFresh,
    examples,
    parse_options,
)
from kibitz.cli.common.output import print_json
from kibitz.core.errors import BadOption
from kibitz.core.plural import plural

if TYPE_CHECKING:
    from kibitz.advice.advisor.mirror import Mirror
    from kibitz.core.game import Game

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
            'kibitz advise qwixx -o players=3 --position "3 5 1 6 2 4"',
        ),
    )(advise)


def advise(
    game: GameArgument,
    option: OptionTexts = None,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            help="Your seat in playing order, starting at 0. Belote: N E S W are 0 to 3. "
            "Qwixx and Dubito: seat 0 starts.",
            show_default="0",
        ),
    ] = None,
    bot: Annotated[
        str | None,
        typer.Option(
            "--bot",
            help="The bot that gives the advice. [dim]kibitz bots GAME[/dim] lists them.",
            show_default="kibitz, the evaluation behind hints and reviews",
            autocompletion=completion.bots,
        ),
    ] = None,
    worlds: Annotated[
        int,
        typer.Option(
            "--worlds",
            help="Worlds to sample for the outlook; 0 turns it off.",
            min=0,
            max=WORLDS_MAX,
        ),
    ] = 60,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file",
            help="Where to save the entries.",
            show_default="in your Kibitz folder",
        ),
    ] = None,
    resume: ResumeOrFresh = None,
    position: Annotated[
        str | None,
        typer.Option(
            "--position",
            metavar="ENTRIES",
            help="Advise once, on the position after these entries, separated by semicolons.",
            show_default=False,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Get advice in a real game: enter your hand and each move, and see what a bot would do.

    Entries are checked as you type, and any of them can be undone or corrected.
    Every entry is saved at once: after Ctrl-C, run the same command to continue.
    Entries can also be piped in.
    With --position nothing is asked and nothing is saved: the advice is printed.
    """
    from kibitz import bots
    from kibitz.advice.advisor.mirror import mirror
    from kibitz.advice.hint import EVALUATION
    from kibitz.games import game as make_game
    from kibitz.terminal import advisor_notes
    from kibitz.terminal.advisor import Advising, refuse_oracle

    rules = make_game(game, **parse_options(game, option))
    if bot not in (None, EVALUATION):  # refuse it before anything is entered
        with bots.bot(game, bot) as adviser:
            refuse_oracle(adviser, bot)
    if position is not None:
        _advise_once(rules, seat or 0, position, bot, worlds, as_json)
        return
    if as_json:
        raise BadOption("--json needs a --position; a dialogue has no single answer")
    path = advisor_notes.usual_path(game) if file is None else file
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    saved = None if resume is False else advisor_notes.load(path, game)
    asked_anew = bool(option) or seat is not None
    if saved is not None and not _goes_on(saved, resume, asked_anew, ask=terminal):
        saved = None
    if saved is None and resume:
        from kibitz.terminal.open_game import NothingSaved

        raise NothingSaved(f"there are no saved {game} notes in {path}; leave out --resume")
    if saved is None:
        saved = mirror(rules, seat or 0)
        advisor_notes.put_away(path)
    code = Advising(saved, path, bot, worlds, terminal).run()
    if code:
        raise typer.Exit(code)


def _advise_once(
    rules: Game, seat: int, text: str, bot: str | None, worlds: int, as_json: bool
) -> None:
    from kibitz.advice.advisor import one_shot
    from kibitz.advice.hint import hint
    from kibitz.terminal import hint_lines

    kept = one_shot.position(rules, seat, text)
    one_shot.check_turn(kept)
    found = hint(kept.view(), bot, worlds=worlds)
    if as_json:
        print_json(found.as_dict())
        return
    for line in hint_lines.lines(found):
        typer.echo(line)


def _goes_on(saved: Mirror, resume: bool | None, asked_anew: bool, *, ask: bool) -> bool:
    """Whether to continue from the saved notes."""
    if saved.done:
        return False
    if resume:
        return True
    if asked_anew:
        return False
    goes_on = True
    entries = plural(len(saved.entries), "entry", "entries")
    if ask:
        question = f"A game with {entries} is saved. Continue it?"
        goes_on = typer.confirm(question, default=True)
    if goes_on:
        typer.echo(f"Continuing after {entries}; --fresh starts over.")
    return goes_on
