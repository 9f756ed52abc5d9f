"""`kibitz bench`: speeds, signatures that both engines share, and Ctrl-C."""

import json

import pytest

from kibitz.cli.common import signature, speed
from tests.support.command import Command
from tests.support.found import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_game(command: Command, name: str) -> None:
    result = command("bench", "--game", name, "--seconds", "0.01", "--json")
    assert result.exit_code == 0, result.output
    (row,) = json.loads(result.output)["games"]
    assert row["game"] == name
    assert row["agree"]
    assert len(row["signature"]) == 16
    assert all(speeds["steps"] > 0 for speeds in row["engines"].values())
    shown = command("bench", "--game", name, "--seconds", "0.01")
    assert row["signature"] in shown.output
    assert max(map(len, shown.output.splitlines())) <= 80


def test_signature_moves_with_behaviour(monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.games.ohhell.rules import OhHellState

    before = signature.sign("ohhell", "python")
    assert before == signature.sign("ohhell", "python")
    monkeypatch.setattr(OhHellState, "score", lambda self, seat: self.tricks[seat])
    assert signature.sign("ohhell", "python") != before


def test_engines_that_differ_are_an_error(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signature, "sign", lambda name, engine: hash(engine) & 0xFFFF)
    result = command("bench", "--game", "ohhell", "--seconds", "0.01")
    assert result.exit_code == 2
    assert result.stderr.startswith("error[engines_differ]: ")


def test_interrupt_shows_what_there_is(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    measure = speed.measure
    calls: list[str] = []

    def interrupted(name: str, engine: str, seconds: float) -> speed.Speed:
        calls.append(engine)
        if len(calls) > 2:
            raise KeyboardInterrupt
        return measure(name, engine, seconds)

    monkeypatch.setattr(speed, "measure", interrupted)
    words = ("bench", "-g", "ohhell", "-g", "ohhell", "--seconds", "0.01", "--json")
    result = command(*words)
    assert result.exit_code == 130
    assert len(json.loads(result.output)["games"]) == 1
