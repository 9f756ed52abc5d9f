"""`kibitz qwixx`: what the value network expects of scores, against games played."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli.app import build


def invoke(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(build(), ["qwixx", *words])
    assert result.exit_code == code, result.output
    return result.output


def test_a_trace_has_every_decision_that_was_not_forced() -> None:
    rows = json.loads(invoke("trace", "--players", "3", "--seed", "2", "--json"))
    assert len(rows) > 20
    assert {row["seat"] for row in rows} == {0, 1, 2}
    assert all(0 <= row["chance"] <= 1 and row["moves"] > 1 for row in rows)
    assert [row["turn"] for row in rows] == sorted(row["turn"] for row in rows)
    assert rows[-1]["sigma"] < rows[0]["sigma"]  # the end is near
    lines = invoke("trace", "--players", "3", "--seed", "2").splitlines()
    assert len(lines) == len(rows) + 1
    assert max(map(len, lines)) <= 80


def test_mean_and_sigma_are_near_those_of_games(tmp_path: Path) -> None:
    table, plot = tmp_path / "sigma.csv", tmp_path / "sigma.svg"
    words = ["sigma", "--games", "2", "--rollouts", "200", "-o", str(table), "--plot", str(plot)]
    found = json.loads(invoke(*words, "--json"))
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert len(rows) == found["positions"]
    assert found["mean_error"] < 6
    assert found["mean_correlation"] > 0.9
    assert abs(found["sigma_bias"]) < 4
    assert plot.read_text(encoding="utf-8").startswith("<?xml")
    assert "correlation" in invoke("sigma", "--games", "1", "--rollouts", "20")


def test_scores_from_a_position() -> None:
    found = json.loads(invoke("scores", "--turn", "10", "--rollouts", "50", "--json"))
    assert len(found["scores"]) == 50
    out = invoke("scores", "--turn", "10", "--rollouts", "50")
    assert out.startswith("seat 0: mean ")
    shares = [float(x.split()[1].rstrip("%")) for x in out.splitlines() if x[0] == " "]
    assert sum(shares) == pytest.approx(200, abs=3)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["scores", "--turn", "500"], "no_decision"),
        (["sigma", "--plot", "x.pdf"], "bad_option"),
        (["trace", "--order", "sideways"], "bad_option"),
        (["trace", "--model", "none.safetensors"], "missing_model"),
    ],
)
def test_what_cannot_be(words: list[str], code: str) -> None:
    assert f"error[{code}]" in invoke(*words, code=2)
