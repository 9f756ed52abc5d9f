"""The how-to pages are true: every `$ kibitz` line of their console blocks runs.

The lines of a page run in order, in one empty folder, without a terminal, and must succeed without
a word on stderr.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
SECONDS_MAX = 60


def commands(page: Path) -> list[str]:
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    lines = [line for block in blocks for line in block.splitlines()]
    return [line[2:] for line in lines if line.startswith("$ ") and "kibitz" in line]


WITH_COMMANDS = [page for page in PAGES if commands(page)]


def test_there_are_pages() -> None:
    assert {"play-in-the-terminal.md", "records.md"} <= {page.name for page in WITH_COMMANDS}


@pytest.mark.timeout(600)  # a page has many commands, each with a limit of its own
@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: page.stem)
def test_page(page: Path, tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    script = programs / "kibitz"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kibitz "$@"\n')
    script.chmod(0o755)
    environment = dict(os.environ) | {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTHONPATH": str(Path(kibitz.__file__).parents[1]),
        "KIBITZ_HOME": str(tmp_path / "home"),
    }
    folder = tmp_path / "work"
    folder.mkdir()
    for line in commands(page):
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", line],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS_MAX,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        assert done.stderr == "", line
