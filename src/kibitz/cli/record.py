"""`kibitz record`: create, show, replay, convert and export records, one line of JSON per game."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import typer

from kibitz import bots as players_of
from kibitz.arena.match import play
from kibitz.cli.common import completion, record_check, record_view
from kibitz.cli.common.arguments import (
    BotFolders,
    Engine,
    GameArgument,
    Json,
    OptionTexts,
    examples,
    parse_options,
)
from kibitz.cli.common.output import Commands, print_json, say_error
from kibitz.cli.common.record_lines import read_lines
from kibitz.core import table_file
from kibitz.core.errors import BadOption, BadRecord, BadSeat, KibitzError
from kibitz.core.plural import plural
from kibitz.core.record import Record, parse
from kibitz.core.rng import check_seed
from kibitz.games import compact
from kibitz.games import game as make_game
from kibitz.games.recorded import game_of

FAILED = 1

File = Annotated[
    str, typer.Argument(help="A file with one record or CFN text per line, or - for stdin.")
]


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="record",
        cls=Commands,
        help="Create, show, replay and export records of games.",
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
    group.command(
        "convert",
        epilog=examples(
            "kibitz record convert game.jsonl",
            "kibitz record new belote | kibitz record convert -",
            "kibitz record convert game.cfn --to json",
        ),
    )(convert)
    group.command(
        "export",
        epilog=examples(
            "kibitz record export games.jsonl games.npz",
            "kibitz record export games.jsonl games.parquet",
        ),
    )(export)
    app.add_typer(group)


def convert(
    file: File,
    to: Annotated[Literal["cfn", "json"], typer.Option("--to", help="The form to write.")] = "cfn",
) -> None:
    """Write records as CFN, a compact text form, or CFN as records; one line per game.

    Only Belote has CFN, and games that started from a position cannot be written in it.
    """
    count = 0
    for count, line in read_lines(file):
        try:
            record = parse(line)
            text = str(record) if to == "json" else compact.write(game_of(record).replay(record))
        except KibitzError as error:
            raise BadRecord(f"line {count}: {error}") from None
        typer.echo(text)
    if count == 0:
        raise BadRecord("there is no record in the input")


def export(
    file: File,
    output: Annotated[Path, typer.Argument(help="A .npz or .parquet file.", show_default=False)],
) -> None:
    """Write records as a table: game, rules, options, seed, chance, actions and returns.

    Options and chance are JSON. In an npz, record i has the actions
    actions[actions_starts[i]:actions_starts[i + 1]], and returns likewise. A missing seed is 0.
    """
    records = []
    for number, line in read_lines(file):
        try:
            records.append(parse(line))
        except KibitzError as error:
            raise BadRecord(f"line {number}: {error}") from None
    if not records:
        raise BadRecord("there is no record in the input")
    table_file.write(
        output,
        {
            "game": [record["game"] for record in records],
            "rules": np.array([record["rules"] for record in records]),
            "options": [json.dumps(record["options"], sort_keys=True) for record in records],
            "seed": np.array([record["seed"] or 0 for record in records], np.uint64),
            "chance": [json.dumps(record["chance"]) for record in records],
            "actions": [list(record["actions"]) for record in records],
            "returns": [list(record["returns"] or []) for record in records],
        },
    )
    typer.echo(f"{output}: {plural(len(records), 'record')}.")


def new(
    game: GameArgument,
    option: OptionTexts = None,
    seed: Annotated[
        int, typer.Option("--seed", help="Seed of the first game; each further game adds 1.")
    ] = 0,
    games: Annotated[int, typer.Option("--games", "-n", help="Games to play.", min=1)] = 1,
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--players",
            metavar="BOT",
            help="The players: one bot for all seats, or one per seat. "
            "[dim]kibitz bots GAME[/dim] lists them.",
            show_default="simple",
            autocompletion=completion.bots,
        ),
    ] = None,
    bots: BotFolders = None,
    engine: Engine = None,
) -> None:
    """Play games between bots and write their records to stdout, one per line."""
    rules = make_game(game, engine=engine, **parse_options(game, option))
    check_seed(seed)
    check_seed(seed + games - 1)
    names = players or ["simple"]
    if len(names) not in (1, rules.players):
        raise BadOption(f"name 1 player for all seats or {rules.players}, not {len(names)}")
    specs = [players_of.spec(game, name, folders=bots or ()) for name in names]
    seated = specs * rules.players if len(specs) == 1 else specs
    for number in range(seed, seed + games):
        typer.echo(str(play(rules, [spec.bot() for spec in seated], number).record))


def show(
    file: File,
    seat: Annotated[
        int | None, typer.Option("--seat", help="Show only what this seat saw, and its last view.")
    ] = None,
    at: Annotated[
        int | None, typer.Option("--at", help="Stop after this many actions.", min=0)
    ] = None,
    as_json: Json = False,
) -> None:
    """Show records step by step: deals or dice, named actions, and scores."""
    number = 0
    for number, line in read_lines(file):
        try:
            record = parse(line)
            steps = record_view.walk(record, at)
            if seat is not None:
                steps.state.game.check_seat(seat)
            if as_json:
                print_json(record_view.as_data(record, steps, seat))
            else:
                record_view.print_record(record, steps, seat)
        except BadSeat:
            raise  # the fault of --seat, not of the record
        except KibitzError as error:
            raise BadRecord(f"line {number}: {error}") from None
    if number == 0:
        raise BadRecord("there is no record in the input")


def replay(
    file: File,
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            metavar="native|python",
            help="Replay on this engine only.",
            show_default="both",
            autocompletion=completion.engines,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Replay records on both engines, and check seeds, hashes and returns.

    The exit code is 1 if any record fails.
    """
    failed = count = 0
    for number, line in read_lines(file):
        count += 1
        try:
            record, engines, name = record_check.check(line, engine)
        except KibitzError as error:
            failed += 1
            _say_bad(number, error, as_json=as_json)
        else:
            _say_good(number, record, engines, name, as_json=as_json)
    if count == 0:
        raise BadRecord("there is no record in the input")
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
