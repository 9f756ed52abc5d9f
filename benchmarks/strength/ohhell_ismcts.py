"""Oh Hell, four players: `ismcts` against three `smart` rule players, over whole games.

    python benchmarks/strength/ohhell_ismcts.py --seconds 0.1 --rotations 20 --journal FILE

A rotation is the same 23 deals played four times, the searcher in each seat once. The journal has
one JSON line per game, written before the next begins: after a kill, the same command resumes where
it was. The share of wins (ties split; 25 % is even) has a 95 % interval over rotations, which
are independent; games of one rotation are not. Exit code 1 if the share is below --bar.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from duplicate import append, read

import kibitz
from kibitz.players.ohhell import smart
from kibitz.search.ismcts import ismcts

SEATS = 4


def play(seed: int, seat: int, words: argparse.Namespace) -> dict[str, Any]:
    """One game, the searcher on one seat."""
    state = kibitz.game("ohhell", players=SEATS).new(seed)
    rng = kibitz.Stream(seed)
    simulations = moves = 0
    begin = time.process_time()
    while not state.done:
        view = state.view(state.player)
        if state.player != seat:
            state.apply(smart.choose(view, rng))
            continue
        found = ismcts(
            view,
            simulations=words.simulations,
            seconds=words.seconds,
            seed=rng.word(),
            policy=words.policy,
            reward=words.reward,
            horizon="deal",
            exploration=words.exploration,
        )
        moves += found.ended != "forced"
        simulations += found.simulations
        state.apply(found.action)
    return {
        "seed": seed,
        "seat": seat,
        "share": state.outcome()[seat],
        "points": state.returns(),
        "moves": moves,
        "simulations": simulations,
        "cpu_seconds": round(time.process_time() - begin, 3),
    }


def report(games: list[dict[str, Any]]) -> float:
    """Prints the share of wins over whole rotations, with its interval."""
    rotations: dict[int, list[dict[str, Any]]] = {}
    for game in games:
        rotations.setdefault(game["seed"], []).append(game)
    whole = [found for found in rotations.values() if len(found) == SEATS]
    means = [statistics.fmean(game["share"] for game in found) for found in whole]
    if not means:
        print("no whole rotation yet")
        return 0.0
    share = statistics.fmean(means)
    error = statistics.stdev(means) / math.sqrt(len(means)) if len(means) > 1 else math.inf
    low, high = max(0.0, share - 1.96 * error), min(1.0, share + 1.96 * error)
    flat = [game for found in whole for game in found]
    own = statistics.fmean(game["points"][game["seat"]] for game in flat)
    others = statistics.fmean(
        (sum(game["points"]) - game["points"][game["seat"]]) / (SEATS - 1) for game in flat
    )
    moves = sum(game["moves"] for game in flat)
    print(
        f"ismcts wins {share:.1%} of {len(flat)} games against three smarts "
        f"(95 % interval {low:.1%} to {high:.1%}, 25 % is even)\n"
        f"points a game {own:.1f} against {others:.1f}; "
        f"{sum(game['simulations'] for game in flat) / moves:,.0f} simulations a move, "
        f"{sum(game['cpu_seconds'] for game in flat) / len(flat):.1f} CPU seconds a game"
    )
    return share


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rotations", type=int, default=20, help="of four games each (20)")
    parser.add_argument("--seconds", type=float, help="a move, wall time")
    parser.add_argument("--simulations", type=int, help="a move")
    parser.add_argument("--policy", default="random", help="of the rollouts: random or smart")
    parser.add_argument("--reward", default="points", help="points or margin")
    parser.add_argument("--exploration", type=float, default=0.7)
    parser.add_argument("--first", type=int, default=1, help="seed of the first rotation (1)")
    parser.add_argument("--journal", type=Path, required=True)
    parser.add_argument("--bar", type=float, default=0.0, help="the share that is needed")
    words = parser.parse_args()
    if words.seconds is None and words.simulations is None:
        words.seconds = 0.1
    names = ("seconds", "simulations", "policy", "reward", "exploration")
    settings = {name: getattr(words, name) for name in names}
    played = read(words.journal, settings)
    games = {(game["seed"], game["seat"]): game for game in played}
    for seed in range(words.first, words.first + words.rotations):
        for seat in range(SEATS):
            if (seed, seat) not in games:
                games[seed, seat] = play(seed, seat, words)
                append(words.journal, games[seed, seat])
    return int(report(list(games.values())) < words.bar)


if __name__ == "__main__":
    sys.exit(main())
