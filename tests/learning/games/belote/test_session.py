"""The recipe `bid`: a tiny run of every stage, resumed; what it refuses; what a duel measures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kibitz import bots
from kibitz.arena import pool_layer
from kibitz.bots.models import load_network
from kibitz.errors import BadModel
from kibitz.learning import recipe, start
from kibitz.learning.config import BadConfig
from kibitz.learning.games.belote import session, teacher
from kibitz.learning.games.belote.auctions import Auctions
from kibitz.learning.games.belote.duel import duel
from kibitz.learning.games.belote.trials import Trials
from kibitz.learning.run import Run
from kibitz.nets.net import Net
from kibitz.search import deal_pool

TINY = (
    "trunk=16", "teach_steps=200", "steps=300", "num_envs=16", "trial_envs=8", "calls=4",
    "batch=32", "filled=64", "trial_filled=64", "capacity=500", "held_out=10", "eval_games=10",
    "latest_seconds=0", "teacher=parametric",
)  # fmt: skip


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("pool") / "belote.pool"
    deal_pool.write(path, "belote", deals=40, seed=2, workers=1)
    for player in ("rule", "net"):
        pool_layer.write(path.with_name(f"{player}.layer"), deal_pool.open(path), player, workers=1)
    return path


def begun(pool: Path, runs: Path, *sets: str) -> Run:
    return start.begun(
        recipe.find("belote", "bid"), None, [*TINY, f"pool={pool}", "name=tiny", *sets], runs
    )


@pytest.mark.parametrize("encoding", ["bid", "bid114", "bid_match"])
def test_a_run_makes_a_network_that_bids(pool: Path, tmp_path: Path, encoding: str) -> None:
    run = begun(pool, tmp_path, f"encoding={encoding}", "stages=teach,dqn,trials", "alpha=0.5")
    assert run.go() == "finished"
    snapshot = run.folder.newest_snapshot()
    assert snapshot is not None
    assert Net.load(snapshot).description.dueling
    tables = {
        "bid": {"method": "net", "model": str(snapshot)},
        "play": {"method": "rule"},
    }
    from kibitz.arena.match import play
    from kibitz.games import game

    seats = [bots.bot("belote", tables) for _ in range(4)]
    assert len(play(game("belote"), seats, 5).returns) == 4
    assert run.folder.evaluations.read_text().count("parametric") == 1


def test_a_start_from_the_shipped_network_calls_alike(pool: Path, tmp_path: Path) -> None:
    shipped = load_network("belote")
    trunk = ",".join(map(str, shipped.description.trunk))
    run = begun(pool, tmp_path, "start=net", f"trunk={trunk}", "encoding=bid_match")
    deals = session.load(str(pool), (), "solved")
    payoff = session.payoff_of("solved", match=False)
    both = teacher.by_net(run.learner.net()), teacher.by_net(shipped)
    assert not duel(deals, *both, payoff).any()
    with pytest.raises(BadConfig, match="set trunk=384,192,128"):
        begun(pool, tmp_path / "other", "start=net")


def test_a_stopped_run_resumes(pool: Path, tmp_path: Path) -> None:
    run = begun(pool, tmp_path, "layers=" + str(pool.with_name("rule.layer")), "target=played")
    run.show = lambda status: setattr(run, "stopping", "test" if status["step"] > 350 else "")
    assert run.go() == "stopped"
    again, found = start.resumed(tmp_path / "tiny")
    assert found.step == run.step
    assert again.go(found) == "finished"
    assert again.step >= 500


def test_the_targets_of_layers(pool: Path) -> None:
    layers = tuple(str(pool.with_name(f"{name}.layer")) for name in ("rule", "net"))
    best = session.load(str(pool), layers, "max").values
    one = session.load(str(pool), layers[:1], "played").values
    opened = deal_pool.open_layer(layers[0], deal_pool.open(pool))
    assert (one[:, 0] == opened.values).all()
    ns = np.where(best == 255, 0, best).astype(int)
    played = np.where(one == 255, 0, one).astype(int)
    assert (ns[:, 0] >= played[:, 0]).all()
    assert (ns[:, 1] <= played[:, 1]).all()
    assert (ns[:, 0] > ns[:, 1]).any()


@pytest.mark.parametrize(
    ("sets", "message"),
    [
        (("pool=",), "name a pool"),
        (("held_out=40",), "larger pool"),
        (("target=max",), "needs played layers"),
        (("teacher=maxi",), "neither"),
    ],
)
def test_what_is_refused(pool: Path, tmp_path: Path, sets: tuple[str, ...], message: str) -> None:
    with pytest.raises(BadConfig, match=message):
        begun(pool, tmp_path, *sets)


def test_a_duel_with_itself_is_even_and_with_another_is_not(pool: Path) -> None:
    deals = session.load(str(pool), (), "solved")
    payoff = session.payoff_of("expected", match=False)
    rule, bold = teacher.find("parametric"), teacher.find("improved_v2")
    assert not duel(deals, rule, rule, payoff).any()
    assert (duel(deals, rule, bold, payoff) == -duel(deals, bold, rule, payoff)).all()
    assert duel(deals, rule, bold, payoff).any()


def test_trials_say_what_calls_come_to(pool: Path) -> None:
    """With a network that always passes, a bid is the contract, and a pass of all is void."""
    deals = session.load(str(pool), (), "solved")
    payoff = session.payoff_of("solved", match=False)
    auctions = Auctions(deals, 20, np.random.default_rng(1), endless=False)

    def passes(x: np.ndarray) -> np.ndarray:
        q = np.zeros((len(x), 75), np.float32)
        q[:, 32] = 1
        return q

    trials = Trials(auctions, "bid", payoff, 1.0)
    tried = np.zeros((20, 43), bool)
    tried[:, [0, 2]] = True
    found = trials.try_out(passes, tried)
    assert (found[:, 32] == 0).all()
    assert np.isnan(found[:, 33]).all()
    bidder = auctions.player.copy()
    points = deals.values[:20, 0, 1].astype(int)
    own = np.where(points > 162, np.where(points == 252, 162, 0), points)
    own = np.where(bidder % 2 == 0, own, 162 - own)
    clear = np.abs(own - 80) > 20  # no belote can change it
    assert ((found[:, 34] > 0) == (own >= 80))[clear].all()


def test_a_network_without_values_or_policy_does_not_play(tmp_path: Path) -> None:
    from kibitz.bots.net import checked
    from kibitz.nets.layers import Description

    about = Description("belote", "bid", 108, 75, (16,), heads=("value",))
    zeros = {name: np.zeros(shape, np.float32) for name, shape in about.shapes().items()}
    Net(about, zeros).save(tmp_path / "value.safetensors")
    with pytest.raises(BadModel, match="no policy to play by, only value"):
        checked("belote", tmp_path / "value.safetensors")
