"""Measure the results of Belote deals, solve the match to 2,000, and write both.

    python tools/belote_equity.py --deals 400000           one minute
    python tools/belote_equity.py --player pimc_fast --deals 2000 --compare

Without --player the native rule player plays the deals. The results go to deal_results.json, with
the command that measured them, and the table of equity to equity.npy, both in
src/kibitz/search/games/belote. --compare writes nothing and prints how far the result is from the
shipped table, so that another player's results can be judged.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter

import numpy as np

import kibitz
from kibitz import bots
from kibitz.arena.match import play
from kibitz.arena.native import play_many
from kibitz.core.rng import Stream, mix
from kibitz.search.games.belote import equity

BLOCK = 100_000


def measure(player: str, deals: int, first: int) -> dict[tuple[int, int], int]:
    """How often each result came: the score of the side that leads first, and of the other."""
    game, spec, found = (
        kibitz.game("belote"),
        bots.spec("belote", player),
        Counter[tuple[int, int]](),
    )
    for start in range(first, first + deals, BLOCK):
        seeds = range(start, min(start + BLOCK, first + deals))
        if spec.native is None:
            scores = [play(game, [spec.bot() for _ in range(4)], s).returns[:2] for s in seeds]
        else:
            seating = np.zeros((len(seeds), 4))
            scores = play_many(game, [spec.native], seating, seeds).returns[:, :2].tolist()
        for seed, (north, east) in zip(seeds, scores, strict=True):
            dealer = Stream(mix(seed, 0)).below(4)  # as the rules draw it
            leads = (int(north), int(east)) if dealer % 2 else (int(east), int(north))
            found[leads] += 1
    return dict(sorted(found.items()))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--player", default="rule", help="who plays the deals (rule)")
    parser.add_argument("--deals", type=int, default=400_000, help="(400,000)")
    parser.add_argument("--first", type=int, default=1, help="seed of the first deal (1)")
    parser.add_argument("--compare", action="store_true", help="with the shipped table; no write")
    given = parser.parse_args()
    counts = measure(given.player, given.deals, given.first)
    results = {xy: count / given.deals for xy, count in counts.items()}
    table = equity.solve(results, equity.TARGET)
    packed = equity.pack(table)
    leads = sum(p * (x - y) for (x, y), p in results.items())
    spread = sum(p * (x - y) ** 2 for (x, y), p in results.items()) ** 0.5
    print(
        f"{given.deals:,} deals by {given.player}: {len(results):,} results, the leading side "
        f"scores {leads:+.1f} more, standard deviation {spread:.0f}"
    )
    if given.compare:
        gap = np.abs(equity.unpack(packed) - equity.unpack(np.load(equity.FILE)))
        print(f"from the shipped table: {gap.mean():.4f} on average, {gap.max():.4f} at most")
        return 0
    np.save(equity.FILE, packed)
    command = f"python tools/belote_equity.py --player {given.player} --deals {given.deals}"
    if given.first != 1:
        command += f" --first {given.first}"
    rows = [[x, y, count] for (x, y), count in counts.items()]
    data = {"command": command, "deals": given.deals, "results": rows}
    equity.RESULTS.write_text(json.dumps(data, separators=(",", ":")) + "\n")
    score = np.arange(equity.TARGET)
    read = equity.equities(score[:, None], score[None, :], equity.TARGET, leads=True)
    gap = np.abs(read - table)
    print(f"wrote {equity.FILE.name}: rounding is off by {gap.mean():.4f}, at most {gap.max():.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
