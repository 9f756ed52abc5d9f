"""The evaluation against its bars: hints and reviews agree, enumeration agrees, reviews are quick.

    python benchmarks/advice.py [GAME ...] [--deals N] [--first SEED] [--endings N] [--times]

For each game one seat follows every hint, against `simple`, and both seats are reviewed:

    blamed         hints that the review calls worse than another move, beyond its error (<= 3 %)
    again          the same by another sample of worlds, which knows nothing of the hint's
    loss / simple  mean loss of hints by that other sample, and of `simple`'s moves (under a fifth)
    error          mean stated error of `simple`'s losses (at most a third of the mean loss)
    inside         endings in which all values match full enumeration within their errors (>= 95 %)
    marked         clear losses by enumeration that the review marks (>= 80 %)

Then CPU seconds of a review of the usual game of the page: all at once, and of what is left at the
end of a match whose earlier deals were evaluated while it was played. Exit code 1 if a bar is
missed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.advice.bars import BARS, measure, review_seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", default=list(BARS), help="all without any")
    parser.add_argument("--deals", type=int, help="games with hints (by game)")
    parser.add_argument("--first", type=int, default=1000, help="seed of the first (1000)")
    parser.add_argument("--endings", type=int, help="seeds of endings (by game)")
    parser.add_argument("--times", action="store_true", help="measure only the reviews' times")
    words = parser.parse_args()
    missed = []
    if not words.times:
        print(f"{'game':<10}{'moves':>6}{'blamed':>8}{'again':>7}{'loss / simple':>18}"
              f"{'error':>8}{'endings':>9}{'inside':>8}{'clear':>7}{'marked':>8}")  # fmt: skip
        for name in words.games:
            case = BARS[name]
            deals, endings = words.deals or case.deals, words.endings or case.endings
            found = measure(name, deals, endings, words.first)
            print(
                f"{name:<10}{found.decisions:>6}{found.blamed:>8.1%}{found.again:>7.1%}"
                f"{found.loss:>9.4f} /{found.simple:>7.4f}{found.error:>8.4f}"
                f"{found.endings:>9}{found.inside:>8.1%}{found.clear:>7}{found.marked:>8.1%}"
            )
            if found.missed():
                print(f"{'':<10}missed: {', '.join(found.missed())}")
            missed += found.missed()
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
