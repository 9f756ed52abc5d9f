"""Every recipe trains: all stages, for all games, on a budget of seconds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kibitz import games
from kibitz.learning import metrics
from kibitz.learning.evaluate import evaluate
from kibitz.learning.recipe import Session, find
from tests.learning.tiny import begun


@pytest.mark.parametrize("game", games.names())
def test_imitate_then_ppo(tmp_path: Path, game: str) -> None:
    run = begun(tmp_path, "imitate_steps=1000", "steps=1500", "eval_games=4", game=game)
    assert run.go() == "finished"
    rows = list(metrics.rows(run.folder.metrics))
    assert (rows[0]["stage"], rows[-1]["stage"]) == ("imitate", "ppo")
    assert all(np.isfinite(row["value_loss"]) for row in rows)
    cells = metrics.evaluations(run.folder.evaluations)
    assert {cell["opponent"] for cell in cells} >= set(find(game).settings()().eval_bots)


def test_the_generic_recipe_and_the_plain_collector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a native engine the same run continues in Python."""
    monkeypatch.setattr("kibitz.games.engines.has_twin", lambda _: False)
    run = begun(tmp_path, "imitate_steps=200", "imitate_chunk=100", "steps=400", "rollout=150",
                "hand_sizes=2", "num_envs=8", "eval_games=3", "eval_bots=random")  # fmt: skip
    assert run.go() == "finished"
    assert metrics.evaluations(run.folder.evaluations)[0]["games"] == "3"


def test_search_targets(tmp_path: Path) -> None:
    run = begun(tmp_path, "stages=imitate", "search=ismcts", "search_simulations=30",
                "expert_chunk=60", "imitate_steps=120", "hand_sizes=2")  # fmt: skip
    session = run.extras
    assert isinstance(session, Session)
    samples = session.teach(0)
    assert samples.shares is not None
    assert samples.shares.sum(axis=1) == pytest.approx(1)
    assert (samples.shares[~samples.mask] == 0).all()
    again = session.teach(0)
    assert again.shares is not None
    assert (again.shares == samples.shares).all()
    assert run.go() == "finished"


def test_expert_iteration(tmp_path: Path) -> None:
    run = begun(tmp_path, "expert_chunk=100", "expert_worlds=2", "steps=200", what="expert")
    session = run.extras
    assert isinstance(session, Session)
    samples = session.improve(0, run.learner.net())
    assert samples.shares is not None
    assert samples.shares.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert (samples.shares[~samples.mask] == 0).all()
    assert run.go() == "finished"
    assert {row["stage"] for row in metrics.rows(run.folder.metrics)} == {"expert"}


def test_it_learns_what_the_teacher_does(tmp_path: Path) -> None:
    run = begun(tmp_path, "stages=imitate", "imitate_steps=60k", "imitate_chunk=10k", "trunk=64",
                "imitate_epochs=4", "imitate_lr=3e-3")  # fmt: skip
    assert run.go() == "finished"
    rows = list(metrics.rows(run.folder.metrics))
    assert rows[-1]["policy_loss"] < rows[0]["policy_loss"] - 0.1
    assert rows[-1]["accuracy"] > rows[0]["accuracy"]


def test_ppo_learns_to_bid_by_self_play(tmp_path: Path) -> None:
    """Hands of one card: all there is to decide is the bid, by the card and the seat."""
    run = begun(tmp_path, "players=2", "hand_sizes=1", "stages=ppo", "steps=60k", "rollout=4000",
                "opponents=self", "lr=1e-3")  # fmt: skip
    assert run.go() == "finished"
    game = games.game("ohhell", players=2, schedule=[1])
    cell = evaluate(run.learner.net(), [game], ["random"], 1000)[0]
    assert cell.low > 0.55, cell


def test_the_pull_keeps_the_policy_near_its_anchor(tmp_path: Path) -> None:
    """With a strong pull the policy moves less in the same updates."""
    moved = []
    for coef in ("0", "20"):
        run = begun(tmp_path, f"name=c{coef}", "stages=ppo", "pull=teacher", f"pull_coef={coef}",
                    "lr=3e-3", "target_kl=0", "steps=4000", "opponents=self")  # fmt: skip
        start = run.learner.net()
        assert run.go() == "finished"
        x = np.random.default_rng(1).random((200, start.description.inputs), np.float32)
        mask = np.ones((200, start.description.actions), bool)
        one, other = start.policy(x, mask), run.learner.net().policy(x, mask)
        moved.append(float((other * np.log(other / one)).sum(axis=1).mean()))
    assert moved[1] < 0.5 * moved[0], moved


def test_samples_depend_on_seed_and_chunk_alone(tmp_path: Path) -> None:
    run = begun(tmp_path)
    session = run.extras
    assert isinstance(session, Session)
    one, again, other = session.teach(3), session.teach(3), session.teach(4)
    assert (one.observation == again.observation).all()
    assert one.observation.shape != other.observation.shape or (
        (one.observation != other.observation).any()
    )
