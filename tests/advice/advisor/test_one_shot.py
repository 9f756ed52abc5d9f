"""Positions as one text: one of every game, what they mean, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz
from kibitz.advice.advisor.one_shot import ENTRIES_MAX, check_turn, position
from kibitz.advice.errors import BadEntry, ImpossibleEntry, UnexpectedEntry
from kibitz.advice.hint import hint
from kibitz.core.errors import KibitzError

POSITIONS: dict[str, tuple[dict[str, Any], int, str | None]] = {
    "belote": ({}, 0, "AS KS 10S 9S JS 7D 8D 9C dealer W; 80S; pass; pass; pass"),
    "codepiece": ({}, 0, "2C 5C 8C JC 2D 7D KD 3H 9H QH 4S 10S AS dealer 3"),
    "dubito": ({"players": 3}, 0, None),
    "ohhell": ({"players": 3, "schedule": [2]}, 1,
               "AH KH dealer 2 turned 2S\nbid 1; bid 2; bid 0; QH"),
    "qwixx": ({"players": 2}, 0, "3 5 1 6 2 4"),
}  # fmt: skip


def text_of(game: str) -> str:
    """The hand of Dubito depends on the number of cards dealt: take one that was."""
    options, seat, text = POSITIONS[game]
    if text is not None:
        return text
    deal = kibitz.game(game, **options).new(seed=3).chance[0]["hands"][seat]
    return " ".join(map(str, deal))


@pytest.mark.parametrize("game", sorted(POSITIONS))
def test_advice_for_a_position_of_every_game(game: str) -> None:
    options, seat, _ = POSITIONS[game]
    kept = position(kibitz.game(game, **options), seat, text_of(game))
    check_turn(kept)
    advice = hint(kept.view(), "simple", worlds=0)
    assert advice.action in kept.view().legal_actions


def test_the_same_as_entering_one_by_one() -> None:
    options, seat, text = POSITIONS["ohhell"]
    kept = position(kibitz.game("ohhell", **options), seat, text or "")
    assert [reply for reply, _ in kept.described][-1].endswith("QH")
    assert len(kept.entries) == 5
    assert kept.view().legal_actions


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", UnexpectedEntry, "only on your turn"),
        ("AH KH dealer 2 turned 2S; bid 1; bid 2; bid 0", UnexpectedEntry, "next entry"),
        ("AH KH dealer 2 turned 2S; bid 1; bid 2; bid 0; AH", ImpossibleEntry, "entry 5 \\(AH\\)"),
        ("AH KH dealer 2 turned 2S; nonsense", KibitzError, "entry 2"),
        ("AH dealer 2 turned 2S", KibitzError, "entry 1"),
        ("x;" * (ENTRIES_MAX + 1), BadEntry, "at most"),
        ("x" * 30_000, BadEntry, "at most"),
    ],
)
def test_what_is_refused(text: str, error: type[KibitzError], words: str) -> None:
    rules = kibitz.game("ohhell", players=3, schedule=[2])
    with pytest.raises(error, match=words):
        check_turn(position(rules, 1, text))
