"""The examples of docs/how-to/search.md run as they stand, one by one."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "search.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.M)


def test_there_is_an_example_of_each() -> None:
    for word in ("= ismcts(", "= rollout(", "= mcts("):
        assert any(word in block for block in BLOCKS), word


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_example_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(BLOCKS[number], f"{PAGE.name}, example {number + 1}", "exec"), {})
    assert capsys.readouterr().out.strip()
