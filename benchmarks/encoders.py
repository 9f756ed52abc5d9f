"""What one observation costs, for every encoding: natively, and in Python from a view.

    python benchmarks/encoders.py [--games 20]

CPU time of one thread. Natively a game is replayed and encoded at every decision: the rules and the
call are in the figure. In Python only `view.encode(name)` is timed, not the building of the view.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import kibitz
from kibitz import _native
from kibitz.core import shape as shapes
from kibitz.core.native_state import flat_options

REPEATS = 50  # of the native replay


def cpu_seconds(times: int, work: Callable[..., object], *arguments: object) -> float:
    begin = time.process_time()
    for _ in range(times):
        work(*arguments)
    return time.process_time() - begin


def measure(name: str, games: int) -> None:
    game = kibitz.game(name, engine="native")
    rng = random.Random(name)
    native, python = dict.fromkeys(game.encodings, 0.0), dict.fromkeys(game.encodings, 0.0)
    nonzero = dict.fromkeys(game.encodings, 0)
    decisions = 0
    for seed in range(games):
        state = game.new(seed)
        while not state.done:
            view = state.view(state.player)
            decisions += 1
            for encoding in game.encodings:
                python[encoding] += cpu_seconds(1, view.encode, encoding)
            state.apply(rng.choice(state.legal()))
        chance = [shapes.flatten(game.CHANCE_SHAPE, outcome) for outcome in state.chance]
        given = (flat_options(game), chance, list(state.actions))
        encode = getattr(_native, f"{name}_encode")
        for encoding in game.encodings:
            native[encoding] += cpu_seconds(REPEATS, encode, *given, encoding)
            nonzero[encoding] += int((encode(*given, encoding) != 0).sum())
    for encoding in game.encodings:
        print(
            f"| {name} | {encoding} | {game.encoding_size(encoding)} "
            f"| {nonzero[encoding] / decisions:.0f} "
            f"| {native[encoding] / REPEATS / decisions * 1e6:.2f} "
            f"| {python[encoding] / decisions * 1e6:.0f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    games = parser.parse_args().games
    print("| game | encoding | numbers | not 0 | native, us a row | Python, us a row |")
    print("|---|---|---|---|---|---|")
    for name in kibitz.names():
        measure(name, games)


if __name__ == "__main__":
    main()
