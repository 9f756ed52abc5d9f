"""Teaching Qwixx's network: everything follows from the seed, and nothing is lost by stopping."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from kibitz.core import engine
from kibitz.errors import BadEngine, BadOption, BadSeed, MissingExtra
from kibitz.learning import qwixx_value as teaching
from kibitz.learning.checkpoint import OtherRun
from kibitz.nets import qwixx_value as nets
from kibitz.nets import weights

SETTINGS = teaching.Settings(rounds=3, games=60, trace=0.7, seed=4)


def taught(rounds: int, threads: int = 1) -> teaching.Run:
    run = teaching.begin(SETTINGS)
    for _ in range(rounds):
        run = teaching.advance(run, threads)
    return run


def same(one: teaching.Run, other: teaching.Run) -> bool:
    return (one.round, one.steps, one.loss) == (other.round, other.steps, other.loss) and all(
        (one.numbers[part][name] == other.numbers[part][name]).all()
        for part in teaching.PARTS
        for name in nets.SHAPES
    )


@pytest.fixture(scope="module")
def run() -> teaching.Run:
    return taught(3)


def test_the_same_seed_the_same_network_whatever_the_threads(run: teaching.Run) -> None:
    assert run.done
    assert same(run, taught(3, threads=3))


def test_a_stopped_run_goes_on_as_if_it_had_not_been(tmp_path: Path, run: teaching.Run) -> None:
    model = tmp_path / "value.safetensors"
    assert teaching.load(model, SETTINGS) is None
    for _ in range(3):
        going = teaching.load(model, SETTINGS) or teaching.begin(SETTINGS)
        teaching.save(teaching.advance(going), model)
    ended = teaching.load(model, SETTINGS)
    assert ended is not None
    assert same(ended, run)
    assert nets.load(model).key == run.net.key


def test_another_run_is_refused_and_kept(tmp_path: Path, run: teaching.Run) -> None:
    model = tmp_path / "value.safetensors"
    teaching.save(run, model)
    with pytest.raises(OtherRun, match="holds a run with other settings"):
        teaching.load(model, teaching.Settings(rounds=3, games=60, trace=0.7, seed=5))
    held = teaching.checkpoint_of(model)
    data = held.read_bytes()
    weights.write(held, run.numbers["mean"], {"about": "a network, not a run"})
    with pytest.raises(OtherRun, match="does not hold a run that can be resumed"):
        teaching.load(model, SETTINGS)
    for broken in (b"", data[:1000], b"\xff" * 50):
        held.write_bytes(broken)
        with pytest.raises(OtherRun, match="does not hold a run that can be resumed"):
            teaching.load(model, SETTINGS)
        assert held.read_bytes() == broken


def test_a_file_without_its_run_is_not_written_over(tmp_path: Path) -> None:
    model = tmp_path / "value.safetensors"
    model.write_bytes(b"somebody's")
    with pytest.raises(OtherRun, match=r"without value\.run\.safetensors"):
        teaching.load(model, SETTINGS)
    assert model.read_bytes() == b"somebody's"


def test_targets_of_the_first_round_are_how_games_ended() -> None:
    inputs, targets = teaching.samples(teaching.begin(SETTINGS), 1)
    assert inputs.dtype == np.int16
    assert inputs.shape == (len(targets), nets.INPUTS)
    assert set(targets) <= {0.0, 0.5, 1.0}
    assert 0.4 < targets.mean() < 0.65
    assert inputs.min() >= 0
    assert inputs.max() < nets.TABLE


def test_targets_are_computed_back_from_the_end(run: teaching.Run) -> None:
    """With trace 0 each lesson is what the network says of the next position, for the other."""
    settings = teaching.Settings(rounds=9, games=20, trace=0.0, seed=4)
    now = teaching.Run(settings, 1, 0, run.numbers)
    inputs, targets = teaching.samples(now, 2)
    chances = [nets.chance(x) for x in run.net.logits(inputs.tolist())]
    begins = [i for i, row in enumerate(inputs) if is_begin(row)]
    # A game that was played as well as can be: from its beginning to the next one's.
    first, last = next((a, b) for a, b in pairwise(begins) if b - a > 5)
    for i in range(first, first + 5):
        assert i + 1 < last
        assert targets[i] == pytest.approx(1 - chances[i + 1], abs=1e-6)


def is_begin(row: object) -> bool:
    empty = nets.Between(((0,) * 4, (0,) * 4), (0, 0), (False,) * 4)
    return list(row) == nets.inputs(empty)  # type: ignore[call-overload]


def test_it_learns() -> None:
    """In one round: the loss falls below that of a coin, ln 2, and marks are known to be good."""
    settings = teaching.Settings(rounds=2, games=1500, seed=2)
    run = teaching.advance(teaching.begin(settings), 2)
    assert run.loss < 0.66, run.loss
    marked, empty = (31, 31, 0, 0), (0, 0, 0, 0)
    ahead = nets.Between((marked, empty), (0, 0), (False,) * 4)
    behind = nets.Between((empty, marked), (0, 0), (False,) * 4)
    up, down = run.net.values([ahead, behind])
    assert down + 0.03 < up


@pytest.mark.parametrize(
    "wrong", [{"rounds": 0}, {"games": 0}, {"trace": 1.5}, {"trace": float("nan")}, {"seed": -1}]
)
def test_settings_that_cannot_be(wrong: dict[str, float]) -> None:
    with pytest.raises((BadOption, BadSeed)):
        teaching.Settings(**wrong)  # type: ignore[arg-type]


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "torch", None)
        with pytest.raises(MissingExtra, match=r"\[train\]"):
            teaching.begin(SETTINGS)
    monkeypatch.setattr(engine, "native", lambda: None)
    with pytest.raises(BadEngine, match="needs the native engine"):
        teaching.begin(SETTINGS)
