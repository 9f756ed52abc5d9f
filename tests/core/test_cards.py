"""Cards and hands as text, both ways."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.cards import (
    CARD_NAMES,
    DECK,
    card_name,
    hand_name,
    parse_card,
    parse_hand,
    rank_of,
    suit_of,
)
from kibitz.errors import BadText


def test_ids() -> None:
    assert [card_name(card) for card in (0, 8, 12, 13, 26, 39, 51)] == [
        *("2C", "TC", "AC", "2D", "2H", "2S", "AS"),
    ]
    assert len(set(CARD_NAMES)) == 52
    for card in DECK:
        assert card == 13 * suit_of(card) + rank_of(card)
        assert parse_card(card_name(card)) == card


@pytest.mark.parametrize("text", ["TD", "10D", "10d", " td\n"])
def test_ways_to_write_a_ten(text: str) -> None:
    assert parse_card(text) == 21


@pytest.mark.parametrize("text", ["", "D", "1D", "DT", "TDD", "T D", "110D", "TX", "♦T"])
def test_no_cards(text: str) -> None:
    with pytest.raises(BadText):
        parse_card(text)


def test_hands() -> None:
    assert hand_name([51, 50, 42, 34, 26, 7, 6]) == "SAK5 HT2 D- C98"
    assert hand_name([]) == "S- H- D- C-"
    assert parse_hand("SAK5 HT2 D- C98") == [6, 7, 26, 34, 42, 50, 51]
    assert parse_hand("c98 s10") == [6, 7, 47]
    assert parse_hand("") == []


@pytest.mark.parametrize("text", ["X2", "S1", "SA-", "SAA", "SA SA", "S--", "2S"])
def test_no_hands(text: str) -> None:
    with pytest.raises(BadText):
        parse_hand(text)


@given(st.sets(st.sampled_from(DECK)))
def test_hands_round_trip(cards: set[int]) -> None:
    assert parse_hand(hand_name(cards)) == sorted(cards)


@given(st.text() | st.text(alphabet="SHDC-23456789TJQKA10 shdc"))
def test_any_text_is_a_hand_or_a_named_error(text: str) -> None:
    pairs: list[tuple[Any, Any]] = [(parse_card, card_name), (parse_hand, hand_name)]
    for parse, name in pairs:
        try:
            value = parse(text)
        except BadText:
            continue
        assert parse(name(value)) == value
