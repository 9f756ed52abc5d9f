"""How strong a network is, alone: against tables of the named players, by whole rotations.

    python benchmarks/strength/nets.py ohhell                      the shipped network
    python benchmarks/strength/nets.py ohhell --model run/snapshots/x.safetensors --deals 100

Each row is one opponent at one size of table. In Belote and Codepiece a deal is played twice with
the sides exchanged, and the figure is the difference in points a deal; elsewhere a deal is played
from every seat, and the figure is the share of wins, ties shared, where even is one over the
players. Intervals are 95 % and count deals, not games. `--first` chooses the deals: the seeds of
training are apart from these.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import kibitz
from kibitz import bots
from kibitz.arena import native
from kibitz.arena.match import play
from kibitz.arena.statistics.estimate import Estimate, mean, share
from kibitz.bots.spec import Spec

FIRST = 9_000_001  # of the seeds for reports


@dataclass(frozen=True)
class Row:
    """One opponent at one kind of table, with the bar that the network should clear."""

    opponent: str
    bar: float
    options: dict[str, Any] = field(default_factory=dict)
    deals: int = 500  # fewer against searchers, which take longer


def _ohhell() -> Iterator[Row]:
    yield Row("smart", 0.90, {"players": 4}, deals=10_000)  # close to its bar
    yield Row("sharp", 0.58, {"players": 4})
    yield Row("ismcts_fast", 0.25, {"players": 4}, deals=100)
    for players in (2, 3, 5):
        yield Row("sharp", 1 / players, {"players": players})


def _qwixx() -> Iterator[Row]:
    for order in ("simultaneous", "sequential"):
        for players, bar in ((2, 0.5), (3, 1 / 3), (4, 0.30), (5, 0.2)):
            yield Row("ga", bar, {"players": players, "order": order})
    yield Row("value", 0.5, {"players": 2, "order": "sequential"})


def _dubito() -> Iterator[Row]:
    for at in ("challenge", "immediate"):
        for players in (3, 4, 5, 6, 7, 8):
            yield Row("tracker", 1 / players, {"players": players, "exit": at})
    for opponent in ("balanced", "claude", "gemini", "hunter", "chatgpt"):
        yield Row(opponent, 0.25, {"players": 4})


# Opponents that are not players of their own: parts of players put together.
COMPOSED: dict[str, dict[str, Any]] = {
    "never_bids": {  # the cards of rule
        "bid": {"method": "highest", "passing": True},
        "play": {"method": "rule"},
    },
}
ROWS = {
    "belote": [Row("rule", 35.0, deals=40_000), Row("improved_v2", 0.0, deals=40_000)],
    "codepiece": [
        Row("rule", 1.0, deals=4000),
        Row("always_pass", 1.0, deals=4000),
        Row("never_bids", 1.0, deals=1600),
    ],
    "dubito": list(_dubito()),
    "ohhell": list(_ohhell()),
    "qwixx": list(_qwixx()),
}
TEAMS = ("belote", "codepiece")  # seats 0 and 2 against 1 and 3; the figure is points a deal


def measure(game: str, one: Spec, other: Spec, row: Row, deals: int, first: int) -> Estimate:
    """Return the points a deal of a team, or else the share of wins of a single seat."""
    rules = kibitz.game(game, **row.options)
    seeds = np.arange(first, first + deals, dtype=np.uint64)
    if game in TEAMS:
        seating = np.array([[0, 1, 0, 1], [1, 0, 1, 0]])
        returns = _play(rules, (one, other), seating, seeds)[0]
        gain = returns[:, 0, 0] - returns[:, 0, 1] + returns[:, 1, 1] - returns[:, 1, 0]
        return mean(gain / 2)
    seating = 1 - np.eye(rules.players, dtype=np.int64)
    outcome = _play(rules, (one, other), seating, seeds)[1]
    return share(np.einsum("dss->ds", outcome).mean(axis=1))


def _play(
    rules: kibitz.Game, pair: tuple[Spec, Spec], seating: NDArray[Any], seeds: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Returns and outcomes, by deal, rotation and seat."""
    shape = (len(seeds), len(seating), rules.players)
    forms = [spec.native for spec in pair]
    if rules.engine == "native" and all(form is not None for form in forms):
        played = native.play_many(
            rules,
            [form for form in forms if form is not None],
            np.tile(seating, (len(seeds), 1)),
            np.repeat(seeds, len(seating)),
        )
        return played.returns.reshape(shape), played.outcome.reshape(shape)
    seated = [[spec.bot() for _ in range(rules.players)] for spec in pair]
    games = [
        play(rules, [seated[who][seat] for seat, who in enumerate(places)], int(seed))
        for seed in seeds
        for places in seating
    ]
    returns = np.array([game.returns for game in games])
    return returns.reshape(shape), np.array([game.outcome for game in games]).reshape(shape)


def measured(
    game: str, model: Path | None, scale: float, first: int, skip: Sequence[str] = ()
) -> Iterator[tuple[Row, Estimate, float]]:
    """Yield every row with its figure and the seconds that it took."""
    one = bots.spec(
        game, "net" if model is None else {"play": {"method": "net", "model": str(model)}}
    )
    for row in ROWS[game]:
        if row.opponent in skip:
            continue
        begin = time.perf_counter()
        deals = max(2, round(row.deals * scale))
        found = measure(game, one, opponent_of(game, row.opponent), row, deals, first)
        yield row, found, time.perf_counter() - begin


def opponent_of(game: str, name: str) -> Spec:
    """Return the spec of a player by name, or of one that is composed here."""
    return bots.spec(game, COMPOSED.get(name, name))


def line(game: str, row: Row, found: Estimate, seconds: float) -> str:
    words = " ".join(f"{key}={value}" for key, value in row.options.items())
    if game in TEAMS:
        figures = f"{found.value:+7.2f} ({found.low:+.2f} to {found.high:+.2f}), bar {row.bar:+.1f}"
    else:
        figures = f"{found.value:6.1%} ({found.low:.1%} to {found.high:.1%}), bar {row.bar:.1%}"
    verdict = "above" if found.low > row.bar else "below" if found.high < row.bar else "open"
    return (
        f"{row.opponent:>12} {words:<28} {figures}: {verdict}; {found.units} deals, {seconds:.0f} s"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(ROWS))
    parser.add_argument("--model", type=Path, help="a file of weights (the shipped one)")
    parser.add_argument("--scale", type=float, default=1.0, help="factor of the deals (1)")
    parser.add_argument("--first", type=int, default=FIRST, help=f"first seed ({FIRST})")
    parser.add_argument("--skip", nargs="*", default=[], help="opponents to leave out")
    words = parser.parse_args()
    found_rows = measured(words.game, words.model, words.scale, words.first, words.skip)
    for row, found, seconds in found_rows:
        print(line(words.game, row, found, seconds), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
