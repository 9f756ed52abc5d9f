"""The sixth game: a package of its own, installed beside Kibitz, with no file of Kibitz changed.

pip installs the example into a folder, and fresh processes find it there: nothing of the shared
environment is touched.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz
from tests.examples.kuhn_checks import CHECKS

ROOT = Path(__file__).parents[2]
SECONDS_MAX = 110


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example as pip installs it."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    shutil.copytree(ROOT / "examples" / "kuhn_poker", source / "kuhn_poker")  # pip writes beside it
    words = ["install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    command = [sys.executable, "-m", "pip", *words, "--target", str(target)]
    subprocess.run([*command, str(source / "kuhn_poker")], check=True, timeout=SECONDS_MAX)
    return target


def run(
    installed: Path, home: Path, *words: str, stdin: str = "", code: int = 0
) -> "subprocess.CompletedProcess[str]":
    """Python with the example on its path."""
    path = os.pathsep.join([str(Path(kibitz.__file__).parents[1]), str(installed), str(ROOT)])
    done = subprocess.run(
        [sys.executable, *words],
        env=dict(os.environ) | {"PYTHONPATH": path, "KIBITZ_HOME": str(home), "NO_COLOR": "1"},
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


@pytest.mark.parametrize("check", CHECKS)
def test_without_a_change_of_kibitz(installed: Path, tmp_path: Path, check: str) -> None:
    run(installed, tmp_path, "-m", "tests.examples.kuhn_checks", check)


@pytest.mark.soak
def test_trained_to_near_an_equilibrium(installed: Path, tmp_path: Path) -> None:
    run(installed, tmp_path, "-m", "tests.examples.kuhn_checks", "learning")


def test_played_in_the_terminal(installed: Path, tmp_path: Path) -> None:
    words = ("-m", "kibitz", "play", "kuhn", "--plain", "--seed", "5")
    done = run(installed, tmp_path, *words, stdin="bet\nbet\n")
    assert "You hold the " in done.stdout
    assert "Legal: pass, bet" in done.stdout
    assert "The game is over." in done.stdout


def test_a_match_in_the_arena(installed: Path, tmp_path: Path) -> None:
    words = ("arena", "h2h", "equilibrium", "cautious", "--game", "kuhn", "-n", "20")
    done = run(installed, tmp_path, "-m", "kibitz", *words)
    assert "equilibrium" in done.stdout


def test_checked_by_the_command(installed: Path, tmp_path: Path) -> None:
    done = run(installed, tmp_path, "-m", "kibitz", "game", "check", "kuhn")
    assert "kuhn_poker.players" in done.stdout
    assert "generic" in done.stdout


def test_the_build_leaves_the_example_as_it_is() -> None:
    left = {file.name for file in (ROOT / "examples" / "kuhn_poker").iterdir()}
    assert left == {"README.md", "pyproject.toml", "src"}
