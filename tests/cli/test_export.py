"""`kibitz record export` and `kibitz pool export`: the same numbers as arrays."""

import json
from pathlib import Path

import numpy as np

from kibitz.search import deal_pool as pools
from tests.support.command import Command


def test_records(command: Command, tmp_path: Path) -> None:
    lines = command("record", "new", "qwixx", "--games", "3").output
    source = tmp_path / "games.jsonl"
    source.write_text(lines)
    for suffix in (".npz", ".parquet"):
        result = command("record", "export", str(source), str(tmp_path / f"games{suffix}"))
        assert result.exit_code == 0, result.output
    with np.load(tmp_path / "games.npz") as table:
        starts = table["actions_starts"]
        for i, line in enumerate(lines.splitlines()):
            record = json.loads(line)
            assert table["actions"][starts[i] : starts[i + 1]].tolist() == record["actions"]
            assert int(table["seed"][i]) == record["seed"]
    assert command("record", "export", str(source), "games.xls").exit_code == 2


def test_pools(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.pool"
    assert command("pool", "belote", "-n", "20", "-o", str(path)).exit_code == 0
    result = command("pool", "export", str(path), str(tmp_path / "a.npz"))
    assert result.exit_code == 0, result.output
    pool = pools.open(path)
    with np.load(tmp_path / "a.npz") as table:
        assert (table["holders"] == pool.holders()).all()
        assert (table["values"] == pool.values).all()
