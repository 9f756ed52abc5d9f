"""What follows a call: shares of either side, and a hint that compares two calls."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.advice.hint import hint
from kibitz.advice.prospects import prospects
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games.belote.rules import BID, PASS


def on_turn(state: State) -> View:
    return state.view(state.player)


@pytest.mark.parametrize("game", ["belote", "codepiece"])
def test_a_hint_compares_two_calls(game: str) -> None:
    view = on_turn(kibitz.game(game).new(5))
    found = hint(view, worlds=8)
    assert found.versus is not None
    assert found.versus.action != found.action
    assert found.versus.loss >= 0
    assert found.versus.prospects is not None
    for one in found.versus.prospects:
        assert 0 <= one.plays + one.others_play <= 1
        assert (one.makes is None) == (one.plays == 0)
        assert (one.others_make is None) == (one.others_play == 0)
    assert found.outlook is not None
    assert found.outlook.contract is None, "one chance of a contract, not two that differ"


def test_bids_of_one_s_own_are_met() -> None:
    found = hint(on_turn(kibitz.game("ohhell").new(5)), worlds=8)
    assert found.versus is not None
    assert found.versus.prospects is None
    assert found.versus.bids_met is not None
    assert all(0 <= share <= 1 for share in found.versus.bids_met)


def test_the_bidder_s_side_plays_more_often_than_after_a_pass() -> None:
    view = on_turn(kibitz.game("belote").new(5))
    bid = next(action for action in view.legal_actions if action != BID + PASS)
    found = prospects(view, [bid, BID + PASS], 3)
    assert found is not None
    assert found[0].plays > found[1].plays


def test_no_prospects_of_cards() -> None:
    state = kibitz.game("belote").new(5)
    while state.phase == "bid":
        calls = state.legal()
        state.apply(calls[1] if len(state.actions) == 0 else BID + PASS)
    assert prospects(on_turn(state), list(state.legal()[:2]), 3) is None
