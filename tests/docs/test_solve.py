"""The Python example of docs/how-to/solve.md runs as it stands."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "solve.md"


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(
        r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.M
    )
    exec(compile(block, PAGE.name, "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11
    assert lines[-1] == "Tricks(tricks=(2, 0))"
