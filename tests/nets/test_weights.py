"""The door for weights: what is not just what is wanted does not come in."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save

from kibitz.errors import BadModel, MissingModel
from kibitz.nets import qwixx_value, weights

WANTED = {"a": (2, 3), "b": (4,)}
GOOD = {"a": np.ones((2, 3), np.float32), "b": np.arange(4, dtype=np.float32)}


def test_what_was_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "good.safetensors"
    weights.write(file, GOOD, {"about": "a test"})
    found = weights.read(file, WANTED)
    assert list(found) == ["a", "b"]
    assert all((found[name] == GOOD[name]).all() for name in WANTED)
    assert weights.about(file) == {"about": "a test"}
    assert weights.fingerprint(file).startswith("sha256:")


@pytest.mark.parametrize(
    ("tensors", "sentence"),
    [
        ({"a": GOOD["a"]}, "lacks the tensors b"),
        (GOOD | {"c": GOOD["b"]}, "has the tensor 'c'; expected a, b"),
        (GOOD | {"b": np.ones(5, np.float32)}, r"b is float32 of shape \(5,\); expected"),
        (GOOD | {"b": np.ones(4, np.float64)}, "b is float64"),
        (GOOD | {"b": np.array([0, 1, np.nan, 2], np.float32)}, "b contains NaN or infinity"),
        (GOOD | {"b": np.array([0, 1, np.inf, 2], np.float32)}, "b contains NaN or infinity"),
    ],
)
def test_other_weights_are_refused(tmp_path: Path, tensors: weights.Tensors, sentence: str) -> None:
    file = tmp_path / "other.safetensors"
    file.write_bytes(save(tensors))
    with pytest.raises(BadModel, match=sentence):
        weights.read(file, WANTED)


@pytest.mark.parametrize("data", [b"", b"no weights", b"\xff" * 100, save(GOOD)[:-1]])
def test_what_is_no_file_of_weights_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "broken.safetensors"
    file.write_bytes(data)
    for ask in (lambda: weights.read(file, WANTED), lambda: weights.about(file)):
        with pytest.raises(BadModel, match="is not a weights file"):
            ask()


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for ask in (weights.about, weights.fingerprint, lambda file: weights.read(file, WANTED)):
        with pytest.raises(MissingModel, match="there is no model"):
            ask(tmp_path / "none.safetensors")


def test_any_damage_ends_in_a_named_error_or_in_sound_numbers(tmp_path: Path) -> None:
    rng = random.Random(1)
    data = save(GOOD)
    refused = 0
    for _ in range(500):
        changed = bytearray(data)
        for _ in range(rng.randrange(1, 4)):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        file = tmp_path / "changed.safetensors"
        file.write_bytes(changed)
        try:
            found = weights.read(file, WANTED)
        except BadModel:
            refused += 1
        else:
            assert all(np.isfinite(found[name]).all() for name in WANTED), bytes(changed)
    assert refused > 100


def test_a_shipped_file_must_match_the_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = bytearray(qwixx_value.SHIPPED.read_bytes())
    data[-1] ^= 1  # the last bit of a number
    changed = tmp_path / qwixx_value.SHIPPED.name
    changed.write_bytes(data)
    weights.read(changed, qwixx_value.SHAPES)  # somebody's own: it may be
    weights.manifest()  # read once, from the package
    monkeypatch.setattr(weights, "MODELS", tmp_path)
    with pytest.raises(BadModel, match=r"does not match its hash in manifest\.json"):
        weights.read(changed, qwixx_value.SHAPES)


def test_the_manifest_lists_exactly_what_is_shipped() -> None:
    there = {file.name for file in weights.MODELS.glob("*.safetensors")}
    assert set(weights.manifest()) == there
    for name, entry in weights.manifest().items():
        assert weights.fingerprint(weights.MODELS / name) == f"sha256:{entry['sha256']}"
        assert entry["command"].startswith("kibitz train ")
