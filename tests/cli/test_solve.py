"""`kibitz solve`: tables for people, JSON for scripts, errors with names."""

import json
from pathlib import Path

import pytest

import kibitz
from kibitz.search import double_dummy
from tests.support.command import Command

SHORT = "N:AT9.K../KQ.A9../J8.J8../7.T7.8."


def test_a_deal(command: Command) -> None:
    result = command("solve", "belote", SHORT)
    assert result.exit_code == 0
    assert "Belote, E leads" in result.output
    rows = json.loads(command("solve", "belote", SHORT, "--json").output)["table"]
    assert [row["trump"] for row in rows] == ["S", "H", "D", "C"]
    table = double_dummy.solve_table("belote", kibitz.game("belote").parse_outcome(SHORT))
    for trump, row in enumerate(rows):
        value = table[1][trump]
        assert isinstance(value, double_dummy.Points)
        assert row["points"] == list(value.points)


def test_a_seed_shows_its_hands(command: Command) -> None:
    for game in ("belote", "codepiece"):
        deal = kibitz.game(game).outcome_name(kibitz.game(game).new(seed=3).chance[0])
        shown = command("solve", game, "--seed", "3").output
        assert all(hand in shown for hand in deal.split(" | "))


def test_leads(command: Command) -> None:
    result = command("solve", "belote", SHORT, "--trump", "h", "--leader", "3", "--json")
    found = json.loads(result.output)
    assert (found["trump"], found["player"]) == ("H", 3)
    assert {entry["card"] for entry in found["cards"]} == {"7S", "10H", "7H", "8D"}
    ew = [entry["points"][1] for entry in found["cards"]]
    assert ew == sorted(ew, reverse=True)
    assert "W leads" in command("solve", "belote", SHORT, "--trump", "H", "--leader", "W").output


def test_codepiece(command: Command) -> None:
    deal = "SA D- | SK | SQ | SJ | dealer 0"
    found = json.loads(command("solve", "codepiece", deal, "--json").output)["table"]
    assert len(found) == 16
    assert all(row["tricks"] == [1, 0] for row in found)
    shown = command("solve", "codepiece", deal, "--trump", "S", "--leader", "1").output
    assert "KS" in shown
    assert "seats 0+2" in shown


@pytest.mark.parametrize("game", ["belote", "codepiece"])
def test_a_record(command: Command, tmp_path: Path, game: str) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(command("record", "new", game, "--seed", "4").output)
    actions = json.loads(file.read_text())["actions"]
    at = len(actions) - 6  # a short rest, in the middle of a trick
    found = json.loads(command("solve", "--record", str(file), "--at", str(at), "--json").output)
    assert found["game"] == game
    assert len(found["trick"]) == 2
    assert found["cards"]
    if game == "belote":
        assert all(sum(entry["points"]) in (162, 252) for entry in found["cards"])
        assert "score NS" in command("solve", "--record", str(file)).output


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ([], "bad_text"),
        (["chess", "--seed", "1"], "unknown_game"),
        (["ohhell", "--seed", "1"], "not_solvable"),
        (["belote"], "bad_text"),
        (["belote", SHORT, "--seed", "1"], "bad_text"),
        (["belote", "N:AT9"], "bad_text"),
        (["belote", "N:A.../A.../K.../Q..."], "bad_deal"),
        (["belote", SHORT, "--trump", "X"], "bad_text"),
        (["belote", SHORT, "--leader", "7"], "bad_seat"),
        (["belote", SHORT, "--at", "3"], "bad_text"),
        (["codepiece", "--seed", "1", "--trump", "S"], "bad_text"),
        (["belote", "--record", "x"], "bad_text"),
    ],
)
def test_errors_have_names(command: Command, words: list[str], code: str) -> None:
    result = command("solve", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"error[{code}]: ")
