"""The whole training loop of Oh Hell: its speed, its use of two cores, and the time to strength.

`loop`, `peer` and `cores` measure decisions per second; `strength` trains from scratch and reports
the curve. benchmarks/learning.py runs them by name.
"""

from __future__ import annotations

import os
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
PEER_STEPS = 4096
PLAYERS = 4
MINUTES = 6.0  # of the training of `strength`
WANTED = 0.75  # share of wins against three smart
EVERY_SECONDS = 20  # between two measurements of the curve
DEALS = 250
FIRST = 6_000_001  # of the deals of the curve


def settings(trunk: str, overlap: str) -> list[str]:
    """Settings of plain self-play for four, two epochs, without anything else to do."""
    return [
        f"players={PLAYERS}", "player_weights=1", f"trunk={trunk}", "stages=ppo",
        "opponents=self", "forced_rate=0", "epochs=2", f"rollout={ROLLOUT}", "steps=1B",
        f"overlap={overlap}", "eval_games=0", "latest_seconds=1e9", "checkpoint_interval=0",
        "snapshot_interval=0",
    ]  # fmt: skip


def rate(trunk: str, overlap: str, cpu: bool) -> float:
    """Return decisions per second of CPU or wall time; the first update warms up."""
    from kibitz.learning import recipe, start

    clock = time.process_time if cpu else time.perf_counter
    with tempfile.TemporaryDirectory() as folder:
        chosen = recipe.find("ohhell", "ppo")
        run = start.begun(chosen, None, ["name=b", *settings(trunk, overlap)], Path(folder))
        algorithm = run.stages[0].begin()
        algorithm.update(0.0)
        begin = clock()
        done = sum(algorithm.update(0.0).steps for _ in range(UPDATES))
        seconds = clock() - begin
        algorithm.close()
    return done / seconds


def loop() -> Iterator[Row]:
    """Decisions per CPU second of the whole PPO loop, two epochs, four players."""
    for name, trunk in NETWORKS.items():
        yield {"what": f"PPO loop, {name}", "decisions/s": rate(trunk, "no", cpu=True)}


def peer() -> Iterator[Row]:
    """The same of MaskablePPO (sb3-contrib) on the Gymnasium environment, and the ratio."""
    import gymnasium
    import torch
    from sb3_contrib import MaskablePPO

    import kibitz.envs  # noqa: F401 (registers the environments)

    torch.set_num_threads(1)
    ours = rate(NETWORKS["256-128-128"], "no", cpu=True)
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
    """Decisions per second of wall time with two cores against one; needs an idle machine."""
    available = sorted(os.sched_getaffinity(0))
    if len(available) < 2:
        yield {"what": "this process may use one core only", "cores": 1}
        return
    found = {}
    for count, overlap in ((1, "no"), (2, "yes")):
        os.sched_setaffinity(0, available[:count])
        words = [sys.executable, __file__, NETWORKS["256-128-128"], overlap]
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=True)
        finally:
            os.sched_setaffinity(0, available)
        found[count] = float(done.stdout)
        yield {"what": f"PPO loop, {count} core(s)", "decisions/s": found[count]}
    yield {"what": "two cores / one", "ratio": found[2] / found[1]}


def strength() -> Iterator[Row]:
    """Train from scratch until 75 % of wins against three smart, and report the curve."""
    from kibitz.learning import recipe, start

    with tempfile.TemporaryDirectory() as folder:
        sets = ["name=s", f"players={PLAYERS}", "player_weights=1", f"minutes={MINUTES}", "steps=0",
                "imitate_share=0.2", "eval_games=0", "checkpoint_interval=0"]  # fmt: skip
        run = start.begun(recipe.find("ohhell", "ppo"), None, sets, Path(folder))
        curve: list[tuple[float, int, float]] = []
        measured = [0.0]

        def show(status: Any) -> None:
            if status["seconds"] - measured[0] < EVERY_SECONDS or run.stopping:
                return
            measured[0] = status["seconds"]
            share = against_smart(run.learner.net(), Path(folder))
            curve.append((status["seconds"], status["step"], share))
            if share >= WANTED:
                run.stopping = "strong enough"

        run.show = show
        cpu = time.process_time()
        run.go()
        for seconds, step, share in curve:
            yield {
                "what": f"after {step:,} decisions",
                "s": seconds,
                "% v three smart": 100 * share,
            }
        yield {"what": "in all, with measuring", "CPU s": time.process_time() - cpu}


def against_smart(net: Any, folder: Path) -> float:
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
    seating = np.tile(1 - np.eye(PLAYERS, dtype=np.int64), (DEALS, 1))
    seeds = np.repeat(np.arange(FIRST, FIRST + DEALS, dtype=np.uint64), PLAYERS)
    forms = [form for form in pair if form is not None]
    played = native.play_many(kibitz.game("ohhell", players=PLAYERS), forms, seating, seeds)
    return float(played.outcome[seating == 0].mean())


if __name__ == "__main__":
    print(rate(sys.argv[1], sys.argv[2], cpu=False))
