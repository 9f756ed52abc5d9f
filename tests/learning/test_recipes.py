"""Every recipe trains: all stages, for all games, on a budget of seconds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kibitz import games
from kibitz.core.rng import Stream
from kibitz.learning import metrics
from kibitz.learning.batch import Samples
from kibitz.learning.evaluate import evaluate
from kibitz.learning.recipe import Session, find
from kibitz.learning.search_targets import Source, look_ahead
from kibitz.nets.layers import Description
from kibitz.nets.net import Net
from tests.learning.tiny import begun

# Whole games by an untrained policy are long there.
LONG = ("dubito", "qwixx")
SEARCHED = [
    pytest.param(name, marks=pytest.mark.soak if name in LONG else ()) for name in games.names()
]


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


def check(samples: Samples) -> None:
    assert samples.shares is not None
    assert samples.shares.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert (samples.shares[~samples.mask] == 0).all()
    assert np.isfinite(samples.value).all()
    assert samples.value.std() > 0


@pytest.mark.parametrize("game", SEARCHED)
def test_search_targets(tmp_path: Path, game: str) -> None:
    """Visits and values of ismcts are the targets of imitation, whatever the teacher is."""
    sets = ["hand_sizes=2"] if game == "ohhell" else []
    run = begun(tmp_path, "stages=imitate", "search=ismcts", "search_simulations=10",
                "expert_chunk=8", "imitate_steps=8", *sets, game=game)  # fmt: skip
    session = run.extras
    assert isinstance(session, Session)
    samples = session.teach(0)
    check(samples)
    again = session.teach(0)
    assert again.shares is not None
    assert samples.shares is not None
    assert (again.shares == samples.shares).all()
    assert (again.value == samples.value).all()
    assert run.go() == "finished"


def test_values_of_a_search_are_in_the_unit_of_the_reward(tmp_path: Path) -> None:
    """Hands of one card: the reward is within two bids, the search's margin within 20 points."""
    run = begun(tmp_path, "stages=imitate", "search=ismcts", "search_simulations=60",
                "expert_chunk=60", "hand_sizes=1")  # fmt: skip
    session = run.extras
    assert isinstance(session, Session)
    values = session.teach(0).value
    assert 0.2 < np.abs(values).max() < 2.1


@pytest.mark.parametrize("game", SEARCHED)
def test_expert_iteration(tmp_path: Path, game: str) -> None:
    sets = ["hand_sizes=2,3"] if game == "ohhell" else []
    run = begun(tmp_path, "expert_chunk=8", "expert_worlds=1", "steps=8", "imitate_batch=8",
                *sets, game=game, what="expert")  # fmt: skip
    session = run.extras
    assert isinstance(session, Session)
    check(session.improve(0, run.learner.net()))
    assert run.go() == "finished"
    assert {row["stage"] for row in metrics.rows(run.folder.metrics)} == {"expert"}


def test_looking_ahead_counts_what_an_action_pays_at_once() -> None:
    """In Qwixx a mark pays now; a network without an opinion must see that."""
    rules = games.game("qwixx", players=2, order="sequential")
    source = Source([rules], [1.0], "v2", "lead", 1.0)
    size = rules.encoding_size("v2")
    about = Description("qwixx", "v2", size, rules.num_actions, (16,))
    net = Net(about, {name: np.zeros(s, np.float32) for name, s in about.shapes().items()})
    state = rules.new(seed=3)
    while len(state.legal()) < 3:
        state.apply(state.legal()[0])
    scores = []
    for action in state.legal():
        after = state.copy()
        after.apply(action)
        scores.append((after.scores()[state.player], action))
    assert scores[0][0] != max(scores)[0], "an action that pays more than another"
    worth = look_ahead(source, net, [state], 30, Stream(1))[0]
    best, poorest = max(scores), min(scores)
    assert worth[best[1]] > worth[poorest[1]]


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
