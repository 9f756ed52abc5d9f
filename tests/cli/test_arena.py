"""`kibitz arena`: matches from the command line, their tables, and what is refused."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.arena.store import open_store
from tests.support.command import Command

ONE = ("-w", "1")  # no processes: quick
ROUND = ("--game", "ohhell", "-o", "players=2", "-o", "schedule=[3]", *ONE)
BOT = """
from kibitz.bots.bot import Bot

class Fails(Bot):
    def choose(self, view):
        raise RuntimeError("never mind")
"""


def data(command: Command, *words: str) -> Any:
    result = command("arena", *words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def test_h2h(command: Command) -> None:
    result = command("arena", "h2h", "smart", "random", *ROUND, "-n", "300")
    assert result.exit_code == 0, result.output
    assert "Match 1: head-to-head, ohhell players=2 schedule=[3], seed 0: 600" in result.output
    assert "smart is stronger." in result.output
    assert max(map(len, result.output.splitlines())) <= 80
    again = command("arena", "h2h", "smart", "random", *ROUND, "-n", "300")
    assert again.output == result.output, "nothing is played again"


def test_h2h_as_data(command: Command) -> None:
    found = data(command, "h2h", "smart", "random", *ROUND, "-n", "300", "--seed", "3")
    assert (found["games"], found["done"], found["seed"]) == (600, 300, 3)
    assert [bot["bot"] for bot in found["bots"]] == ["smart", "random"]
    duel = found["duel"]
    assert duel["verdict"] == 1
    assert duel["score"]["low"] > 0.5
    assert sum(duel["pentanomial"]) == 300
    assert (found["bots"][0]["forfeits"], found["bots"][0]["forfeit_reasons"]) == (0, {})


def test_a_bot_against_itself(command: Command) -> None:
    found = data(command, "h2h", "smart", "smart", *ROUND, "-n", "10")
    assert found["labels"] == ["smart", "smart#2"]
    assert found["duel"]["verdict"] == 0
    assert found["duel"]["score"]["value"] == 0.5


def test_whole_matches_of_belote(command: Command) -> None:
    words = ("h2h", "random", "rule", "--game", "belote", "-n", "3", *ONE)
    found = data(command, *words, "--match")
    assert found["options"] == {"match": True}
    assert max(bot["points"]["value"] for bot in found["bots"]) >= 2000
    assert data(command, *words)["match"] == 2, "single deals are another match"


def test_the_game_is_found_by_its_bots(command: Command) -> None:
    assert data(command, "h2h", "honest", "claude", "-n", "2", *ONE)["game"] == "dubito"
    result = command("arena", "h2h", "simple", "random", "-n", "2", *ONE)
    assert result.exit_code == 2
    assert "games with simple, random: belote, " in result.output
    assert "choose a game with --game" in result.output


def test_round_robin_and_gauntlet(command: Command) -> None:
    found = data(command, "round-robin", "smart", "random", "heuristic", *ROUND, "-n", "10")
    assert (found["planned"], found["games"]) == (30, 60)
    assert [bot["games"] for bot in found["bots"]] == [40, 40, 40]
    found = data(command, "gauntlet", "smart", "random", "heuristic", *ROUND, "-n", "10")
    assert {bot["bot"]: bot["games"] for bot in found["bots"]} == {
        "smart": 40,
        "random": 20,
        "heuristic": 20,
    }


def test_all_quick_players(command: Command) -> None:
    found = data(command, "round-robin", *ROUND, "-n", "1")
    assert {"smart", "sharp", "random"} <= set(found["labels"])
    assert not {"oracle", "ismcts_fast"} & set(found["labels"])


def test_bench_counts_seats_of_a_bot_together(command: Command) -> None:
    found = data(command, "bench", "honest", "honest", "claude", "claude", "-n", "5", *ONE)
    assert found["options"] == {}, "four is the default"
    assert found["games"] == 30
    assert [bot["games"] for bot in found["bots"]] == [30, 30]


def test_bench_needs_a_bot_for_each_seat(command: Command) -> None:
    refused = command("arena", "bench", "honest", "claude", "-g", "dubito")
    assert (refused.exit_code, "dubito has 3..8 seats; 2 bots" in refused.stderr) == (2, True)


def test_solo(command: Command) -> None:
    result = command("arena", "solo", "conservative", "marker", "-n", "3", *ONE)
    assert result.exit_code == 0, result.output
    assert "points" in result.output
    assert "Elo" not in result.output


def test_sprt_stops_early_and_remembers(command: Command) -> None:
    words = ("arena", "sprt", "smart", "random", *ROUND, "--elo0", "0", "--elo1", "50")
    result = command(*words)
    assert result.exit_code == 0, result.output
    assert "SPRT: H1, at least 50 normalised Elo better" in result.output
    assert command(*words).output == result.output
    assert "SPRT: H1" in command("arena", "results", "1").output
    (match,) = data(command, "results")
    assert match["done"] == match["planned"] < 200
    bad = command(*words[:4], *ROUND, "--elo0", "5", "--elo1", "1")
    assert bad.exit_code == 2
    assert "elo0 must be less than elo1" in bad.output


@pytest.mark.parametrize("suffix", ["toml", "yaml"])
def test_field(suffix: str, command: Command, tmp_path: Path) -> None:
    file = tmp_path / f"experiment.{suffix}"
    if suffix == "toml":
        file.write_text(
            "n_experiments = 40\navailable_players = [3, 4, 5]\n"
            'bots = ["honest", "claude", "random"]\n'
            'output_file = "games.csv"\noutput_dir = "out"\n'
        )
    else:
        file.write_text(
            "n_experiments: 40\navailable_players: [3, 4, 5]\nbots: [honest, claude, random]\n"
            "output_file: games.csv\noutput_dir: out\n"
        )
    result = command("arena", "field", str(file), *ONE)
    assert result.exit_code == 0, result.output
    assert "Wrote 40 games to" in result.output
    with (tmp_path / "out" / "games.csv").open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == 40
    assert {len(json.loads(row["seats"])) for row in rows} == {3, 4, 5}
    assert {bot for row in rows for bot in json.loads(row["seats"])} == {
        "honest",
        "claude",
        "random",
    }


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("n_experiments = 0", "n_experiments must be a whole number, 1 or more"),
        ("n_experiments = 5\nplayers = 3", "unknown key 'players'"),
        ("n_experiments = 5", "available_players must list table sizes"),
        ("n_experiments = 5\navailable_players = [3]\nbots = 7", "bots must be a list of names"),
        ('n_experiments = 5\navailable_players = [99]\nbots = ["honest"]', "players"),
        ("n_experiments = [", "cannot be read"),
    ],
)
def test_a_field_that_cannot_be(text: str, sentence: str, command: Command, tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text(text)
    result = command("arena", "field", str(file), *ONE)
    assert result.exit_code == 2
    assert sentence in result.output


def test_a_file_says_which_game_it_plays(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(f'{BOT}    plays = ("ohhell",)\n')
    found = data(command, "h2h", "mine.py", "smart", "-n", "1", "--trusted")  # Belote has one too
    assert found["game"] == "ohhell"
    result = command("arena", "h2h", "mine", "smart", *ROUND)
    assert result.exit_code == 2
    assert "name the file with its suffix: mine.py" in result.output


def test_a_bot_that_fails_is_flagged(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "fails.py"
    file.write_text(BOT)
    words = ("arena", "h2h", str(file), "random", *ROUND, "-n", "20", "--trusted")
    result = command(*words)
    assert result.exit_code == 0, result.output
    assert "FAILS TOO OFTEN: fails forfeited: crashed 40" in result.output
    assert "  crashed: it raised " in result.output
    assert "random is stronger." in result.output


def test_a_strangers_bot_in_a_process_of_its_own(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "first.py").write_text(
        "from kibitz.bots.bot import Bot\n\n"
        "class First(Bot):\n    def choose(self, view):\n        return view.legal()[0]\n"
    )
    words = ("h2h", "first", "random", *ROUND, "-n", "3", "--bots", str(folder))
    found = data(command, *words)
    assert (found["games"], found["labels"]) == (6, ["first", "random"])
    assert {bot["kind"] for bot in found["bots"]} == {"stranger", "rule"}
    assert not any(bot["forfeits"] for bot in found["bots"])


def test_oracles_are_shown_and_not_ranked(command: Command) -> None:
    words = ("round-robin", "oracle", "smart", "random", *ROUND, "-n", "2")
    found = data(command, *words)
    ratings = {bot["bot"]: bot["elo"] for bot in found["bots"]}
    assert ratings["oracle"] is None
    assert ratings["smart"] is not None
    assert found["bots"][-1]["bot"] == "oracle", "below all others"
    assert (
        "an oracle sees all hands, so it is not ranked" in command("arena", "results", "1").output
    )


def test_results(command: Command) -> None:
    empty = command("arena", "results")
    assert empty.exit_code == 2
    assert "play a match first" in empty.output
    data(command, "h2h", "smart", "random", *ROUND, "-n", "2")
    data(command, "h2h", "heuristic", "random", *ROUND, "-n", "2")
    assert len(data(command, "results")) == 2
    assert [m["match"] for m in data(command, "results", "--bot", "heuristic")] == [2]
    assert "There are no matches of nobody" in command("arena", "results", "--bot", "nobody").output
    assert command("arena", "results", "9").exit_code == 2
    listed = command("arena", "results").output
    assert "heuristic, random" in listed
    assert max(map(len, listed.splitlines())) <= 80


def test_resume_wants_a_match(command: Command) -> None:
    words = ("arena", "h2h", "smart", "random", *ROUND, "-n", "2")
    assert "no such match has been started" in command(*words, "--resume").output
    assert command(*words).exit_code == 0
    assert command(*words, "--resume").exit_code == 0


def test_export(command: Command, tmp_path: Path) -> None:
    words = ("h2h", "maxi", "random", "--game", "belote", *ONE)
    data(command, *words, "-n", "3")
    table, lines = tmp_path / "games.csv", tmp_path / "games.jsonl"
    assert command("arena", "export", str(table)).output == f"Wrote 6 games to {table}\n"
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(r["bid_a"], r["play_a"], r["bid_b"], r["play_b"]) for r in rows] == [
        ("maxi", "rule", "random", "random")
    ] * 6
    for row in rows:
        returns, seats = json.loads(row["returns"]), json.loads(row["seats"])
        assert float(row["points_a"]) == returns[seats.index("maxi")]
        assert float(row["win_a"]) + float(row["win_b"]) == 1
    assert command("arena", "export", str(lines), "--match", "1").exit_code == 0
    for line in lines.read_text().splitlines():
        kibitz.game("belote").replay(line)
    assert "must end in .csv" in command("arena", "export", str(tmp_path / "x.txt")).output


def test_export_to_parquet(command: Command, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    data(command, "h2h", "maxi", "random", "--game", "belote", "-n", "3", *ONE)
    file = tmp_path / "games.parquet"
    assert command("arena", "export", str(file)).exit_code == 0
    rows = pq.read_table(file).to_pylist()
    assert len(rows) == 6
    assert sorted(set(rows[0]["seats"])) == ["maxi", "random"]
    assert isinstance(rows[0]["seed"], int)


def test_a_smaller_number_plays_no_more(command: Command) -> None:
    words = ("h2h", "smart", "random", *ROUND, "--seed", "9")
    assert data(command, *words, "-n", "40")["done"] == 40
    with open_store() as store:
        (match,) = store.matches()
        store.plan(match.id, 400)  # as if a longer run had been interrupted
    assert data(command, *words, "-n", "50")["done"] == 50
    assert data(command, *words, "-n", "10")["done"] == 50, "what is played stays"


@pytest.mark.parametrize(
    ("name", "reply"),
    [
        ("nowhere.py", "there is no file nowhere.py"),
        ("my_bto.py", "did you mean my_bot.py?"),
        ("my_bot", "name the file with its suffix: my_bot.py"),
        ("smrt", "did you mean smart"),
        ("broken.py", "broken.py cannot be read, line 1"),
        ("nowhere.toml", "there is no file nowhere.toml"),
    ],
)
def test_a_wrong_name_is_explained(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, reply: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_bot.py").write_text(BOT)
    (tmp_path / "broken.py").write_text("class (")
    for words in (("--game", "ohhell"), ()):
        result = command("arena", "h2h", name, "smart", *words, *ONE)
        assert result.exit_code == 2
        assert reply in result.output


def test_a_combined_board(command: Command) -> None:
    """All matches of the same game and options count together, and wins are those of a side."""
    for first in ("simple", "maxi"):
        data(command, "h2h", first, "random", "--game", "belote", "-n", "4", *ONE)
    (board,) = data(command, "results", "--board", "--game", "belote")
    assert board["matches"] == [1, 2]
    assert {bot["bot"]: bot["games"] for bot in board["bots"]} == {
        "simple": 8,
        "maxi": 8,
        "random": 16,
    }
    assert max(bot["wins"]["value"] for bot in board["bots"]) > 0.5  # two seats share each win
    shown = command("arena", "results", "--board").output
    assert "belote, single deals: 16 games of 2 matches" in shown
    assert max(map(len, shown.splitlines())) <= 80
