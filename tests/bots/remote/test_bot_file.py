"""One file, one bot: what loads, and what is refused with a sentence that helps."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.bots.bot import Bot
from kibitz.bots.remote.bot_file import load_source, plays_in, read_source
from kibitz.bots.remote.forfeit import BadBotFile
from kibitz.core.files import BadFile

GOOD = "from kibitz.bots.bot import Bot\nclass A(Bot):\n    def choose(self, view): return 0\n"


def test_a_bot() -> None:
    bot = load_source(GOOD, "a.py")
    assert isinstance(bot, Bot)
    assert type(bot).__name__ == "A"


def test_two_bots_of_one_file_share_nothing() -> None:
    first, second = load_source(GOOD, "a.py"), load_source(GOOD, "a.py")
    assert type(first) is not type(second)


def test_base_classes_and_imported_bots_do_not_count() -> None:
    source = (
        GOOD + "from kibitz.bots.bot import RuleBot\nclass B(A): pass\nAgain = B\nclass C: pass\n"
    )
    assert type(load_source(source, "a.py")).__name__ == "B"


def test_a_file_may_define_dataclasses() -> None:
    source = "from __future__ import annotations\nfrom dataclasses import dataclass\n" + GOOD
    source += "@dataclass\nclass Note:\n    text: str | None = None\n"
    load_source(source, "a.py")


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("x = (", "a.py cannot be read, line 1: '\\(' was never closed"),
        ("x = '\0'", "a.py cannot be read"),
        ("x = 1", "must define exactly one class .* found: none"),
        (GOOD + "class B(Bot): pass", "found: A, B"),
        ("import nowhere", "a.py cannot be loaded: .*No module named 'nowhere' \\(line 1, in"),
        ("raise SystemExit", "a.py cannot be loaded: it exited its process"),
        (GOOD + "    def __init__(self, x): pass", "A\\(\\) failed: .*missing 1 required"),
        (GOOD + "    plays = 'ohhell'", "plays must be a tuple"),
        ("from kibitz.bots.bot import Bot\nclass A(Bot): pass", "A has no method choose"),
    ],
)
def test_refusals(source: str, sentence: str) -> None:
    with pytest.raises(BadBotFile, match=sentence):
        load_source(source, "a.py")


@pytest.mark.parametrize(
    ("source", "games"),
    [
        (GOOD + "    plays = ('ohhell', 'belote')", ("ohhell", "belote")),
        (GOOD, ()),
        (GOOD + "    plays = 'ohhell'", ()),
        (GOOD + "    plays = games()", ()),
        ("from bots.base import BotBase\nclass A(BotBase): pass", ("dubito",)),
        ("x = (", ()),
    ],
)
def test_what_a_file_says_it_plays(source: str, games: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(source)
    assert plays_in(tmp_path / "a.py") == games
    assert plays_in(tmp_path / "nowhere.py") == ()


def test_reading(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="there is no file"):
        read_source(tmp_path / "nowhere.py")
    with pytest.raises(BadFile, match="cannot read"):
        read_source(tmp_path)
    path = tmp_path / "a.py"
    path.write_bytes("# coding: latin-1\nname = 'é'\n".encode("latin-1"))
    assert "é" in read_source(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadBotFile, match="is not Python source"):
        read_source(path)
    path.write_bytes(b"#" * 2_000_000)
    with pytest.raises(BadFile, match="larger than"):
        read_source(path)
