"""Speed against the public peers, side by side in one run.

    make bench                       every case, as a table
    python benchmarks/speed.py --peers PYTHON [--case NAME] [--rounds N] [--json]

Ours and the peer's chunks alternate; each figure is the median of CPU time over the rounds, one
thread, and the ratio is that of the medians. The peers live in an environment of their own (PYTHON
is its interpreter), so that they cannot disturb ours. Cases without a public peer measure against
our own Python engine. Exit code 1 if a ratio is below its bar.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kibitz

CHUNK_SECONDS = 0.15  # of each side in a round: long against the clock, short against the load


@dataclass(frozen=True)
class Case:
    name: str
    what: str
    unit: str
    bar: float
    ours: Callable[[], Callable[[int], None]]
    peer: str | Callable[[], Callable[[int], None]]  # a case of peers.py, or our own
    peer_name: str


def playouts(name: str, engine: str = "native", start: str = "", **options: Any) -> Any:
    """A unit is one random game: from the first deal, from a deal, or from the first card."""

    def prepare() -> Callable[[int], None]:
        given: dict[str, Any] = {}
        if start:
            state = kibitz.game(name, **options).new(11)
            given["deal"] = state.chance[0]
        if start == "play":
            for bid in ("80S", "pass", "pass", "pass"):
                state.apply(state.game.parse_action(bid))
            given = {"position": state.position()}
        return lambda n: kibitz.playouts(name, n, 3, engine=engine, **given, **options)

    return prepare


def single_steps() -> Callable[[int], None]:
    """A unit is one decision from Python: legal and apply."""
    start = kibitz.game("ohhell", schedule=[8]).new(3)

    def run(n: int) -> None:
        done = 0
        while done < n:
            state = start.copy()
            while not state.done:
                state.apply(state.legal()[0])
                done += 1

    return run


def vector_steps() -> Callable[[int], None]:
    """A unit is one decision of one of 1,024 games, with observation and mask, deals included."""
    envs = kibitz.vector("ohhell", 1024, schedule=[8])

    def run(n: int) -> None:
        for _ in range(max(1, n // 1024)):
            envs.step(envs.mask.argmax(axis=1))

    return run


CASES = [
    Case("belote_play", "Belote, random play of a dealt hand", "games", 5,
         playouts("belote", start="play"), "belote_play", "colver"),
    Case("belote_auction", "Belote, random auction and play", "games", 5,
         playouts("belote", start="deal"), "belote_auction", "colver"),
    Case("ohhell_rollouts", "Oh Hell, 4 players, 8 cards", "games", 25,
         playouts("ohhell", start="deal", schedule=[8]), "ohhell_rollouts", "OpenSpiel oh_hell"),
    Case("codepiece_rollouts", "Codepiece, from the first bid", "games", 10,
         playouts("codepiece", start="deal"), "bridge_rollouts", "OpenSpiel bridge"),
    Case("ohhell_steps", "Oh Hell, legal + apply from Python", "moves", 3,
         single_steps, "ohhell_steps", "pyspiel"),
    Case("ohhell_vector", "Oh Hell, 1,024 games, observations", "moves", 100,
         vector_steps, "ohhell_tensors", "pyspiel tensors"),
    Case("qwixx_games", "Qwixx, random games", "games", 100,
         playouts("qwixx"), playouts("qwixx", engine="python"), "own Python twin"),
    Case("dubito_games", "Dubito, random games", "games", 100,
         playouts("dubito"), playouts("dubito", engine="python"), "own Python twin"),
]  # fmt: skip


class Peers:
    """The child process with the public peers."""

    def __init__(self, python: str) -> None:
        script = str(Path(__file__).with_name("peers.py"))
        self.process = subprocess.Popen(
            [python, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def seconds(self, case: str, n: int, **given: Any) -> float:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"case": case, "n": n} | given) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"the peer of {case} stopped; its message is above")
        return float(json.loads(answer)["seconds"])


def own_seconds(run: Callable[[int], None], n: int) -> float:
    begin = time.process_time()
    run(n)
    return time.process_time() - begin


def fitting(seconds: Callable[[int], float]) -> int:
    """How many units fill a chunk."""
    n = 1
    while True:
        taken = seconds(n)
        if taken > CHUNK_SECONDS / 3:
            return max(1, int(n * CHUNK_SECONDS / taken))
        n *= 8 if taken < CHUNK_SECONDS / 30 else 2


def measure(case: Case, peers: Peers, rounds: int) -> dict[str, Any]:
    run = case.ours()
    if isinstance(case.peer, str):
        peer_case = case.peer
        peer = lambda n: peers.seconds(peer_case, n)  # noqa: E731
    else:
        twin = case.peer()
        peer = lambda n: own_seconds(twin, n)  # noqa: E731
    ours = lambda n: own_seconds(run, n)  # noqa: E731
    our_n, peer_n = fitting(ours), fitting(peer)
    our_times, peer_times = [], []
    for _ in range(rounds):
        our_times.append(ours(our_n) / our_n)
        peer_times.append(peer(peer_n) / peer_n)
    mine, theirs = statistics.median(our_times), statistics.median(peer_times)
    return {
        "case": case.name,
        "what": case.what,
        "peer": case.peer_name,
        "unit": case.unit,
        "ours_per_second": 1 / mine,
        "peer_per_second": 1 / theirs,
        "ratio": theirs / mine,
        "bar": case.bar,
    }


def two_threads(rounds: int) -> dict[str, Any]:
    """How much faster two threads are, in wall time: needs two idle cores to be true."""
    n = 400_000
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(rounds):
        for threads in (1, 2):
            begin = time.perf_counter()
            kibitz.playouts("ohhell", n, 3, threads, schedule=[8])
            times[threads].append(time.perf_counter() - begin)
    one, two = (statistics.median(times[threads]) for threads in (1, 2))
    return {
        "case": "two_threads",
        "what": "Oh Hell playouts, two threads",
        "peer": "one thread",
        "unit": "games",
        "ours_per_second": n / two,
        "peer_per_second": n / one,
        "ratio": one / two,
        "bar": 1.8,
    }


def per_second(x: float) -> str:
    for limit, word, scale in ((1e6, "M", 1e6), (1e3, "k", 1e3)):
        if x >= limit:
            return f"{x / scale:.2f} {word}"
    return f"{x:.1f}"


def show(row: dict[str, Any]) -> str:
    verdict = "" if row["ratio"] >= row["bar"] else "  BELOW"
    return (
        f"{row['what']:<37}{per_second(row['ours_per_second']):>9}"
        f"{per_second(row['peer_per_second']):>10}{row['ratio']:>8.1f} x"
        f"{row['bar']:>6g} x  {row['peer']}{verdict}"
    )


def peer_parser(about: str) -> argparse.ArgumentParser:
    """Return the arguments that every comparison with peers takes."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--peers", required=True, help="the Python that has the peers")
    parser.add_argument("--json", action="store_true", help="one JSON line a case")
    return parser


def print_head(what: str) -> None:
    """Print the head of a table of ratios."""
    print(f"{what:<37}{'ours':>9}{'peer':>10}{'ratio':>10}{'bar':>8}")


def main() -> int:
    parser = peer_parser(__doc__)
    parser.add_argument("--case", action="append", help="only this case; may be repeated")
    parser.add_argument("--rounds", type=int, default=7, help="chunks of each side (7)")
    words = parser.parse_args()
    names = [case.name for case in CASES] + ["two_threads"]
    for name in words.case or []:
        if name not in names:
            parser.error(f"no case {name}; there are {', '.join(names)}")
    wanted = words.case or names
    peers = Peers(words.peers)
    if not words.json:
        print_head("a second, one thread, CPU time")
    below = 0
    for case in CASES:
        if case.name in wanted:
            row = measure(case, peers, words.rounds)
            below += row["ratio"] < row["bar"]
            print(json.dumps(row) if words.json else show(row), flush=True)
    if "two_threads" in wanted:
        row = two_threads(words.rounds)
        below += row["ratio"] < row["bar"]
        print(json.dumps(row) if words.json else show(row), flush=True)
    return int(below > 0)


if __name__ == "__main__":
    sys.exit(main())
