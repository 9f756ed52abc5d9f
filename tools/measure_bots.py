"""Measure how long the shipped players take for a move, and keep it for `kibitz bots`.

    python tools/measure_bots.py [GAME] [--all]

Only players whose spec is new or has changed are measured, unless --all says otherwise. CPU time of
this machine, which the file names; nobody else should be computing meanwhile.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from typing import Any

import kibitz
from kibitz import bots
from kibitz.arena.timing import milliseconds_a_move
from kibitz.bots import times
from kibitz.core import engine


def measure(game: str, everything: bool) -> None:
    path = times.path(game)
    old: dict[str, Any] = {"bots": {}}
    if path.exists() and not everything:
        old = json.loads(path.read_text(encoding="utf-8"))
    found = {}
    for name in bots.names(game):
        spec = bots.spec(game, name)
        known = old["bots"].get(name)
        if known is None or known["hash"] != spec.hash:
            known = {"hash": spec.hash, "ms": float(f"{milliseconds_a_move(spec):.2g}")}
            print(f"{game} {name}: {known['ms']:g} ms", flush=True)
        found[name] = known
    machine = f"{platform.machine()}, {os.cpu_count()} cores, engine {engine.engine_name()}"
    text = json.dumps({"machine": machine, "bots": found}, indent=1)
    path.write_text(text + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="*", help="all, where none is named")
    parser.add_argument("--all", action="store_true", help="also what has not changed")
    words = parser.parse_args()
    os.environ.pop("KIBITZ_BOTS", None)  # the shipped ones only
    for game in words.game or kibitz.names():
        measure(game, words.all)


if __name__ == "__main__":
    main()
