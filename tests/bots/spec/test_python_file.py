"""A Python file is a player like any other: by path, by name in a folder, and at a table."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz
from kibitz import bots
from kibitz.errors import BadSpec, UnknownBot
from kibitz.table import setup

SOURCE = '''"""Takes the last legal action."""
from kibitz.bots.bot import Bot


class Last(Bot):
    plays = ("ohhell",)

    def choose(self, view):
        return view.legal()[-1]
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "last.py").write_text(SOURCE)
    return tmp_path


def test_a_file_is_a_spec_with_a_hash_of_its_text(folder: Path) -> None:
    found = bots.spec("ohhell", str(folder / "last.py"))
    assert (found.kind, found.name, found.about) == ("stranger", "last", SOURCE[3:].split('"')[0])
    assert bots.spec("ohhell", "last", folders=[folder]).hash == found.hash
    (folder / "last.py").write_text(SOURCE + "\n# changed\n")
    assert bots.spec("ohhell", str(folder / "last.py")).hash != found.hash
    with pytest.raises(BadSpec, match="plays ohhell, not belote"):
        bots.spec("belote", str(folder / "last.py"))


def test_it_plays(folder: Path) -> None:
    game = kibitz.game("ohhell", players=2, schedule=[2])
    with bots.spec("ohhell", str(folder / "last.py")).bot() as bot:
        played = kibitz.play(game, [bot, bots.bot("ohhell", "random")], seed=1)
    assert len(played.returns) == 2


def test_a_server_offers_the_files_of_its_folders(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_BOTS", str(folder))
    setup.bot_names.cache_clear()
    try:
        assert "last" in setup.bot_names("ohhell")
        assert setup.find_bot("ohhell", "last").kind == "stranger"
        assert "last" not in setup.bot_names("belote")
        with pytest.raises(UnknownBot):  # only names: a path could be anybody's
            setup.find_bot("ohhell", str(folder / "last.py"))
    finally:
        setup.bot_names.cache_clear()
