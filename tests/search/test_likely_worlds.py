"""Worlds by their likelihood: the shares are right, and each world is solved once."""

from __future__ import annotations

import collections
import importlib

import numpy as np
import pytest

import kibitz
from kibitz.bots import models
from kibitz.bots.net import checked
from kibitz.bots.simple import choose
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.search.beliefs import NetBelief
from kibitz.search.likely_worlds import LikelyWorlds
from kibitz.search.native_weights import weights_of
from kibitz.search.pimc import pimc
from kibitz.search.pimc_worlds import Codes, NativeWorlds, Numbers

WEIGHTS = np.array([1.0, 0.0, 5.0, 2.0])


class Source:
    """Worlds whose only card has the world's number as its result."""

    cases = 1

    def __init__(self) -> None:
        self.asked: list[int] = []

    def count(self) -> float:
        return 0.0

    def list_all(self) -> None:
        raise AssertionError("it has been asked already")

    def hands(self, numbers: Numbers) -> np.ndarray:
        return np.repeat(numbers[:, None], 4, axis=1)

    def solve(self, numbers: Numbers, _threads: int, /) -> Codes:
        self.asked += numbers.tolist()
        return numbers.astype(np.int16)[:, None]

    def margins(self) -> list[int]:
        return list(range(len(WEIGHTS)))


def belief(game: str) -> NetBelief:
    file = models.shipped(game)
    assert file is not None
    return NetBelief(checked(game, file))


def play_view(game: str, cards_left: int) -> View:
    """A choice of a card late in a deal."""
    for seed in range(100):
        state, stream = kibitz.game(game).new(seed), Stream(seed)
        while not state.done:
            view = state.view(state.player)
            late = view.phase == "play" and len(view.hand) <= cards_left  # type: ignore[attr-defined]
            if late and len(view.legal_actions) > 1:
                return view
            state.apply(choose(view, stream))
    raise AssertionError("no deal comes so far")


def test_shares_are_those_of_the_weights() -> None:
    source = Source()
    worlds = LikelyWorlds(source, lambda _: WEIGHTS, 4, seed=9)
    for first in (0, 500):
        numbers = np.arange(first, first + 500, dtype=np.uint64)
        found = worlds.solve(numbers, 1)[:, 0]
        assert (worlds.hands(numbers)[:, 0] == found).all()
        shares = collections.Counter(found.tolist())
        for world, weight in enumerate(WEIGHTS / WEIGHTS.sum()):
            assert shares[world] / 500 == pytest.approx(weight, abs=0.01)
    assert sorted(source.asked) == [0, 2, 3], "each world with a weight is solved once"


def test_no_listed_world_is_weighed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def equal(_belief: object, _view: object, hands: np.ndarray) -> np.ndarray:
        asked.append(len(np.unique(hands, axis=0)))
        return np.ones(len(hands))

    monkeypatch.setattr(importlib.import_module("kibitz.search.pimc"), "weights_of", equal)
    view = play_view("codepiece", 3)
    count = int(NativeWorlds(view, 1, 0, drawn_here=False).count())
    for weighed in (2, 4096):
        pimc(view, worlds=5, beliefs=belief("codepiece"), weighed=weighed)
    assert asked == [2, count]


@pytest.mark.native_smoke
@pytest.mark.parametrize("game", ["belote", "codepiece"])
def test_the_vote_is_the_weighted_mean_over_all_worlds(game: str) -> None:
    """Few worlds are left, so all are listed, and the mean over them is known."""
    view = play_view(game, 3)
    source = NativeWorlds(view, 1, 0, drawn_here=False)
    count = int(source.count())
    assert 1 < count <= 4096
    source.list_all()
    numbers = np.arange(count, dtype=np.uint64)
    model = belief(game)
    weights = weights_of(model, view, source.hands(numbers))
    sign = 1 if view.seat % 2 == 0 else -1
    marks = source.marks()
    worths = sign * (marks[:, 0] - marks[:, 1])[source.solve(numbers, 1)]
    exact = np.average(worths, axis=0, weights=weights)
    found = pimc(view, worlds=4096, beliefs=model, weighed=4096, slip=0, agree=False)
    values = [candidate.value for candidate in found.candidates]
    spread = worths.max() - worths.min()
    assert values == pytest.approx(exact.tolist(), abs=0.01 * max(1, spread))
