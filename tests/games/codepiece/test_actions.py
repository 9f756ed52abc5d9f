"""Typed actions agree with the ids and names of the game."""

import pytest

import kibitz
from kibitz.core.errors import BadAction
from kibitz.games.codepiece.actions import (
    BidAction,
    PlayAction,
    TrumpAction,
    from_id,
    from_text,
)

GAME = kibitz.game("codepiece")


def test_all_ids_and_names_go_there_and_back() -> None:
    for action in range(GAME.num_actions):
        typed = from_id(action)
        assert typed.id == action
        assert str(typed) == GAME.action_name(action)
        assert from_text(str(typed)) == typed


def test_examples() -> None:
    assert from_text("bid_9") == BidAction(9)
    assert BidAction().is_pass
    assert from_id(7) == TrumpAction("S")
    assert PlayAction.of("TD").id == GAME.parse_action("TD")


def test_what_is_refused() -> None:
    with pytest.raises(BadAction):
        BidAction(7)
    with pytest.raises(BadAction):
        TrumpAction("CD")
    with pytest.raises(BadAction):
        PlayAction(52)
    with pytest.raises(BadAction):
        PlayAction.of("XX")
    with pytest.raises(BadAction):
        from_id(63)
    with pytest.raises(BadAction):
        from_text("bid_14")


def test_bots_of_earlier_versions_find_the_numbers_of_actions() -> None:
    from kibitz.games.codepiece import legal_moves, phases

    names = ("BID", "BID_MIN", "CARD", "PASS", "TRUMP", "BidPhase", "PlayPhase")
    assert all(getattr(phases, name) is getattr(legal_moves, name) for name in names)
