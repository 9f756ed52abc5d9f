"""The transformer that bids: what its tokens are, a tiny run, its files, what it refuses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kibitz.errors import BadModel
from kibitz.learning.config import BadConfig, resolve
from kibitz.learning.errors import BadRun
from kibitz.learning.games.belote import session, transformer, transformer_run
from kibitz.learning.games.belote.auctions import Auctions
from kibitz.learning.recipes.belote_transformer import Settings
from kibitz.nets.weights import MODELS
from kibitz.search import deal_pool

TINY = (
    "width=16", "layers=1", "heads=2", "held_out=10", "auctions=32", "calls=4", "batch=64",
    "teach_steps=2500", "steps=120", "lr=0.01", "slow_rate=0.3",
)  # fmt: skip


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("pool") / "belote.pool"
    deal_pool.write(path, "belote", deals=40, seed=2, workers=1)
    return path


def settings(pool: Path, *sets: str) -> Settings:
    return resolve(Settings, None, [*TINY, f"pool={pool}", *sets])


def test_absent_calls_are_not_seen_and_present_ones_are(pool: Path) -> None:
    deals = session.load(str(pool), (), "solved")
    auctions = Auctions(deals, 8, np.random.default_rng(1))
    auctions.step(np.full(8, 1))
    model = transformer.Transformer(16, 2, 2, seed=1)
    x = auctions.observe("bid")
    values = model.values(x)
    unsaid = x.copy()
    unsaid[:, 32 + 6 + 2] = 1  # a suit in a row of the history without a speaker
    assert model.values(unsaid) == pytest.approx(values, abs=1e-6)
    for place in (32 + 1, 104):  # the level of the bid; the position
        other = x.copy()
        other[:, place] += 1
        assert np.abs(model.values(other) - values).max() > 1e-4


def test_a_run_learns_its_guide_then_tries_calls(pool: Path) -> None:
    run = transformer_run.begin(settings(pool))
    agreement = []
    while run.teaching:
        transformer_run.advance(run)
        agreement.append(run.figures["agreement"])
    assert agreement[-1] > agreement[0] + 0.2
    while not run.done:
        transformer_run.advance(run)
    assert set(run.figures) == {"value_loss", "gain"}
    assert run.tried >= 120
    assert transformer_run.evaluate(run).units == 10


def test_a_stopped_run_resumes_with_its_optimiser(pool: Path, tmp_path: Path) -> None:
    file, given = tmp_path / "net.safetensors", settings(pool)
    assert transformer_run.load(file, given) is None
    run = transformer_run.begin(given)
    transformer_run.advance(run)
    transformer_run.save(run, file)
    again = transformer_run.load(file, given)
    assert again is not None
    assert (again.taught, again.updates) == (run.taught, 1)
    x = run.data.auctions.observe("bid")
    assert (again.model.values(x) == run.model.values(x)).all()
    assert (transformer.load(file).values(x) == run.slow.values(x)).all()
    first = next(iter(run.model.parameters())), next(iter(again.model.parameters()))
    moments = [r.optimiser.state[p]["exp_avg"] for r, p in zip((run, again), first, strict=True)]
    assert (moments[0] == moments[1]).all()
    assert moments[0].abs().max() > 0
    with pytest.raises(BadRun, match="other settings"):
        transformer_run.load(file, settings(pool, "lr=0.02"))
    transformer_run.checkpoint_of(file).unlink()
    with pytest.raises(BadRun, match="already exists"):
        transformer_run.load(file, given)


def test_what_it_refuses(pool: Path, tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="not a multiple of heads"):
        transformer_run.begin(settings(pool, "heads=3"))
    with pytest.raises(BadConfig, match="bid_dd and bid_max"):
        transformer_run.begin(settings(pool, "guide=net"))
    with pytest.raises(BadConfig, match="held out"):
        transformer_run.begin(settings(pool, "held_out=40"))
    with pytest.raises(BadConfig, match="name a pool"):
        transformer_run.begin(resolve(Settings, None, list(TINY)))
    with pytest.raises(BadModel, match="not hold a transformer"):
        transformer.load(MODELS / "belote_bid_dd.safetensors")
