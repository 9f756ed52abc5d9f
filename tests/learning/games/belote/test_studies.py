"""Studies of bidders: features agree with the rules, trees with networks, judges with layers."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np
import pytest

from kibitz.arena import pool_layer
from kibitz.bots.models import load_network
from kibitz.core.errors import BadModel, BadOption, MissingExtra
from kibitz.learning.games.belote import bid_features, distill, payoffs, rewards, shap_values
from kibitz.learning.games.belote.auctions import Auctions, Deals
from kibitz.learning.games.belote.bid_features import CLASSES, FEATURES
from kibitz.learning.games.belote.duel import Contracts, contracts, duel
from kibitz.search import deal_pool


@pytest.fixture(scope="module")
def table() -> distill.Table:
    return distill.observe(load_network("belote", "bid_max"), 400, seed=3)


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> deal_pool.DealPool:
    path: Path = tmp_path_factory.mktemp("pool") / "belote.pool"
    deal_pool.write(path, "belote", deals=60, seed=4, workers=1)
    return deal_pool.open(path)


def test_features_of_a_known_auction() -> None:
    # Seat 0 deals. Seat 1 passes, seat 2 bids 80 hearts, seat 3 passes; seat 0 holds J 9 of spades
    # with two more, Q K of hearts, the ace of diamonds and a club.
    deals = distill.random_deals(1, np.random.default_rng(0))
    own = [3, 2, 0, 1, 12, 13, 23, 24]
    rest = [card for card in range(32) if card not in own]
    for seat, cards in enumerate((own, rest[:8], rest[8:16], rest[16:])):
        deals.holders[0, cards] = seat
    deals.dealer[0] = 0
    auctions = Auctions(deals, 1, np.random.default_rng(0), endless=False)
    for call in (0, 2, 0):
        auctions.step(np.array([call]))
    found = bid_features.seats(auctions, np.array([0]))
    shown = dict(zip(FEATURES, found.features[0].tolist(), strict=True))
    expected = {
        "trumps": 4, "trump_points": 34, "jack": 1, "nine": 1, "ace": 0, "belote": 0,
        "side_aces": 1, "voids": 0, "partner_bid": 80, "partner_passed": 0, "support": 2,
        "support_points": 7, "support_jack_nine": 0, "their_bid": 0, "own_bid": 0, "standing": 80,
        "ours": 1, "passes": 1, "position": 4, "calls": 3,
    }  # fmt: skip
    assert {name: shown[name] for name in expected} == expected
    words = {CLASSES[bid_features.classes(found, np.array([c]))[0]]: c for c in (0, 5, 6, 9, 38)}
    assert words == {"pass": 0, "own +0": 5, "partner +0": 6, "own +1": 9, "partner capot": 38}


def test_calls_and_classes_are_inverse() -> None:
    deals = distill.random_deals(300, np.random.default_rng(1))
    auctions, rng = Auctions(deals, 300, np.random.default_rng(1)), np.random.default_rng(2)
    rows = np.arange(300)
    for _ in range(12):
        mask = auctions.mask()
        near = mask & (np.cumsum(mask, axis=1) <= 13)  # three levels, so no class is shared
        calls = np.where(near, rng.random(mask.shape), -1).argmax(axis=1)
        found = bid_features.seats(auctions, rows)
        said = bid_features.classes(found, calls)
        assert (bid_features.calls_of(found, said, mask) == calls).all()
        auctions.step(calls)


def test_a_table_and_its_tree(table: distill.Table, tmp_path: Path) -> None:
    assert (np.nanargmax(table.values, axis=1) == table.calls).all(), "the best value is the call"
    found = distill.distill(table, leaves=24)
    never = (table.classes == 0).mean()
    assert found.fidelity.value > never + 0.1, "better than always passing"
    assert found.curve[0][0] == 1
    assert found.curve[-1][0] == found.tree.leaves == 24
    assert "<=" in found.text()
    counts = sum(n for n, _ in found.by_class.values())
    agreed = sum(n * x for n, x in found.by_class.values())
    assert agreed / counts == pytest.approx(found.fidelity.value, abs=1e-9)
    for name in ("calls.csv", "calls.npz"):
        table.write(tmp_path / name)
    with (tmp_path / "calls.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(table)
    assert rows[0]["80S"] == f"{table.values[0, 1]:.1f}"
    assert rows[5]["trumps"] == str(table.features[5, 0])
    held = np.load(tmp_path / "calls.npz")
    assert (held["standing"] == table.features[:, list(FEATURES).index("standing")]).all()
    with pytest.raises(BadOption, match="must end in"):
        table.write(tmp_path / "calls.txt")


def test_a_tree_bids(table: distill.Table) -> None:
    tree = distill.distill(table, leaves=40).tree
    deals = distill.random_deals(100, np.random.default_rng(9))
    auctions = Auctions(deals, 100, np.random.default_rng(0), endless=False)
    calls = distill.by_tree(tree)(auctions, np.arange(100), [[]] * 100)
    assert auctions.mask()[np.arange(100), calls].all()
    network = rewards.bidder("bid_max")(auctions, np.arange(100), [[]] * 100)
    assert ((calls == 0) == (network == 0)).mean() > 0.7, "whether to open at all"


def test_only_values_can_be_distilled() -> None:
    with pytest.raises(BadModel, match="values of calls"):
        distill.observe(load_network("belote"), 10, 1)


def test_a_judge_agrees_with_itself_and_finds_the_best(pool: deal_pool.DealPool) -> None:
    layers = []
    for player in ("rule", "net"):
        path = pool.path.with_name(f"{player}.layer")
        pool_layer.write(path, pool, player, workers=1)
        layers.append(deal_pool.open_layer(path, pool))
    signals, judge = rewards.signals(pool, layers[:1], layers[1])
    assert [one.name for one in signals] == ["solved", "expected", "rule"]
    own = rewards.judged(judge, judge)
    assert own.paid.value == pytest.approx(own.promised)
    assert own.correlation == pytest.approx(1)
    assert own.made == 1, "it likes only what it makes"
    for signal in signals:
        found = rewards.judged(signal, judge)
        assert found.paid.value < own.paid.value
        assert 0 < found.correlation < 1
    with pytest.raises(BadOption, match="judge of its own signal"):
        rewards.signals(pool, layers, layers[1])
    with pytest.raises(BadOption, match="at least one played layer"):
        rewards.signals(pool, [], layers[1])
    both, _ = rewards.signals(pool, [layers[0]], layers[1])
    won = rewards.bidders(["played", "bid_max", "parametric"], both)
    assert [one.value for one in won["parametric"]] == [0.0, 0.0, 0.0]
    again = duel(
        both[0].deals,
        rewards.bidder("played"),
        rewards.bidder("parametric"),
        lambda ended: payoffs.margins(ended, "exact"),
    )
    assert won["played"][0].value == pytest.approx(again.mean())


def test_contracts_are_those_of_the_auctions(pool: deal_pool.DealPool) -> None:
    values = deal_pool.best([np.asarray(pool.values)], pool)
    deals = Deals(pool.holders(), np.asarray(pool.dealer), values)
    silent = lambda auctions, rows, made: np.zeros(len(rows), np.int64)  # noqa: E731
    ended = contracts(deals, (silent, silent))
    assert not ended.bid.any(), "everybody passes"
    ended = contracts(deals, (rewards.bidder("parametric"), silent))
    assert (ended.bidder[ended.bid > 0] % 2 == 0).all()
    assert (ended.bid > 0).mean() > 0.3
    assert isinstance(ended, Contracts)


def test_shap_names_its_extra(table: distill.Table, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, wanted = shap_values.eagerness(table)
    assert (table.features[rows, list(FEATURES).index("doubled")] == 0).all(), "bids are legal"
    bids = table.calls[rows] != 0
    assert (wanted[bids & (table.calls[rows] < 41)] >= 0).all()
    monkeypatch.setitem(sys.modules, "shap", None)
    with pytest.raises(MissingExtra, match="study"):
        shap_values.explain(table, 10, 1)


@pytest.mark.soak
def test_shap_values_add_up(table: distill.Table, tmp_path: Path) -> None:
    found = shap_values.explain(table, 100, seed=1)
    assert found.fit > 0.3
    assert found.values.shape == (100, len(FEATURES))
    assert next(iter(found.importance().values())) > 0
    assert all(file.stat().st_size > 1000 for file in shap_values.draw(found, tmp_path))
