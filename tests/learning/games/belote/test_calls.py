"""The network of calls: samples of games, and a run of the recipe."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import kibitz  # noqa: E402
from kibitz.arena import game_corpus  # noqa: E402
from kibitz.core import engine  # noqa: E402
from kibitz.games.belote.rules import BID  # noqa: E402
from kibitz.games.belote.suits import (  # noqa: E402
    PERMUTATIONS,
    permute_action,
    permute_mask,
    permute_observation,
)
from kibitz.learning import recipe, start  # noqa: E402
from kibitz.learning.games.belote.call_samples import CallSamples  # noqa: E402
from kibitz.nets.net import Net  # noqa: E402

pytestmark = pytest.mark.skipif(engine.native() is None, reason="native players")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("games") / "games.corpus"
    game_corpus.write(file, "belote", 200, 19, bidders=["rule", "played"], players=["rule"])
    return file


def test_samples_are_the_calls_as_their_speakers_saw_them(corpus: Path) -> None:
    samples, looked = CallSamples([str(corpus)], "bid114", 64), 0
    opened = samples.corpora[0]
    for i in range(8):
        found = samples.of_game(opened, i, None)
        assert found is not None
        state, rows = kibitz.game("belote").new(opened.seed(i)), iter(range(len(found)))
        for action in opened.actions(i):
            if action < BID:
                break
            view = state.view(state.player)
            if len(view.legal_actions) > 1:
                row = next(rows)
                assert np.array_equal(found.observation[row], view.encode("bid114"))
                assert np.array_equal(found.mask[row], view.mask())
                assert found.action[row] == action
                looked += 1
            state.apply(action)
        assert next(rows, None) is None
    assert looked > 30


def test_what_is_drawn_is_a_call_with_other_suits(corpus: Path) -> None:
    samples = CallSamples([str(corpus)], "bid114", 64)
    opened, orders = samples.corpora[0], set()
    for seed in range(12):
        plain = samples.of_game(opened, 3, None)
        turned = samples.of_game(opened, 3, np.random.default_rng(seed))
        assert plain is not None
        assert turned is not None
        fits = [
            perm
            for perm in PERMUTATIONS
            if np.array_equal(
                turned.observation, permute_observation(plain.observation, perm, "bid114")
            )
            and np.array_equal(turned.mask, permute_mask(plain.mask, perm))
            and turned.action.tolist() == [permute_action(int(a), perm) for a in plain.action]
        ]
        assert fits
        orders.add(fits[0])
        assert turned.mask[np.arange(len(turned)), turned.action].all()
    assert len(orders) > 5


def test_a_run_predicts_calls_better(corpus: Path, tmp_path: Path) -> None:
    sets = (
        f"corpora={corpus}", f"strangers={corpus}", "steps=16000", "chunk=2000", "trunk=32",
        "measured=400", "measure_every=1", "threads=1", "batch=250", "lr=0.005", "name=tiny",
        "latest_seconds=0",
    )  # fmt: skip
    run = start.begun(recipe.find("belote", "calls"), None, sets, tmp_path)
    before = run.extras.gains(run.learner)  # type: ignore[attr-defined]
    assert run.go() == "finished"
    after = run.extras.gains(run.learner)  # type: ignore[attr-defined]
    assert after["loss_strangers"] < before["loss_strangers"] - 1
    assert after["accuracy_held_out"] > before["accuracy_held_out"]
    snapshot = run.folder.newest_snapshot()
    assert snapshot is not None
    assert Net.load(snapshot).description.heads == ("policy",)
