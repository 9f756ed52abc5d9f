"""A bot's own files: which they are, that they are readable in the sandbox, and who it is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz.arena.match import play
from kibitz.arena.plan.entry import enter
from kibitz.bots.remote import own_files
from kibitz.bots.remote.forfeit import BadBotFile, Forbidden
from kibitz.bots.remote.process import load_file
from tests.bots.remote.strangers import others

GAME = kibitz.game("ohhell", players=2, schedule=[2])
BOT = """
from pathlib import Path
import numpy as np
import features
from kibitz.bots.bot import Bot

WEIGHTS = np.load(Path(__file__).parent / "x.npz")["w"]

class Networked(Bot):
    plays = ("ohhell",)

    def choose(self, view):
        import features.more
        return features.more.pick(view.legal(), WEIGHTS)
"""


def make(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    np.savez(folder / "x.npz", w=np.arange(3))
    (folder / "features").mkdir()
    (folder / "features" / "__init__.py").write_text("")
    (folder / "features" / "more.py").write_text("def pick(legal, w): return legal[-int(w[1])]\n")
    path = folder / "networked.py"
    path.write_text(BOT)
    return path


def found(folder: Path, source: str, *names: str) -> list[str]:
    for name in names:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("")
    own = own_files.of(folder / "bot.py", source)
    return [str(file.relative_to(folder)) for file in own.files]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('open("a.npz")', ["a.npz"]),
        ('folder.glob("*.npz")', ["a.npz", "b.npz"]),
        ('path.with_suffix(".npz")', ["a.npz", "b.npz"]),
        ('np.load(f"{name}.npz")', ["a.npz", "b.npz"]),
        ("import helper", ["helper.py"]),
        ("from helper import x", ["helper.py"]),
        ('folder / "deep"', ["deep/c.bin"]),
        ('"""It reads a.npz."""', []),
        ("import json", []),
        ("this is not Python", []),
    ],
)
def test_what_belongs_to_a_bot(tmp_path: Path, source: str, expected: list[str]) -> None:
    names = ("a.npz", "b.npz", "helper.py", "other.py", "notes.md", "deep/c.bin", ".secret.npz")
    assert found(tmp_path, source, *names) == expected


def test_modules_of_modules_and_links(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("import two")
    (tmp_path / "two.py").write_text('open("data.txt")')
    assert found(tmp_path, "import one", "data.txt") == ["data.txt", "one.py", "two.py"]
    (tmp_path / "passwords.txt").symlink_to("/etc/passwd")
    assert found(tmp_path, 'open("passwords.txt")') == []


def test_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_files, "FILES_MAX", 2)
    with pytest.raises(BadBotFile, match="folder of its own"):
        found(tmp_path, 'glob("*.npz")', "a.npz", "b.npz", "c.npz")


def test_a_network_and_a_module_enter_a_bot(tmp_path: Path) -> None:
    path = make(tmp_path / "one")
    with load_file(path) as confined, load_file(path, trusted=True) as trusted:
        games = [play(GAME, [bot, *others(1)], seed=3).record for bot in (confined, trusted)]
    assert games[0] == games[1]
    assert "features" not in sys.modules, "a bot's modules are its own"


def test_the_same_bot_confined_and_trusted(tmp_path: Path) -> None:
    path = make(tmp_path / "one")
    hashes = {enter("ohhell", [str(path)], trusted=t)[0].entrant.hash for t in (False, True)}
    assert len(hashes) == 1
    (path.parent / "notes.md").write_text("nothing to do with it")
    assert enter("ohhell", [str(path)])[0].entrant.hash in hashes
    np.savez(path.parent / "x.npz", w=np.arange(4))
    assert enter("ohhell", [str(path)])[0].entrant.hash not in hashes


def test_a_refusal_is_explained(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("x")
    inside = tmp_path / "bots"
    inside.mkdir()
    path = inside / "curious.py"
    path.write_text(
        "from kibitz.bots.bot import Bot\nclass Curious(Bot):\n    def choose(self, view):\n"
        f"        return len(open({str(secret)!r}).read())\n"
    )
    with load_file(path) as bot, pytest.raises(Forbidden) as refused:
        play(GAME, [bot, *others(1)], seed=1)
    assert "confined" in str(refused.value)
    assert "--trusted" in str(refused.value)


def test_paths_are_relative_to_the_bot(tmp_path: Path) -> None:
    path = make(tmp_path / "one")
    path.write_text(BOT.replace("Path(__file__).parent / ", ""))
    code = (
        "from kibitz.bots.remote.process import load_file\n"
        "print(load_file('one/networked.py').plays)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout == "('ohhell',)\n", done.stderr
