"""`kibitz record`: show, replay and make records, one JSON line a game."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from kibitz import bots as players_of
from kibitz.arena.match import play
from kibitz.core.errors import BadOption, BadRecord, BadSeat, KibitzError
from kibitz.core.record import Record, parse
from kibitz.core.rng import check_seed
from kibitz.games import game as make_game
from kibitz.interfaces.cli import complete, replaying, showing
from kibitz.interfaces.cli.arguments import (
    BotFolders,
    Engine,
    Json,
    OptionTexts,
    examples,
    parse_options,
)
from kibitz.interfaces.cli.lines import read_lines
from kibitz.interfaces.cli.report import Commands, print_json, say_error

FAILED = 1

File = Annotated[str, typer.Argument(help="A file of records, one a line; - reads from stdin.")]


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="record",
        cls=Commands,
        help="Show, replay and make records of games.",
        no_args_is_help=True,
        rich_markup_mode="rich",
        epilog=examples(
            "kibitz record new ohhell --seed 1 > game.jsonl",
            "kibitz record show game.jsonl",
            "kibitz record replay game.jsonl",
        ),
    )
    group.command(
        "new",
        epilog=examples(
            "kibitz record new ohhell --seed 1 > game.jsonl",
            "kibitz record new ohhell -o players=3 --games 100 --players random > many.jsonl",
        ),
    )(new)
    group.command(
        "show",
        epilog=examples(
            "kibitz record show game.jsonl",
            "kibitz record show game.jsonl --seat 2 --at 9",
            "kibitz record new ohhell | kibitz record show - --json",
        ),
    )(show)
    group.command(
        "replay",
        epilog=examples(
            "kibitz record replay game.jsonl",
            "kibitz record new ohhell --games 20 | kibitz record replay -",
        ),
    )(replay)
    app.add_typer(group)


def new(
    game: Annotated[str, typer.Argument(help="The game.", autocompletion=complete.games)],
    option: OptionTexts = None,
    seed: Annotated[
        int, typer.Option("--seed", help="Of the first game; the next has one more.")
    ] = 0,
    games: Annotated[int, typer.Option("--games", help="How many games.", min=1)] = 1,
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--players",
            metavar="BOT",
            help="Who plays: once for all seats, or once for each. "
            "[dim]kibitz bots GAME[/dim] lists them.",
            show_default="simple",
            autocompletion=complete.bots,
        ),
    ] = None,
    bots: BotFolders = None,
    engine: Engine = None,
) -> None:
    """Play whole games and write their records to stdout, one a line."""
    rules = make_game(game, engine=engine, **parse_options(game, option))
    check_seed(seed)
    check_seed(seed + games - 1)
    names = players or ["simple"]
    if len(names) not in (1, rules.players):
        raise BadOption(f"name one player for all seats, or {rules.players}; not {len(names)}")
    specs = [players_of.spec(game, name, folders=bots or ()) for name in names]
    seated = specs * rules.players if len(specs) == 1 else specs
    for number in range(seed, seed + games):
        typer.echo(str(play(rules, [spec.bot() for spec in seated], number).record))


def show(
    file: File,
    seat: Annotated[
        int | None, typer.Option("--seat", help="Only what this seat saw, and its view at the end.")
    ] = None,
    at: Annotated[
        int | None, typer.Option("--at", help="Stop after so many actions.", min=0)
    ] = None,
    as_json: Json = False,
) -> None:
    """Show records step by step: chance, actions by name, scores."""
    number = 0
    for number, line in read_lines(file):
        try:
            record = parse(line)
            steps = showing.walk(record, at)
            if seat is not None:
                steps.state.game.check_seat(seat)
            if as_json:
                print_json(showing.as_data(record, steps, seat))
            else:
                showing.print_record(record, steps, seat)
        except BadSeat:
            raise  # of the option, not of the record
        except KibitzError as error:
            raise BadRecord(f"line {number}: {error}") from None
    if number == 0:
        raise BadRecord("there is no record")


def replay(file: File, engine: Engine = None, as_json: Json = False) -> None:
    """Replay records on both engines; check seed, hash and returns.

    Exit code 1 when any record fails.
    """
    failed = count = 0
    for number, line in read_lines(file):
        count += 1
        try:
            record, engines, name = replaying.check(line, engine)
        except KibitzError as error:
            failed += 1
            _say_bad(number, error, as_json=as_json)
        else:
            _say_good(number, record, engines, name, as_json=as_json)
    if count == 0:
        raise BadRecord("there is no record")
    if not as_json:
        typer.echo(f"{count - failed} of {count} ok")
    if failed:
        raise typer.Exit(FAILED)


def _say_good(number: int, record: Record, engines: list[str], name: int, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "line": number,
                "ok": True,
                "game": record["game"],
                "engines": engines,
                "hash": f"{name:016x}",
            }
        )
    else:
        typer.echo(
            f"line {number}: ok, {record['game']}, {len(record['actions'])} actions, "
            f"hash {name:016x}, {' and '.join(engines)}"
        )


def _say_bad(number: int, error: KibitzError, *, as_json: bool) -> None:
    if as_json:
        print_json({"line": number, "ok": False, "code": error.code, "error": str(error)})
        return
    sys.stdout.flush()
    typer.echo(f"line {number}: ", nl=False, err=True)
    say_error(error)
