"""How commands speak: results on stdout, an error as one line on stderr, colour only on a terminal.

`error[code]: sentence` and exit code 2 for every KibitzError, 130 after Ctrl-C; no traceback for
what Kibitz refuses on purpose.
"""

from __future__ import annotations

import json
import sys
import warnings
from typing import Any

import typer
from rich.console import Console
from typer.core import TyperGroup

from kibitz.core.errors import KibitzError

REFUSED = 2
INTERRUPTED = 130
WIDTH_PLAIN = 80  # where there is no terminal


def console() -> Console:
    """For tables and texts: as wide as the terminal, 80 columns without one."""
    terminal = sys.stdout.isatty()
    return Console(width=None if terminal else WIDTH_PLAIN, highlight=False, soft_wrap=False)


def say_error(error: KibitzError) -> None:
    typer.echo(f"error[{error.code}]: {error}", err=True)


def print_json(value: Any) -> None:
    """One line of JSON."""
    typer.echo(json.dumps(value, ensure_ascii=False))


class Commands(TyperGroup):
    """A group whose commands end by the rules above, however they are called."""

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        for command in self.commands.values():
            command.help = flowing(command.help or "")

    def invoke(self, ctx: Any) -> Any:
        with warnings.catch_warnings():
            warnings.showwarning = _say_warning
            try:
                return super().invoke(ctx)
            except KibitzError as error:
                say_error(error)
                raise typer.Exit(REFUSED) from None
            except KeyboardInterrupt:
                raise typer.Exit(INTERRUPTED) from None


def flowing(text: str) -> str:
    """A help text whose paragraphs fill the lines of the terminal, not those of the source."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def _say_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    typer.echo(f"warning: {message}", err=True)
