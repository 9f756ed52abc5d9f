"""The learning examples run as they stand, for a moment."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize(
    ("name", "words", "reply"),
    [
        ("ppo.py", ["--game", "qwixx", "--rows", "512"], "share of the win"),
        ("dmc.py", ["--game", "qwixx", "--rows", "512"], "squared error"),
        pytest.param(
            "maskable_ppo.py", ["--game", "qwixx", "--steps", "512"], "mean reward",
            marks=pytest.mark.soak,
        ),
    ],
)  # fmt: skip
def test_it_learns_for_a_moment(name: str, words: list[str], reply: str) -> None:
    if name != "maskable_ppo.py":
        words = [*words, "--minutes", "0"]
    source = str(Path(kibitz.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *words],
        env=dict(os.environ) | {"PYTHONPATH": source},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert reply in done.stdout
