"""Who may enter, under which label, and that a changed bot is not taken for the old one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kibitz.arena.errors import OtherBot
from kibitz.arena.plan.entry import Entry, distinct, enter
from kibitz.bots.remote.forfeit import BadBotFile, Unreachable, WrongGame
from kibitz.core.errors import KibitzError, UnknownBot
from kibitz.core.files import BadFile

BOT = """
from kibitz.bots.bot import Bot

class First(Bot):
    plays = ("ohhell",)

    def choose(self, view):
        return view.legal()[0]
"""

ORACLE = """
from kibitz.bots.bot import Bot

class Peeks(Bot):
    oracle = True

    def choose_knowing(self, state):
        return state.legal()[0]
"""


def test_labels_are_names() -> None:
    entries = enter("ohhell", ["smart", "random", "smart"])
    assert [entry.label for entry in entries] == ["smart", "random", "smart"]
    bots, seats = distinct(entries)
    assert [bot.label for bot in bots] == ["smart", "random"]
    assert seats == [0, 1, 0]
    assert entries[0].native is not None


def test_twins_and_namesakes_have_labels_of_their_own(tmp_path: Path) -> None:
    assert [e.label for e in enter("ohhell", ["smart", "smart"], twins=True)] == [
        "smart",
        "smart#2",
    ]
    other = tmp_path / "smart.toml"
    other.write_text('[play]\nmethod = "random"\n')
    one, two, again = enter("ohhell", ["smart", str(other), "smart"])
    assert (one.label, two.label, again.label) == ("smart", "smart#2", "smart")
    assert one.entrant.hash != two.entrant.hash


def test_a_folder_of_specs_and_files(tmp_path: Path) -> None:
    (tmp_path / "calm.toml").write_text('[play]\nmethod = "random"\n')
    (tmp_path / "ohhell").mkdir()
    (tmp_path / "ohhell" / "first.py").write_text(BOT)
    calm, first = enter("ohhell", ["calm", "first"], folders=[tmp_path], trusted=True)
    assert (calm.entrant.kind, first.entrant.kind) == ("rule", "stranger")
    with first.bot() as bot:
        assert bot.plays == ("ohhell",)


def test_a_trusted_file_that_peeks_is_an_oracle(tmp_path: Path) -> None:
    file = tmp_path / "peeks.py"
    file.write_text(ORACLE)
    (entry,) = enter("ohhell", [str(file)], trusted=True)
    assert entry.entrant.oracle


def test_a_worker_finds_the_same_bot_or_none(tmp_path: Path) -> None:
    file = tmp_path / "calm.toml"
    file.write_text('[play]\nmethod = "random"\n')
    (entry,) = enter("ohhell", [str(file)])
    assert Entry.of_message("ohhell", entry.message()) == entry
    file.write_text('[play]\nmethod = "smart"\n')
    with pytest.raises(OtherBot, match="calm is not the bot"):
        Entry.of_message("ohhell", entry.message())


def test_what_a_stranger_is_known_by(tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text(BOT)
    (one,) = enter("ohhell", [str(file)], trusted=True)
    file.write_text(BOT.replace("[0]", "[-1]"))
    (two,) = enter("ohhell", [str(file)], trusted=True)
    assert one.entrant.hash != two.entrant.hash
    assert "source" in one.entrant.content


@pytest.mark.parametrize(
    ("name", "source", "error"),
    [
        ("nobody", None, UnknownBot),
        ("absent.py", None, BadFile),
        ("broken.py", "def", BadBotFile),
        ("dubito.py", BOT.replace("ohhell", "dubito"), WrongGame),
    ],
)
def test_what_cannot_play_is_refused_at_once(
    name: str, source: str | None, error: type[KibitzError], tmp_path: Path
) -> None:
    if source is not None:
        (tmp_path / name).write_text(source)
    named = str(tmp_path / name) if name.endswith(".py") else name
    with pytest.raises(error):
        enter("ohhell", [named], trusted=True)


def test_a_program_is_known_by_the_files_of_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "lowest.py"
    command = f"cmd:{sys.executable} lowest.py --fast"

    def hash_of(text: str) -> str:
        script.write_text(text)
        (entry,) = enter("ohhell", [command])
        return entry.entrant.hash

    assert hash_of("# one") == hash_of("# one") != hash_of("# two")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    (entry,) = enter("ohhell", [f"cmd:{Path(sys.executable).name} lowest.py"])
    assert entry.label == "lowest", "not the name of the interpreter"
    for name in ("bot.js", "bot.sh"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
        assert enter("ohhell", [f"cmd:./{name}"])[0].label == name
    with pytest.raises(Unreachable, match="not a valid command"):
        enter("ohhell", ["cmd:'never closed"])
    (entry,) = enter("ohhell", [f"{command} {'x' * 300}"])  # no file has such a name
    assert set(entry.entrant.content["files"]) == {"lowest.py"}
    with pytest.raises(UnknownBot):
        enter("ohhell", ["x" * 300])
