"""`kibitz games`: list the games, or show the options and rules of one."""

from __future__ import annotations

from itertools import zip_longest
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from kibitz.cli.common import completion
from kibitz.cli.common.arguments import Json, examples
from kibitz.cli.common.output import console, print_json
from kibitz.core import engine as engines
from kibitz.core.options import Integer, Option
from kibitz.core.registry import problems
from kibitz.games import find, names
from kibitz.games.description import description, rules_text

NAME_WIDTH_MAX = 18


def register(app: typer.Typer) -> None:
    app.command(
        "games",
        epilog=examples(
            "kibitz games",
            "kibitz games ohhell",
            "kibitz games --json | jq '.[].name'",
        ),
    )(show_games)


def show_games(
    game: Annotated[
        str | None,
        typer.Argument(help="Show this game in detail.", autocompletion=completion.games),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the games; with a name, show its options and its rules."""
    if as_json:
        print_json([facts(name) for name in names()] if game is None else facts(game))
    elif game is None:
        _print_all()
    else:
        _print_one(game)


def facts(name: str) -> dict[str, Any]:
    """Return a game as plain data."""
    kind = find(name)
    return {
        "name": name,
        "title": kind.title,
        "description": description(name),
        "rules": kind.version,
        "players": players(name),
        "num_actions": kind.num_actions,
        "native": engines.has_twin(name),
        "options": {key: _option_facts(option) for key, option in kind.OPTIONS.items()},
    }


def players(name: str) -> list[int]:
    """Return the lowest and the highest number of players."""
    option = find(name).OPTIONS.get("players")
    if isinstance(option, Integer):
        return [option.low, option.high]
    number = find(name)().players
    return [number, number]


def _option_facts(option: Option) -> dict[str, Any]:
    default = list(option.default) if isinstance(option.default, tuple) else option.default
    return {"default": default, "takes": str(option), "doc": option.doc}


def _print_all() -> None:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    for column in ("game", "players", "option", "meaning"):
        table.add_column(column, no_wrap=column != "meaning")
    for name in names():
        low, high = players(name)
        number = str(low) if low == high else f"{low}-{high}"
        heads = [(Text(name, "bold"), number), (Text(find(name).title, "dim"), "")]
        options = [(Text(k, "cyan"), Text(o.doc)) for k, o in find(name).OPTIONS.items()]
        rows = zip_longest(heads, options, fillvalue=(Text(), Text()))
        for head, option in rows:
            table.add_row(*head, *option)
        table.add_section()
    console().print(table)
    for name, reason in problems().items():
        console().print(Text(f"{name} could not be loaded: {reason}", "red"))
    console().print("Next: kibitz games GAME for the rules, or kibitz play GAME.")


def _print_one(name: str) -> None:
    kind, out = find(name), console()
    low, high = players(name)
    number = str(low) if low == high else f"{low} to {high}"
    out.print(Text.assemble((kind.title, "bold"), f" ({name}): {description(name)}."))
    engine = "Python and native" if engines.has_twin(name) else "Python only"
    out.print(
        f"{number} players, {kind.num_actions} actions, rules version {kind.version}, {engine}."
    )
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), title="Options (-o name=value)")
    for column in ("option", "default", "takes", "meaning"):
        table.add_column(
            column, overflow="fold", max_width=NAME_WIDTH_MAX if column != "meaning" else None
        )
    for key, option in kind.OPTIONS.items():
        shown = _option_facts(option)["default"]
        default = (
            "-" if shown is None else str(shown).lower() if isinstance(shown, bool) else str(shown)
        )
        table.add_row(Text(key, "cyan"), Text(default), Text(str(option)), Text(option.doc))
    out.print(table)
    from rich.markdown import Markdown  # slow to import

    out.print(Markdown(rules_text(name)))
