"""Output of the commands: results on stdout, errors as one line on stderr, colour on a terminal.

Every KibitzError prints `error[code]: sentence`, without a traceback, and gives exit code 2;
Ctrl-C gives 130.
"""

from __future__ import annotations

import errno
import json
import math
import os
import sys
import warnings
from typing import Any

import typer
from rich.console import Console
from typer.core import TyperGroup

from kibitz.cli.common.help import hide_types, tidy
from kibitz.core.errors import KibitzError
from kibitz.core.files import BadFile

REFUSED = 2
INTERRUPTED = 130
WIDTH_PLAIN = 80  # columns when there is no terminal


def console() -> Console:
    """Return a console as wide as the terminal, or 80 columns without one."""
    terminal = sys.stdout.isatty()
    return Console(width=None if terminal else WIDTH_PLAIN, highlight=False, soft_wrap=False)


def say_error(error: KibitzError) -> None:
    typer.echo(f"error[{error.code}]: {error}", err=True)


def print_json(value: Any) -> None:
    """Print one line of JSON; infinity (the Elo of a clean sweep) and NaN become null."""
    typer.echo(json.dumps(_finite(value), ensure_ascii=False, allow_nan=False))


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(inner) for inner in value]
    return value


class Commands(TyperGroup):
    """A group whose commands report errors and exit as described above."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        tidy(self)

    def get_params(self, ctx: Any) -> list[Any]:
        params = super().get_params(ctx)  # typer adds the completion options only here
        hide_types(params)
        return params

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
            except OSError as error:  # files are named where they are opened: this is stdout
                if error.errno != errno.ENOSPC:
                    raise
                _drop_output()
                say_error(BadFile(f"cannot write the output: {error.strerror}"))
                raise typer.Exit(REFUSED) from None


def _drop_output() -> None:
    """Send what is still buffered for stdout nowhere, so that Python's last flush cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    typer.echo(f"warning: {message}", err=True)
