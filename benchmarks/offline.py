"""The engine in the browser: what a first visit loads, and how fast it is next to the native one.

    python benchmarks/offline.py

Needs `make wasm` and Node. A first load is the page, the worker, the facts, the game's module and
the networks by which its levels play. Beliefs of levels about where cards are follow when such a
player first sits down, or when the page has nothing else to fetch. Sizes are gzipped, as servers
send them. Rollouts are random games from the first deal, on one thread each; Node runs the same
WebAssembly as Chromium. A decision is one move of a player that the native engine plays alone;
levels that blend several are left out. The strongest level plays one game through the page's own
code, as in the worker. All times are CPU time, so that other work on the machine does not count.
Native rollouts run on the widest path that the CPU has, and for comparison on the portable one,
which is as wide as WebAssembly's registers.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import kibitz

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "src" / "kibitz" / "server" / "static"
OFFLINE = STATIC / "offline"
FIRST_BYTES_MAX = 1_500_000
SHARE_MIN = 0.4  # of native rollouts
VITEST = ROOT / "frontend" / "node_modules" / ".bin" / "vitest"
CHAMPION_MS_MAX = 1500  # a move of the strongest level


def gzipped(file: Path) -> int:
    data = file.read_bytes()
    return len(data) if file.suffix == ".gz" else len(gzip.compress(data, 9))


@functools.cache
def page_bytes() -> int:
    """What the page itself loads first, and the worker with one game's scene."""
    index = (STATIC / "index.html").read_text()
    assets = [file for file in (STATIC / "assets").iterdir() if file.name in index]
    worker = list((STATIC / "assets").glob("worker-*.js"))
    scenes = max(gzipped(file) for file in (STATIC / "assets").glob("scene-*.js"))
    files = [STATIC / "index.html", *assets, *worker, OFFLINE / "index.json"]
    return scenes + sum(map(gzipped, files))


class Loaded(NamedTuple):
    """Bytes that a visit loads for one game, the page included."""

    first: int
    afterwards: int  # beliefs of levels
    on_demand: int  # networks that no level uses


def loaded(game: str) -> Loaded:
    index = json.loads((OFFLINE / "index.json").read_text())
    on_demand, beliefs = set(index["on_demand"]), set(index["later"])
    facts = json.loads((OFFLINE / f"{game}.json").read_text())
    nets = {net["file"] for net in facts["nets"].values()} | set(facts["values"].values())
    nets |= set(facts["tables"].values())

    def total(names: set[str]) -> int:
        return sum(gzipped(OFFLINE / name) for name in names)

    engine = {f"{game}.wasm", f"{game}.json"}
    first = page_bytes() + total(engine | (nets - on_demand - beliefs))
    return Loaded(first, total(nets & beliefs), total(nets & on_demand))


def native_rollouts(game: str, seconds: float, *, portable: bool = False) -> float:
    """Random games per CPU second, from the first deal."""
    state: Any = kibitz.game(game, engine="native").new(chance="explicit")
    state._playouts(4096, 1, 1, portable)
    games, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        state._playouts(16384, games, 1, portable)
        games += 16384
    return games / (time.process_time() - start)


def champion(game: str) -> dict[str, Any]:
    """Moves, mean and slowest milliseconds of a game of the strongest level."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "times.json"
        subprocess.run(
            [str(VITEST), "run", "tests/offline/champion.test.ts"],
            cwd=ROOT / "frontend",
            env=os.environ | {"KIBITZ_CHAMPION": f"{game}:{out}", "KIBITZ_OFFLINE": str(OFFLINE)},
            check=True,
            capture_output=True,
        )
        times: dict[str, Any] = json.loads(out.read_text())
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each rate of rollouts")
    args = parser.parse_args()
    if not (OFFLINE / "index.json").is_file():
        raise SystemExit("the page has no offline engine: run make wasm")
    print(f"page, worker and facts: {page_bytes():,} bytes gzipped")
    for file in sorted(OFFLINE.glob("*.wasm")):
        game = file.stem
        visit = loaded(game)
        flat = json.dumps(list(kibitz.game(game).flat_options))
        words = ["node", str(ROOT / "benchmarks" / "offline.mjs"), str(OFFLINE), game, flat]
        done = subprocess.run(
            [*words, str(args.seconds)], check=True, capture_output=True, text=True
        )
        measured = json.loads(done.stdout)
        same = kibitz.playouts(game, 4096, seed=1, engine="native").actions
        if measured["actions"] != same:
            raise SystemExit(f"{game}: {measured['actions']} actions in 4,096 games, native {same}")
        native = native_rollouts(game, args.seconds)
        share = measured["rollouts"] / native
        portable = native_rollouts(game, args.seconds, portable=True)
        print(f"{game}")
        print(f"  first load    {visit.first:>11,} bytes  limit {FIRST_BYTES_MAX:,}")
        if visit.afterwards:
            print(f"  afterwards    {visit.afterwards:>11,} bytes  beliefs of levels")
        if visit.on_demand:
            print(f"  on demand     {visit.on_demand:>11,} bytes  networks that no level uses")
        print(f"  rollouts      {measured['rollouts']:>11,.0f} /s     native {native:,.0f} /s")
        print(f"                {share:>11.0%} of native, wanted {SHARE_MIN:.0%}", end="; ")
        print(f"{measured['rollouts'] / portable:.0%} of its portable path, {portable:,.0f} /s")
        best = champion(game)
        print(f"  strongest     {best['mean']:>11.2f} ms     slowest of {best['moves']}", end=" ")
        print(f"{best['max']:.0f} ms, limit {CHAMPION_MS_MAX} ms")
        for name, ms in measured["moves"].items():
            print(f"  {name:<13} {ms['mean']:>11.2f} ms     slowest {ms['max']:.1f} ms")


if __name__ == "__main__":
    main()
