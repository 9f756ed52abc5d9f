"""The browser's own table gives the server's messages: golden tables, replayed by the page's code.

tools/golden_tables.py writes random games with what the server says after every event;
frontend/tests/offline/golden.test.ts replays them with the engine in WebAssembly.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.page_engine import NEEDED, run

ROOT = Path(__file__).parents[2]
pytestmark = NEEDED


def compare(folder: Path, *, plies: int, tables: int, seed: int, ask: str | None = None) -> None:
    tool = [sys.executable, str(ROOT / "tools" / "golden_tables.py"), str(folder)]
    numbers = ["--plies", str(plies), "--tables", str(tables), "--seed", str(seed)]
    asked = [] if ask is None else ["--ask", ask]
    subprocess.run([*tool, *numbers, *asked], check=True)
    run("golden", folder)


def test_messages_and_choices_equal_those_of_the_server(tmp_path: Path) -> None:
    compare(tmp_path, plies=40, tables=2, seed=1)


def test_the_best_level_plays_as_on_the_server(tmp_path: Path) -> None:
    compare(tmp_path, plies=60, tables=1, seed=1, ask="level_8")


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 6))
def test_thousands_of_positions(tmp_path: Path, seed: int) -> None:
    compare(tmp_path, plies=400, tables=6, seed=seed)
