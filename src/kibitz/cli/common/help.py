"""Fixes for typer's help texts.

Typer keeps the line breaks of a docstring's source and shows a type next to a switch, as if it took
a value. Both are fixed here for a command and its subcommands.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Any

from typer import Context

HELP_NAMES = ["-h", "--help"]


def tidy(command: Any) -> None:
    """Fix the help of a command or group, and of its subcommands."""
    hide_types([*command.params, command.get_help_option(Context(command, **settings()))])
    command.help = command.help and flowing(command.help)
    for below in getattr(command, "commands", {}).values():
        tidy(below)


def hide_types(parameters: Iterable[Any]) -> None:
    """Hide the type of switches, which take no value."""
    for parameter in parameters:
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = ""


def settings() -> dict[str, Any]:
    """Return the context settings of every command."""
    return {"help_option_names": HELP_NAMES}


def flowing(text: str) -> str:
    """Join the lines of each paragraph; keep list items and indented lines."""
    return re.sub(r"(?<=\S)\n(?=[^\s\-*])", " ", inspect.cleandoc(text))
