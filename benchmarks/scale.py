"""What the arena would do on 10, 100 and 1,000 machines: computed, and its scheduler simulated.

    python benchmarks/scale.py                     the table of docs/scale.md
    python benchmarks/scale.py --workers 1000      other numbers of workers for the simulation

The formula takes the measured constants below. The simulation runs the arena's own scheduler
(`kibitz.arena.run.jobs.Jobs`) against workers and a single writer made of events on a clock: it
shows what the formula leaves out, which is how long workers wait for the writer, for a message, and
at the end for the last units. Durations vary by a seed, so every run prints the same numbers.
"""

from __future__ import annotations

import argparse
import heapq
from dataclasses import dataclass

from kibitz.arena.run.jobs import Job, Jobs
from kibitz.arena.run.playing import FLUSH_SECONDS, LOTS_A_SECOND
from kibitz.core.rng import Stream

CORES = 16  # of a machine
DAY = 86_400
WRITER_SECONDS = 13e-6  # CPU time of the writer for a game (docs/scale.md)
LOT_SECONDS = 1e-3  # and for a delivery, however small
ROUND_TRIP_SECONDS = 0.9e-3  # of an actor's reply
START_SECONDS = 0.5  # a worker imports Kibitz and makes its bots
STARTS_A_SECOND = 30.0  # actors that Ray starts
ROW_BYTES = 300
KINDS = {  # CPU seconds for a game
    "native rules": 22e-6,
    "Python rules": 1e-3,
    "quick search": 0.15,
    "deep search": 15.0,
}


@dataclass(frozen=True)
class Outcome:
    """What a simulated match took."""

    seconds: float
    games: int
    busy: float  # share of the workers' time that was spent playing
    writer: float  # share of the time in which the writer worked
    messages: int

    @property
    def rate(self) -> float:
        return self.games / self.seconds


def limit(workers: int, game_seconds: float) -> tuple[float, str]:
    """Return games a second by the formula, and what limits them."""
    flush = max(FLUSH_SECONDS, workers / LOTS_A_SECOND)
    lots = workers / max(flush, game_seconds)  # deliveries a second
    writer = max(0.0, 1.0 - lots * LOT_SECONDS) / WRITER_SECONDS
    played = workers / game_seconds
    return min(played, writer), "the workers" if played <= writer else "the writer"


def simulate(
    workers: int, units: int, unit_games: int, game_seconds: float, seed: int = 1
) -> Outcome:
    """Play a match of `units` on workers that start one after another, with one writer."""
    jobs = Jobs(range(units), units, set(), workers)
    rng = Stream(seed)
    clock = written = playing = writing = 0.0
    messages = done = 0
    # Workers as (when they are free, their number, the job they have finished, how long it took).
    free: list[tuple[float, int, Job | None, float]] = [
        (START_SECONDS + i / STARTS_A_SECOND, i, None, 0.0) for i in range(workers)
    ]
    heapq.heapify(free)
    flush = max(FLUSH_SECONDS, workers / LOTS_A_SECOND)
    while free:
        clock, worker, job, took = heapq.heappop(free)
        if job is not None:
            games = len(job.units) * unit_games
            lots = max(1, round(took / max(flush, game_seconds)))
            cost = games * WRITER_SECONDS + lots * LOT_SECONDS
            written = max(written, clock) + cost
            writing += cost
            messages += lots
            done += games
            jobs.learn(len(job.units), took)
        following = jobs.next()
        if following is None:
            continue
        spread = 0.5 + rng.below(1_000_001) / 1e6  # 0.5 to 1.5 of the mean
        took = len(following.units) * unit_games * game_seconds * spread
        playing += took
        # The driver writes before it hands out work: a busy writer keeps workers waiting.
        begin = max(clock, written) + ROUND_TRIP_SECONDS
        heapq.heappush(free, (begin + took, worker, following, took))
    seconds = max(clock, written)
    return Outcome(seconds, done, playing / (workers * seconds), writing / seconds, messages)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--workers", type=int, nargs="*", default=[160, 1000, 1600, 16_000])
    parser.add_argument("--minutes", type=float, default=10.0, help="length of a simulated match")
    words = parser.parse_args()
    print("By the formula, machines of 16 cores and one writer:\n")
    print("| bots | machines | games a day | store | limited by |\n|---|---|---|---|---|")
    for kind, seconds in KINDS.items():
        for machines in (10, 100, 1000):
            rate, reason = limit(machines * CORES, seconds)
            megabytes = rate * ROW_BYTES / 1e6
            print(f"| {kind} | {machines:,} | {rate * DAY:.2g} | {megabytes:.2g} MB/s | {reason} |")
    print("\nThe scheduler, simulated:\n")
    print("| bots | workers | games/s | formula | workers busy | writer busy |")
    print("|---|---|---|---|---|---|")
    for kind in ("quick search", "deep search"):
        for workers in words.workers:
            unit_games = 14 if kind == "quick search" else 2
            rate, _ = limit(workers, KINDS[kind])
            units = max(workers, int(rate * words.minutes * 60 / unit_games))
            found = simulate(workers, units, unit_games, KINDS[kind])
            print(
                f"| {kind} | {workers:,} | {found.rate:,.0f} | {rate:,.0f} "
                f"| {found.busy:.0%} | {found.writer:.0%} |"
            )


if __name__ == "__main__":
    main()
