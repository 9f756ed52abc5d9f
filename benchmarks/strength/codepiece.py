"""Codepiece: one pair of players against another, on the same deals from both sides.

    python benchmarks/strength/codepiece.py pimc_fast always_pass --deals 100

A unit is a deal played twice, sides exchanged; the figure is points a deal. With a journal (the
default is under build/strength) a run that was killed resumes where it was.
"""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from duplicate import run  # type: ignore[import-not-found]

import kibitz
from kibitz import bots
from kibitz.arena.match import play as play_game
from kibitz.arena.statistics.estimate import mean
from kibitz.bots.bot import Bot


def play(one: str, other: str, seed: int) -> dict[str, Any]:
    """A deal from both sides: points of `one`, and the CPU time of both."""
    return play_bots(lambda: bots.bot("codepiece", one), lambda: bots.bot("codepiece", other), seed)


def play_bots(one: Callable[[], Bot], other: Callable[[], Bot], seed: int) -> dict[str, Any]:
    """The same for bots that are made anew for every seat."""
    game, points, seconds, moves = kibitz.game("codepiece"), 0.0, [0.0, 0.0], [0, 0]
    for side in (0, 1):
        seats = [one() if s % 2 == side else other() for s in range(4)]
        played = play_game(game, seats, seed)
        points += played.returns[side]
        for seat in range(4):
            who = int(seat % 2 != side)
            seconds[who] += played.seconds[seat]
            moves[who] += played.moves[seat]
    return {"points": points / 2, "seconds": seconds, "moves": moves}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("one", help="a bot's name")
    parser.add_argument("other", help="a bot's name")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=1, help="seed of the first deal (1)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--journal", type=Path)
    words = parser.parse_args()
    name = f"codepiece_{words.one}_{words.other}.jsonl"
    journal = words.journal or Path("build/strength") / name
    rows = run(
        range(words.first, words.first + words.deals),
        functools.partial(play, words.one, words.other),
        journal,
        {"one": words.one, "other": words.other},
        workers=words.workers,
    )
    found = mean([row["points"] for row in rows])
    print(f"{words.one} against {words.other}: {found} points a deal, {found.units} deals twice")
    for who, player in enumerate((words.one, words.other)):
        seconds = sum(row["seconds"][who] for row in rows)
        moves = sum(row["moves"][who] for row in rows)
        print(f"  {player}: {1000 * seconds / max(1, moves):.3g} ms of CPU time a move")
    return 0


if __name__ == "__main__":
    sys.exit(main())
