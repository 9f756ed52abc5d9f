"""Belote card play with the auction frozen: `pimc` against the isdd of the public `colver` wheel.

    python benchmarks/strength/belote_play.py --worlds 20 --deals 500 --workers 2

A unit is one deal: colver's improved_v2 bids for all four seats, then the cards are played twice
under that contract, our player on NS and then on EW. Both play from uniform worlds: colver's isdd
with --colver-worlds (20), ours with --worlds. The figure is marks a deal, ours less theirs, by
colver's marking (scoring="exact"), with a 95 % interval over deals. CPU time is that of a move with
a choice; the public state of the peer is kept up outside of it. Deals that all pass are left out.

Needs the wheel: pip install -r benchmarks/peers.txt. It is run, its source is not looked at.
"""

from __future__ import annotations

import argparse
import functools
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from duplicate import run  # type: ignore[import-not-found]

import kibitz
from kibitz.arena.statistics.estimate import mean
from kibitz.core.rng import mix
from kibitz.search.pimc import pimc

BID = 32  # our action of colver's bid 0; cards have the same numbers
OURS, THEIRS = 0, 1


class Setup(NamedTuple):
    worlds: int
    slip: float | None
    colver_worlds: int

    def spec(self) -> str:
        """A player of colver, as it is written there."""
        return (
            '[bid]\nmethod = "improved_v2"\n[play]\nmethod = "isdd"\n'
            f'determinizations = {self.colver_worlds}\n[worlds]\nsource = "uniform"\n'
        )


def auction(deal: dict[str, Any]) -> list[int]:
    """The calls of colver's improved_v2 on all seats, in colver's numbers."""
    import colver

    env, calls = colver.Env.deal_with_hands(deal["dealer"], deal["hands"]), []
    while env.phase() == 0 and not env.is_terminal():
        calls.append(env.bid_improved_v2())
        env.step(calls[-1])
    return calls


class Colver:
    """Two seats of colver, and the table as it sees it."""

    def __init__(self, setup: Setup, deal: dict[str, Any], side: int, seed: int) -> None:
        import colver

        self.env = colver.Env.deal_with_hands(deal["dealer"], deal["hands"])
        self.agents = {
            seat: colver.Agent(setup.spec(), seat, seed=mix(seed, seat) >> 1)
            for seat in (side, side + 2)
        }
        for agent in self.agents.values():
            agent.init_deal(self.env)

    def decide(self, seat: int) -> int:
        return int(self.agents[seat].decide(self.env)["action"])

    def observe(self, action: int) -> None:
        for agent in self.agents.values():
            agent.observe(self.env, action)
        self.env.step(action)


def play(setup: Setup, seed: int) -> dict[str, Any]:
    """A deal, its cards played from both sides."""
    game = kibitz.game("belote", scoring="exact")
    deal = game.new(seed).chance[0]
    calls = auction(deal)
    row: dict[str, Any] = {"calls": calls, "marks": [], "seconds": [0.0, 0.0], "moves": [0, 0]}
    if any(calls):
        for side in (0, 1):
            row["marks"].append(play_once(setup, deal, calls, seed, side, row))
    return row


def play_once(
    setup: Setup, deal: dict[str, Any], calls: list[int], seed: int, side: int, row: dict[str, Any]
) -> float:
    """The marks of our side, which is NS (0) or EW (1), less theirs."""
    state = kibitz.game("belote", scoring="exact").new(deal=deal)
    peer = Colver(setup, deal, 1 - side, mix(seed, 1 + side))
    for call in calls:
        state.apply(BID + call)
        peer.observe(call)
    ours = kibitz.Stream(mix(seed, 3 + side))
    while not state.done:
        seat = state.player
        if seat % 2 == side:
            view = state.view(seat)
            ask: Callable[[], int] = functools.partial(choose, view, setup, ours.word())
        else:
            ask = functools.partial(peer.decide, seat)
        choices = len(state.legal())
        begin = time.process_time()
        card = ask()
        if choices > 1:
            who = OURS if seat % 2 == side else THEIRS
            row["seconds"][who] += time.process_time() - begin
            row["moves"][who] += 1
        state.apply(card)
        peer.observe(card)
    marks = state.returns()
    return marks[side] - marks[1 - side]


def choose(view: kibitz.View, setup: Setup, seed: int) -> int:
    return pimc(view, worlds=setup.worlds, slip=setup.slip, seed=seed).action


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worlds", type=int, default=20, help="of ours (20)")
    parser.add_argument("--slip", type=float, help="of ours: see kibitz/search/pimc.py")
    parser.add_argument("--colver-worlds", type=int, default=20, help="(20)")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=1, help="seed of the first deal (1)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--journal", type=Path)
    parser.add_argument("--bar", type=float, help="what the lower end must reach, else exit code 1")
    words = parser.parse_args()
    setup = Setup(words.worlds, words.slip, words.colver_worlds)
    name = "_".join(str(x) for x in ("belote_play", *setup)) + ".jsonl"
    rows = run(
        range(words.first, words.first + words.deals),
        functools.partial(play, setup),
        words.journal or Path("build/strength") / name,
        setup._asdict(),
        workers=words.workers,
    )
    found = mean([sum(row["marks"]) / 2 for row in rows if row["marks"]])
    print(f"pimc {setup.worlds} against isdd {setup.colver_worlds}: {found} marks a deal")
    print(f"  {found.units} deals, each twice; {len(rows) - found.units} were passed out")
    for who, player in ((OURS, "pimc"), (THEIRS, "isdd")):
        seconds = sum(row["seconds"][who] for row in rows)
        moves = sum(row["moves"][who] for row in rows)
        print(f"  {player}: {1000 * seconds / max(1, moves):.3g} ms of CPU time a move")
    return int(words.bar is not None and found.low < words.bar)


if __name__ == "__main__":
    sys.exit(main())
