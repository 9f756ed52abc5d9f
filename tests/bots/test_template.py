"""What `kibitz bot new` writes plays at once, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.arena.run.trial import trial
from kibitz.bots.remote.process import load_file
from kibitz.bots.template import BadName, FileExists, write
from kibitz.core.errors import BadOption, UnknownGame
from tests.support.found import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_it_plays(name: str, tmp_path: Path) -> None:
    path = write(name, "GreenTea", tmp_path)
    assert path.name == "green_tea.py"
    text = path.read_text()
    assert "class GreenTea(Bot):" in text
    assert "kibitz bot check green_tea.py" in text
    assert "MyBot" not in text
    assert max(map(len, text.splitlines())) <= 100
    report = trial(lambda: load_file(path, trusted=True), name, games=24)
    assert report.fine, report.problems or report.differences


def test_refusals(tmp_path: Path) -> None:
    write("qwixx", "MyBot", tmp_path)
    with pytest.raises(FileExists, match="already exists"):
        write("ohhell", "MyBot", tmp_path)
    for name in ("my bot", "", "class", "2fast", "Tée", "../x"):
        with pytest.raises(BadName, match="a class name must look like MyBot"):
            write("ohhell", name, tmp_path)
    for name in ("Bot", "View", "OhHellView", "BID", "max"):
        with pytest.raises(BadName, match=f"the file uses {name} for something else"):
            write("ohhell", name, tmp_path)
    for name in ("Random", "Kibitz", "random"):
        with pytest.raises(BadName, match="would hide the module"):
            write("ohhell", name, tmp_path)
    with pytest.raises(UnknownGame):
        write("chess", "MyBot", tmp_path)


def test_a_blueprint(tmp_path: Path) -> None:
    path = write("dubito", "Liar", tmp_path, blueprint=True)
    assert "class Liar(BotBase)" in path.read_text()
    assert trial(lambda: load_file(path, trusted=True), "dubito", games=6).fine
    with pytest.raises(BadOption, match="no blueprint"):
        write("qwixx", "Liar", tmp_path / "other", blueprint=True)
