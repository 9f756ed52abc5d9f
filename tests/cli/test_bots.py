"""`kibitz bots`, and players by name in `kibitz play` and `kibitz record`."""

import json
import tomllib
from pathlib import Path

import pytest

import kibitz
from kibitz import bots
from kibitz.bots import ratings
from kibitz.cli.bots import tables
from kibitz.core.toml_text import write
from tests.support.command import Command
from tests.support.found import GAMES

ROUND = ("-o", "players=3", "-o", "schedule=[2]")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine" / "ohhell").mkdir(parents=True)
    (tmp_path / "mine" / "ohhell" / "bold.toml").write_text(
        'about = "Bids like smart, plays at random."\n'
        '[bid]\nstrategy = "smart"\n[play]\nmethod = "random"\n'
    )
    return tmp_path / "mine"


def test_list(command: Command) -> None:
    result = command("bots")
    assert result.exit_code == 0, result.output
    for game in GAMES:
        for name in bots.names(game):
            assert name in result.output
    assert max(map(len, result.output.splitlines())) <= 80
    only = command("bots", "ohhell").output
    assert "smart" in only
    assert "qwixx" not in only
    assert command("bots", "list", "ohhell").output == only


def test_list_as_json(command: Command) -> None:
    rows = json.loads(command("bots", "--json").output)
    assert {row["game"] for row in rows} == set(GAMES)
    smart = next(row for row in rows if (row["game"], row["name"]) == ("ohhell", "smart"))
    assert smart["kind"] == "rule"
    assert smart["native"] == {"policy": "smart", "parameters": []}
    assert smart["hash"] == bots.spec("ohhell", "smart").hash
    assert smart["file"] == "kibitz/players/ohhell/smart.py"
    cheats = {row["name"] for row in rows if row["oracle"]}
    assert cheats == {row["name"] for row in rows if row["kind"] == "oracle"}
    assert cheats == {"oracle", "oracle_dd"}


def test_strength_where_the_arena_knows_it(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "arena.db"))
    assert "Elo" in command("bots", "qwixx").output, "shipped players come with it"
    monkeypatch.setattr(ratings, "by_hash", lambda _: {})
    assert "Elo" not in command("bots", "qwixx").output
    played = command("arena", "h2h", "ga", "random", "--game", "qwixx", "-n", "20", "-w", "1")
    assert played.exit_code == 0, played.output
    assert "Elo" in command("bots", "qwixx").output
    elo = {row["name"]: row["elo"] for row in json.loads(command("bots", "qwixx", "--json").output)}
    assert elo["ga"]["low"] > elo["random"]["high"]
    assert elo["conservative"] is None


def test_json_has_no_infinite_numbers(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "arena.db"))
    monkeypatch.setattr(ratings, "by_hash", lambda _: {})
    words = ("arena", "h2h", "ga", "random", "--game", "qwixx", "-n", "1", "-w", "1")
    assert command(*words).exit_code == 0

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    rows = json.loads(command("bots", "qwixx", "--json").output, parse_constant=refuse)
    elo = {row["name"]: row["elo"] for row in rows}
    assert elo["ga"]["low"] is None, "one deal gives no interval"
    json.loads(command(*words, "--json").output, parse_constant=refuse)


def test_measured_now(command: Command, folder: Path) -> None:
    words = ("bots", "ohhell", "--bots", str(folder), "--json")
    (old,) = (row for row in json.loads(command(*words).output) if row["name"] == "bold")
    assert old["ms"] is None
    assert old["file"] == str(folder / "ohhell" / "bold.toml")


def test_a_broken_file_is_named_and_the_rest_is_listed(command: Command, folder: Path) -> None:
    (folder / "ohhell" / "broken.toml").write_text("[play]\nmethod = 3\n")
    result = command("bots", "ohhell", "--bots", str(folder))
    assert result.exit_code == 1
    assert "bold" in result.stdout
    file = folder / "ohhell" / "broken.toml"
    assert result.stderr == f"error[bad_spec]: {file}:2: method must be a name, not 3\n"


def test_a_file_for_every_game_must_be_good_for_one(command: Command, folder: Path) -> None:
    (folder / "any.toml").write_text('[bid]\nstrategy = "smart"\n[play]\nmethod = "smart"\n')
    result = command("bots", "--bots", str(folder))
    assert result.exit_code == 0, result.stderr
    assert command("bots", "qwixx", "--bots", str(folder)).exit_code == 1
    (folder / "any.toml").write_text('[play]\nmethod = "nothing"\n')
    result = command("bots", "--bots", str(folder))
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["smart", "ismcts_fast", "oracle"])
def test_show_can_be_saved_as_a_spec(command: Command, name: str, tmp_path: Path) -> None:
    result = command("bots", "show", "ohhell", name)
    assert result.exit_code == 0
    file = tmp_path / "copy.toml"
    file.write_text(result.output)
    assert bots.spec("ohhell", file).hash == bots.spec("ohhell", name).hash
    assert ("not for fair play" in result.output) == (name == "oracle")


@pytest.mark.parametrize("game", GAMES)
def test_every_player_as_it_is_shown_is_the_same_player(game: str, tmp_path: Path) -> None:
    for name in bots.names(game):
        spec = bots.spec(game, name)
        file = tmp_path / f"{name}.toml"
        file.write_text(write(tables(spec)))
        assert bots.spec(game, file).hash == spec.hash, name


