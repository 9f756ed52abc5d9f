"""`kibitz record`: new, show, replay."""

import json
import random
from pathlib import Path

import pytest

import kibitz
from tests.support.command import Command
from tests.support.found import GAMES, round_options

ROUND = ("-o", "schedule=[2]")


def short(name: str) -> list[str]:
    """Options of a short game."""
    options = round_options(name, random.Random(3))
    words = (
        (key, value if isinstance(value, str) else json.dumps(value))
        for key, value in options.items()
    )
    return [word for key, value in words for word in ("-o", f"{key}={value}")]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", ["simple", "random"])
def test_new_replays_on_both_engines(command: Command, name: str, players: str) -> None:
    words = ("--seed", "5", "--games", "2", "--players", players)
    lines = command("record", "new", name, *short(name), *words)
    assert lines.exit_code == 0
    assert [json.loads(line)["seed"] for line in lines.output.splitlines()] == [5, 6]
    result = command("record", "replay", "-", stdin=lines.output)
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] == "2 of 2 ok"
    engines = "python and native" if kibitz.game(name).engine == "native" else "python"
    assert engines in result.output


@pytest.mark.parametrize("name", GAMES)
def test_show_names_every_step(command: Command, name: str) -> None:
    line = command("record", "new", name, *short(name), "--players", "random").output
    record = json.loads(line)
    game = kibitz.game(name, **record["options"])
    shown = command("record", "show", "-", stdin=line)
    assert shown.exit_code == 0, shown.output
    for action in record["actions"][:20]:
        assert game.action_name(action) in shown.output
    assert max(map(len, shown.output.splitlines())) <= 80
    data = json.loads(command("record", "show", "-", "--json", stdin=line).output)
    made = [step["action"] for step in data["steps"] if "action" in step]
    assert made == record["actions"]
    assert data["returns"] == record["returns"] == data["steps"][-1]["scores"]


@pytest.mark.parametrize("name", GAMES)
def test_show_of_a_seat_prints_its_view_only(command: Command, name: str) -> None:
    line = command("record", "new", name, *short(name), "--players", "random").output
    whole = json.loads(line)
    game = kibitz.game(name, **whole["options"])
    state = game.new(whole["seed"])
    for action in whole["actions"][:7]:
        state.apply(action)
    for seat in range(game.players):
        words = ("record", "show", "-", "--seat", str(seat), "--at", "7")
        shown = command(*words, stdin=line)
        assert shown.exit_code == 0, shown.output
        data = json.loads(command(*words, "--json", stdin=line).output)
        assert data["view"] == state.view(seat).text()


def test_bad_records_are_named_and_the_rest_goes_on(command: Command, tmp_path: Path) -> None:
    good = command("record", "new", "ohhell", *ROUND).output.strip()
    wrong = json.loads(good)
    wrong["seed"] = 99
    liar = json.loads(good)
    liar["returns"][0] += 1
    file = tmp_path / "games.jsonl"
    lines = [good, "", "{", json.dumps(wrong), json.dumps(liar), good]
    file.write_text("\n".join(lines))
    result = command("record", "replay", str(file))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "2 of 5 ok"
    errors = result.stderr.splitlines()
    assert errors[0].startswith("line 3: error[bad_record]: a record must be one line of JSON")
    assert errors[1] == (
        "line 4: error[bad_record]: seed 99 does not reproduce the chance in the record"
    )
    assert "returns" in errors[2]
    replies = command("record", "replay", str(file), "--json").output.splitlines()
    assert [json.loads(line)["ok"] for line in replies] == [True, False, False, False, True]


@pytest.mark.parametrize(
    "options", [{"engine": "python"}, {"name": "x"}, {"players": []}, {"hook": "maybe"}]
)
def test_options_of_a_record_that_are_none(command: Command, options: dict[str, object]) -> None:
    record = json.loads(command("record", "new", "ohhell", *ROUND).output)
    line = json.dumps(record | {"options": options})
    for word in ("show", "replay"):
        result = command("record", word, "-", stdin=line)
        assert result.exit_code in (1, 2)
        assert "error[bad_" in result.stderr


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["record", "show", "nowhere.jsonl"], "bad_file"),
        (["record", "show", "-"], "bad_record"),
        (["record", "replay", "-"], "bad_record"),
        (["record", "new", "ohhell", "--seed", "-1"], "bad_seed"),
        (["record", "new", "ohhell", "-o", "players=9"], "bad_option"),
        (["record", "new", "ohhell", "-o", "players"], "bad_option"),
        (["record", "new", "ohhell", "--engine", "steam"], "bad_engine"),
    ],
)
def test_refusals(command: Command, words: list[str], code: str) -> None:
    result = command(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error[{code}]: ")
    assert len(result.stderr.splitlines()) == 1


def test_a_seat_that_there_is_not_is_refused_before_a_word(command: Command) -> None:
    line = command("record", "new", "qwixx").output
    for more in ([], ["--json"]):
        result = command("record", "show", "-", "--seat", "2", *more, stdin=line)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("error[bad_seat]: ")


def test_records_and_cfn(command: Command) -> None:
    """A record of Belote becomes one line of CFN, and the same record again."""
    line = command("record", "new", "belote", "--seed", "3").output
    text = command("record", "convert", "-", stdin=line).output
    assert text.startswith("cfn1 ffb ; ")
    again = json.loads(command("record", "convert", "-", "--to", "json", stdin=text).output)
    wanted = json.loads(line)
    assert {**again, "seed": 3} == wanted
    assert "1 of 1 ok" in command("record", "replay", "-", stdin=text).output
    assert "seat 0" in command("record", "show", "-", stdin=text).output


def test_what_has_no_cfn(command: Command) -> None:
    line = command("record", "new", "ohhell", *ROUND).output
    refused = command("record", "convert", "-", stdin=line)
    assert refused.exit_code != 0
    assert "ohhell has no compact text; games with one: belote" in refused.output
    bad = command("record", "show", "-", stdin="cfn1 ffb ; nonsense\n")
    assert "line 1: expected deal, auction and play" in bad.output
