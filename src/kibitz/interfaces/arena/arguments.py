"""Arguments that the arena's commands share, and what they come to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz import games
from kibitz.bots import registry, stranger
from kibitz.bots.botfile import plays_in
from kibitz.bots.methods import find_method
from kibitz.core import files
from kibitz.core.errors import BadOption, KibitzError, UnknownBot
from kibitz.interfaces.cli import complete

GameName = Annotated[
    str | None,
    typer.Option(
        "--game",
        "-g",
        help="The game; may be left out where only one has all these bots.",
        show_default=False,
        autocompletion=complete.games,
    ),
]
Deals = Annotated[
    int,
    typer.Option(
        "--deals", "-n", min=1, help="Deals to play, each in every arrangement of the seats."
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="Of all deals and dice.", min=0)]
StorePlace = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="FILE|URL",
        help="Where games are kept: a file, or postgresql://... KIBITZ_STORE names one too.",
        show_default="arena.db in your state folder",
    ),
]
Workers = Annotated[
    int,
    typer.Option("--workers", "-w", min=0, help="Processes.", show_default="one a core"),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on a Ray cluster: its address, or auto.",
        show_default=False,
    ),
]
Trusted = Annotated[
    bool,
    typer.Option("--trusted", help="Run bots from Python files unconfined: fast."),
]
Resume = Annotated[
    bool,
    typer.Option("--resume", help="Only go on with a match that was begun. It goes on anyway."),
]
BotNames = Annotated[
    list[str] | None,
    typer.Argument(
        help="Names, spec files, Python files, cmd:PROGRAM or addresses.",
        show_default=False,
        autocompletion=complete.bots,
    ),
]


class NothingToResume(KibitzError):
    """A match was to go on, but none like it has begun."""

    code = "nothing_to_resume"


@dataclass(frozen=True)
class Request:
    """How a match is to be played, as it was asked for."""

    store: str | None = None
    workers: int = 0
    cluster: str | None = None
    resume: bool = False
    as_json: bool = False


def game_of(given: str | None, names: list[str], folders: list[str] | None) -> str:
    """The game asked for, or the only one that has all these bots."""
    if given is not None:
        games.find(given)
        return given
    fitting = [game for game in games.names() if all(_has(game, n, folders) for n in names)]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        unknown = [n for n in names if not any(_has(game, n, folders) for game in games.names())]
        there = [name for name in unknown if files.is_there(Path(f"{name}.py"))]
        hint = f"; a file is named with its ending: {there[0]}.py" if there else ""
        raise UnknownBot(f"no game has all of {', '.join(names)}; kibitz bots lists them{hint}")
    raise BadOption(f"{' and '.join(fitting)} have such bots: say which game with --game")


def quick_players(game: str, folders: list[str]) -> list[str]:
    """Every player that decides at once: no searcher, and no oracle."""
    found = registry.names(game, folders=folders)
    specs = [registry.spec(game, name, folders=folders) for name in found]
    return [spec.name for spec in specs if spec.kind not in ("oracle", "search")]


def _has(game: str, name: str, folders: list[str] | None) -> bool:
    if name.endswith(stranger.FILE):
        plays = plays_in(Path(name).expanduser())
        return not plays or game in plays
    if stranger.is_one(name) or name.endswith(".toml"):
        return True
    return name in registry.names(game, folders=folders or []) or bool(find_method(game, name))


def make_game(name: str, texts: list[str] | None, **more: Any) -> Any:
    """A game by its options; `more` are options that a command sets itself."""
    from kibitz.interfaces.cli.arguments import parse_options

    given = parse_options(name, texts)
    for key, value in more.items():
        if key not in games.find(name).OPTIONS:
            raise BadOption(f"{name} has no option {key}")
        if given.get(key, value) != value:
            raise BadOption(f"{key} cannot be {given[key]} here: it is {value}")
    return games.game(name, **(given | more))
