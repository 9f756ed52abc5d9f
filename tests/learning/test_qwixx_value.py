"""Teaching Qwixx's network: everything follows from the seed, and nothing is lost by stopping."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kibitz.core import engine
from kibitz.errors import BadEngine, BadModel, BadOption, BadSeed, MissingExtra
from kibitz.learning import qwixx_value as teaching
from kibitz.learning.checkpoint import OtherRun
from kibitz.learning.qwixx_forms import FORMS
from kibitz.nets import qwixx_value as nets
from kibitz.nets import weights
from kibitz.nets.qwixx_inputs import INPUTS, TABLE, Between
from kibitz.nets.qwixx_inputs import inputs as inputs_of

SETTINGS = teaching.Settings(
    rounds=3, games=60, trace=0.7, seed=4, pretrain=240, replay=2, batch=256
)


def taught(rounds: int, threads: int = 1) -> teaching.Run:
    run = teaching.begin(SETTINGS)
    for _ in range(rounds):
        run = teaching.advance(run, threads)
    return run


def same(one: teaching.Run, other: teaching.Run) -> bool:
    assert len(one.played) == len(other.played)
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
        teaching.load(model, replace(SETTINGS, seed=5))
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


def test_lessons_of_the_first_round_are_how_games_ended() -> None:
    start = teaching.begin(SETTINGS)
    found = teaching.samples(SETTINGS, 0, start.numbers["mean"], 1)
    for players, (inputs, wins, points, finals) in enumerate(found, start=1):
        assert inputs.dtype == np.int16
        assert inputs.shape == (len(wins), players, INPUTS)
        assert inputs.min() >= 0
        assert inputs.max() < TABLE
        assert (points == finals).all()
        assert np.abs(wins.sum(axis=1) - 1).max() < 1e-6
        best = finals.max(axis=1, keepdims=True)
        assert ((wins > 0) == (finals == best)).all()


def test_rollouts_of_the_first_round_are_means() -> None:
    settings = replace(SETTINGS, pretrain=200, rollouts=20, tables="0,1,0,0,0")
    start = teaching.begin(settings)
    _, wins, points, finals = teaching.samples(settings, 0, start.numbers["mean"], 1)[1]
    assert np.abs(wins.sum(axis=1) - 1).max() < 1e-6
    assert len(np.unique(wins)) > 20
    assert abs(float((points - finals).mean())) < 3
    assert not (points == finals).all()


def test_lessons_look_back_from_the_end(run: teaching.Run) -> None:
    """With trace 0 each sample is what the network says of the next position, by seat."""
    settings = replace(SETTINGS, games=20, trace=0.0, tables="0,0,1,0,0")
    inputs, wins, points, _ = teaching.samples(settings, 1, run.numbers["mean"], 2)[2]
    outputs = run.net.outputs(inputs).tolist()
    turn = inputs[:, 0, -2]
    begin = Between(((0,) * 4,) * 3, (0,) * 3, (False,) * 4, False)
    empty = {inputs_of(begin)[0][0]}
    starts = [i for i in range(len(wins)) if {int(inputs[i, 0, 0])} == empty]
    first = next(i for i in starts if (turn[i] == turn[i + 1 : i + 4]).all())
    for i in range(first, first + 3):
        chances = nets.softmax(outputs[i + 1])
        for place in range(3):  # the next to roll is the first of the next position
            assert wins[i][place] == pytest.approx(chances[place - 1], abs=1e-6)
            mean = nets.POINTS * outputs[i + 1][place - 1][1]
            assert points[i][place] == pytest.approx(mean, abs=1e-4)


def test_several_rolls_take_the_luck_of_the_dice_out() -> None:
    """The targets stay the same in the mean, and vary far less around what the network says."""
    net = nets.load()
    found = []
    for rolls, games in ((0, 400), (12, 100)):
        settings = replace(SETTINGS, games=games, trace=0.5, rolls=rolls, tables="0,1,0,0,0")
        inputs, wins, points, _ = teaching.samples(settings, 1, net.tensors, 2)[1]
        assert np.abs(wins.sum(axis=1) - 1).max() < 1e-5
        out = net.outputs(inputs)
        chance = 1 / (1 + np.exp(out[:, 1, 0] - out[:, 0, 0]))
        found.append((wins[:, 0] - chance, points[:, 0] - nets.POINTS * out[:, 0, 1]))
    for plain, steady in zip(*found, strict=True):
        assert steady.std() < 0.4 * plain.std()
        assert abs(steady.mean() - plain.mean()) < 4 * plain.std() / 400**0.5


def test_a_run_begins_with_a_given_network(tmp_path: Path, run: teaching.Run) -> None:
    model = tmp_path / "value.safetensors"
    teaching.save(run, model)
    settings = replace(SETTINGS, start=str(model), rate=1e-7, rounds=1)
    again = teaching.begin(settings)
    assert again.net.key == run.net.key
    further = teaching.advance(again).numbers["net"]  # its first round is its own play, not ga's
    moved = max(np.abs(further[name] - tensor).max() for name, tensor in again.net.tensors.items())
    assert 0 < moved < 1e-3
    # The library reads tensors in any order: an unknown name or a wrong shape may come first.
    with pytest.raises(BadModel, match=r"value\.safetensors.*expected"):
        teaching.begin(replace(settings, form="moments"))


def test_the_published_network_learns_the_mean_of_scores() -> None:
    settings = teaching.Settings(
        rounds=2, games=300, pretrain=600, rollouts=4, replay=2, seed=2, form="moments",
        tables="0,1,1,0,0",
    )  # fmt: skip
    begun = teaching.begin(settings)
    first = teaching.advance(begun, 2)
    second = teaching.advance(first, 2)
    assert second.loss < 0.5, second.loss  # in units of 20 points, squared; 9 points
    assert len(second.played) == 1
    ahead = Between(((31, 31, 0, 0), (0,) * 4), (0, 0), (False,) * 4, True)
    [found] = second.net.estimate([ahead])
    assert found.means[0] > found.means[1] + 5
    assert found.chances[0] > 0.6


def test_a_network_stays_its_own_mirror_image(run: teaching.Run) -> None:
    form = FORMS["table"]
    for part in ("net", "mean"):
        assert form.is_symmetric(run.numbers[part])
    untied = run.numbers["net"] | {"table_bias": np.arange(96, dtype=np.float32)}
    assert not form.is_symmetric(untied)
    sheets = (3, 64, 0, 7), (0, 9, 1, 1)
    turned = tuple(sheet[2:] + sheet[:2] for sheet in sheets)
    closed = (True, False, False, False)
    one = Between(sheets, (1, 2), closed, True)
    other = Between(turned, (1, 2), closed[2:] + closed[:2], True)
    here, there = run.net.chances([one, other])
    assert here == pytest.approx(there, abs=1e-5)


def test_it_learns() -> None:
    """In one round: the loss falls below that of a coin, ln 2, and marks are known to be good."""
    settings = teaching.Settings(rounds=2, games=10, pretrain=6000, seed=2, tables="0,1,0,0,0")
    run = teaching.advance(teaching.begin(settings), 2)
    assert run.loss < 0.66, run.loss
    marked, empty = (31, 31, 0, 0), (0, 0, 0, 0)
    ahead = Between((marked, empty), (0, 0), (False,) * 4, True)
    behind = Between((empty, marked), (0, 0), (False,) * 4, True)
    up, down = run.net.estimate([ahead, behind])
    assert down.chances[0] + 0.03 < up.chances[0]
    assert down.means[0] < up.means[0]


@pytest.mark.parametrize(
    "wrong",
    [
        {"rounds": 0},
        {"games": 0},
        {"trace": 1.5},
        {"trace": float("nan")},
        {"seed": -1},
        {"tables": "1,2"},
        {"mixes": "0,0,0"},
        {"mixes": "a,b,c"},
        {"rate": 0},
        {"replay": 0},
        {"rolls": -1},
        {"form": "tree"},
    ],
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
