"""Renamed suits: the native twin of suits.py, and what it refuses."""

import importlib
import random

import numpy as np
import pytest

import kibitz
from kibitz.errors import Malformed
from kibitz.games.belote import suits
from tests.games.belote.habits import choose

native = importlib.import_module("kibitz._native")


@pytest.mark.native_smoke
@pytest.mark.parametrize("encoding", ["box", "bid", "bid114", "play", "v2"])
def test_the_native_renaming_of_observations(encoding: str) -> None:
    rng = random.Random(encoding)
    state = kibitz.game("belote").new(4)
    rows = []
    while not state.done:
        rows.append(state.view(state.player).encode(encoding))
        state.apply(choose(state, rng))
    x = np.array(rows)
    out = np.empty_like(x)
    for perm in suits.PERMUTATIONS:
        native.belote_permute(encoding, x, perm, out)
        assert out.tobytes() == suits.permute_observation(x, perm, encoding).tobytes()


@pytest.mark.native_smoke
def test_refusals() -> None:
    x, out = np.zeros((2, 108), np.float32), np.zeros((2, 108), np.float32)
    for perm in ((0, 1, 2, 4), (0, 0, 1, 2), (-1, 1, 2, 3)):
        with pytest.raises(Malformed):
            native.belote_permute("bid", x, perm, out)
    for wrong in (np.zeros((2, 107), np.float32), np.zeros((1, 108), np.float32)):
        with pytest.raises(Malformed, match="size"):
            native.belote_permute("bid", x, (0, 1, 2, 3), wrong)
    with pytest.raises(Malformed, match="in place"):
        native.belote_permute("bid", x, (0, 1, 2, 3), x)
    with pytest.raises(Malformed, match="encoding"):
        native.belote_permute("none", x, (0, 1, 2, 3), out)
    canonical = np.zeros((1, 411), np.float32)
    with pytest.raises(Malformed, match="suits"):
        native.belote_permute("canonical", canonical, (0, 1, 2, 3), canonical.copy())
