"""Every error class: a code of its own, a docstring, a fault; and the page lists it."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from kibitz.errors import KibitzError
from tests.support.errors import all_errors

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def kinds() -> list[type[KibitzError]]:
    return all_errors()


def test_all_of_them_are_found(kinds: list[type[KibitzError]]) -> None:
    """As many as the source has: a module that was not imported would hide its own."""
    names = {f"{kind.__module__}.{kind.__qualname__}" for kind in kinds}
    assert {"kibitz.core.sql.BadStore", "kibitz.server.hall.GameTooLong"} <= names
    code = re.compile(r"^    code(?:: ClassVar\[str\])? = \"", re.MULTILINE)
    source = (ROOT / "src" / "kibitz").rglob("*.py")
    assert len(kinds) == sum(len(code.findall(path.read_text("utf-8"))) for path in source)


def test_codes_are_unique_and_stable_words(kinds: list[type[KibitzError]]) -> None:
    shared = {code: n for code, n in Counter(kind.code for kind in kinds).items() if n > 1}
    assert not shared
    for kind in kinds:
        assert "code" in vars(kind), f"{kind} inherits its code"
        assert re.fullmatch(r"[a-z][a-z0-9_]*", kind.code), kind


def test_each_says_what_it_means_and_whose_fault_it_is(kinds: list[type[KibitzError]]) -> None:
    for kind in kinds:
        assert vars(kind).get("__doc__"), f"{kind} has no docstring"
        assert kind.fault in ("caller", "bot", "us"), kind


def test_the_page_is_up_to_date() -> None:
    found = subprocess.run(
        [sys.executable, ROOT / "tools" / "write_errors.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
