"""`kibitz bots`: list the players of each game, and show the full spec of one."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from kibitz import bots, games
from kibitz.arena.statistics.estimate import Estimate
from kibitz.bots import beliefs, levels, times
from kibitz.bots.registry import PACKAGE, bot_files
from kibitz.bots.searcher import POLICY_NUMBERS
from kibitz.bots.spec.spec import Spec
from kibitz.cli.common import completion
from kibitz.cli.common.arguments import BotFolders, GameArgument, Json, examples
from kibitz.cli.common.output import Commands, console, print_json, say_error
from kibitz.core import registry
from kibitz.core.errors import KibitzError
from kibitz.core.toml_text import write

DERIVED = {POLICY_NUMBERS, *beliefs.DERIVED}  # of a resolved spec: there for the hash alone
FAILED = 1
LIST = "list"

Game = Annotated[
    str | None,
    typer.Argument(help="Only this game.", autocompletion=completion.games),
]
Levels = Annotated[
    bool, typer.Option("--levels", help="Only the eight levels, with their Elo above random.")
]
Measure = Annotated[
    bool, typer.Option("--measure", help="Measure the time per move now, in one game each.")
]


class ListUnlessSaid(Commands):
    """Treat `kibitz bots ohhell` as `kibitz bots list ohhell`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.commands and args[0] not in ctx.help_option_names):
            args = [LIST, *args]
        return super().parse_args(ctx, args)


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="bots",
        cls=ListUnlessSaid,
        help="List the players of each game, or show one in full.",
        rich_markup_mode="rich",
        epilog=examples(
            "kibitz bots",
            "kibitz bots ohhell",
            "kibitz bots ohhell --levels",
            "kibitz bots ohhell --bots my_bots",
            "kibitz bots show ohhell ismcts_fast",
        ),
    )
    group.command(LIST, epilog=examples("kibitz bots list ohhell --json"))(list_bots)
    group.command("show", epilog=examples("kibitz bots show ohhell ismcts_fast"))(show)
    app.add_typer(group)


@dataclass(frozen=True)
class Found:
    """The players of a game, and the errors of files that could not be loaded."""

    specs: list[Spec]
    errors: dict[str, KibitzError]  # by name


def list_bots(
    game: Game = None,
    folders: BotFolders = None,
    measure: Measure = False,
    only_levels: Levels = False,
    as_json: Json = False,
) -> None:
    """List the players with their kind, CPU time per move and Elo.

    Elo is relative to random, with the game's default options. Shipped players come with it; your
    own bots get it from the games in your arena (kibitz rate).
    """
    wanted = games.names() if game is None else [game]
    if only_levels:
        list_levels(wanted, as_json=as_json)
        return
    strangers = {name: bot_files(name, folders=folders or []) for name in wanted}
    found = {name: find(name, folders or []) for name in wanted}
    known = {name: strength_of(name) for name in wanted}
    if as_json:
        rows = [
            facts(spec, measure=measure) | {"elo": elo_of(spec, known[name])}
            for name in wanted
            for spec in found[name].specs
        ]
        rows += [
            {"game": name, "name": stem, "kind": "stranger", "file": str(file)}
            for name in wanted
            for stem, file in strangers[name].items()
        ]
        print_json(rows)
    else:
        for name in wanted:
            table = table_of(name, found[name].specs, known[name], measure=measure)
            for stem, file in strangers[name].items():
                gaps = ["-"] * (len(table.columns) - 3)
                table.add_row(Text(stem, "bold"), "stranger", *gaps, Text(_shown(file)))
            console().print(table)
        console().print("Next: kibitz bots show GAME NAME, or kibitz play GAME --against NAME.")
    errors = {
        name: error
        for one in found.values()
        for name, error in one.errors.items()
        # A file at the top of a folder applies to every game: it must load for one of them.
        if not any(spec.name == name for other in found.values() for spec in other.specs)
    }
    for error in errors.values():
        say_error(error)
    if errors:
        raise typer.Exit(FAILED)


def list_levels(wanted: list[str], *, as_json: bool) -> None:
    found = {name: levels.levels(games.find(name).name) for name in wanted}
    if as_json:
        print_json([{"game": name} | asdict(one) for name in found for one in found[name]])
        return
    for name, all_of in found.items():
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), title=name, title_justify="left")
        for column in ("level", "name", "Elo", "ms/move", "style"):
            right = column in ("level", "Elo", "ms/move")
            table.add_column(
                column, no_wrap=column != "style", justify="right" if right else "left"
            )
        for one in all_of:
            elo = "-" if one.elo is None else f"{one.elo.value:+.0f}"
            ms = "-" if one.ms is None else f"{one.ms:.2g}"
            table.add_row(str(one.number), Text(one.name, "bold"), elo, ms, Text(one.style))
        console().print(table)
    console().print(
        "Elo adds up from random over matches between neighbouring levels. kibitz bots GAME "
        "rates every player with the default options, which is another scale."
    )
    console().print("Next: kibitz play GAME --level 4.")


