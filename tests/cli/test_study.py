"""`kibitz study`: distillation and reward studies from end to end, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.arena import pool_layer
from kibitz.search import deal_pool
from tests.support.command import Command


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("pool") / "belote.pool"
    deal_pool.write(path, "belote", 40, 6, workers=1)
    for player in ("rule", "net"):
        pool_layer.write(path.with_name(f"{player}.layer"), deal_pool.open(path), player, workers=1)
    return path


def test_distill(command: Command, pool: Path, tmp_path: Path) -> None:
    words = ["study", "distill", "bid_dd", "-n", "200", "--leaves", "8", "-o", str(tmp_path)]
    done = command(*words, "--pool", str(pool), "--plots")
    assert done.exit_code == 0, done.output
    assert "fidelity with 8 leaves:" in done.output
    assert "the tree against parametric:" in done.output
    assert (tmp_path / "tree.txt").read_text().startswith("# bid_dd, 200 deals, seed 1:")
    assert (tmp_path / "fidelity.png").read_bytes().startswith(b"\x89PNG")
    found = json.loads(command(*words, "--table", "npz", "--json").output)
    assert (found["leaves"], found["network"]) == (8, "bid_dd")
    assert 0.3 < found["fidelity"]["value"] < 1
    assert (tmp_path / "calls.npz").exists()
    rows = (tmp_path / "calls.csv").read_text().splitlines()
    assert len(rows) == 1 + found["rows"]


def test_rewards(command: Command, pool: Path, tmp_path: Path) -> None:
    layers = ["--layer", str(pool.with_name("rule.layer"))]
    words = ["study", "rewards", str(pool), *layers, "--judge", str(pool.with_name("net.layer"))]
    words += ["--bidder", "played", "-o", str(tmp_path)]
    done = command(*words, "--plots")
    assert done.exit_code == 0, done.output
    assert "paid by net" in done.output
    for name in ("signals", "bidders"):
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    found = json.loads(command(*words, "--json").output)
    assert [one["signal"] for one in found["signals"]] == ["solved", "expected", "rule", "net"]
    assert list(found["bidders"]["played"]) == ["solved", "expected", "rule", "net"]
    assert found["deals"] == 40


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["distill", "net"], "only a network with values of calls"),
        (["distill", "nobody"], "has no network 'nobody'"),
        (["distill", "--table", "xls"], "a table is csv or npz or parquet"),
    ],
)
def test_what_it_refuses(command: Command, tmp_path: Path, words: list[str], says: str) -> None:
    done = command("study", *words, "-o", str(tmp_path))
    assert done.exit_code != 0
    assert says in done.output
