"""Players by name: folders, changes, parts of other specs, hashes."""

from pathlib import Path

import pytest

import kibitz
from kibitz import bots
from kibitz.arena.match import play
from kibitz.bots.bot import Bot, RuleBot
from kibitz.bots.composite import Blend, Together
from kibitz.bots.searcher import Searcher
from kibitz.core.errors import BadSpec, UnknownBot, UnknownGame
from kibitz.core.files import BadFile
from tests.support.found import GAMES

SMART = '[play]\nmethod = "smart"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ohhell").mkdir()
    (tmp_path / "ohhell" / "mine.toml").write_text('about = "mine"\n' + SMART)
    (tmp_path / "any.toml").write_text('[play]\nmethod = "random"\n')
    return tmp_path


@pytest.mark.parametrize("game", GAMES)
def test_random_and_simple_play_every_game(game: str) -> None:
    assert {"random", "simple"} <= set(bots.names(game))
    assert isinstance(bots.bot(game, "random"), Bot)


def test_unknown() -> None:
    with pytest.raises(UnknownBot, match=r"ohhell has no player 'nobody'; it has .*smart"):
        bots.bot("ohhell", "nobody")
    with pytest.raises(UnknownBot):
        bots.bot("ohhell", "../ohhell/smart")
    with pytest.raises(UnknownGame):
        bots.names("chess")
    with pytest.raises(UnknownGame):
        bots.bot("chess", "random")


def test_a_folder_of_the_user(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"mine", "any"} <= set(bots.names("ohhell", folders=[folder]))
    assert "mine" not in bots.names("qwixx", folders=[folder])
    assert "any" in bots.names("qwixx", folders=[folder])
    assert bots.spec("ohhell", "mine", folders=[folder]).about == "mine"
    with pytest.raises(UnknownBot):
        bots.spec("ohhell", "mine")
    monkeypatch.setenv("KIBITZ_BOTS", f"{folder}")
    assert bots.spec("ohhell", "mine").file == folder / "ohhell" / "mine.toml"
    with pytest.raises(BadFile, match="no bot folder"):
        bots.names("ohhell", folders=[folder / "none"])


def test_the_user_comes_before_the_package(folder: Path) -> None:
    (folder / "ohhell" / "smart.toml").write_text('[play]\nmethod = "random"\n')
    assert bots.spec("ohhell", "smart", folders=[folder]).content["play"]["method"] == "random"
    assert bots.spec("ohhell", "smart").content["play"]["method"] == "smart"


def test_by_file_by_tables_by_spec_and_by_method(folder: Path) -> None:
    by_name = bots.spec("ohhell", "smart")
    for other in (folder / "ohhell" / "mine.toml", str(folder / "ohhell" / "mine.toml")):
        assert bots.spec("ohhell", other).hash == by_name.hash
    assert bots.spec("ohhell", {"play": {"method": "smart"}}).hash == by_name.hash
    assert bots.spec("ohhell", by_name) is by_name
    assert isinstance(bots.bot("ohhell", by_name), RuleBot)
    assert isinstance(bots.bot("qwixx", "ismcts"), Searcher)  # a method, of which no file speaks
    with pytest.raises(BadSpec, match="smart plays ohhell, not qwixx"):
        bots.spec("qwixx", by_name)


def test_changes_set_a_key_wherever_a_method_takes_it(folder: Path) -> None:
    (folder / "ohhell" / "two.toml").write_text(
        '[bid]\nplayer = "ismcts_fast"\n[[play.blend]]\nmethod = "smart"\n'
        '[[play.blend]]\nmethod = "rollout"\nsimulations = 1000\n'
    )
    spec = bots.spec("ohhell", "two", folders=[folder], simulations=7)
    assert spec.content["bid"]["simulations"] == 7
    assert spec.content["play"]["blend"][1]["simulations"] == 7
    changed = bots.spec("ohhell", "two", folders=[folder], play={"blend": None, "method": "smart"})
    assert changed.content["play"] == {"method": "smart"}
    assert bots.spec("ohhell", "two", folders=[folder], bid=None).bid is None
    assert (
        "simulations"
        not in bots.spec("ohhell", "ismcts_fast", simulations=None, time_ms=5).play.content
    )
    with pytest.raises(BadSpec, match="two has no part that takes 'depth'"):
        bots.spec("ohhell", "two", folders=[folder], depth=3)
    with pytest.raises(BadSpec, match=r"two.toml:\d+: simulations must be 1 or more, not 0"):
        bots.spec("ohhell", "two", folders=[folder], simulations=0, bid=None)


def test_specs_made_of_each_other_are_refused(folder: Path) -> None:
    for one, other in (("a", "b"), ("b", "c"), ("c", "a")):
        (folder / "ohhell" / f"{one}.toml").write_text(f'[play]\nplayer = "{other}"\n')
    with pytest.raises(BadSpec, match="refer to each other"):
        bots.spec("ohhell", "a", folders=[folder])


def test_hashes_name_what_decides() -> None:
    """Frozen: stores keep results under them. Change one only with the player's behaviour."""
    assert bots.spec("ohhell", "random").hash == (
        "eb88113347973939f8f6bb2c26fe79d6db60d0b8c9f654eedf322056d2a77e58"
    )
    assert bots.spec("ohhell", {"play": {"method": "ismcts", "simulations": 100}}).hash == (
        "5d66c1ec3deb3944d6e7b85f640042ac3c4553604a3ff3954c78c5a437ff0c73"
    )


def test_hashes_are_of_content_not_of_words(tmp_path: Path) -> None:
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    one.write_text('about = "x"\n[play]\nmethod = "ismcts"\nthreads = 1\ntime_ms = 20\n')
    two.write_text('[play]\ntime_ms = 20.0 # ms\nmethod = "naive_ismcts"\n')
    assert bots.spec("ohhell", one).hash == bots.spec("ohhell", two).hash
    changed = bots.spec("ohhell", one, time_ms=21)
    assert changed.hash != bots.spec("ohhell", one).hash
    assert bots.spec("belote", one).hash != bots.spec("ohhell", one).hash


def test_the_same_seed_plays_the_same_game() -> None:
    game = kibitz.game("ohhell", players=3, schedule=[4])
    tables = {
        "bid": {"player": "smart"},
        "play": {
            "blend": [
                {"method": "ismcts", "simulations": 50, "weight": 2},
                {"method": "random"},
                {"player": "sharp", "weight": 0.5},
            ]
        },
    }
    made = [[bots.bot("ohhell", tables) for _ in range(3)] for _ in range(2)]
    whole = made[0][0]
    assert isinstance(whole, Together)
    assert isinstance(whole.parts[1], Blend)
    first, second = (play(game, bot, 5).record for bot in made)
    assert first == second
    assert play(game, made[0], 5).record == first, "start() must forget the last game"
    assert play(game, made[0], 6).record["actions"] != first["actions"]


def test_keys_in_the_name() -> None:
    said = bots.spec("dubito", "character(number=7, spread=1.5)")
    assert said.native == bots.spec("dubito", "character", number=7, spread=1.5).native
    other = bots.spec("dubito", "character(number=7)", number=8).native
    assert other is not None
    assert other.parameters[0] == 8
    for wrong in ("character(number=)", "character(7)"):
        with pytest.raises(BadSpec, match="key=value"):
            bots.spec("dubito", wrong)
    with pytest.raises(BadSpec, match="nosuch"):
        bots.spec("dubito", "character(nosuch=1)")
    with pytest.raises(UnknownBot):
        bots.spec("dubito", "nosuch(number=1)")
