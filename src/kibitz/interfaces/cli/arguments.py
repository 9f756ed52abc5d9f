"""Arguments that several commands share."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kibitz.core.options import from_text
from kibitz.games import find
from kibitz.interfaces.cli import complete

OptionTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game; may be repeated. [dim]kibitz games GAME[/dim] lists them.",
        autocompletion=complete.game_options,
    ),
]
Engine = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="native|python",
        help="Which twin plays; the native one where there is one.",
        autocompletion=complete.engines,
    ),
]
BotFolders = Annotated[
    list[str] | None,
    typer.Option(
        "--bots",
        metavar="DIR",
        help="A folder of your own bots; may be repeated. KIBITZ_BOTS names folders too.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON for scripts.")]


def parse_options(game: str, texts: list[str] | None) -> dict[str, Any]:
    """`-o name=value` as the options of a game."""
    spec = find(game).OPTIONS
    return dict(from_text(spec, text, game) for text in texts or [])


def examples(*lines: str) -> str:
    """The end of a command's help."""
    body = "\n".join(f"[cyan]$ {line}[/cyan]\n" for line in lines)
    return f"[bold]Examples[/bold]\n\n{body}"
