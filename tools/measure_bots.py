"""Measure the time per move of the shipped players, and save it for `kibitz bots`.

    python tools/measure_bots.py [GAME] [--all]

Only players whose spec is new or has changed are measured, unless --all is given. The figures are
CPU time on this machine, which the file names; run it on an otherwise idle machine.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from pathlib import Path
from typing import Any

import kibitz
from kibitz import bots
from kibitz.arena.run.timing import milliseconds_a_move
from kibitz.bots import times
from kibitz.core import engine, files


def measure(game: str, everything: bool) -> None:
    path = times.path(game)
    assert path is not None, f"{game} has no shipped players"
    old: dict[str, Any] = {}
    if path.exists() and not everything:
        old = json.loads(path.read_text(encoding="utf-8"))["bots"]
    found: dict[str, Any] = {}
    for name in bots.names(game):
        spec = bots.spec(game, name)
        if name in old and old[name]["hash"] == spec.hash:
            found[name] = old[name]
            continue
        found[name] = {"hash": spec.hash, "ms": float(f"{milliseconds_a_move(spec):.2g}")}
        print(f"{game} {name}: {found[name]['ms']:g} ms", flush=True)
        write(path, {**old, **found})  # save as we go: measuring all bots takes minutes
    write(path, found)


def write(path: Path, found: dict[str, Any]) -> None:
    machine = f"{platform.machine()}, {os.cpu_count()} cores, engine {engine.engine_name()}"
    text = json.dumps({"machine": machine, "bots": dict(sorted(found.items()))}, indent=1)
    files.write_atomic(path, text + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="*", help="games to measure (default: all)")
    parser.add_argument("--all", action="store_true", help="measure unchanged players too")
    words = parser.parse_args()
    os.environ.pop("KIBITZ_BOTS", None)  # shipped players only
    for game in words.game or kibitz.names():
        measure(game, words.all)


if __name__ == "__main__":
    main()
