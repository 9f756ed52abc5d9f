"""The pool: files come and go, old snapshots are evicted, damaged ones are dropped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz.core.errors import BadOption, MissingModel, UnknownBot
from kibitz.learning.errors import ForeignCheckpoint
from kibitz.learning.naming import snapshot_name
from kibitz.learning.opponents.opponent_pool import OpponentPool
from kibitz.learning.opponents.requests import obey
from kibitz.nets.layers import Description
from kibitz.nets.net import Net

DESCRIPTION = Description("ohhell", "v1", 453, 65, (4,))


def write(folder: Path, run: str, *steps: int) -> None:
    tensors = {name: np.zeros(s, np.float32) for name, s in DESCRIPTION.shapes().items()}
    for step in steps:
        Net(DESCRIPTION, tensors).save(folder / snapshot_name(run, step))


def names(pool: OpponentPool) -> list[str]:
    return [f"{one.kind}:{one.step or one.name}" for one in pool.opponents]


def test_snapshots_are_found_and_forgotten(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    write(own, "A", 100)
    pool = OpponentPool(["smart"], own, [other])
    assert names(pool) == ["bot:smart", "snapshot:100"]
    write(own, "A", 200)
    write(other, "X", 50)
    assert [one.step for one in pool.rescan()] == [200, 50]
    assert names(pool) == ["bot:smart", "snapshot:100", "snapshot:200", "exploiter:50"]
    (own / snapshot_name("A", 100)).unlink()
    pool.rescan()
    assert names(pool) == ["bot:smart", "snapshot:200", "exploiter:50"]


def test_the_oldest_own_snapshots_are_evicted_and_files_stay(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    write(own, "A", 100, 200, 300)
    write(other, "X", 50)
    pool = OpponentPool(["smart"], own, [other], size=2)
    assert names(pool) == ["bot:smart", "snapshot:300", "exploiter:50"]
    assert len(list(own.iterdir())) == 3


def test_networks_of_another_kind_are_dropped(tmp_path: Path) -> None:
    write(tmp_path, "A", 100)
    for plays, left in ((("ohhell", "v1"), 2), (("ohhell", "v2"), 1), (("qwixx", "v1"), 1)):
        pool = OpponentPool(["smart"], tmp_path, plays=plays)
        assert len(pool.pick(3, np.random.default_rng(1))) == left
        assert len(pool) == left


def test_own_snapshots_wait_until_the_pool_is_open(tmp_path: Path) -> None:
    write(tmp_path, "A", 100)
    pool = OpponentPool(["smart"], tmp_path, is_open=False)
    assert names(pool) == ["bot:smart"]
    pool.is_open = True
    pool.rescan()
    assert names(pool) == ["bot:smart", "snapshot:100"]


def test_damaged_files_are_dropped_when_picked(tmp_path: Path) -> None:
    write(tmp_path, "A", 100)
    (tmp_path / snapshot_name("A", 200)).write_bytes(b"torn")
    pool = OpponentPool([], tmp_path)
    picked = pool.pick(3, np.random.default_rng(1))
    assert [one.step for one in picked] == [100]
    pool.rescan()
    assert names(pool) == ["snapshot:100"]


def test_what_is_known_survives_a_checkpoint(tmp_path: Path) -> None:
    write(tmp_path, "A", 100)
    pool = OpponentPool(["smart", "sharp"], tmp_path)
    rng = np.random.default_rng(1)
    for _ in range(4):
        for one in pool.pick(2, rng, [4]):
            pool.report_all(one, 0.5)
            pool.report(one, 4, 0.5, 10, 3.0)
    again = OpponentPool(["smart", "sharp"], tmp_path)
    again.restore(pool.to_json())
    assert again.to_json() == pool.to_json()
    assert again.pick(2, np.random.default_rng(5), [4])[0].name == (
        pool.pick(2, np.random.default_rng(5), [4])[0].name
    )


def test_the_main_opponent_is_the_one_that_is_hard_at_that_count() -> None:
    pool = OpponentPool(["smart", "sharp"])
    rng = np.random.default_rng(1)
    chosen = pool.pick(2, rng, [2, 4])
    for one, reward in zip(chosen, (-1.0, 1.0), strict=True):
        pool.report(one, 2, reward, 1, 0)
        pool.report(one, 4, -reward, 1, 0)
    drawn = [pool.mains(chosen, [2, 4], rng) for _ in range(200)]
    assert np.mean([mains[2] == 0 for mains in drawn]) > 0.95
    assert np.mean([mains[4] == 1 for mains in drawn]) > 0.95


def test_a_pinned_opponent_is_always_picked_and_never_evicted(tmp_path: Path) -> None:
    write(tmp_path, "A", 100, 200)
    pool = OpponentPool(["smart", "sharp"], tmp_path, size=2)
    pool.pins.add(Path(snapshot_name("A", 100)).stem)
    write(tmp_path, "A", 300)
    pool.rescan()
    assert names(pool) == ["bot:smart", "bot:sharp", "snapshot:100", "snapshot:300"]
    rng = np.random.default_rng(1)
    for _ in range(20):
        assert pool.pick(2, rng)[-1].step == 100
    again = OpponentPool(["smart", "sharp"], tmp_path, size=2)
    assert "snapshot:100" not in names(again)
    again.restore(pool.to_json())
    assert "snapshot:100" in names(again)
    assert again.pick(2, rng)[-1].picked == 21


def test_a_retired_opponent_is_not_picked_until_it_is_restored(tmp_path: Path) -> None:
    pool = OpponentPool(["smart", "sharp"])
    rng = np.random.default_rng(1)
    pool.retired.add("smart")
    assert {one.name for _ in range(20) for one in pool.pick(2, rng)} == {"sharp"}
    pool.retired.add("sharp")
    assert pool.pick(2, rng) == []
    pool.retired.clear()
    assert len(pool.pick(2, rng)) == 2


def test_requests_change_the_pool_or_are_refused(tmp_path: Path) -> None:
    write(tmp_path, "X", 100)
    file = tmp_path / snapshot_name("X", 100)
    pool, game = OpponentPool(["smart"]), kibitz.game("ohhell")

    def ask(**asked: str) -> None:
        obey(pool, game, DESCRIPTION, asked)

    ask(do="add", name="sharp")
    ask(do="add", file=str(file))
    ask(do="add", file=str(file))
    assert names(pool) == ["bot:smart", "bot:sharp", "exploiter:100"]
    ask(do="pin", name="smart")
    ask(do="retire", name=file.stem)
    assert (pool.pins, pool.retired) == ({"smart"}, {file.stem})
    again = OpponentPool(["smart"])
    again.restore(pool.to_json())
    assert again.to_json() == pool.to_json()
    ask(do="unpin", name="smart")
    ask(do="restore", name=file.stem)
    assert not pool.pins | pool.retired
    for error, asked in (
        (BadOption, {"do": "pin", "name": "nobody"}),
        (BadOption, {"do": "explode"}),
        (UnknownBot, {"do": "add", "name": "nobody"}),
        (MissingModel, {"do": "add", "file": str(tmp_path / "none.safetensors")}),
    ):
        with pytest.raises(error):
            obey(pool, game, DESCRIPTION, asked)
    other = replace(DESCRIPTION, game="belote")
    with pytest.raises(ForeignCheckpoint, match="plays ohhell"):
        obey(pool, game, other, {"do": "add", "file": str(file)})
