"""The line mode through pipes: a whole game, refusals, undo, the end of the input, resume."""

import json
from pathlib import Path

import pytest

import kibitz
from kibitz.core import home as homes
from tests.support.command import Command
from tests.support.found import GAMES

ROUND = ("play", "ohhell", "--plain", "-o", "schedule=[3]", "--seed", "5")


def play_first_legal(command: Command, *words: str) -> tuple[str, int]:
    """Play on by naming the first legal action each time. Output and number of questions."""
    answers: list[str] = []
    for _ in range(2000):
        result = command(*words, "--fresh", stdin="".join(f"{a}\n" for a in answers))
        assert result.exit_code == 0, result.output
        legal = [line for line in result.output.splitlines() if line.startswith("Legal: ")]
        if len(legal) == len(answers):
            return result.output, len(answers)
        answers.append(legal[-1].removeprefix("Legal: ").split(", ")[0])
    raise AssertionError("the game does not end")


def test_a_whole_game(command: Command, home: Path) -> None:
    output, asked = play_first_legal(command, *ROUND)
    assert asked == 4  # a bid and three cards
    assert "The game is over." in output
    (line,) = homes.finished_path("ohhell").read_text().splitlines()
    assert json.loads(line)["returns"] is not None
    assert not homes.journal_path("ohhell").exists()


def test_the_same_game_again(command: Command) -> None:
    first, second = (command(*ROUND, "--fresh", stdin="0\n").output for _ in range(2))
    assert first == second


@pytest.mark.parametrize("name", GAMES)
def test_every_game_begins(command: Command, name: str) -> None:
    result = command("play", name, "--plain", "--seed", "1")
    assert result.exit_code == 0
    assert "Legal: " in result.output
    assert f"Game saved. Continue with: kibitz play {name}\n" in result.output


def test_what_is_no_move_is_refused_and_asked_again(command: Command) -> None:
    result = command(*ROUND, stdin="\nnonsense\nAS\nbid 9\n?\nrules\nundo\n")
    assert result.exit_code == 0
    assert "'nonsense' is not an action" in result.output
    assert "cannot take AS" in result.output
    assert "cannot take bid 9" in result.output
    assert "Or: rules, undo, quit." in result.output
    assert "you have no move to undo yet" in result.output
    assert len(json.loads(homes.journal_path("ohhell").read_text())["record"]["actions"]) == 2


def test_undo(command: Command) -> None:
    result = command(*ROUND, stdin="bid 3\nundo\nbid 0\n")
    assert "Undone." in result.output
    saved = json.loads(homes.journal_path("ohhell").read_text())["record"]
    assert kibitz.game("ohhell").parse_action("bid 0") in saved["actions"]
    assert kibitz.game("ohhell").parse_action("bid 3") not in saved["actions"]


def test_resume_goes_on_where_it_was(command: Command) -> None:
    whole = command(*ROUND, stdin="bid 1\n").output
    asked = command("play", "ohhell", "--plain")  # a pipe is not asked: it resumes, and says so
    assert "Resuming the saved game" in asked.output
    table = whole[whole.rindex("Oh Hell, round") : whole.rindex("> ")]
    assert table in asked.output
    again = command("play", "ohhell", "--plain", "--resume", stdin="quit\n")
    assert again.exit_code == 0
    assert "bid 1, tricks" in again.output


def test_a_new_game_keeps_the_one_before(command: Command) -> None:
    command(*ROUND, stdin="bid 1\n")
    before = homes.journal_path("ohhell").read_text()
    command("play", "ohhell", "--plain", "--fresh")
    assert homes.journal_path("ohhell").with_suffix(".previous.json").read_text() == before
    assert homes.journal_path("ohhell").read_text() != before


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["play", "--plain"], "no_game_named"),
        (["play"], "no_game_named"),
        (["play", "chess"], "unknown_game"),
        (["play", "ohhell", "--resume"], "nothing_saved"),
        (["play", "ohhell", "--seat", "4"], "bad_seat"),
        (["play", "ohhell", "--seed", "-3"], "bad_seed"),
        (["play", "ohhell", "-o", "largest=99"], "bad_option"),
        (["play", "ohhell", "--engine", "steam"], "bad_engine"),
    ],
)
def test_refusals(command: Command, words: list[str], code: str) -> None:
    result = command(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error[{code}]: ")
    assert not homes.journal_path("ohhell").exists()


@pytest.mark.parametrize("name", GAMES)
def test_the_legal_actions_fit_eighty_columns(command: Command, name: str) -> None:
    output = command("play", name, "--plain", "--seed", "3", stdin="\n").output
    lines = output[output.index("Legal: ") :].splitlines()
    assert max(map(len, lines)) <= 80
    listed = " ".join(line.strip() for line in lines).removeprefix("Legal: ").split(", ")
    game = kibitz.game(name)
    assert game.parse_action(listed[0]) == min(map(game.parse_action, listed[:3]))
