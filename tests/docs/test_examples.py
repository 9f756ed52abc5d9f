"""Every Python block of the README and of the pages in docs runs as it stands, one by one."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[str]:
    return BLOCK.findall(page.read_text(encoding="utf-8"))


EXAMPLES = [
    pytest.param(f"{page.name}, example {i}", block, id=f"{page.stem}-{i}")
    for page in PAGES
    for i, block in enumerate(blocks(page), 1)
]


@pytest.mark.parametrize(("name", "block"), EXAMPLES)
def test_the_example_runs(name: str, block: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block, name, "exec"), {})
    assert capsys.readouterr().out.strip()


def test_there_is_an_example_of_each_environment() -> None:
    page = blocks(ROOT / "docs" / "how-to" / "environments.md")
    # Two of vector: plain, and with players on the seats.
    wanted = {
        "kibitz.vector(": 2,
        "gymnasium.make(": 1,
        "pettingzoo.env(": 1,
        "pyspiel.load_game(": 1,
    }
    for word, blocks_wanted in wanted.items():
        assert sum(word in block for block in page) == blocks_wanted, word


def test_the_two_commands_come_first() -> None:
    head = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:10]
    assert any("make play" in line for line in head)
    assert any("make test" in line for line in head)
