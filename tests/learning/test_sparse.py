"""The sparse first layer and the critic that sees all hands."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import kibitz
from kibitz.core.errors import Malformed
from kibitz.learning import start
from kibitz.learning.collector import Collector
from kibitz.learning.config import BadConfig
from kibitz.learning.learner import Learner
from kibitz.learning.sparse import Picked, Sparse
from kibitz.nets.layers import Description

from .tiny import begun

WIDE = 160  # a block of registers, and two single ones


def learner(inputs: int, *, width: int = WIDE, critic: Description | None = None) -> Learner:
    return Learner(Description("ohhell", "v1", inputs, 66, (width, 32)), 1, "float32", critic)


def test_a_sparse_first_layer_gives_the_answers_and_gradients_of_a_dense_one() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(size=(50, 45)).astype(np.float32) * (rng.random((50, 45)) < 0.2)
    x[7] = 0  # a row without entries
    chosen = torch.from_numpy(rng.permutation(50)[:33])
    made = learner(45)
    rows = made.inputs(x.astype(np.float32)).pick(chosen)
    assert isinstance(rows, Picked)
    found = []
    for given in (rows, torch.from_numpy(x.astype(np.float32))[chosen]):
        made.model.zero_grad()
        heads = made.model(given)
        (heads["policy"].square().sum() + heads["value"].sum()).backward()
        gradients = [p.grad for p in made.parameters]
        found.append([heads["policy"].detach(), *[g for g in gradients if g is not None]])
    assert len(found[0]) == len(found[1]) == 1 + len(made.parameters)
    for one, other in zip(*found, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-4)


def test_a_width_without_whole_registers_stays_dense() -> None:
    x = np.ones((4, 3), np.float32)
    picked = Sparse.of(x, 33).pick(torch.tensor([2, 0]))
    assert isinstance(picked, torch.Tensor)
    assert picked.shape == (2, 3)


def test_rows_that_are_not_there_are_refused() -> None:
    rows = Sparse.of(np.ones((4, 3), np.float32), 16).rows
    y, weight, bias = (np.zeros(s, np.float32) for s in ((1, 16), (3, 16), (16,)))
    for chosen, matrix in (([4], weight), ([-1], weight), ([0], weight[:2])):
        with pytest.raises(Malformed):
            rows.forward(np.array(chosen, np.int64), matrix, bias, y)


@pytest.mark.parametrize("game", ["belote", "codepiece", "dubito", "ohhell", "qwixx"])
def test_the_critic_sees_every_seat_from_the_decider_on(game: str) -> None:
    rules = kibitz.game(game)
    size = rules.encoding_size(rules.encoding(None))
    seats = rules.players
    both = Learner(
        Description(game, rules.encoding(None), size, rules.num_actions, (32,)), 1, "float32",
        Description(game, "all", seats * size, 1, (32,), heads=("value",)),
    )  # fmt: skip
    assert both.critic is not None
    collector = Collector([rules], 16, seed=3)
    for _ in range(3):  # rows held back must stay beside what the critic saw of them
        batch = collector.collect(
            both.net(), [], np.zeros((1, seats), np.int32), 300, critic=both.critic.net()
        )
        assert batch.seen is not None
        first, index, value = batch.seen
        dense = np.zeros((len(batch), seats * size), np.float32)
        for i in range(len(batch)):
            part = slice(first[i], first[i + 1])
            dense[i, index[part]] = value[part]
        np.testing.assert_array_equal(dense[:, :size], batch.observation)
        assert (dense[:, size : 2 * size] != dense[:, :size]).any()
        values = both.critic.net().forward(dense)["value"][:, 0]
        np.testing.assert_allclose(batch.value, values, rtol=1e-4, atol=1e-4)


def test_a_run_with_a_critic_resumes_with_it(tmp_path: Path) -> None:
    part = begun(tmp_path, "critic=all", "critic_trunk=32", "name=one", "stages=ppo", "steps=2000")
    assert part.go() == "finished"
    run, found = start.resumed(tmp_path / "one", ["steps=4000"])
    run._restore(found)
    was, now = part.learner.critic, run.learner.critic
    assert was is not None
    assert now is not None
    assert was.steps == now.steps > 0
    for name, tensor in was.state().items():
        np.testing.assert_array_equal(now.state()[name], tensor)


def test_a_critic_of_odd_width_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="critic_trunk"):
        begun(tmp_path, "critic=all", "critic_trunk=33")
