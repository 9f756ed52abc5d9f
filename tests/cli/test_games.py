"""`kibitz games`, and what all commands share: help, errors, completion."""

import json
from typing import Any

import pytest

import kibitz
from tests.support.command import Command, Process
from tests.support.found import GAMES


def test_lists_every_game(command: Command) -> None:
    result = command("games")
    assert result.exit_code == 0
    for name in GAMES:
        assert name in result.output
    assert max(map(len, result.output.splitlines())) <= 80


@pytest.mark.parametrize("name", GAMES)
def test_one_game_in_detail(command: Command, name: str) -> None:
    result = command("games", name)
    assert result.exit_code == 0
    assert kibitz.game(name).title in result.output
    for option in kibitz.game(name).OPTIONS:
        assert option in result.output
    assert max(map(len, result.output.splitlines())) <= 80


def test_json(command: Command) -> None:
    every: list[dict[str, Any]] = json.loads(command("games", "--json").output)
    assert [entry["name"] for entry in every] == GAMES
    one = json.loads(command("games", "ohhell", "--json").output)
    assert one["players"] == [2, 5]
    assert one["options"]["hook"] == {
        "default": True,
        "takes": "true|false",
        "doc": kibitz.game("ohhell").OPTIONS["hook"].doc,
    }
    assert one in every


def test_an_error_is_one_line_on_stderr(command: Command) -> None:
    result = command("games", "chess")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error[unknown_game]: there is no game 'chess'")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [[], ["games"], ["play"], ["bench"], ["record"], ["solve"]]
    + [["record", word] for word in ("new", "show", "replay")],
)
def test_every_help_has_examples(command: Command, words: list[str]) -> None:
    result = command(*words, "--help")
    assert result.exit_code == 0
    assert "Examples" in result.output
    assert "$ kibitz" in result.output
    assert "\x1b" not in result.output  # no colour without a terminal


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("kibitz play oh", ["ohhell"]),
        ("kibitz games oh", ["ohhell"]),
        ("kibitz record new oh", ["ohhell"]),
        ("kibitz play ohhell -o trump_lead", ["trump_lead=broken", "trump_lead=free"]),
        ("kibitz play ohhell -o hook", ["hook=true", "hook=false"]),
        ("kibitz play --engine n", ["native"]),
    ],
)
def test_completion(
    process: Process, monkeypatch: pytest.MonkeyPatch, typed: str, offered: list[str]
) -> None:
    monkeypatch.setenv("_KIBITZ_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
    output, errors = process().communicate()
    assert output.split() == offered
    assert errors == ""
