"""The attacks of benchmarks/attack.py on a real server: all of them must hold."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_what_held_once_holds() -> None:
    words = [sys.executable, str(ROOT / "benchmarks" / "attack.py"), "--quick"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=1100)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "FAILED" not in done.stdout
