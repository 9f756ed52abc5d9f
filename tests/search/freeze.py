"""Writes the frozen answers of the solver: python -m tests.search.freeze [answers] [hardest]

Deal n is that of seed n. Belote: points of NS for trump S H D C, the left of the dealer leading;
252 is a capot of NS, -1 one of EW. Codepiece: tricks of the bidder's side, one bidder and trump.
The hardest are those of the seeds from 1,000 on that took the solver the most positions.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import kibitz
from kibitz.core import engine
from kibitz.search import double_dummy, plays
from kibitz.search.double_dummy import Points, Position, Tricks

DATA = Path(__file__).with_name("data")
HARDEST = 30


def belote_answers(seeds: Iterable[int]) -> list[list[int]]:
    game = kibitz.game("belote")
    answers = []
    for seed in seeds:
        (row,) = double_dummy.solve_table("belote", game.new(seed).chance[0]).values()
        answers.append([number(value) for value in row.values()])
    return answers


def number(value: double_dummy.Value) -> int:
    assert isinstance(value, Points)
    return -1 if value.capot == 1 else value.points[0]


def codepiece_answers(seeds: Iterable[int]) -> list[int]:
    game = kibitz.game("codepiece")
    positions = []
    for seed in seeds:
        deal = game.new(seed).chance[0]
        hands = tuple(tuple(hand) for hand in deal["hands"])
        positions.append(Position("codepiece", hands, seed % 4, deal["dealer"]))
    values = double_dummy.solve_many(positions)
    answers = []
    for position, value in zip(positions, values, strict=True):
        assert isinstance(value, Tricks)
        answers.append(value.tricks[position.leader % 2])
    return answers


def hardest(play: str, seeds: range, trumps: Iterable[int]) -> list[dict[str, Any]]:
    """The deals that take the most positions between tricks, the worst first."""
    game = kibitz.game(play)
    native: Any = engine.native()
    found: list[tuple[int, int, Position]] = []
    for seed in seeds:
        deal = game.new(seed).chance[0]
        hands = tuple(tuple(hand) for hand in deal["hands"])
        given = [Position(play, hands, trump, (deal["dealer"] + 1) % 4) for trump in trumps]
        flat = double_dummy.flatten(given)
        nodes = native.double_dummy_nodes(plays.find(play).number, flat, False)
        found += [(-count, seed, p) for count, p in zip(nodes, given, strict=True)]
        found = sorted(found, key=lambda entry: entry[:2])[:HARDEST]
    rows = []
    for count, seed, p in found:
        value = double_dummy.solve(p)
        result = value.tricks if isinstance(value, Tricks) else value.points
        deal = game.outcome_name(game.new(seed).chance[0])
        row = {"play": play, "deal": deal, "trump": p.trump, "leader": p.leader}
        rows.append(row | {"value": list(result), "nodes": -count})
    return rows


def write(name: str, rows: list[Any]) -> None:
    """One row a line."""
    lines = ",\n".join(json.dumps(row) for row in rows)
    DATA.mkdir(exist_ok=True)
    (DATA / name).write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def main(words: list[str]) -> None:
    if not words or "answers" in words:
        write("double_dummy_belote.json", belote_answers(range(1000)))
        tricks = json.dumps(codepiece_answers(range(1000)), separators=(",", ":"))
        (DATA / "double_dummy_codepiece.json").write_text(tricks + "\n")
    if not words or "hardest" in words:
        rows = hardest("belote", range(1000, 6000), range(4))
        write("double_dummy_hardest.json", rows + hardest("codepiece", range(1000, 2000), [3]))


if __name__ == "__main__":
    main(sys.argv[1:])
