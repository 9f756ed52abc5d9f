"""Shipped networks as the page loads them."""

import gzip

import numpy as np
import pytest

from kibitz.nets import net, packed, weights


def test_packed_numbers_are_those_of_the_network() -> None:
    data = packed.packed("ohhell_net.f32.gz")
    assert data is not None
    planes = np.frombuffer(gzip.decompress(data), np.uint8).reshape(4, -1)
    numbers = np.frombuffer(planes.T.tobytes(), "<f4")
    tensors = net.load(weights.MODELS / "ohhell_net.safetensors").tensors.values()
    assert np.array_equal(numbers, np.concatenate([tensor.ravel() for tensor in tensors]))


@pytest.mark.parametrize("name", ["none.f32.gz", "ohhell_net", "../models/ohhell_net.f32.gz", ""])
def test_other_names_have_no_file(name: str) -> None:
    assert packed.packed(name) is None
