"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kibitz.cli.common import completion
from kibitz.core.options import from_text
from kibitz.games import find

GameArgument = Annotated[str, typer.Argument(help="The game.", autocompletion=completion.games)]
OnlyGames = Annotated[
    list[str] | None,
    typer.Option(
        "--game",
        "-g",
        help="Only this game; may be repeated.",
        show_default="all",
        autocompletion=completion.games,
    ),
]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game; may be repeated. [dim]kibitz games GAME[/dim] lists them.",
        autocompletion=completion.game_options,
    ),
]
Engine = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="native|python",
        help="The engine to run the game on.",
        show_default="native if available",
        autocompletion=completion.engines,
    ),
]
BotFolders = Annotated[
    list[str] | None,
    typer.Option(
        "--bots",
        metavar="DIR",
        help="A folder with your own bots; may be repeated. Also read from KIBITZ_BOTS.",
    ),
]
FirstSeed = Annotated[
    int,
    typer.Option("--seed", help="Seed of the first game; each further game adds 1.", min=0),
]
ResumeOrFresh = Annotated[
    bool | None,
    typer.Option(
        "--resume/--fresh", help="Continue the saved game, or start over.", show_default="ask"
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for scripts.")]


def parse_options(game: str, texts: list[str] | None) -> dict[str, Any]:
    """Return the options of a game from texts like `name=value`."""
    spec = find(game).OPTIONS
    return dict(from_text(spec, text, game) for text in texts or [])


def examples(*lines: str) -> str:
    """Return the examples at the end of a command's help."""
    body = "\n".join(f"[cyan]$ {line}[/cyan]\n" for line in lines)
    return f"[bold]Examples[/bold]\n\n{body}"
