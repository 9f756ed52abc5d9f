"""What players make of a Belote contract that the solver has valued: the fit behind expect.py.

    python benchmarks/strength/belote_correction.py --deals 600 --journal FILE

Auctions are those of `parametric` against `improved_v2` (sides by the seed), cards by `pimc` on all
seats. It prints the constants of kibitz/players/belote/bidding/expect.py with standard errors: log
odds of making a contract by the solved points to spare, by who leads and by coinche; points of made
contracts; and how often a capot that the solver sees is made.
"""

from __future__ import annotations

import argparse
import functools
import sys
from pathlib import Path
from typing import Any

import numpy as np
from duplicate import Row, run
from numpy.typing import NDArray

import kibitz
from kibitz.core.rng import Stream
from kibitz.games.belote.cards import bits
from kibitz.games.belote.rules import bid_value, trump_of
from kibitz.players.belote.bidding import improved_v2, parametric
from kibitz.players.belote.bidding.evaluation import has_belote
from kibitz.search import double_dummy
from kibitz.search.pimc import pimc

Floats = NDArray[np.float64]


def play(seed: int, worlds: int) -> Row:
    """One deal: its contract, what the solver says, and what came out. A void deal is empty."""
    state = kibitz.game("belote").new(seed)
    rng = Stream(seed)
    bidders = (parametric, improved_v2) if seed % 2 else (improved_v2, parametric)
    while state.phase == "bid":
        state.apply(bidders[state.player % 2].bid(state.view(state.player), rng))
    if state.done:
        return {}
    p = state.position()
    taker, trump = p["bidder"] % 2, trump_of(p["bid"])
    belote = [
        20 * any(has_belote(bits(p["hands"][s + side]), trump) for s in (0, 2)) for side in (0, 1)
    ]
    solved = double_dummy.solve(state)
    assert isinstance(solved, double_dummy.Points)
    while not state.done:
        view = state.view(state.player)
        state.apply(pimc(view, worlds=worlds, seed=rng.word()).action)
    points = state.events[-1].data[2:4]
    return {
        "value": bid_value(p["bid"]),
        "coinche": p["coinche"],
        "leads": int((p["dealer"] + 1) % 2 == taker),
        "belote": belote[taker],
        "solved": min(solved.points[taker], 162),
        "seen": int(solved.capot == taker),
        "points": points[taker],
    }


def logistic(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Coefficients of the log odds and their standard errors, by Newton's method."""
    b = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ b))
        hessian = (x * (p * (1 - p))[:, None]).T @ x
        b += np.linalg.solve(hessian, x.T @ (y - p))
    return b, np.sqrt(np.diag(np.linalg.inv(hessian)))


def linear(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Coefficients and their standard errors, by least squares."""
    inverse = np.linalg.inv(x.T @ x)
    b = inverse @ x.T @ y
    spread = float((y - x @ b).std())
    return b, spread * np.sqrt(np.diag(inverse))


def report(rows: list[Row]) -> None:
    played = [row for row in rows if "value" in row and row["value"] < 250]
    columns = {
        name: np.array([row[name] for row in played], float) for name in played[0] if name != "seed"
    }
    value, solved, leads = columns["value"], columns["solved"], columns["leads"]
    belote, points, seen = columns["belote"], columns["points"], columns["seen"]
    made = (points + belote >= value).astype(float)
    one = np.ones(len(played))
    print(f"{len(played)} contracts, {made.mean():.0%} made")
    doubled = (columns["coinche"] > 0).astype(float)
    odds = logistic(np.stack([one, solved + belote - value, leads, doubled], 1), made)
    show("log odds to make it", ("EVEN", "SPARE", "LEADS", "DOUBLED"), *odds)
    fine = (made == 1) & (points < 252)
    x = np.stack([one, solved, value - 100, leads, belote], 1)[fine]
    show(
        "points if made", ("BASE", "SOLVED", "ASKED", "LEADER", "BELOTE"), *linear(x, points[fine])
    )
    near = (seen == 0) & (solved >= 120)
    for name, which in (("CAPOT_SEEN", seen == 1), ("CAPOT_UNSEEN", near)):
        print(f"{name} {(points[which] == 252).mean():.3f} of {which.sum():.0f}")


def show(what: str, names: tuple[str, ...], found: Floats, errors: Floats) -> None:
    words = [f"{n} {b:.3f} (+-{e:.3f})" for n, b, e in zip(names, found, errors, strict=True)]
    print(f"{what}: {', '.join(words)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=600)
    parser.add_argument("--first", type=int, default=1, help="seed of the first deal (1)")
    parser.add_argument("--worlds", type=int, default=24, help="of pimc (24)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--journal", type=Path, required=True)
    given = parser.parse_args()
    settings: dict[str, Any] = {"worlds": given.worlds}
    seeds = range(given.first, given.first + given.deals)
    game = functools.partial(play, worlds=given.worlds)
    report(run(seeds, game, given.journal, settings, workers=given.workers))
    return 0


if __name__ == "__main__":
    sys.exit(main())
