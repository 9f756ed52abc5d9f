"""The evaluation against its bars: hints and reviews agree, enumeration agrees, reviews are quick.

    python benchmarks/advice.py [GAME ...] [--deals N] [--first SEED] [--endings N] [--times]
    python benchmarks/advice.py qwixx --deals 100 --first 21000 --journal build/advice

For each game one seat follows every hint, against `simple`, and both seats are reviewed:

    blamed         hints that the review calls worse than another move, beyond its error (<= 3 %)
    again          the same by another sample of worlds, which knows nothing of the hint's
    loss / simple  mean loss of hints by that other sample, and of `simple`'s moves (under a fifth)
    error          mean stated error of `simple`'s losses (at most a third of the mean loss)
    inside         endings in which all values match full enumeration within their errors (>= 95 %)
    marked         clear losses by enumeration that the review marks (>= 80 %)

Both shares of `simple`'s loss have 95 % intervals over games. A journal has a file for each game;
started again after a kill, the command plays only the games that are missing.

Then CPU seconds of a review of the usual game of the page: all at once, and of what is left at the
end of a match whose earlier deals were evaluated while it was played. Exit code 1 if a bar is
missed.
"""

from __future__ import annotations

import argparse
import functools
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.strength.duplicate import run
from tests.advice.bars import BARS, Row, figures, review_seconds, unit


def games(name: str, seeds: range, folder: Path | None) -> list[Row]:
    """Play the games with hints, or those that the journal lacks."""
    if folder is None:
        return [unit(name, seed) for seed in seeds]
    settings = {"game": name, "options": BARS[name].options}
    return run(seeds, functools.partial(unit, name), folder / f"{name}.jsonl", settings)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", default=list(BARS), help="all without any")
    parser.add_argument("--deals", type=int, help="games with hints (by game)")
    parser.add_argument("--first", type=int, default=1000, help="seed of the first (1000)")
    parser.add_argument("--endings", type=int, help="seeds of endings (by game)")
    parser.add_argument("--journal", type=Path, help="a folder, to go on after a kill")
    parser.add_argument("--times", action="store_true", help="measure only the reviews' times")
    words = parser.parse_args()
    missed = []
    if not words.times:
        print(f"{'game':<10}{'moves':>6}{'blamed':>8}{'again':>7}{'loss / simple':>18}"
              f"{'error':>8}{'endings':>9}{'inside':>8}{'clear':>7}{'marked':>8}")  # fmt: skip
        for name in words.games:
            case = BARS[name]
            deals = case.deals if words.deals is None else words.deals
            seeds = case.endings if words.endings is None else words.endings
            rows = games(name, range(words.first, words.first + deals), words.journal)
            bars = figures(name, rows, seeds)
            print(
                f"{name:<10}{bars.decisions:>6}{bars.blamed:>8.1%}{bars.again:>7.1%}"
                f"{bars.loss:>9.4f} /{bars.simple:>7.4f}{bars.error:>8.4f}"
                f"{bars.endings:>9}{bars.inside:>8.1%}{bars.clear:>7}{bars.marked:>8.1%}"
            )
            print(
                f"{'':<10}of simple's loss: hints {bars.loss_share}, error {bars.error_share}; "
                f"{len(rows)} games, {sum(row['seconds'] for row in rows):.0f} CPU seconds"
            )
            if bars.missed():
                print(f"{'':<10}missed: {', '.join(bars.missed())}")
            missed += bars.missed()
        print()
    print(f"{'review':<10}{'decisions':>10}{'at once':>10}{'prepared':>10}{'bar':>6}   CPU seconds")
    for name in words.games:
        reviewed, cold, warm = review_seconds(name, 7)
        limit = BARS[name].seconds
        print(f"{name:<10}{reviewed.decisions:>10}{cold:>10.1f}{warm:>10.1f}{limit:>6.0f}")
        missed += ["time"] * (warm > limit)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
