"""The tour in the README runs as it stands there."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"


def test_the_tour_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (tour,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    exec(compile(tour, str(README), "exec"), {})
    shown = capsys.readouterr().out
    assert "belote" in shown
    assert '"game":"ohhell"' in shown


def test_the_two_commands_come_first() -> None:
    head = README.read_text("utf-8").splitlines()[:10]
    assert any("make play" in line for line in head)
    assert any("make test" in line for line in head)
