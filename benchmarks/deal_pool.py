"""Deal pools: how fast they are written and read, and how large they are.

    python benchmarks/deal_pool.py [--belote N] [--codepiece N] [--read N] [--json]

Writing is in deals a second of CPU time, so that a busy machine and the number of cores do not
matter: with c free cores it goes c times as fast. Reading is of a file of Belote whose rows were
made up (what they say does not matter), mapped and in the system's cache.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from kibitz.search import deal_pool
from kibitz.search.deal_pool.layout import Settings


def writing(game: str, deals: int, path: Path) -> dict[str, object]:
    begin = time.process_time()
    deal_pool.write(path, game, deals, seed=1)
    seconds = time.process_time() - begin
    return {
        "what": f"{game}, writing {deals:,} deals",
        "a_cpu_second": deals / seconds,
        "bytes_a_deal": path.stat().st_size / deals,
    }


def made_up(path: Path, deals: int) -> None:
    """A whole file without solving: every deal the same."""
    settings = Settings.make("belote", deals, 1)
    rows = np.zeros(deals, settings.layout.row)
    rows["owners"] = (0xCCCCCCCC, 0xF0F0F0F0)
    data = rows.tobytes()
    size = settings.row_size
    sums = []
    for number in range(settings.blocks):
        first, count = settings.deals_of(number)
        sums.append(settings.block_sum(number, data[first * size : (first + count) * size]))
    path.write_bytes(settings.head() + b"".join(sums) + data)


def reading(path: Path, deals: int) -> list[dict[str, object]]:
    made_up(path, deals)
    found = deal_pool.open(path, verify=True)
    few = np.random.default_rng(1).integers(deals, size=4096)
    cases: list[tuple[str, int, Callable[[], object]]] = [
        ("open", deals, lambda: deal_pool.open(path)),
        ("open, all checksums", deals, lambda: deal_pool.open(path, verify=True)),
        ("hands", deals, found.hands),
        ("holders", deals, found.holders),
        ("points", deals, found.points),
        ("hands of 4,096 at random", 4096, lambda: found.hands(few)),
    ]
    rows: list[dict[str, object]] = []
    for name, count, call in cases:
        times = []
        for _ in range(5):
            begin = time.process_time()
            call()
            times.append(time.process_time() - begin)
        rows.append({"what": f"{name}, {count:,} deals", "milliseconds": 1e3 * sorted(times)[2]})
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--belote", type=int, default=3000, help="deals to write (3000)")
    parser.add_argument("--codepiece", type=int, default=40, help="deals to write (40)")
    parser.add_argument("--read", type=int, default=1_000_000, help="deals to read (1000000)")
    parser.add_argument("--json", action="store_true", help="one JSON line a case")
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            writing("belote", words.belote, Path(folder) / "belote"),
            writing("codepiece", words.codepiece, Path(folder) / "codepiece"),
            *reading(Path(folder) / "read", words.read),
        ]
    for row in rows:
        if words.json:
            print(json.dumps(row))
        elif "milliseconds" in row:
            print(f"{row['what']:<40}{row['milliseconds']:>10.1f} ms")
        else:
            print(
                f"{row['what']:<40}{row['a_cpu_second']:>10.1f} deals a CPU second, "
                f"{row['bytes_a_deal']:.2f} bytes a deal"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
