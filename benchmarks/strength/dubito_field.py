"""The field of Dubito: who wins at random tables of three to seven, under both ways to go out.

    python benchmarks/strength/dubito_field.py --tables 20000
    python benchmarks/strength/dubito_field.py --add tracker --exit immediate --csv field.csv

A table is a size, so many different players and a deal, all drawn; it is played once for every
rotation of the seats, since seats are not equal. A player's figures are the shares of hard wins
(first out) and soft wins (out later) over all seats it had, and the score, hard and half of soft;
95 % intervals are over tables, which are independent. Everything runs in the native engine and
follows from --seed: the same command prints the same table.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import kibitz
from kibitz import bots
from kibitz.arena import native

FIELD = (
    "honest",
    "trusting",
    "always_bluff",
    "always_doubt",
    "random",
    "tactical_doubt",
    "suspicion",
    "balanced",
    "adaptive",
    "risk_aware",
    "claude",
    "gemini",
    "chatgpt",
    "chatgpt_thinking",
)
EXITS = ("immediate", "challenge")
SIZES = range(3, 8)


@dataclass(frozen=True)
class Line:
    """What one player reached, in percent."""

    name: str
    tables: int
    hard: float
    soft: float
    score: float
    hard_error: float  # half of a 95 % interval
    soft_error: float
    score_error: float


@dataclass(frozen=True)
class Field:
    """A finished field."""

    lines: list[Line]
    games: int
    cpu_seconds: float


def play_field(
    names: Sequence[str],
    tables: int,
    exit_option: str,
    seed: int = 1,
    sizes: Sequence[int] = SIZES,
    threads: int = 1,
) -> Field:
    """Play `tables` tables of random sizes, each with all rotations of its seats."""
    players = [native_player(name) for name in names]
    rng = np.random.default_rng(seed)
    drawn = rng.choice(np.array(sizes), tables)
    # For each table a row, for each player two columns: its mean hard and soft wins, or nothing.
    shares = np.full((tables, len(names), 2), np.nan)
    games = 0
    begin = time.process_time()
    for size in sorted(set(drawn.tolist())):
        rows = np.flatnonzero(drawn == size)
        sitting = rng.permuted(np.tile(np.arange(len(names)), (len(rows), 1)), axis=1)[:, :size]
        seeds = rng.integers(0, 2**64, len(rows), dtype=np.uint64)
        game = kibitz.game("dubito", players=size, exit=exit_option, engine="native")
        points = rotated(game, players, sitting, seeds, threads)
        games += points.size // size
        shares[rows[:, None], sitting, 0] = (points == 1.0).mean(axis=1)
        shares[rows[:, None], sitting, 1] = (points == 0.5).mean(axis=1)
    seconds = time.process_time() - begin
    return Field([line(name, shares[:, k]) for k, name in enumerate(names)], games, seconds)


def native_player(name: str) -> native.Player:
    found = bots.spec("dubito", name).play.native
    if found is None:
        raise SystemExit(f"{name} has no native form, so it cannot play in this field")
    return found.policy, found.parameters


def rotated(
    game: kibitz.Game,
    players: Sequence[native.Player],
    sitting: NDArray[np.int64],
    seeds: NDArray[np.uint64],
    threads: int,
) -> NDArray[np.float64]:
    """Points by table, rotation and player at that table."""
    size = game.players
    turns = [np.roll(np.arange(size), turn) for turn in range(size)]
    seating = np.stack([sitting[:, turn] for turn in turns], axis=1).reshape(-1, size)
    played = native.play_many(game, players, seating, np.repeat(seeds, size), threads=threads)
    points = played.returns.reshape(len(sitting), size, size)
    back = np.stack([np.argsort(turn) for turn in turns])
    return np.take_along_axis(points, np.broadcast_to(back, points.shape), axis=2)


def line(name: str, shares: NDArray[np.float64]) -> Line:
    """The figures of one player over the tables where it sat."""
    sat = shares[~np.isnan(shares[:, 0])] * 100
    columns = np.column_stack([sat, sat[:, 0] + sat[:, 1] / 2])
    means = columns.mean(axis=0).tolist()
    errors = (1.96 * columns.std(axis=0, ddof=1) / len(sat) ** 0.5).tolist()
    return Line(name, len(sat), *means, *errors)


def show(field: Field, exit_option: str) -> None:
    print(
        f"exit={exit_option}: {field.games:,} games, "
        f"{field.games / field.cpu_seconds:,.0f} a CPU second"
    )
    print(f"{'player':<18}{'hard %':>14}{'soft %':>14}{'score':>14}")
    for x in sorted(field.lines, key=lambda x: -x.score):
        pairs = ((x.hard, x.hard_error), (x.soft, x.soft_error), (x.score, x.score_error))
        print(f"{x.name:<18}" + "".join(f"{mean:>7.1f} ± {error:.1f} " for mean, error in pairs))
    print()


def write(file: Path, fields: dict[str, Field]) -> None:
    with file.open("w", newline="", encoding="utf-8") as out:
        rows = csv.writer(out)
        rows.writerow(["exit", *Line.__dataclass_fields__])
        for exit_option, field in fields.items():
            for x in field.lines:
                figures = [round(value, 3) for value in list(vars(x).values())[2:]]
                rows.writerow([exit_option, x.name, x.tables, *figures])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=20_000, help="of each exit option (20000)")
    parser.add_argument("--exit", choices=EXITS, help="one of them only")
    parser.add_argument("--players", type=int, nargs="*", default=list(SIZES), help="3 4 5 6 7")
    parser.add_argument("--add", nargs="*", default=[], help="players beside the fourteen")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--csv", type=Path, help="write the figures to this file")
    words = parser.parse_args()
    names = (*FIELD, *words.add)
    fields: dict[str, Field] = {}
    for exit_option in EXITS if words.exit is None else (words.exit,):
        fields[exit_option] = play_field(
            names, words.tables, exit_option, words.seed, words.players, words.threads
        )
        show(fields[exit_option], exit_option)
    if words.csv is not None:
        write(words.csv, fields)
    return 0


if __name__ == "__main__":
    sys.exit(main())
