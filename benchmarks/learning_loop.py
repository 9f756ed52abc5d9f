"""The whole training loop of Oh Hell: its speed, its use of two cores, and the time to strength.

`loop`, `peer` and `cores` measure decisions per second; `strength` trains from scratch and reports
the curve. benchmarks/learning.py runs them by name.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Row = dict[str, Any]
NETWORKS = {"256-128-128": "256,128,128", "512x3": "512,512,512"}
ROLLOUT = 32_768
UPDATES = 3
CORE_ROUNDS = 3
PEER_STEPS = 4096
PLAYERS = 4
MINUTES = 6.0  # of the training of `strength`
WANTED = 0.75  # share of wins against three smart
EVERY_SECONDS = 20  # between two measurements of the curve
DEALS = 250  # of a point of the curve, each from all four seats
SURE_DEALS = 1000  # that confirm the last one
FIRST = 6_000_001  # of the deals of the curve
STRENGTH_SETTINGS = [
    f"players={PLAYERS}", "player_weights=1", f"minutes={MINUTES}", "steps=0", "imitate_steps=0",
    "imitate_share=0.12", "eval_games=0", "checkpoint_interval=0", "seed=2",
]  # fmt: skip


def settings(trunk: str, overlap: str) -> list[str]:
    """Settings of plain self-play for four, two epochs, without anything else to do."""
    return [
        f"players={PLAYERS}", "player_weights=1", f"trunk={trunk}", "stages=ppo",
        "opponents=self", "forced_rate=0", "epochs=2", f"rollout={ROLLOUT}", "steps=1B",
        f"overlap={overlap}", "eval_games=0", "latest_seconds=1e9", "checkpoint_interval=0",
        "snapshot_interval=0",
    ]  # fmt: skip


def rates(trunk: str, overlap: str, threads: int = 0) -> tuple[float, float]:
    """Return decisions per second of wall time and of CPU time; the first update warms up."""
    from kibitz.learning import recipe, start

    with tempfile.TemporaryDirectory() as folder:
        words = ["name=b", f"threads={threads}", *settings(trunk, overlap)]
        run = start.begun(recipe.find("ohhell", "ppo"), None, words, Path(folder))
        algorithm = run.stages[0].begin()
        algorithm.update(0.0)
        begin, cpu = time.perf_counter(), time.process_time()
        done = sum(algorithm.update(0.0).steps for _ in range(UPDATES))
        seconds, cpu = time.perf_counter() - begin, time.process_time() - cpu
        algorithm.close()
    return done / seconds, done / cpu


def loop() -> Iterator[Row]:
    """Decisions per CPU second of the whole PPO loop, two epochs, four players."""
    for name, trunk in NETWORKS.items():
        yield {"what": f"PPO loop, {name}", "decisions/s": rates(trunk, "no", threads=1)[1]}


def peer() -> Iterator[Row]:
    """The same of MaskablePPO (sb3-contrib) on the Gymnasium environment, and the ratio."""
    import gymnasium
    import torch
    from sb3_contrib import MaskablePPO

    import kibitz.envs  # noqa: F401 (registers the environments)

    torch.set_num_threads(1)
    ours = rates(NETWORKS["256-128-128"], "no", threads=1)[1]
    env = gymnasium.make("kibitz/OhHell-v0", players=PLAYERS, seat="all", episode="round")
    widths = [int(w) for w in NETWORKS["256-128-128"].split(",")]
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=PEER_STEPS, batch_size=1024, n_epochs=2, seed=1, device="cpu",
        policy_kwargs={"net_arch": widths, "activation_fn": torch.nn.ReLU},
    )  # fmt: skip
    model.learn(256)
    begin = time.process_time()
    model.learn(PEER_STEPS)
    theirs = PEER_STEPS / (time.process_time() - begin)
    yield {"what": "PPO loop, 256-128-128", "decisions/s": ours}
    yield {"what": "MaskablePPO, 256-128-128", "decisions/s": theirs}
    yield {"what": "ratio", "ratio": ours / theirs}


def cores() -> Iterator[Row]:
    """Decisions per second of wall time on two cores and on one; needs an idle machine.

    Runs on one and on two cores take turns, so that a load that comes and goes meets both; the
    figures are medians. `CPU` is the same per second of CPU time: what the second thread costs.
    """
    available = sorted(os.sched_getaffinity(0))
    if len(available) < 2:
        yield {"what": "this process may use one core only", "cores": 1}
        return
    settings_of = {
        "one core": (1, "no"),
        "two cores": (2, "no"),
        "two cores, overlap": (2, "yes"),
    }
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in settings_of}
    for _ in range(CORE_ROUNDS):
        for name, (count, overlap) in settings_of.items():
            os.sched_setaffinity(0, available[:count])
            words = [sys.executable, __file__, NETWORKS["256-128-128"], overlap]
            try:
                done = subprocess.run(words, capture_output=True, text=True, check=True)
            finally:
                os.sched_setaffinity(0, available)
            wall, cpu = done.stdout.split()
            found[name].append((float(wall), float(cpu)))
    one = 0.0
    for name, rates in found.items():
        wall, cpu = (statistics.median(part) for part in zip(*rates, strict=True))
        one = one or wall
        yield {"what": f"PPO loop, {name}", "decisions/s": wall, "CPU": cpu, "ratio": wall / one}


def strength() -> Iterator[Row]:
    """Train from scratch until 75 % of wins against three smart, and report the curve.

    Seconds are of training: measuring does not count. A point of the curve above the mark is
    confirmed on deals of its own, so that luck alone does not end the run.
    """
    from kibitz.learning import recipe, start

    with tempfile.TemporaryDirectory() as folder:
        run = start.begun(
            recipe.find("ohhell", "ppo"), None, ["name=s", *STRENGTH_SETTINGS], Path(folder)
        )
        curve: list[Row] = []
        measured = [0.0]
        began = time.process_time()
        spent = [0.0]  # CPU seconds of measuring

        def show(status: Any) -> None:
            if status["seconds"] - measured[0] < EVERY_SECONDS or run.stopping:
                return
            measured[0] = status["seconds"]
            cpu = time.process_time()
            share = against_smart(run.learner.net(), Path(folder), FIRST, DEALS)
            point = {"what": f"after {status['step']:,} decisions", "s": status["seconds"]}
            curve.append(point | {"CPU s": cpu - began - spent[0], "% v three smart": 100 * share})
            if share >= WANTED:
                sure = against_smart(run.learner.net(), Path(folder), FIRST + DEALS, SURE_DEALS)
                curve[-1]["% on fresh deals"] = 100 * sure
                if sure >= WANTED:
                    run.stopping = "strong enough"
            spent[0] += time.process_time() - cpu

        run.show = show
        run.go()
        yield from curve


def against_smart(net: Any, folder: Path, first: int, deals: int) -> float:
    """Return the share of wins of one seat against three smart, over whole rotations."""
    import numpy as np

    import kibitz
    from kibitz import bots
    from kibitz.arena import native

    file = folder / "curve.safetensors"
    net.save(file, {})
    pair = [
        bots.spec("ohhell", {"play": {"method": "net", "model": str(file)}}).native,
        bots.spec("ohhell", "smart").native,
    ]
    seating = np.tile(1 - np.eye(PLAYERS, dtype=np.int64), (deals, 1))
    seeds = np.repeat(np.arange(first, first + deals, dtype=np.uint64), PLAYERS)
    forms = [form for form in pair if form is not None]
    played = native.play_many(kibitz.game("ohhell", players=PLAYERS), forms, seating, seeds)
    return float(played.outcome[seating == 0].mean())


if __name__ == "__main__":
    print(*rates(sys.argv[1], sys.argv[2]))
