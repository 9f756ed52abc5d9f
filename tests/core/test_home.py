"""The state folder: which variable wins, and that nothing else reads them."""

from pathlib import Path

import pytest

from kibitz.core import home

SOURCE = Path(home.__file__).parent.parent


def test_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KIBITZ_HOME", raising=False)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    assert home.home() == Path.home() / ".local/state/kibitz"
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    assert home.home() == Path("/state/kibitz")
    monkeypatch.setenv("KIBITZ_HOME", "~/mine")
    assert home.home() == Path.home() / "mine"
    assert home.arena_path() == Path.home() / "mine/arena.db"
    assert home.tables_path() == Path.home() / "mine/tables.db"


def test_no_other_module_reads_the_variables() -> None:
    readers = [
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if "XDG_STATE_HOME" in path.read_text(encoding="utf-8")
    ]
    assert readers == ["core/home.py"]
