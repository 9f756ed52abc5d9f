"""Played layers of pools: both engines play alike, files resume, and the best of several."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz import bots
from kibitz.arena import pool_layer
from kibitz.arena.games.belote import contracts
from kibitz.errors import BadOption, DamagedPool, NotAPool, NotSolvable, OtherPool, UnfinishedPool
from kibitz.games.belote.rules import bid_value
from kibitz.search import deal_pool
from kibitz.search.deal_pool import DealPool

DEALS = 40


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> DealPool:
    path: Path = tmp_path_factory.mktemp("pool") / "belote.pool"
    deal_pool.write(path, "belote", deals=DEALS, seed=3, workers=1)
    return deal_pool.open(path)


@pytest.mark.parametrize("player", ["rule", "net"])
def test_both_engines_play_the_same_contracts(pool: DealPool, player: str) -> None:
    spec, rows = bots.spec("belote", player), slice(4, 12)
    assert spec.native is not None
    fast = contracts.play_natively(pool, rows, spec.native)
    slow = contracts.play_by_bots(pool, rows, spec.bot)
    assert fast is not None
    assert fast.tolist() == slow.tolist()


def test_the_side_that_should_takes_what_it_just_makes(pool: DealPool) -> None:
    layout = pool.settings.layout
    assert layout.contracts is not None
    bids, bidders = layout.contracts(pool.rows)
    points, holders = pool.points(), pool.holders()
    for deal in range(DEALS):
        for trump in range(4):
            side = int(bidders[deal, trump]) % 2
            ns = min(162, int(points[deal, trump]))
            own = ns if side == 0 else 162 - ns
            assert own >= 81
            held = [int(holders[deal, 8 * trump + rank]) for rank in (4, 5)]
            own += 20 * (held[0] == held[1] and held[0] % 2 == side)
            value = bid_value(int(bids[deal, trump]))
            assert value == max(80, min(160, own // 10 * 10))
            assert (bids[deal, trump] - 1) % 4 == trump
            trumps = [(holders[deal, 8 * trump : 8 * trump + 8] == s).sum() for s in range(4)]
            bidder = int(bidders[deal, trump])
            assert trumps[bidder] == max(trumps[side], trumps[side + 2])


def test_a_played_contract_is_a_legal_game(pool: DealPool) -> None:
    state = kibitz.game("belote").new(deal=pool.deal(0))
    contracts.contract(state, bid=7, bidder=2)
    assert state.phase == "play"
    assert (state.position()["bid"], state.position()["bidder"]) == (7, 2)


def test_a_file_resumes_and_ends_with_the_same_bytes(pool: DealPool, tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole.layer", tmp_path / "torn.layer"
    written = pool_layer.write(whole, pool, "rule", workers=1)
    assert (written.kept, written.made) == (0, DEALS)
    data = bytearray(whole.read_bytes())
    torn.write_bytes(data[: len(data) - 7])
    with pytest.raises(DamagedPool, match="repair it with: kibitz pool play"):
        deal_pool.open_layer(torn, pool)
    assert pool_layer.write(torn, pool, "rule", workers=2).made == DEALS
    assert torn.read_bytes() == whole.read_bytes()
    data[-1] ^= 1
    torn.write_bytes(data)
    deal_pool.open_layer(torn, pool)  # damage inside a block shows only on request
    with pytest.raises(DamagedPool, match="block 0 of 1"):
        deal_pool.open_layer(torn, pool, verify=True)


def test_an_interrupted_file_is_read_up_to_the_gap(pool: DealPool, tmp_path: Path) -> None:
    file = tmp_path / "fast.layer"

    def stop(there: int) -> None:
        if there >= 16:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pool_layer.write(file, pool, "simple", workers=1, report=stop)
    with pytest.raises(UnfinishedPool, match="16 of 40"):
        deal_pool.open_layer(file, pool)
    assert len(deal_pool.open_layer(file, pool, unfinished=True)) == 16
    assert pool_layer.write(file, pool, "simple", workers=1).kept == 16
    assert len(deal_pool.open_layer(file, pool, verify=True)) == DEALS


def test_the_best_of_layers_is_the_takers(pool: DealPool) -> None:
    one = np.array([[100, 40, 252, 255]], np.uint8)
    two = np.array([[90, 60, 162, 0]], np.uint8)
    found = deal_pool.best([one, two], pool)
    assert found[0, 0].tolist() == [100, 60, 252, 0]  # NS takes: its most points
    assert found[0, 1].tolist() == [90, 40, 162, 255]  # EW takes: NS's fewest
    with pytest.raises(BadOption, match="no layers"):
        deal_pool.best([], pool)


def test_what_is_refused(pool: DealPool, tmp_path: Path) -> None:
    file = tmp_path / "rule.layer"
    pool_layer.write(file, pool, "rule", 16, workers=1)
    with pytest.raises(OtherPool, match="played by rule"):
        pool_layer.write(file, pool, "simple", 16, workers=1)
    with pytest.raises(BadOption, match="sees all hands"):
        pool_layer.write(tmp_path / "oracle.layer", pool, "oracle")
    with pytest.raises(NotAPool, match="not a played layer"):
        deal_pool.open_layer(pool.path, pool)
    deal_pool.write(tmp_path / "other.pool", "belote", deals=20, seed=4, workers=1)
    with pytest.raises(OtherPool, match="not deals of"):
        deal_pool.open_layer(file, deal_pool.open(tmp_path / "other.pool"))


def test_only_belote_has_layers(tmp_path: Path) -> None:
    path = tmp_path / "codepiece.pool"
    deal_pool.write(path, "codepiece", deals=1, seed=4, workers=1)
    with pytest.raises(NotSolvable, match="codepiece have no played layers"):
        pool_layer.write(tmp_path / "rule.layer", deal_pool.open(path), "rule")
