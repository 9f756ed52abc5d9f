"""Networks: numpy, every CPU path, one row and a batch give the same numbers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kibitz.core import engine
from kibitz.errors import BadEngine, BadModel, BadOption, Malformed, MissingModel
from kibitz.nets import weights
from kibitz.nets.layers import HEADS, Description
from kibitz.nets.net import Net, softmax

SMALL = Description("ohhell", "v1", inputs=37, actions=21, trunk=(40, 24, 24))
ALL = replace(SMALL, heads=HEADS, dueling=True, cards=5, places=3, values=2)
DESCRIPTIONS = {
    "plain": SMALL,
    "one layer": replace(SMALL, trunk=(7,), heads=("value",)),
    "residual": replace(SMALL, residual=True),
    "layer norm": replace(SMALL, layer_norm=True, residual=True),
    "wide": replace(SMALL, trunk=(160, 160), residual=True),
    "plain q": replace(SMALL, heads=("q",)),
    "all heads": ALL,
    "all options": replace(ALL, layer_norm=True, residual=True),
}


def random_net(description: Description, seed: int = 1) -> Net:
    rng = np.random.default_rng(seed)
    tensors = {
        name: rng.normal(0, 0.3, shape).astype(np.float32)
        for name, shape in description.shapes().items()
    }
    return Net(description, tensors)


def observations(n: int, inputs: int, density: float, seed: int = 2) -> np.ndarray:
    rng = np.random.default_rng(seed)
    x = rng.normal(0, 1, (n, inputs)) * (rng.random((n, inputs)) < density)
    return x.astype(np.float32)


@pytest.fixture(params=DESCRIPTIONS)
def net(request: pytest.FixtureRequest) -> Net:
    return random_net(DESCRIPTIONS[request.param])


def same(found: dict[str, np.ndarray], wanted: dict[str, np.ndarray]) -> None:
    assert set(found) == set(wanted)
    for head in wanted:
        np.testing.assert_array_equal(found[head], wanted[head], err_msg=head)


def test_heads_have_their_shapes() -> None:
    found = random_net(ALL).forward(observations(3, 37, 0.5))
    shapes = {head: answer.shape for head, answer in found.items()}
    assert shapes == {
        "policy": (3, 21),
        "value": (3, 2),
        "q": (3, 21),
        "locations": (3, 5, 3),
        "mean": (3, 2),
        "log_variance": (3, 2),
    }


def test_the_book_is_matrix_products() -> None:
    net, x = random_net(SMALL), observations(9, 37, 0.5)
    t, h = net.tensors, x
    for k in range(3):
        h = np.maximum(h @ t[f"trunk.{k}.weight"] + t[f"trunk.{k}.bias"], 0)
    found = net.forward(x, engine="python")
    for head in ("policy", "value"):
        wanted = h @ t[f"{head}.weight"] + t[f"{head}.bias"]
        np.testing.assert_allclose(found[head], wanted, rtol=1e-4, atol=1e-4)


@pytest.mark.native_smoke
@pytest.mark.parametrize("density", [0.0, 0.1, 0.9])
@pytest.mark.parametrize("rows", [0, 1, 3, 4, 9, 131])
def test_native_is_numpy_bit_for_bit(net: Net, rows: int, density: float) -> None:
    x = observations(rows, net.description.inputs, density)
    wanted = net.forward(x, engine="python")
    native = engine.native()
    assert native is not None
    for path in native.net_paths():
        same(net.native.forward(x, path), wanted)
    same(net.forward(x), wanted)


def test_a_row_alone_is_the_row_in_a_batch(net: Net) -> None:
    x = observations(70, net.description.inputs, 0.4)
    whole = net.forward(x)
    for i in range(len(x)):
        same(net.forward(x[i : i + 1]), {head: rows[i : i + 1] for head, rows in whole.items()})


def test_dueling_values_differ_from_the_state_by_zero_on_average() -> None:
    description = replace(SMALL, heads=("q",), dueling=True)
    net, x = random_net(description), observations(5, 37, 0.5)
    state = Net(
        replace(SMALL, heads=("value",)),
        {
            name.replace("q_state", "value"): tensor
            for name, tensor in net.tensors.items()
            if not name.startswith("q.")
        },
    )
    mean = net.forward(x)["q"].mean(axis=1, keepdims=True)
    np.testing.assert_allclose(mean, state.forward(x)["value"], atol=1e-4)


def test_a_file_describes_itself(net: Net, tmp_path: Path) -> None:
    file = tmp_path / "net.safetensors"
    net.save(file, {"command": "a test"})
    read = Net.load(file)
    assert read.description == net.description
    assert weights.about(file)["command"] == "a test"
    x = observations(3, net.description.inputs, 0.5)
    same(read.forward(x), net.forward(x))


def test_policy_is_masked() -> None:
    net, x = random_net(SMALL), observations(6, 37, 0.5)
    mask = np.random.default_rng(3).random((6, 21)) < 0.4
    mask[:, 4] = True
    chances = net.policy(x, mask)
    np.testing.assert_allclose(chances.sum(axis=1), 1)
    assert (chances[~mask] == 0).all()
    assert (chances[mask] > 0).all()
    greedy = net.policy(x, mask, temperature=0)
    assert (greedy.argmax(axis=1) == chances.argmax(axis=1)).all()
    assert (greedy.max(axis=1) == 1).all()


def test_ties_go_to_the_lowest_action() -> None:
    mask = np.array([[False, True, True]])
    assert softmax(np.zeros((1, 3), np.float32), mask, 0).tolist() == [[0, 1, 0]]


@pytest.mark.parametrize(
    ("mask", "temperature"),
    [
        (np.zeros((1, 3), bool), 1.0),
        (np.ones((1, 2), bool), 1.0),
        (np.ones((1, 3), bool), -1.0),
        (np.ones((1, 3), bool), float("nan")),
    ],
)
def test_policies_that_cannot_be(mask: np.ndarray, temperature: float) -> None:
    with pytest.raises(BadOption):
        softmax(np.zeros((1, 3), np.float32), mask, temperature)


@pytest.mark.parametrize(
    "change",
    [
        {"game": ""},
        {"encoding": 1},
        {"inputs": 0},
        {"inputs": True},
        {"actions": 1 << 20},
        {"trunk": ()},
        {"trunk": (4, 0)},
        {"trunk": [4]},
        {"trunk": (4,) * 65},
        {"heads": ()},
        {"heads": ("policy", "policy")},
        {"heads": ("policy", "nose")},
        {"dueling": True},
        {"residual": 1},
        {"cards": 3},
        {"heads": ("locations",)},
        {"heads": ("locations",), "cards": 10_000, "places": 10_000},
    ],
)
def test_descriptions_that_cannot_be(change: dict[str, object]) -> None:
    with pytest.raises(BadModel):
        replace(SMALL, **change)  # type: ignore[arg-type]


def test_json_that_is_no_description() -> None:
    assert Description.from_json(ALL.to_json()) == ALL
    good = json.loads(ALL.to_json())
    for text in (
        "",
        "[]",
        "{}",
        json.dumps(good | {"format": 2}),
        json.dumps(good | {"colour": "red"}),
        json.dumps({k: v for k, v in good.items() if k != "trunk"}),
        json.dumps(good | {"trunk": 5}),
        json.dumps(good | {"heads": [["policy"]]}),
    ):
        with pytest.raises(BadModel):
            Description.from_json(text)


def test_tensors_that_do_not_fit() -> None:
    good = random_net(SMALL).tensors
    bias = good["policy.bias"]
    changes: list[dict[str, Any]] = [
        {"nose.bias": bias},
        {"policy.bias": bias[:-1]},
        {"policy.bias": bias.astype(np.float64)},
        {"policy.bias": np.where(np.arange(21) == 3, np.float32(np.nan), bias)},
        {"policy.bias": np.where(np.arange(21) == 3, np.float32(1e9), bias)},
    ]
    for change in changes:
        with pytest.raises(BadModel):
            Net(SMALL, good | change)
    with pytest.raises(BadModel):
        Net(SMALL, {name: tensor for name, tensor in good.items() if name != "policy.bias"})


def test_files_that_are_no_network(tmp_path: Path) -> None:
    with pytest.raises(MissingModel):
        Net.load(tmp_path / "none.safetensors")
    file = tmp_path / "other.safetensors"
    weights.write(file, random_net(SMALL).tensors, {"about": "no description"})
    with pytest.raises(BadModel, match="does not describe"):
        Net.load(file)
    weights.write(file, random_net(SMALL).tensors, {"network": ALL.to_json()})
    with pytest.raises(BadModel, match="expected"):
        Net.load(file)


@pytest.mark.native_smoke
def test_the_native_network_checks_for_itself() -> None:
    native = engine.native()
    assert native is not None
    tensors = [tensor.ravel() for tensor in random_net(SMALL).tensors.values()]
    flat = SMALL.flat()
    bad = np.full_like(tensors[-1], np.inf)
    for numbers, given in (
        (flat[:-1], tensors),
        ([*flat, 0], tensors),
        ([0, *flat[1:]], tensors),
        (flat, tensors[:-1]),
        (flat, [*tensors, tensors[0]]),
        (flat, [tensors[1], *tensors[1:]]),
        (flat, [*tensors[:-1], bad]),
    ):
        with pytest.raises(Malformed):
            native.Net(numbers, given)
    handle = native.Net(flat, tensors)
    with pytest.raises(Malformed, match="another size"):
        handle.forward(np.zeros((1, 36), np.float32))
    with pytest.raises(Malformed, match="CPU path"):
        handle.forward(np.zeros((1, 37), np.float32), "abacus")


def test_without_the_native_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    net, x = random_net(SMALL), observations(2, 37, 0.5)
    wanted = net.forward(x)
    monkeypatch.setenv("KIBITZ_ENGINE", "python")
    fresh = random_net(SMALL)
    same(fresh.forward(x), wanted)
    with pytest.raises(BadEngine):
        _ = fresh.native


def test_x_of_another_size() -> None:
    with pytest.raises(BadOption, match=r"\[n, 37\]"):
        random_net(SMALL).forward(np.zeros((1, 36), np.float32))
