"""Search speed against OpenSpiel's C++ IS-MCTS, side by side in one run.

    python benchmarks/search.py --peers PYTHON [--rounds N] [--json]

Oh Hell, four players, eight cards; on both sides a tree, worlds that fit, and uniformly random
rollouts, the same number in every move, from the first bid and from the first lead. Ours and the
peer's chunks alternate; figures are medians of CPU time on one thread, as in speed.py. Exit code 1
if a ratio is below its bar.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from speed import Case, Peers, measure, own_seconds, peer_parser, per_second, print_head, show

import kibitz
from kibitz.search.ismcts import ismcts


def searched(
    simulations: int, *, play: bool, policy: str = "random"
) -> Callable[[], Callable[[int], None]]:
    """A unit is one move, of so many simulations."""

    def prepare() -> Callable[[int], None]:
        state = kibitz.game("ohhell", schedule=[8]).new(11)
        while play and state.phase == "bid":
            state.apply(state.legal()[1])
        view = state.view(state.player)

        def run(n: int) -> None:
            for seed in range(n):
                ismcts(view, simulations=simulations, seed=seed, policy=policy)

        return run

    return prepare


CASES = [
    Case(f"{where}_{n}", f"{words}, {n:,} simulations a move", "moves", 20,
         searched(n, play=where == "play"), f"ohhell_ismcts_{where}_{n}", "OpenSpiel IS-MCTS")
    for where, words in (("bid", "First bid"), ("play", "First lead"))
    for n in (100, 1000, 10_000)
]  # fmt: skip


def main() -> int:
    parser = peer_parser(__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="chunks of each side (7)")
    words = parser.parse_args()
    peers = Peers(words.peers)
    if not words.json:
        print_head("simulations a CPU second")
    below = 0
    for case in CASES:
        row = measure(case, peers, words.rounds)
        for side in ("ours_per_second", "peer_per_second"):
            row[side] *= int(case.name.split("_")[1])
        below += row["ratio"] < row["bar"]
        print(json.dumps(row) if words.json else show(row), flush=True)
    if not words.json:
        rate = 50_000 / own_seconds(searched(10_000, play=True, policy="smart")(), 5)
        print(f"{'First lead, rollouts by smart':<37}{per_second(rate):>9}")
    return int(below > 0)


if __name__ == "__main__":
    sys.exit(main())