def test_show_of_a_mixture(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "mixed.toml"
    file.write_text(
        '[play]\nmethod = "ismcts"\nswitch_at = 3\n[[play.then.blend]]\nmethod = "smart"\n'
        'weight = 2\n[[play.then.blend]]\nplayer = "sharp"\n[bid]\nplayer = "heuristic"\n'
    )
    shown = command("bots", "show", "ohhell", str(file)).output
    tables = tomllib.loads(shown)
    assert tables["play"]["then"]["blend"][0] == {"method": "smart", "weight": 2.0}
    data = json.loads(command("bots", "show", "ohhell", str(file), "--json").output)
    assert data["spec"]["play"] == tables["play"]
    assert bots.spec("ohhell", tables).content == data["spec"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["bots", "chess"], "unknown_game"),
        (["bots", "show", "ohhell", "nobody"], "unknown_bot"),
        (["bots", "--bots", "nowhere"], "bad_file"),
        (["record", "new", "ohhell", "--players", "nobody"], "unknown_bot"),
        (["record", "new", "ohhell", "--players", "smart", "--players", "smart"], "bad_option"),
        (["play", "ohhell", "--plain", "--against", "nobody"], "unknown_bot"),
        (["play", "ohhell", "--against", "smart", "--against", "smart"], "bad_option"),
    ],
)
def test_refusals(command: Command, words: list[str], code: str) -> None:
    result = command(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error[{code}]: ")
    assert len(result.stderr.splitlines()) == 1


def test_records_of_named_players(command: Command, folder: Path) -> None:
    words = ("record", "new", "ohhell", *ROUND, "--seed", "4")
    named = [word for name in ("smart", "bold", "random") for word in ("--players", name)]
    line = command(*words, *named, "--bots", str(folder)).output
    assert json.loads(line)["seed"] == 4
    assert command(*words, *named, "--bots", str(folder)).output == line
    assert command("record", "replay", "-", stdin=line).exit_code == 0


def saved(home: Path, game: str = "ohhell") -> dict[str, object]:
    entry: dict[str, object] = json.loads((home / "play" / f"{game}.json").read_text())
    return entry


def test_play_against_named_bots_and_resume(command: Command, home: Path, folder: Path) -> None:
    words = ("play", "ohhell", *ROUND, "--seed", "1", "--plain")
    named = ("--against", "smart", "--against", "bold", "--bots", str(folder))
    assert command(*words, *named, stdin="quit\n").exit_code == 0
    against = ["smart", str(folder / "ohhell" / "bold.toml")]
    assert saved(home)["against"] == against
    result = command("play", "ohhell", "--plain", stdin="quit\n")
    assert "against smart" in result.output
    assert saved(home)["against"] == against
    result = command("play", "ohhell", "--plain", "--resume", "--against", "sharp", stdin="quit\n")
    assert result.exit_code == 0
    assert saved(home)["against"] == ["sharp", "sharp"]


def test_an_oracle_at_the_table_is_shown(command: Command) -> None:
    words = ("play", "ohhell", *ROUND, "--plain", "--against", "oracle", "--fresh")
    assert "oracle can see your cards" in command(*words, stdin="quit\n").output
    fair = ("play", "ohhell", *ROUND, "--plain", "--against", "smart", "--fresh")
    assert "see your cards" not in command(*fair, stdin="quit\n").output


def test_opponents_of_a_broken_journal(command: Command, home: Path) -> None:
    command("play", "ohhell", *ROUND, "--plain", "--fresh", stdin="quit\n")
    path = home / "play" / "ohhell.json"
    entry = saved(home)
    for against in ("smart", [1, 2], ["simple"] * 5):
        path.write_text(json.dumps(entry | {"against": against}))
        result = command("play", "ohhell", "--plain", "--resume")
        assert result.stderr.startswith("error[bad_journal]: ")
    path.write_text(json.dumps(entry | {"against": ["gone"]}))
    assert command("play", "ohhell", "--plain", "--resume").stderr.startswith("error[unknown_bot]")
    assert path.exists()
    del entry["against"]  # as written before there were names
    path.write_text(json.dumps(entry))
    assert command("play", "ohhell", "--plain", "--resume", stdin="quit\n").exit_code == 0


def test_undo_gives_the_same_game_with_bots_that_listen(command: Command) -> None:
    """A bot begins anew at every decision, so a move taken back and made again changes nothing."""
    words = ("play", "ohhell", "-o", "players=3", "--seed", "5", "--plain", "--fresh")
    game = kibitz.game("ohhell", players=3)
    assert game.players == 3
    named = ("--against", "ismcts_fast")
    plain = command(*words, *named, stdin="bid 1\nquit\n").output
    undone = command(*words, *named, stdin="bid 1\nundo\nbid 1\nquit\n").output
    assert plain.splitlines()[-12:] == undone.splitlines()[-12:]


def test_python_files_of_a_folder(command: Command, tmp_path: Path) -> None:
    (tmp_path / "manual").mkdir()
    source = "from bots.base import BotBase\nclass LiarBot(BotBase): pass\n"
    (tmp_path / "manual" / "liar.py").write_text(source)
    result = command("bots", "dubito", "--bots", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert "liar" in result.output
    rows = json.loads(command("bots", "dubito", "--bots", str(tmp_path), "--json").output)
    assert rows[-1]["kind"] == "stranger"