def find(game: str, folders: list[str]) -> Found:
    found = Found([], {})
    for name in bots.names(game, folders=folders):
        try:
            found.specs.append(bots.spec(game, name, folders=folders))
        except KibitzError as error:
            found.errors[name] = error
    return found


def show(
    game: GameArgument,
    name: Annotated[
        str, typer.Argument(help="A bot's name or file.", autocompletion=completion.bots)
    ],
    folders: BotFolders = None,
    as_json: Json = False,
) -> None:
    """Show a player's resolved spec: every key with its value, including defaults."""
    spec = bots.spec(game, name, folders=folders or [])
    if as_json:
        print_json(facts(spec, measure=False) | {"spec": spec.content})
        return
    for line in header(spec):
        typer.echo(f"# {line}")
    typer.echo(f"\n{write(tables(spec))}", nl=False)


def header(spec: Spec) -> list[str]:
    lines = [f"{spec.name}, a player of {spec.game}: {spec.kind}"]
    if spec.oracle:
        lines.append("an oracle: it sees hidden cards, so it is for analysis, not for fair play")
    native = "no" if spec.native is None else spec.native.policy
    return [*lines, f"native player: {native}", f"hash: {spec.hash}", f"file: {source(spec)}"]


def tables(spec: Spec) -> dict[str, Any]:
    """Return the resolved spec in the form of a spec file."""
    about = {"about": spec.about} if spec.about else {}
    return about | {key: _written(x) for key, x in spec.content.items() if key != "game"}


def _written(content: Any) -> Any:
    """Drop what is only there for the hash: it follows from the other keys."""
    if isinstance(content, list):
        return [_written(inner) for inner in content]
    if not isinstance(content, dict):
        return content
    return {key: _written(x) for key, x in content.items() if key not in DERIVED}


def source(spec: Spec) -> str:
    if spec.file is None:  # a module that is a player without a spec file
        path = registry.path_of("players", spec.game, spec.name)
        return "none" if path is None else f"{path.replace('.', '/')}.py"
    if spec.file.is_relative_to(PACKAGE):
        return str(Path("kibitz/players") / spec.file.relative_to(PACKAGE))
    return str(spec.file)


def time_of(spec: Spec, *, measure: bool) -> float | None:
    if measure:
        from kibitz.arena.run.timing import milliseconds_a_move

        return milliseconds_a_move(spec, games_played=1)
    return times.milliseconds(spec)


def strength_of(game: str) -> dict[str, Estimate]:
    from kibitz.arena.board.strength import strength  # slow: loads SQLAlchemy

    return strength(game)


def elo_of(spec: Spec, known: dict[str, Estimate]) -> dict[str, float] | None:
    """Return the player's rating in the arena as plain data, or None if it has none."""
    found = known.get(spec.hash)
    if found is None:
        return None
    return {"value": found.value, "low": found.low, "high": found.high}


def facts(spec: Spec, *, measure: bool) -> dict[str, Any]:
    """Return a player as plain data."""
    return {
        "game": spec.game,
        "name": spec.name,
        "about": spec.about,
        "kind": spec.kind,
        "oracle": spec.oracle,
        "ms": time_of(spec, measure=measure),
        "native": None
        if spec.native is None
        else {"policy": spec.native.policy, "parameters": list(spec.native.parameters)},
        "hash": spec.hash,
        "file": source(spec),
    }


def _shown(file: Path) -> str:
    """A path as the user would write it from here."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)


def table_of(game: str, specs: list[Spec], known: dict[str, Estimate], *, measure: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), title=game, title_justify="left")
    for column in ("name", "kind", *(["Elo"] if known else []), "ms/move", "about"):
        right = column in ("Elo", "ms/move")
        table.add_column(column, no_wrap=column != "about", justify="right" if right else "left")
    for spec in specs:
        ms = time_of(spec, measure=measure)
        shown = "-" if ms is None else f"{ms:.2g}" if ms < 100 else f"{ms:.0f}"
        kind = Text(spec.kind, "red" if spec.oracle else "")
        elo = [elo_text(known.get(spec.hash))] if known else []
        table.add_row(Text(spec.name, "bold"), kind, *elo, shown, Text(spec.about))
    return table


def elo_text(found: Estimate | None) -> str:
    return "-" if found is None else f"{found.value:+.0f} ±{found.error:.0f}"
