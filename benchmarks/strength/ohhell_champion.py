"""Oh Hell: `champion` and `swift` against tables of `ismcts_normal`, over whole games.

    python benchmarks/strength/ohhell_champion.py --rotations 100 --journal champion.jsonl

A rotation is one run of deals played once from every seat, the player alone against copies of the
opponent. Bars: `champion` wins 33 % at four players (25 is even), the lower end of the interval
above 28 %, and stays ahead at two, three and five; `swift` is not below the opponent at four. The
seeds are apart from those of tuning. The journal has one JSON line a game, so that the same command
resumes where it was. Shares have 95 % intervals over rotations; times are CPU time a move with a
choice. Exit code 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kibitz
from kibitz import bots
from kibitz.arena.match import play
from kibitz.arena.statistics.estimate import share
from kibitz.core.rng import mix

SEED = 0x6368616D70  # apart from tuning, which counts from small numbers
OPPONENT = "ismcts_normal"


@dataclass(frozen=True)
class Bar:
    """A player at a table, and what its share of wins must reach."""

    player: str
    players: int
    value: float  # of the share itself
    low: float  # of the lower end of its interval


BARS = [
    Bar("champion", 4, 0.33, 0.28),
    Bar("champion", 2, 1 / 2, 0.0),
    Bar("champion", 3, 1 / 3, 0.0),
    Bar("champion", 5, 1 / 5, 0.0),
    Bar("swift", 4, 1 / 4, 0.0),
]


def games(bar: Bar, rotations: int) -> Iterator[tuple[int, int]]:
    """Yield rotation and seat of every game of a bar."""
    return ((turn, seat) for turn in range(rotations) for seat in range(bar.players))


def one(bar: Bar, turn: int, seat: int) -> dict[str, Any]:
    """Play one game."""
    game = kibitz.game("ohhell", players=bar.players)
    names = [bar.player if s == seat else OPPONENT for s in range(bar.players)]
    seated = [bots.bot("ohhell", name) for name in names]
    played = play(game, seated, mix(SEED + bar.players, turn))
    return {
        "player": bar.player,
        "players": bar.players,
        "turn": turn,
        "seat": seat,
        "share": played.outcome[seat],
        "points": played.returns,
        "moves": played.moves[seat],
        "seconds": round(played.seconds[seat], 4),
    }


def key(row: dict[str, Any]) -> tuple[Any, ...]:
    return row["player"], row["players"], row["turn"], row["seat"]


def report(bar: Bar, rows: list[dict[str, Any]]) -> bool:
    """Print the result of a bar; return whether it is met."""
    turns: dict[int, list[float]] = {}
    for row in rows:
        turns.setdefault(row["turn"], []).append(row["share"])
    whole = [sum(shares) / len(shares) for shares in turns.values() if len(shares) == bar.players]
    if not whole:
        print(f"{bar.player} at {bar.players}: no whole rotation")
        return False
    found = share(whole)
    ms = 1000 * sum(row["seconds"] for row in rows) / max(1, sum(row["moves"] for row in rows))
    met = found.value >= bar.value and found.low >= bar.low
    print(
        f"{bar.player} v {bar.players - 1} x {OPPONENT}, {bar.players} players: "
        f"{found.value:.1%} ({found.low:.1%} to {found.high:.1%}), "
        f"{len(whole) * bar.players} games, {ms:.1f} ms a move; "
        f"bar {bar.value:.1%}, lower end {bar.low:.0%}: {'met' if met else 'MISSED'}",
        flush=True,
    )
    return met


def main() -> int:
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    words.add_argument("--rotations", type=int, default=100, help="of each bar")
    words.add_argument("--players", type=int, help="only the bars of this table size")
    words.add_argument("--only", help="only the bars of this player")
    words.add_argument("--journal", type=Path, default=Path("ohhell_champion.jsonl"))
    given = words.parse_args()
    text = given.journal.read_text(encoding="utf-8") if given.journal.exists() else ""
    known = [json.loads(line) for line in text.splitlines() if line.endswith("}")]
    done = {key(row): row for row in known}
    met = True
    with given.journal.open("a", encoding="utf-8") as journal:
        for bar in BARS:
            if given.players not in (None, bar.players) or given.only not in (None, bar.player):
                continue
            rows = []
            for turn, seat in games(bar, given.rotations):
                place = (bar.player, bar.players, turn, seat)
                if place not in done:
                    done[place] = one(bar, turn, seat)
                    journal.write(json.dumps(done[place]) + "\n")
                    journal.flush()
                rows.append(done[place])
            met = report(bar, rows) and met
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
