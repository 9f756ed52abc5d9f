"""Arguments and options that the arena's commands share, and how they are resolved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz import games
from kibitz.bots import registry
from kibitz.bots.methods import find_method
from kibitz.bots.remote import external
from kibitz.bots.remote.bot_file import check_readable, plays_in
from kibitz.bots.suggest import nearest, nearest_file
from kibitz.cli.common import completion
from kibitz.cli.common.arguments import BotFolders, Json, OptionTexts, parse_options
from kibitz.core import files
from kibitz.core.coerce import short
from kibitz.core.errors import BadOption, KibitzError, UnknownBot
from kibitz.core.game import Game

if TYPE_CHECKING:
    from kibitz.arena.plan.entry import Entry

GameName = Annotated[
    str | None,
    typer.Option(
        "--game",
        "-g",
        help="The game; optional if only one game has all these bots.",
        show_default=False,
        autocompletion=completion.games,
    ),
]
Deals = Annotated[
    int,
    typer.Option("--deals", "-n", min=1, help="Deals to play, each in every seating of the bots."),
]
Seed = Annotated[int, typer.Option("--seed", help="Seed of all deals and dice.", min=0)]
StorePlace = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="FILE|URL",
        help="The store of all games: a file, or postgresql://... Also read from KIBITZ_STORE.",
        show_default="arena.db in your Kibitz folder",
    ),
]
Workers = Annotated[
    int,
    typer.Option("--workers", "-w", min=0, help="Worker processes.", show_default="one per core"),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on a Ray cluster, given by its address or auto.",
        show_default=False,
    ),
]
Trusted = Annotated[
    bool,
    typer.Option("--trusted", help="Run bots from Python files without a sandbox: faster."),
]
Resume = Annotated[
    bool,
    typer.Option(
        "--resume",
        help="Fail unless this match was started before. Without it, an interrupted match is "
        "resumed and a new one is started.",
    ),
]
Match = Annotated[
    bool,
    typer.Option("--match", help="Play whole matches, not single deals (belote, codepiece)."),
]
BotName = Annotated[
    str,
    typer.Argument(
        help="A bot: name, spec file, Python file, cmd:PROGRAM or address.",
        show_default=False,
        autocompletion=completion.bots,
    ),
]
BotNames = Annotated[
    list[str] | None,
    typer.Argument(
        help="Bots: names, spec files, Python files, cmd:PROGRAM or addresses.",
        show_default=False,
        autocompletion=completion.bots,
    ),
]


class NothingToResume(KibitzError):
    """`--resume` was given, but no such match has been started."""

    code = "nothing_to_resume"


@dataclass(frozen=True)
class Rules:
    """What is played; every command for matches of named bots takes these options."""

    game: GameName = None
    option: OptionTexts = None
    match: Match = False

    def of(self, names: list[str], folders: list[str] | None, **more: Any) -> Game:
        """Return the game; `more` are options that the command sets itself."""
        whole = {"match": True} if self.match else {}
        return make_game(game_of(self.game, names, folders), self.option, **more, **whole)


@dataclass(frozen=True)
class Request:
    """How to play a match; every command that plays one takes these options."""

    store: StorePlace = None
    workers: Workers = 0
    cluster: Cluster = None
    bots: BotFolders = None
    trusted: Trusted = False
    resume: Resume = False
    as_json: Json = False

    def enter(self, game: str, names: list[str], *, twins: bool = False) -> list[Entry]:
        """Return these bots as entrants of a match."""
        from kibitz.arena.plan.entry import enter

        return enter(game, names, folders=self.bots or [], trusted=self.trusted, twins=twins)


def game_of(given: str | None, names: list[str], folders: list[str] | None) -> str:
    """Return the game given, or else the only one that has all these bots."""
    for name in names:
        check_file(name)
    if given is not None:
        games.find(given)
        return given
    fitting = [game for game in games.names() if all(_has(game, n, folders) for n in names)]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        unknown = [n for n in names if not any(_has(game, n, folders) for game in games.names())]
        if unknown:
            known = {n for game in games.names() for n in _known(game, folders)}
            hint = nearest(unknown[0], sorted(known)) or "kibitz bots lists them"
            raise UnknownBot(f"no game has a player {short(unknown[0])}; {hint}")
        raise UnknownBot(f"no game has all of {', '.join(names)}; kibitz bots lists them")
    silent = [n for n in names if external.is_file(n) and not plays_in(external.split(n)[0])]
    if silent:
        raise BadOption(
            f"{silent[0]} does not name its game: choose one with --game, "
            f'or write plays = ("{fitting[-1]}",) in its class'
        )
    wanted = ", ".join(names)
    raise BadOption(f"games with {wanted}: {', '.join(fitting)}; choose a game with --game")


def quick_players(game: str, folders: list[str]) -> list[str]:
    """Return every player that neither searches nor sees hidden cards."""
    found = registry.names(game, folders=folders)
    specs = [registry.spec(game, name, folders=folders) for name in found]
    return [spec.name for spec in specs if spec.kind not in ("oracle", "search")]


def _has(game: str, name: str, folders: list[str] | None) -> bool:
    if external.is_file(name):
        plays = plays_in(external.split(name)[0])
        return not plays or game in plays
    if external.is_one(name) or name.endswith(".toml"):
        return True
    return name in _known(game, folders) or bool(find_method(game, name))


def _known(game: str, folders: list[str] | None) -> set[str]:
    """The names of a game's players, and of Python bots in the folders."""
    found = registry.names(game, folders=folders or [])
    return {*found, *registry.bot_files(game, folders=folders or [])}


def check_file(name: str) -> None:
    """Name a missing or broken file as that, before anything else is asked about it."""
    if external.is_elsewhere(name) or not (external.is_file(name) or name.endswith(".toml")):
        return
    path, _ = external.split(name)
    if not files.is_there(path):
        hint = nearest_file(path)
        raise files.BadFile(f"there is no file {path}{f'; {hint}' if hint else ''}")
    if external.is_file(name):
        check_readable(path)


def make_game(name: str, texts: list[str] | None, **more: Any) -> Game:
    """Make a game with the given options; `more` are options that the command sets itself."""
    given = parse_options(name, texts)
    for key, value in more.items():
        if key not in games.find(name).OPTIONS:
            raise BadOption(f"{name} has no option {key}")
        if given.get(key, value) != value:
            raise BadOption(f"this command plays with {key}={value}, not {given[key]}")
    return games.game(name, **(given | more))
