"""Rate the shipped players, and save it for `kibitz bots` and `kibitz rate`.

    python tools/rate_bots.py [GAME ...] [--seconds 60] [--deals 1000] [--slowest MS] [--all]

1. The quick native players of a game play each other, `--deals` deals at random tables, and are
   fitted together with random at 0.
2. Every other player, quick ones first, plays for `--seconds` against players that are rated
   already, and joins them.

Only players whose spec is new or has changed are rated, unless --all is given. A player that
has played too few deals in its time gets no rating: give it more. --slowest leaves out players
that take more milliseconds per move.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import tempfile
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
from kibitz.arena.run.timing import milliseconds_a_move
from kibitz.arena.store.location import open_store
from kibitz.arena.store.store import Store
from kibitz.bots import ratings, times
from kibitz.bots.spec.spec import Spec
from kibitz.core import files

QUICK_MILLISECONDS = 1.0  # of players that rate each other first
ERROR_MAX = 150.0  # Elo, of a rating worth saving


def time_of(spec: Spec) -> float:
    known = times.milliseconds(spec)
    return milliseconds_a_move(spec, games_played=1) if known is None else known


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


def rate(game: str, seconds: float, deals: int, slowest: float, everything: bool) -> None:
    path = ratings.path(game)
    assert path is not None, f"{game} has no shipped players"
    old: dict[str, Any] = {}
    if path.exists() and not everything:
        old = json.loads(path.read_text(encoding="utf-8"))["bots"]
    specs = [bots.spec(game, name) for name in bots.names(game)]
    specs = [spec for spec in specs if not spec.oracle]
    taken = {spec.name: time_of(spec) for spec in specs}
    found = {s.name: old[s.name] for s in specs if old.get(s.name, {}).get("hash") == s.hash}
    quick = [s for s in specs if s.native is not None and taken[s.name] < QUICK_MILLISECONDS]
    if not {spec.name for spec in quick} <= found.keys():
        found |= pool(game, quick, deals)
        write(path, found)
    for spec in sorted(specs, key=lambda spec: taken[spec.name]):
        if spec.name in found or taken[spec.name] > slowest:
            continue
        rivals = [Rival(n, known["elo"], taken[n]) for n, known in found.items() if n != spec.name]
        quickest = [r for r in rivals if r.milliseconds < max(5.0, 2 * taken[spec.name])]
        (one,) = enter(game, [spec.name])
        rating = Rating(kibitz.game(game), one, sorted(quickest, key=lambda r: -r.elo))
        with fresh_store() as store:
            rating.play(store, seconds, workers=1)
        if rating.units and rating.elo.error <= ERROR_MAX:
            found[spec.name] = entry(spec.hash, rating.elo, rating.games)
            write(path, found)
        print(f"{game} {spec.name}: {found.get(spec.name, 'not rated')}", flush=True)


def write(path: Path, found: dict[str, Any]) -> None:
    lines = [f"    {json.dumps(name)}: {json.dumps(found[name])}" for name in sorted(found)]
    text = f'{{\n  "zero": "{ZERO}",\n  "bots": {{\n' + ",\n".join(lines) + "\n  }\n}\n"
    files.write_atomic(path, text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", default=kibitz.names())
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--slowest", type=float, default=float("inf"))
    parser.add_argument("--all", action="store_true")
    given = parser.parse_args()
    for game in given.games:
        rate(game, given.seconds, given.deals, given.slowest, given.all)


if __name__ == "__main__":
    main()
