"""Dubito: the reader among the field of fourteen, and alone against three of the strongest.

    python benchmarks/strength/dubito_reader.py --journal FILE
    python benchmarks/strength/dubito_reader.py --worlds 16 --rotations 40 --journal FILE

Part 1, for each way to go out and three to seven players: the reader and others of the fourteen,
drawn anew for every table. Part 2: four players, the reader and three copies of one player (25 %
hard wins are even). A rotation is one deal played once for every rotation of the seats; intervals
are 95 % over rotations, which are independent.

The journal has one JSON line a rotation, written before the next begins: killed at any moment, the
same command resumes where it was. Everything follows from the seeds. Exit code 1 if the reader does
not lead every player of the field, over all sizes, with the interval of the difference above 0, or
does not reach --bar against each of part 2.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from dubito_field import EXITS, FIELD, SIZES, native_player
from duplicate import append, read

import kibitz
from kibitz.arena.native import Player, play_many
from kibitz.core.rng import Stream, mix

READER = "reader"
AGAINST = ("gemini", "tracker", "hunter")
TABLE_STREAM = 0x7461626C  # keeps who sits at a table apart from its deal

Line = dict[str, Any]
Key = tuple[str, str, int, int]


def play_rotation(exit_option: str, names: list[str], players: list[Player], seed: int) -> Line:
    """One deal, everybody once in every seat; gives the mean hard and soft wins of each."""
    size = len(names)
    game = kibitz.game("dubito", players=size, exit=exit_option, engine="native")
    seating = np.stack([np.roll(np.arange(size), turn) for turn in range(size)])
    begin = time.process_time()
    returns = play_many(game, players, seating, [seed] * size).returns
    points = np.take_along_axis(returns, np.argsort(seating, axis=1), axis=1)
    return {
        "names": names,
        "hard": (points == 1.0).mean(axis=0).tolist(),
        "soft": (points == 0.5).mean(axis=0).tolist(),
        "cpu_seconds": round(time.process_time() - begin, 4),
    }


def drawn(size: int, seed: int) -> list[str]:
    """The others at a table of the field."""
    names = list(FIELD)
    Stream(mix(seed, TABLE_STREAM)).shuffle(names)
    return names[: size - 1]


def plan(words: argparse.Namespace) -> list[tuple[Key, list[str]]]:
    """All rotations that are to be played: (part, exit, players, seed), and the others."""
    seeds = range(words.first, words.first + words.rotations)
    found = [
        (("field", exit_option, size, seed), drawn(size, seed))
        for exit_option in EXITS
        for size in SIZES
        for seed in seeds
    ]
    found += [
        ((name, exit_option, 4, seed), [name] * 3)
        for name in AGAINST
        for exit_option in EXITS
        for seed in seeds
    ]
    return found


def interval(values: list[float]) -> tuple[float, float]:
    """The mean, and half of its 95 % interval, in percent."""
    mean = statistics.fmean(values)
    if len(values) < 2:
        return 100 * mean, math.inf
    return 100 * mean, 196 * statistics.stdev(values) / math.sqrt(len(values))


def leads(rotations: list[Line]) -> list[tuple[str, float, float]]:
    """For each other player: by how much the reader led it where both sat, and the interval."""
    apart: dict[str, list[float]] = {}
    for found in rotations:
        for name, hard in zip(found["names"][1:], found["hard"][1:], strict=True):
            apart.setdefault(name, []).append(found["hard"][0] - hard)
    return sorted(((name, *interval(x)) for name, x in apart.items()), key=lambda x: x[1])


def report_field(games: dict[Key, Line]) -> bool:
    ok = True
    for exit_option in EXITS:
        print(f"the field of fourteen, exit={exit_option}: hard wins of the reader")
        for sizes in (*((size,) for size in SIZES), tuple(SIZES)):
            found = [
                x for k, x in games.items() if k[:2] == ("field", exit_option) and k[2] in sizes
            ]
            if not found:
                continue
            hard, soft = (interval([x[word][0] for x in found]) for word in ("hard", "soft"))
            name, lead, error = leads(found)[0]
            label = f"{sizes[0]} players" if len(sizes) == 1 else "all"
            print(
                f"  {label:<10} {hard[0]:5.1f} ± {hard[1]:.1f} %, soft {soft[0]:.1f} %, "
                f"score {hard[0] + soft[0] / 2:.1f}; "
                f"nearest {name}: {lead:+.1f} ± {error:.1f} points"
            )
            if len(sizes) > 1:
                ok &= all(lead > error for _, lead, error in leads(found))
    return ok


def report_against(games: dict[Key, Line], bar: float) -> bool:
    ok = True
    for name in AGAINST:
        for exit_option in EXITS:
            found = [x for k, x in games.items() if k[:2] == (name, exit_option)]
            if not found:
                continue
            hard, error = interval([x["hard"][0] for x in found])
            print(
                f"against three {name}, exit={exit_option}: {hard:.1f} ± {error:.1f} % hard wins "
                f"of {4 * len(found)} games"
            )
            ok &= hard >= 100 * bar
    return ok


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rotations", type=int, default=200, help="of each kind of table (200)")
    parser.add_argument("--first", type=int, default=1, help="seed of the first (1)")
    parser.add_argument("--worlds", type=int, default=64, help="of the reader's first stage (64)")
    parser.add_argument("--strangers", action="store_true", help="it does not know the field")
    parser.add_argument("--journal", type=Path, required=True)
    parser.add_argument("--bar", type=float, default=0.35, help="against three of one (0.35)")
    words = parser.parse_args()
    settings = {"worlds": words.worlds, "field": not words.strangers}
    reader: Player = (READER, (words.worlds, not words.strangers))
    played = read(words.journal, settings)
    games: dict[Key, Line] = {(x["part"], x["exit"], x["players"], x["seed"]): x for x in played}
    for key, others in plan(words):
        if key not in games:
            players = [reader, *map(native_player, others)]
            part, exit_option, size, seed = key
            found = play_rotation(exit_option, [READER, *others], players, seed)
            games[key] = {
                "part": part,
                "exit": exit_option,
                "players": size,
                "seed": seed,
                **found,
            }
            append(words.journal, games[key])
    ok = report_field(games) & report_against(games, words.bar)
    seconds = sum(x["cpu_seconds"] for x in games.values())
    count = sum(len(x["names"]) for x in games.values())
    print(f"{count} games, {1000 * seconds / max(1, count):.0f} ms of CPU a game")
    return int(not ok)


if __name__ == "__main__":
    sys.exit(main())
