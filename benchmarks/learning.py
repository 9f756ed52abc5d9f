"""Learning: how fast networks answer, and what learning with them reaches.

    python benchmarks/learning.py [NAME ...] [--json]

Without names the short measurements run; `--list` shows all. Times are of CPU, so that a busy
machine matters little, the best of several rounds, on one thread; ratios compare within one run.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

import learning_loop
import numpy as np

import kibitz
from kibitz.nets.layers import Description
from kibitz.nets.net import Net

Row = dict[str, Any]
ROUNDS = 15
NETWORKS = {"256-128-128": (256, 128, 128), "512x3": (512, 512, 512)}
BATCH = 256


def best_seconds(work: Callable[[], object], times: int) -> float:
    """CPU seconds of one call, the best of ROUNDS rounds of `times` calls."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        for _ in range(times):
            work()
        best = min(best, (time.process_time() - begin) / times)
    return best


def positions(n: int) -> np.ndarray:
    """Observations from random games of Oh Hell for four, some moves after their beginning."""
    games = kibitz.vector("ohhell", n, players=4, seed=1)
    rng = np.random.default_rng(1)
    for _ in range(40):
        scores = rng.random(games.mask.shape) * games.mask
        games.step(scores.argmax(axis=1).astype(np.int32))
    return games.observation.copy()


def inference() -> Iterator[Row]:
    """One row and a batch through the native network, and the batch through torch."""
    import torch

    from kibitz.learning.torch_net import TorchNet

    torch.set_num_threads(1)
    x = positions(BATCH)
    whole = torch.from_numpy(x)
    for name, trunk in NETWORKS.items():
        model = TorchNet(Description("ohhell", "v1", inputs=453, actions=66, trunk=trunk))
        handle = model.net().native
        rows = [x[i : i + 1].copy() for i in range(32)]
        one = best_seconds(lambda h=handle, r=rows: [h.forward(y) for y in r], 4) / len(rows)
        batch = best_seconds(lambda h=handle: h.forward(x), 4)
        with torch.inference_mode():
            other = best_seconds(lambda m=model: m(whole), 4)
        yield {"what": f"{name}, one row, native", "us": one * 1e6}
        yield {"what": f"{name}, {BATCH} rows, native", "us": batch * 1e6}
        yield {"what": f"{name}, {BATCH} rows, torch", "us": other * 1e6}
        yield {"what": f"{name}, {BATCH} rows, native / torch", "ratio": batch / other}


def book() -> Iterator[Row]:
    """The same network in numpy, for what it costs to do without the native engine."""
    description = Description("ohhell", "v1", inputs=453, actions=66, trunk=(256, 128, 128))
    rng = np.random.default_rng(1)
    shapes = description.shapes().items()
    tensors = {name: rng.normal(0, 0.1, shape).astype(np.float32) for name, shape in shapes}
    net, x = Net(description, tensors), positions(BATCH)
    one = best_seconds(lambda: net.forward(x[:1], engine="python"), 4)
    yield {"what": "256-128-128, one row, numpy", "us": one * 1e6}


MEASUREMENTS: dict[str, Callable[[], Iterator[Row]]] = {
    "inference": inference,
    "book": book,
    "loop": learning_loop.loop,
    "peer": learning_loop.peer,
    "cores": learning_loop.cores,
    "strength": learning_loop.strength,
}
SHORT = ("inference", "book", "loop")  # what runs without names


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true", help="show the measurements")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if given.list:
        for name, measure in MEASUREMENTS.items():
            print(f"{name:12} {(measure.__doc__ or '').splitlines()[0]}")
        return 0
    unknown = [name for name in given.names if name not in MEASUREMENTS]
    if unknown:
        parser.error(f"no measurement {unknown[0]!r}; there are {', '.join(MEASUREMENTS)}")
    rows: list[Row] = []
    for name in given.names or SHORT:
        for row in MEASUREMENTS[name]():
            rows.append({"measurement": name, **row})
            if not given.json:
                figures = "  ".join(f"{v:,.2f} {k}" for k, v in row.items() if k != "what")
                print(f"{row['what']:44} {figures}", flush=True)
    if given.json:
        print(json.dumps(rows, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
