"""Qwixx: a search player against ga with the published weights, two players, order sequential.

    python benchmarks/strength/qwixx_search.py --pairs 3000 --journal FILE
    python benchmarks/strength/qwixx_search.py --player rollout_fast --pairs 300 --journal FILE

A pair is one series of dice, played from both seats; its games share their luck, so the 95 %
interval is over pairs. Outright wins count, not ties. Everything follows from the seeds. The
journal has one line per pair: killed at any moment, the same command resumes. Exit code 1 if the
lower end of the interval is not above --bar.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Any

from duplicate import Row, run
from qwixx_ladder import PUBLISHED

import kibitz
from kibitz import bots
from kibitz.arena.match import play
from kibitz.arena.statistics.estimate import mean, share
from kibitz.bots.spec.spec import Spec

GAME = {"players": 2, "order": "sequential"}


def searcher(settings: Row) -> Spec:
    known = {key: settings[key] for key in ("simulations", "threads") if settings.get(key)}
    return bots.spec("qwixx", settings["player"], **known)


def play_pair(seed: int, settings: Row) -> Row:
    """Both games of a series of dice: points of the searcher and of the other, and its time."""
    game = kibitz.game("qwixx", **GAME)
    yardstick = {"play": {"method": "ga", "weights": list(PUBLISHED)}}
    row: Row = {"points": [], "moves": 0, "cpu_seconds": 0.0}
    for seat in (0, 1):
        seated = [bots.bot("qwixx", yardstick) for _ in range(2)]
        seated[seat] = searcher(settings).bot()
        played = play(game, seated, seed)
        row["points"].append([int(played.returns[seat]), int(played.returns[1 - seat])])
        row["moves"] += played.moves[seat]
        row["cpu_seconds"] = round(row["cpu_seconds"] + played.seconds[seat], 4)
    return row


def report(rows: list[Row], bar: float) -> bool:
    """Print what came out; whether the interval is above the bar."""
    games = [points for row in rows for points in row["points"]]
    won = share([sum(a > b for a, b in row["points"]) / 2 for row in rows])
    margin = mean([sum(a - b for a, b in row["points"]) / 2 for row in rows])
    ties = sum(a == b for a, b in games) / len(games)
    mine, yours = (sum(column) / len(games) for column in zip(*games, strict=True))
    seconds, moves = (sum(row[key] for row in rows) for key in ("cpu_seconds", "moves"))
    print(
        f"outright wins {won.value:.2%} of {len(games)} games "
        f"(95 % interval {won.low:.2%} to {won.high:.2%}), ties {ties:.1%}\n"
        f"points {mine:.1f} : {yours:.1f}, margin {margin}\n"
        f"{1000 * seconds / moves:.1f} ms of CPU time a move, {seconds / len(games):.2f} s a game"
    )
    return won.low > bar


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--player", default="mcts", help="a search player of Qwixx (mcts)")
    parser.add_argument("--simulations", type=int, help="a move; else as the player's spec says")
    parser.add_argument("--pairs", type=int, default=1000, help="series of dice (1000)")
    parser.add_argument("--first", type=int, default=1, help="seed of the first pair (1)")
    parser.add_argument("--workers", type=int, default=1, help="processes (1)")
    parser.add_argument("--journal", type=Path, required=True)
    parser.add_argument("--bar", type=float, default=0.62, help="share of wins to beat (0.62)")
    words = parser.parse_args()
    settings: dict[str, Any] = {"player": words.player, "simulations": words.simulations}
    settings["spec"] = searcher(settings).hash
    seeds = range(words.first, words.first + words.pairs)
    pair = partial(play_pair, settings=settings)
    rows = run(seeds, pair, words.journal, settings, workers=words.workers)
    return int(not report(rows, words.bar))


if __name__ == "__main__":
    sys.exit(main())
