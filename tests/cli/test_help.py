"""Help that fits a terminal of 80 columns, for every command there is."""

from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from kibitz.cli.app import build
from kibitz.cli.common.help import flowing


def paths(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    for name, below in getattr(command, "commands", {}).items():
        yield from paths(below, (*path, name))


APP = build()
PATHS = list(paths(get_command(APP)))


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_help_of_every_command(path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result = CliRunner().invoke(APP, [*path, "--help"])
    assert result.exit_code == 0
    assert max(map(len, result.output.splitlines())) <= 80
    assert "…" not in result.output, "something was cut off"
    assert "<bool>" not in result.output, "a switch looks as if it took a value"
    assert f"Usage: {' '.join(('kibitz', *path))}" in result.output.replace("root", "kibitz")


def test_there_are_commands_below_commands() -> None:
    assert ("games",) in PATHS
    assert ("arena", "h2h") in PATHS


def test_paragraphs_flow_and_lists_stay() -> None:
    text = """First
    and more.

    A paragraph that
    goes on:
    - one
    - two
    """
    assert flowing(text) == "First and more.\n\nA paragraph that goes on:\n- one\n- two"
