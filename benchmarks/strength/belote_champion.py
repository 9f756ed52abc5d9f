"""The bars of Belote's champion, each a sequential test: H0 a third of the bar, H1 the bar.

    python benchmarks/strength/belote_champion.py deals
    python benchmarks/strength/belote_champion.py matches
    python benchmarks/strength/belote_champion.py colver        needs the wheel of peers.txt

`deals` are whole deals against `frozen_pimc_normal` (references/), `pimc_normal` as it was before
it had a belief; a unit is a deal played twice with the sides exchanged, its value our points less
theirs a deal. `matches` are matches to 2,000 against the same: the same deals twice, with the sides
exchanged, and the value is the share of matches won. `colver` is the public wheel with the bids
`improved_v2` and the cards `isdd` of 20 worlds, in deals, scored as it scores (belote_deals.py).

The seeds were used for nothing else. The journal, under build/strength, survives a kill: the same
command resumes. Exit code 1 if H1 is not accepted, or if a move takes more than 50 ms of CPU time.
"""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.strength.duplicate import Row  # noqa: E402
from benchmarks.strength.sequential import play_until_decided  # noqa: E402

import kibitz  # noqa: E402
from kibitz import bots  # noqa: E402
from kibitz.arena.match import play as play_game  # noqa: E402

REFERENCES = Path(__file__).parent / "references"
RIVAL = "frozen_pimc_normal"
MS_MAX = 50.0  # CPU time a move


@dataclass(frozen=True)
class Bar:
    """A row: bounds of the test, the first seed, units at most, and what a unit counts."""

    h0: float
    h1: float
    first: int
    most: int
    unit: str


BARS = {
    "deals": Bar(5.0, 15.0, 943_000_001, 4000, "points a deal"),
    "matches": Bar(0.54, 0.62, 944_000_001, 600, "of matches won"),
    "colver": Bar(15.0, 45.0, 945_000_001, 600, "points a deal"),
}


def play(seed: int, player: str, matches: bool) -> Row:
    """A pair against the rival: the margin a deal or the share of matches won, and our time."""
    game = kibitz.game("belote", match=matches)
    value, seconds, moves = 0.0, 0.0, 0
    for side in range(2):
        names = [player if seat % 2 == side else RIVAL for seat in range(4)]
        seats = [bots.bot("belote", name, folders=[REFERENCES]) for name in names]
        played = play_game(game, seats, seed)
        if matches:
            totals = played.returns[side], played.returns[1 - side]
            value += (totals[0] > totals[1]) / 2 + (totals[0] == totals[1]) / 4
        else:
            value += (played.returns[side] - played.returns[1 - side]) / 2
        seconds += sum(played.seconds[side::2])
        moves += sum(played.moves[side::2])
    return {"value": value, "seconds": round(seconds, 4), "moves": moves}


def play_colver(seed: int, player: str) -> Row:
    from belote_deals import play as play_pair

    row = play_pair(seed, {"player": player})
    ours, theirs = row["cpu_seconds"]
    return {
        "value": row["margin"],
        "seconds": ours,
        "moves": row["decisions"][0],
        "their_seconds": theirs,
        "their_moves": row["decisions"][1],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bar", choices=BARS)
    parser.add_argument("--player", default="champion", help="(champion)")
    parser.add_argument("--units", type=int, help="pairs at most")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--journal", type=Path, help="(build/strength/belote_champion_BAR.jsonl)")
    words = parser.parse_args()
    bar = BARS[words.bar]
    pair: Callable[[int], Row] = (
        functools.partial(play_colver, player=words.player)
        if words.bar == "colver"
        else functools.partial(play, player=words.player, matches=words.bar == "matches")
    )
    journal = words.journal or Path("build/strength") / f"belote_champion_{words.bar}.jsonl"
    settings = {"bar": words.bar, "hash": bots.spec("belote", words.player).hash}
    if words.bar != "colver":
        settings["rival"] = bots.spec("belote", RIVAL, folders=[REFERENCES]).hash
    seeds = range(bar.first, bar.first + (words.units or bar.most))
    found, rows = play_until_decided(
        seeds,
        pair,
        lambda row: row["value"],
        (bar.h0, bar.h1),
        journal,
        settings,
        workers=words.workers,
    )
    estimate = found.estimate
    ms = 1000 * sum(row["seconds"] for row in rows) / max(1, sum(row["moves"] for row in rows))
    share = words.bar == "matches"
    shown = estimate.value, estimate.low, estimate.high
    figures = [f"{x:.1%}" if share else f"{x:+.1f}" for x in shown]
    rival = "improved_v2 + isdd 20" if words.bar == "colver" else RIVAL
    print(
        f"{words.player} v {rival}, {words.bar}: {found}\n"
        f"  {figures[0]} ({figures[1]} to {figures[2]}) {bar.unit}, {estimate.units} pairs; "
        f"H0 {bar.h0:g}, H1 {bar.h1:g}\n"
        f"  {ms:.1f} ms of CPU time a move, at most {MS_MAX:g}",
        flush=True,
    )
    return int(found.verdict != "H1" or ms > MS_MAX)


if __name__ == "__main__":
    sys.exit(main())
