"""Run tests of the page's own engine against what a test in Python has written."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

FRONTEND = Path(__file__).parents[2] / "frontend"
VITEST = FRONTEND / "node_modules" / ".bin" / "vitest"
BUILT = (FRONTEND / "public" / "offline" / "index.json").is_file()

NEEDED = [
    pytest.mark.skipif(not BUILT, reason="the page has no offline engine: make wasm"),
    pytest.mark.skipif(
        not VITEST.exists() or shutil.which("node") is None,
        reason="the page's tools are not installed: make page",
    ),
]


def run(name: str, folder: Path) -> None:
    """Run frontend/tests/offline/<name>.test.ts on the golden files of a folder."""
    done = subprocess.run(
        [str(VITEST), "run", f"tests/offline/{name}.test.ts"],
        cwd=FRONTEND,
        env=os.environ | {"KIBITZ_GOLDEN": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
