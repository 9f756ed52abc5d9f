"""The registry: our folders, plug-ins by entry point, and plug-ins that are broken."""

from pathlib import Path

import pytest

import kibitz
from kibitz import bots, games
from kibitz.core import registry
from kibitz.core.errors import UnknownGame
from tests.support.found import GAMES
from tests.support.plugin import plugged_in

TWIN = '''"""Twin: Oh Hell under another name."""
from kibitz.games.ohhell.game import OhHell

class game(OhHell):
    name = "{name}"
    title = "Twin"
'''


def test_the_folders_are_the_list() -> None:
    assert list(registry.games()) == list(registry.own_games()) == GAMES == games.names()
    assert registry.path_of("table", "ohhell") == "kibitz.table.games.ohhell"
    assert registry.path_of("players", "ohhell", "simple") == "kibitz.players.ohhell.simple"
    found = registry.find("players", "belote", "bidding", "roro")
    assert found is not None
    assert found.__name__ == "kibitz.players.belote.bidding.roro"
    assert "roro" in registry.modules("players", "belote", "bidding")
    folder = registry.folder("games", "qwixx")
    assert folder is not None
    assert (folder / "README.md").is_file()
    assert registry.problems() == {}


@pytest.mark.parametrize(
    "path",
    [
        ("games", "nothing"),
        ("players", "ohhell", "nobody"),
        ("players", "nothing", "simple"),
        ("players", "ohhell", "../simple"),
        ("players", "ohhell", "__init__"),
        ("nothing", "ohhell"),
    ],
)
def test_what_is_not_there_is_none(path: tuple[str, ...]) -> None:
    assert registry.find(*path) is None
    assert registry.path_of(*path) is None


def test_a_game_and_its_players_from_another_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    points = {"kibitz.games": {"twin": "twin"}, "kibitz.players": {"twin": "twin.players"}}
    modules = {
        "twin/__init__.py": TWIN.format(name="twin"),
        "twin/players/__init__.py": "",
        "twin/players/first.py": 'ABOUT = "The first legal action."\n'
        "def choose(view, rng):\n    return view.legal()[0]\n",
        "twin/players/specs/mine.toml": 'about = "A file."\n[play]\nmethod = "first"\n',
    }
    with plugged_in(monkeypatch, tmp_path, points, modules):
        assert registry.games() == tuple(sorted([*GAMES, "twin"]))
        assert kibitz.game("twin").engine == "python"
        assert bots.names("twin") == ["first", "mine", "random", "simple"]
        assert bots.spec("twin", "first").about == "The first legal action."
        state = kibitz.game("twin").new(seed=1)
        bot = bots.bot("twin", "mine")
        bot.start(state.game, state.player, 1)
        assert bot.choose(state.view(state.player)) == state.legal()[0]
        assert registry.problems() == {}
    assert "twin" not in registry.games()


@pytest.mark.parametrize(
    ("name", "value", "source", "reason"),
    [
        ("broken", "plugged", "raise RuntimeError('no')", "cannot be imported: RuntimeError: no"),
        ("broken", "nowhere", "", "cannot be imported: ModuleNotFoundError"),
        ("broken", "plugged", "", "exports no `game`"),
        ("broken", "plugged", "game = 7", "exports no `game`"),
        ("broken", "plugged", TWIN.format(name="other"), "named broken, but its class other"),
        ("ohhell", "plugged", TWIN.format(name="ohhell"), "the name of a built-in game"),
        ("two words", "plugged", "", "must be an identifier"),
        ("broken", "plugged:game", TWIN.format(name="broken"), "without a colon"),
    ],
)
def test_a_broken_plug_in_is_named_and_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, value: str, source: str, reason: str
) -> None:
    module = f"plugged_{abs(hash(source)) % 1000}"
    points = {"kibitz.games": {name: value.replace("plugged", module)}}
    with plugged_in(monkeypatch, tmp_path, points, {f"{module}.py": source}):
        assert list(registry.games()) == GAMES
        assert reason in registry.problems()[name]
        with pytest.raises(UnknownGame):
            kibitz.game("broken")


def test_a_broken_layer_of_a_plug_in_falls_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    points = {"kibitz.games": {"twin": "twin"}, "kibitz.terminal": {"twin": "twin.drawing"}}
    modules = {
        "twin/__init__.py": TWIN.format(name="twin"),
        "twin/drawing.py": "import a_library_that_is_missing",
    }
    with plugged_in(monkeypatch, tmp_path, points, modules):
        assert registry.find("terminal", "twin") is None
        assert "a_library_that_is_missing" in registry.problems()["twin (terminal)"]
        assert "twin" in registry.games()
