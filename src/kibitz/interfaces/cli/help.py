"""The help texts as people want to read them: what typer shows of a command, put right.

Typer breaks a docstring's lines where the source does and writes a type beside a switch, as if it
took a value. Both are mended here for a command and all that is below it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Any

from typer import Context

HELP_NAMES = ["-h", "--help"]


def tidy(command: Any) -> None:
    """Mend the help of a command or group, and of its commands."""
    hide_types([*command.params, command.get_help_option(Context(command, **settings()))])
    command.help = command.help and flowing(command.help)
    for below in getattr(command, "commands", {}).values():
        tidy(below)


def hide_types(parameters: Iterable[Any]) -> None:
    """A switch takes no value, so none is shown beside it."""
    for parameter in parameters:
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = ""


def settings() -> dict[str, Any]:
    """What every command's context is made with."""
    return {"help_option_names": HELP_NAMES}


def flowing(text: str) -> str:
    """A text whose paragraphs are one line each; lines of a list or indented ones stay."""
    return re.sub(r"(?<=\S)\n(?=[^\s\-*])", " ", inspect.cleandoc(text))
