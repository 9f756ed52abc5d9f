"""Which opponents train best? The pool, plain self-play and bots only, by SPRT.

    python benchmarks/strength/opponents_study.py --out study [--minutes 6] [--seed 1]

All three begin with the same imitated network of Oh Hell for four and train on one core for the
same CPU time, learning-rate schedule included; nothing else differs. Then the arena's SPRT plays
them against each other (one of them is 10 Elo better, or the other one is), and each against
players that none of them met in training. Networks are kept in the folder, and the arena keeps its
games there, so the same command resumes.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

BASE = ["players=4", "player_weights=1", "eval_games=0", "checkpoint_interval=0", "steps=0",
        "minutes=1000000", "latest_seconds=1e9"]  # fmt: skip
MODES = {
    "pool": [],  # the recipe's own: bots and snapshots by PFSP, and 40 % of tables at self-play
    "self": ["opponents=self", "forced_rate=0"],
    "bots": ["opponents=bots", "self_play=0", "forced_rate=0"],
}
STRANGERS = {"level_4": 1000, "level_5": 1000}  # and the deals after which a test gives up
BOUND = 10.0  # Elo
DEALS = 3000
SEED = 9_000_001  # of the arena's deals, apart from training


def train(name: str, sets: list[str], minutes: float, out: Path, seed: int) -> Path:
    """Train for so many CPU minutes, and return the weights."""
    from kibitz.learning import recipe, start
    from kibitz.learning.run import Stage

    file = out / f"{name}_{seed}.safetensors"
    if file.exists():
        return file
    words = [f"name={name}_{seed}", f"seed={seed}", *BASE, *sets]
    run = start.begun(recipe.find("ohhell", "ppo"), None, words, out / "runs")
    begin = time.process_time()

    def progress(_: Stage) -> float:
        return min(1.0, (time.process_time() - begin) / (60 * minutes))

    setattr(run, "progress", progress)  # noqa: B010 (schedules follow CPU time)
    run.go()
    run.learner.net().save(file, run.extras.about())
    spent = time.process_time() - begin
    print(f"{file.name}: {run.step:,} decisions in {spent:.0f} CPU seconds", flush=True)
    return file


def spec(file: Path) -> str:
    """Write a player that uses these weights, and return its file."""
    written = file.with_suffix(".toml")
    written.write_text(f'[play]\nmethod = "net"\nmodel = "{file.name}"\n')
    return str(written)


def sprt(one: str, other: str, deals: int, out: Path) -> dict[str, Any]:
    """Run the arena's test of two players until it decides, or gives up after so many deals."""
    words = [sys.executable, "-m", "kibitz", "arena", "sprt", one, other, "--game", "ohhell",
             "-o", "players=4", "--elo0", str(-BOUND), "--elo1", str(BOUND), "-n", str(deals),
             "--seed", str(SEED), "-w", "1", "--store", str(out / "arena.db"),
             "--json"]  # fmt: skip
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def line(one: str, other: str, found: dict[str, Any]) -> str:
    duel, by_name = found["duel"], {bot["bot"]: bot["wins"]["value"] for bot in found["bots"]}
    wins = [by_name[label] for label in found["labels"]]
    verdict = {"H1": f"{one} is stronger", "H0": f"{other} is stronger"}
    said = verdict.get(duel["sprt"]["state"], "no verdict")
    units, llr = duel["sprt"]["units"], duel["sprt"]["llr"]
    points = duel["points"]
    return (
        f"{one:6} v {other:12} {said:22} {units:5} deals, LLR {llr:+.2f}, wins a seat "
        f"{100 * wins[0]:.1f} : {100 * wins[1]:.1f} %, {points['value']:+.1f} points a game "
        f"({points['low']:+.1f} to {points['high']:+.1f})"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="folder of networks and games")
    parser.add_argument("--minutes", type=float, default=6.0, help="CPU minutes of each training")
    parser.add_argument("--imitate", type=float, default=1.5, help="CPU minutes of imitation")
    parser.add_argument("--seed", type=int, default=1, help="of the trainings")
    given = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
    out: Path = given.out
    out.mkdir(parents=True, exist_ok=True)
    start = train("start", ["stages=imitate", "imitate_steps=0"], given.imitate, out, given.seed)
    common = ["stages=ppo", f"init_weights={start}"]
    made = {
        mode: spec(train(mode, [*common, *sets], given.minutes, out, given.seed))
        for mode, sets in MODES.items()
    }
    for one, other in itertools.combinations(MODES, 2):
        print(line(one, other, sprt(made[one], made[other], DEALS, out)), flush=True)
    for mode, (stranger, deals) in itertools.product(MODES, STRANGERS.items()):
        print(line(mode, stranger, sprt(made[mode], stranger, deals, out)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
