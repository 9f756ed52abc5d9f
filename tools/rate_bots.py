"""Rate the shipped players, and save it for `kibitz bots` and `kibitz rate`.

    python tools/rate_bots.py [GAME ...] [--seconds 60] [--deals 1000] [--slowest MS] [--all]
    python tools/rate_bots.py [GAME ...] --wide 200

1. The quick native players of a game play each other, `--deals` deals at random tables, and are
   fitted together with random at 0.
2. Every other player, quick ones first, plays against players that are rated already and joins
   them: for `--seconds` of CPU time, and UNITS_MIN deals at least. Slow players play each deal from
   one seat only; what they lack in games shows in their interval.

Only players whose spec is new or has changed are rated, with --wide also those whose interval is
wider than plus or minus that many Elo, with --all everybody. Names for the same
player (equal hashes) share one rating. --slowest leaves out players that take more milliseconds
per move.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kibitz
from kibitz import bots
from kibitz.arena.board.anchor import ZERO
from kibitz.arena.board.board import boards
from kibitz.arena.plan import plan
from kibitz.arena.plan.entry import enter
from kibitz.arena.rate import Rating, Rival
from kibitz.arena.run.run import run
from kibitz.arena.store.location import open_store
from kibitz.arena.store.store import Store
from kibitz.bots import ratings, times
from kibitz.bots.spec.spec import Spec
from kibitz.core import files

QUICK_MILLISECONDS = 1.0  # of players that rate each other first
SLOW_MILLISECONDS = 30.0  # of players that play each deal from one seat only
UNITS_MIN = 4  # deals of a player, however slow
FIELDS = ratings.Rating._fields[1:]  # without the name
STAGE_SECONDS = 1.0  # then opponents are chosen again


def time_of(spec: Spec) -> float:
    """Return the milliseconds per move; of a player that nobody has measured, of its first move."""
    known = times.milliseconds(spec)
    if known is not None:
        return known
    state, bot = kibitz.game(spec.game).new(seed=1), spec.bot()
    bot.start(state.game, state.player, 1)
    begin = time.process_time()
    bot.choose(state.view(state.player))
    return 1000 * (time.process_time() - begin)


@contextlib.contextmanager
def fresh_store() -> Iterator[Store]:
    with tempfile.TemporaryDirectory() as folder, open_store(f"{folder}/ratings.db") as store:
        yield store


def pool(game: str, specs: list[Spec], deals: int) -> dict[str, dict[str, Any]]:
    """Rate the quick native players against each other."""
    names = [spec.name for spec in specs]
    rules = kibitz.game(game)
    with fresh_store() as store:
        entries = enter(game, names)
        options = {k: v for k, v in rules.chosen_options().items() if k != "players"}
        run(plan.drawn(game, options, entries, [rules.players], deals, 1, rotate=True), store)
        (board,) = boards(store)
        found = {}
        for row in board.rows():
            assert row.rated is not None
            elo = row.rated.rating
            found[row.label] = entry(row.entrant.hash, elo, row.counts.games)
        return found


def entry(hash_: str, elo: Any, games: int) -> dict[str, Any]:
    return {"hash": hash_, "elo": round(elo.value), "error": round(elo.error), "games": games}


def rate(game: str, seconds: float, deals: int, slowest: float, wide: float) -> None:
    path = ratings.path(game)
    assert path is not None, f"{game} has no shipped players"
    everybody = [bots.spec(game, name) for name in bots.names(game)]
    specs = distinct([spec for spec in everybody if not spec.oracle])
    known = {key: one for key, one in ratings.by_hash(game).items() if one.error <= wide}
    found: dict[str, dict[str, Any]] = {
        spec.name: {"hash": spec.hash} | dict(zip(FIELDS, known[spec.hash][1:], strict=True))
        for spec in specs
        if spec.hash in known
    }
    taken = {spec.name: time_of(spec) for spec in specs}
    quick = [s for s in specs if s.native is not None and taken[s.name] < QUICK_MILLISECONDS]
    if not {spec.name for spec in quick} <= found.keys():
        found |= pool(game, quick, deals)
        write(path, everybody, found)
    for spec in sorted(specs, key=lambda spec: taken[spec.name]):
        if spec.name in found or taken[spec.name] > slowest:
            continue
        rivals = [
            Rival(name, one["elo"], taken[name])
            for name, one in found.items()
            if one["error"] <= ratings.ANCHOR_ERROR_MAX
        ]
        quickest = [r for r in rivals if r.milliseconds < max(5.0, taken[spec.name] / 4)]
        (player,) = enter(game, [spec.name])
        ranked = sorted(quickest, key=lambda r: -r.elo)
        slow = taken[spec.name] > SLOW_MILLISECONDS
        rating = Rating(kibitz.game(game), player, ranked, whole_units=not slow)
        with fresh_store() as store:
            begin, stages = time.process_time(), itertools.count()
            while len(rating.units) < UNITS_MIN or time.process_time() - begin < seconds:
                rating.play(store, STAGE_SECONDS, seed=1000 * next(stages), workers=1)
        found[spec.name] = entry(spec.hash, rating.elo, rating.games)
        write(path, everybody, found)
        print(f"{game} {spec.name}: {found[spec.name]}", flush=True)
    write(path, everybody, found)


def distinct(specs: list[Spec]) -> list[Spec]:
    """Return one spec for each hash; a level only if it has no other name."""
    by_hash: dict[str, Spec] = {}
    for spec in sorted(specs, key=lambda spec: spec.name.startswith("level_")):
        by_hash.setdefault(spec.hash, spec)
    return list(by_hash.values())


def write(path: Path, everybody: list[Spec], found: dict[str, Any]) -> None:
    by_hash = {one["hash"]: one for one in found.values()}
    lines = [
        f"    {json.dumps(spec.name)}: {json.dumps(by_hash[spec.hash])}"
        for spec in sorted(everybody, key=lambda spec: spec.name)
        if spec.hash in by_hash
    ]
    text = f'{{\n  "zero": "{ZERO}",\n  "bots": {{\n' + ",\n".join(lines) + "\n  }\n}\n"
    files.write_atomic(path, text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", default=kibitz.names())
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--slowest", type=float, default=float("inf"))
    parser.add_argument("--wide", type=float, default=float("inf"))
    parser.add_argument("--all", action="store_const", const=-1.0, dest="wide")
    given = parser.parse_args()
    for game in given.games:
        rate(game, given.seconds, given.deals, given.slowest, given.wide)


if __name__ == "__main__":
    main()
