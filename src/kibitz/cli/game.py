"""`kibitz game check`: what a game has in each layer, what falls back, and what it lacks."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from kibitz import bots
from kibitz.cli.common import completion
from kibitz.cli.common.arguments import Json, examples
from kibitz.cli.common.output import Commands, console, print_json
from kibitz.core import engine as engines
from kibitz.core import registry
from kibitz.games import conformance, find
from kibitz.games import game as make_game

FAILED = 1
OWN, GENERIC, LACKING = "own", "generic", "lacking"
STYLES = {OWN: "green", GENERIC: "", LACKING: "yellow"}

# Each layer with what a game gets that has no module there, and whether something is then missing.
LAYERS = {
    "players": (GENERIC, "random, simple (random) and the searchers"),
    "search": (GENERIC, "rollout, mcts and ismcts; no double-dummy solver"),
    "table": (GENERIC, "actions as buttons, events and the view as text"),
    "server": (GENERIC, "the generic view in messages"),
    "terminal": (GENERIC, "drawn from the text of the view"),
    "advice": (GENERIC, "hints, outlook and review in points; no advisor at a real table"),
    "arena": (LACKING, "no figures of style in reports"),
    "envs": (LACKING, "wide bounds, the reward `returns`; OpenSpiel needs draw(state)"),
}


@dataclass(frozen=True)
class Row:
    """One thing that a game may have."""

    part: str
    status: str
    what: str


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="game",
        cls=Commands,
        help="Check a game that you are writing.",
        no_args_is_help=True,
        rich_markup_mode="rich",
        epilog=examples("kibitz game check ohhell"),
    )
    group.command("check", epilog=examples("kibitz game check ohhell --games 100"))(check)
    group.callback()(lambda: None)  # else the one command would be the group itself
    app.add_typer(group)


def check(
    game: Annotated[str, typer.Argument(help="The game.", autocompletion=completion.games)],
    games: Annotated[
        int, typer.Option("--games", help="Random games to play.", min=1, show_default=True)
    ] = conformance.GAMES,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the first.", min=0)] = 0,
    as_json: Json = False,
) -> None:
    """List what a game has in each layer, and play random games that check the contract.

    The exit code is 1 if a promise of the contract is broken.
    """
    find(game)
    rows = parts(game)
    broken = {
        engine: conformance.check(make_game(game, engine=engine), games, seed)
        for engine in engines_of(game)
    }
    if as_json:
        print_json({"game": game, "parts": [asdict(row) for row in rows], "broken": broken})
    else:
        _print(game, rows)
        for engine, problems in broken.items():
            _print_verdict(engine, problems, games)
    if any(broken.values()):
        raise typer.Exit(FAILED)


def engines_of(game: str) -> list[str]:
    return ["python", *(["native"] if engines.has_twin(game) else [])]


def parts(game: str) -> list[Row]:
    """Everything that a game may have, with what it has."""
    rows = [Row("games", OWN, registry.path_of("games", game) or "")]
    twin = engines.has_twin(game)
    native = "a native twin" if twin else "Python engine only: correct and slow"
    rows.append(Row("native engine", OWN if twin else LACKING, native))
    rows.append(_readme(game))
    for layer, (status, instead) in LAYERS.items():
        path = registry.path_of(layer, game)
        if game not in registry.own_games() and registry.find(layer, game) is None:
            path = None  # a plug-in that cannot be imported is reported, and falls back
        rows.append(Row(layer, OWN, path) if path else Row(layer, status, instead))
    rows.append(Row("names of players", OWN, ", ".join(bots.names(game))))
    return rows


def _readme(game: str) -> Row:
    folder = registry.folder("games", game)
    if folder is not None and (folder / "README.md").is_file():
        return Row("rules", OWN, "README.md")
    return Row("rules", LACKING, "no README.md beside the package: no rules to show")


def _print(game: str, rows: list[Row]) -> None:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), title=game, title_justify="left")
    for column in ("part", "status", "what"):
        table.add_column(column, no_wrap=column != "what", overflow="fold")
    for row in rows:
        table.add_row(row.part, Text(row.status, STYLES[row.status]), Text(row.what))
    console().print(table)


def _print_verdict(engine: str, problems: list[str], games: int) -> None:
    if not problems:
        console().print(f"{games} random games on the {engine} engine keep the contract.")
        return
    console().print(Text(f"The {engine} engine breaks the contract:", "red"))
    for problem in problems:
        console().print(Text(f"  {problem}"))
