"""Dubito as text: actions and deals both ways, what a seat sees, and refusals."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.errors import BadAction, BadDeal, BadText
from tests.games.dubito.tables import play, table

GAME = kibitz.game("dubito", engine="python", players=3)


def test_every_action_name_is_read_back() -> None:
    names = [GAME.action_name(action) for action in range(GAME.num_actions)]
    assert len(set(names)) == 692
    assert [GAME.parse_action(name) for name in names] == list(range(692))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Lay 7 0 7 ", "lay 0 7 7"), ("LAY 13 1", "lay 1 13"), ("Declare  07", "declare 7"),
        ("DOUBT", "doubt"), ("lay 0 0", "lay 0 0"),
    ],
)  # fmt: skip
def test_order_case_and_blanks_do_not_matter(text: str, name: str) -> None:
    assert GAME.action_name(GAME.parse_action(text)) == name


@pytest.mark.parametrize(
    "text",
    [
        "", "lay", "declare", "declare 0", "declare 14", "declare 1 2", "doubt 1", "lay 14",
        "lay -1", "lay 0 0 0", "lay 1 2 3 4", "lay x", "lay 1,2", "7", "pass", "lay ٣", "lay 007",
    ],
)  # fmt: skip
def test_no_action(text: str) -> None:
    with pytest.raises(BadAction):
        GAME.parse_action(text)


@pytest.mark.parametrize("action", [-1, 692, 2**70, True, "doubt", None])
def test_no_action_has_no_name(action: object) -> None:
    with pytest.raises(BadAction):
        GAME.action_name(action)  # type: ignore[arg-type]


@given(st.text())
def test_any_text_is_an_action_or_refused(text: str) -> None:
    with suppress(BadAction):
        assert 0 <= GAME.parse_action(text) < 692


@given(st.text(alphabet="0123456789 |x-"))
def test_any_text_is_a_deal_or_refused(text: str) -> None:
    with suppress(BadText, BadDeal):
        state = GAME.new(1, deal=text)
        assert GAME.parse_outcome(GAME.outcome_name(state.chance[0])) == state.chance[0]


def test_a_deal_as_text() -> None:
    deal = {"hands": [[0, 3, 3], [1, 12], [5, 5, 5]]}
    assert GAME.outcome_name(deal) == "0 3 3 | 1 12 | 5 5 5"
    assert GAME.parse_outcome(" 3 0 3|12 1 |5 5 5") == deal


def test_what_a_seat_sees(engine: str) -> None:
    state = table(engine, "0 8 9", "0 6 9", "1 1", "2 2")
    play(state, "declare 5", "lay 0 8", "lay 0 6", "doubt", "declare 1", "lay 1", "lay 2", "lay 9")
    assert state.view(2).text().splitlines() == [
        "Dubito, turn 7, number 1",
        " seat 0: 0 cards, known -, pending",
        "*seat 1: 5 cards, known joker joker 6 8",
        " seat 2: 1 card, known - (you)",
        " seat 3: 1 card, known -",
        "board: seat 2 laid 1: 1",
        "board: seat 3 laid 1: face down",
        "board: seat 0 laid 1: face down",
        "still in play: 1 2 6 8 9",
        "your hand: 1",
    ]
    play(state, "lay 6")
    assert " seat 0: out, place 1" in state.view(2).text().splitlines()
    waiting = kibitz.game("dubito").new(chance="explicit")
    assert waiting.view(0).text() == "Dubito, waiting for the deal"
    ended = play(table(engine, "1 1", "2", "3", max_turns=1), "declare 1", "lay 1")
    assert ended.view(0).text().startswith("Dubito, turn 1 (cut off), number 1")
