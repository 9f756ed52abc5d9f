"""`kibitz advise`: entries from a pipe, advice on the player's turns, undo, resuming."""

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from kibitz.advice.shares import level
from kibitz.terminal.hint_lines import SURE

DEAL = "AS KS 10S 9S JS 7D 8D 9C dealer W"


def lines(*entries: str) -> str:
    return "".join(f"{entry}\n" for entry in entries)


def advise(command: Any, *words: str, stdin: str) -> str:
    done = command("advise", *words, "--worlds", "2", stdin=stdin)
    assert done.exit_code == 0, done.output
    return str(done.output)


def test_a_game_from_a_pipe(command: Any, home: Path) -> None:
    bids = ("80S", "pass", "pass", "pass")
    text = advise(command, "belote", "--bot", "rule", stdin=lines(DEAL, *bids, "JS", "AS", "7S"))
    assert "Advice from rule" in text
    assert "that card is in your own hand" in text
    assert "What did South do?" in text
    notes = json.loads((home / "advise" / "belote.json").read_text())
    assert len(notes["entries"]) == 7
    again = advise(command, "belote", "--bot", "rule", stdin=lines("list", "undo", "show"))
    assert "Continuing after 7 entries" in again
    assert "   7 East: 7S" in again
    assert "What did East do?" in again
    assert "deals fit your entries" in again
    notes = json.loads((home / "advise" / "belote.json").read_text())
    assert len(notes["entries"]) == 6


def test_a_whole_game_to_its_end(command: Any, tmp_path: Path) -> None:
    notes = tmp_path / "round.json"
    words = ("ohhell", "-o", "players=2", "-o", "schedule=[1]", "--seat", "1", "--bot", "smart")
    # Seat 1 deals, so seat 0 bids and leads. Spades are trump.
    entries = ("AH dealer me turned 2S", "bid 1", "bid 1", "KH", "AH")
    text = advise(command, *words, "--file", str(notes), stdin=lines(*entries))
    assert "The game is over.\n  seat 0: 0\n  you: 11\n" in text
    anew = advise(command, *words, "--file", str(notes), stdin="")
    assert "Your hand (1 card), who dealt, and the card turned up?" in anew
    assert notes.with_suffix(".previous.json").exists()


def test_help_and_corrections(command: Any) -> None:
    text = advise(
        command,
        "belote",
        "--bot",
        "rule",
        stdin=lines("?", DEAL, "80S", "?", "pass", "change 2 90S", "change x", "change 9 pass",
                    "undo 40", "advice", "rules", "quit", "80H"),
    )  # fmt: skip
    for words in (
        "Example: AS 10H 7C ... dealer me",
        "Possible: pass, 90S",
        "Changed.",
        "give a number",
        "entries run from 1 to 3",
        "you can undo 3 entries at most",
        "There is advice only on your turn.",
        "# Belote Contrée",
        "Notes saved in",
    ):
        assert words in text, words
    assert all(len(line) <= 80 for line in text.split("# Belote")[0].splitlines()), text


def test_dubito_and_qwixx(command: Any) -> None:
    dubito = advise(
        command,
        "dubito",
        "--bot",
        "honest",
        stdin=lines("0 1 2 3 3 4 5 6 7 7 9 10 11 12", "7", "lay 7 7", "2", "?", "doubt 5 13"),
    )
    assert "How many cards did seat 2 play, or did they doubt?" in dubito
    assert "doubt ? ?\n" in dubito
    assert "What did seat 2 do" not in dubito
    assert "Which number did seat 2 declare?" in dubito  # the doubt was right: a free turn
    qwixx = advise(
        command, "qwixx", "--bot", "ga", stdin=lines("3 5 1 6 2 4", "white red", "pass", "pass")
    )
    assert "What did seat 1 do with the white sum?" in qwixx


def test_other_advisers(command: Any) -> None:
    text = advise(command, "belote", "--bot", "rule", stdin=lines(DEAL, "advice pimc_fast",
                  "advice oracle_dd", "advice nobody"))  # fmt: skip
    assert "Advice from pimc_fast" in text
    assert "needs to see all cards" in text
    assert "belote has no player 'nobody'" in text


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("chess",), "unknown_game"),
        (("belote", "--seat", "4"), "bad_seat"),
        (("belote", "--bot", "nobody"), "unknown_bot"),
        (("belote", "--bot", "oracle"), "oracle_only"),
        (("belote", "-o", "x=1"), "bad_option"),
        (("belote", "--resume"), "nothing_saved"),
    ],
)
def test_what_is_refused(command: Any, words: tuple[str, ...], code: str) -> None:
    done = command("advise", *words)
    assert done.exit_code == 2
    assert f"error[{code}]" in done.stderr


def test_damaged_notes(command: Any, tmp_path: Path) -> None:
    notes = tmp_path / "notes.json"
    good: dict[str, Any] = {"notes": 1, "game": "belote", "options": {}, "seat": 0, "entries": []}
    for bad in ("x", "[]", json.dumps(good | {"game": "qwixx"}), json.dumps(good | {"seat": 9}),
                json.dumps(good | {"entries": [{"kind": "action", "action": 1}]}),
                json.dumps(good | {"entries": 3})):  # fmt: skip
        notes.write_text(bad)
        done = command("advise", "belote", "--file", str(notes))
        assert done.exit_code == 2, bad
        assert "error[bad_notes]" in done.stderr
        assert notes.read_text() == bad
    assert command("advise", "belote", "--file", str(notes), "--fresh").exit_code == 0


def test_ctrl_c_keeps_the_notes(process: Any, home: Path) -> None:
    with process("advise", "belote", "--bot", "rule", "--worlds", "0") as running:
        running.stdin.write(lines(DEAL, "80S"))
        running.stdin.flush()
        notes = home / "advise" / "belote.json"
        end = time.monotonic() + 30
        while not (notes.exists() and len(json.loads(notes.read_text())["entries"]) == 2):
            assert time.monotonic() < end
            time.sleep(0.05)
        os.kill(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert running.returncode == 130, err
    assert "The same command continues" in out
    assert "Traceback" not in err


def test_the_terminal_has_a_word_for_every_level() -> None:
    assert {level(share / 100) for share in range(101)} == set(SURE)


def test_a_position_at_once(command: Any, home: Path) -> None:
    words = ("ohhell", "-o", "players=3", "-o", "schedule=[2]", "--seat", "1", "--bot", "smart")
    text = "AH KH dealer 2 turned 2S; bid 1; bid 2; bid 0; QH"
    done = command("advise", *words, "--worlds", "2", "--position", text)
    assert done.exit_code == 0, done.output
    assert "Advice from smart" in done.output
    done = command("advise", *words, "--worlds", "0", "--position", text, "--json")
    assert {"AH", "KH"} >= {one["name"] for one in json.loads(done.output)["shares"]}
    assert not (home / "advise").exists(), "nothing is saved"
    wrong = command("advise", *words, "--position", "AH KH dealer 2 turned 2S; bid 9")
    assert wrong.exit_code == 2
    assert "entry 2 (bid 9)" in wrong.output
    assert command("advise", *words, "--json").exit_code == 2
