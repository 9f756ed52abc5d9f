"""The tracker: what it counts, what it believes, and what it does."""

from __future__ import annotations

import pytest

from kibitz import bots
from kibitz.errors import BadOption, BadSpec
from kibitz.players.dubito.tracker import (
    USUAL,
    Numbers,
    bluff_chance,
    choose,
    count_bluffs,
    count_doubts,
    honest_left,
)
from tests.players.dubito.table import chosen, deal, play


def test_counts_bluffs_and_doubts_by_size() -> None:
    hands = [[5, 5, 6, 7, 8], [1, 2, 2, 3, 9], [4, 4, 6, 10, 11]]
    state = play(deal(hands), "declare 5", "lay 5 5", "lay 1 2 3", "lay 4", "doubt")
    view = state.view(1)
    assert [x.of for x in count_bluffs(view)] == [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    assert [x.times for x in count_bluffs(view)] == [[0, 0, 0], [0, 0, 1], [1, 0, 0]]
    assert [x.of for x in count_doubts(view)] == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert [x.times for x in count_doubts(view)] == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]


def test_knows_who_picked_up_what() -> None:
    hands = [[5, 5, 6, 7, 8], [1, 2, 2, 3, 9], [5, 4, 6, 10, 11]]
    state = play(deal(hands), "declare 5", "lay 5 5", "lay 1 2 3", "doubt")
    assert state.view(0).known()[1][5] == 2  # seat 1 has taken the two fives
    play(state, "declare 5", "lay 10 11")
    assert honest_left(state.view(0), 2) == 1  # all that is left for seat 2 is the third
    assert bluff_chance(USUAL, state.view(0)) == 1.0
    assert chosen(choose, state) == "doubt"


def test_lays_its_last_cards_where_nobody_can_doubt_them() -> None:
    hands = [[5, 5, 6, 7, 8], [1, 2, 9], [4, 4, 6, 10, 11]]
    for exit_option, expected in (("immediate", True), ("challenge", False)):
        state = play(deal(hands, exit=exit_option), "declare 5", "lay 5 5")
        assert (chosen(choose, state) == "lay 1 2 9") == expected
    honest = play(deal([hands[0], [0, 5], hands[2]]), "declare 5", "lay 5 5")
    assert chosen(choose, honest) == "lay 0 5"


def test_numbers_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadOption, match="three rates from 0 to 1"):
        Numbers(bluffs=(0.5, 0.5))
    with pytest.raises(BadOption, match="must be above 0"):
        Numbers(doubts_weight=0)
    with pytest.raises(BadSpec, match="three rates"):
        bots.bot("dubito", "tracker", doubts=[0.1, 0.2, 3])


def test_a_spec_changes_its_numbers() -> None:
    found = bots.spec("dubito", "tracker", stop_soon=8.0)
    assert found.play.native is not None
    assert found.play.native.parameters[4] == 8.0
    assert found.play.native.parameters[5:8] == (0.1, 0.25, 0.7)
