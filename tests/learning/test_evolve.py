"""Evolution: better weights, the same ones from a seed, and nothing lost when it is killed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from kibitz.cli.app import build
from kibitz.errors import BadOption
from kibitz.learning import evolve
from kibitz.learning.checkpoint import OtherRun

SMALL = evolve.Settings(individuals=20, generations=6, games=60, tables=(2,), seed=3)


def grow(settings: evolve.Settings, threads: int = 1) -> evolve.Run:
    run = evolve.begin(settings)
    while not run.done:
        run = evolve.advance(run, threads)
    return run


def test_weights_get_better() -> None:
    run = grow(SMALL)
    first = evolve.begin(SMALL).weights
    share, error = evolve.compare("qwixx", run.weights, first, 2, 200, 1)
    assert share > 0.5 + 3 * error
    assert sum(x * x for x in run.weights) == pytest.approx(1)
    assert len(run.best) == SMALL.generations


def test_threads_change_nothing() -> None:
    assert grow(SMALL, 1) == grow(SMALL, 3)


def test_a_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "ga.json"
    run = evolve.begin(SMALL)
    for _ in range(2):
        run = evolve.advance(run)
    evolve.save(run, path)
    again = evolve.load(path, SMALL)
    assert again == run
    while not again.done:
        again = evolve.advance(again)
    assert again == grow(SMALL)


def test_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ga.json"
    evolve.save(evolve.begin(SMALL), path)
    with pytest.raises(OtherRun, match="other settings"):
        evolve.load(path, evolve.Settings(individuals=20, generations=6, games=60, seed=4))
    for text in ("", "{}", "[1]", '{"settings": {"tables": 3}}'):
        path.write_text(text)
        with pytest.raises(OtherRun, match="not a checkpoint"):
            evolve.load(path, SMALL)


@pytest.mark.parametrize(
    "settings", [{"game": "belote"}, {"individuals": 3}, {"tables": ()}, {"tables": (9,)}]
)
def test_impossible_settings_are_named(settings: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        evolve.Settings(**settings)  # type: ignore[arg-type]


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "ga.json"
    words = ["evolve", "qwixx", "-o", str(path), "--individuals", "10", "--generations", "2",
             "--games", "20", "--table", "2"]  # fmt: skip
    result = CliRunner().invoke(build(), words)
    assert result.exit_code == 0
    assert "weights:" in result.stdout
    assert "50.0% is even" in result.stdout
    assert json.loads(path.read_text())["generation"] == 2
    again = CliRunner().invoke(build(), [*words, "--json"])
    assert json.loads(again.stdout)["weights"] == json.loads(path.read_text())["weights"]


def test_the_published_fitness_is_the_score_relative_to_the_best() -> None:
    points = np.array([[50.0, 25.0], [-20.0, -5.0], [0.0, 0.0], [10.0, -20.0]])
    wanted = [[1.0, 0.5], [0.0, 1.0], [1.0, 1.0], [1.0, -1.0]]
    assert evolve.relative_scores(points).tolist() == wanted
    settings = replace(SMALL, fitness="score", generations=2)
    run = grow(settings)
    assert 0.5 < run.best[-1] <= 1.0
    assert run.best != grow(replace(settings, fitness="wins")).best
    with pytest.raises(BadOption, match="fitness must be wins or score"):
        replace(SMALL, fitness="points")
