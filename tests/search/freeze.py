"""Writes the frozen answers of the solver: python -m tests.search.freeze

Deal n is that of seed n. Belote: points of NS for trump S H D C, the left of the dealer leading;
252 is a capot of NS, -1 one of EW. Codepiece: tricks of the bidder's side, one bidder and trump.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import kibitz
from kibitz.search import double_dummy
from kibitz.search.double_dummy import Points, Position, Tricks

DATA = Path(__file__).with_name("data")


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


def main() -> None:
    DATA.mkdir(exist_ok=True)
    belote = json.dumps(belote_answers(range(1000)), separators=(",", ":"))
    (DATA / "double_dummy_belote.json").write_text(belote.replace("],[", "],\n[") + "\n")
    tricks = json.dumps(codepiece_answers(range(1000)), separators=(",", ":"))
    (DATA / "double_dummy_codepiece.json").write_text(tricks + "\n")


if __name__ == "__main__":
    main()
