"""Codepiece as text: actions, deals, and what a seat reads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.errors import BadAction, BadDeal, BadText, KibitzError
from tests.games.codepiece.tables import cards, play, table

GAME = kibitz.game("codepiece", engine="python")
IDS = {
    0: "pass", 1: "bid_8", 6: "bid_13", 7: "trump_S", 8: "trump_H", 9: "trump_D", 10: "trump_C",
    11: "2C", 23: "AC", 24: "2D", 36: "AD", 37: "2H", 49: "AH", 50: "2S", 58: "TS", 62: "AS",
}  # fmt: skip


def test_ids_are_stable() -> None:
    assert GAME.num_actions == 63
    for action, name in IDS.items():
        assert GAME.action_name(action) == name
        assert GAME.parse_action(name) == action


def test_every_action_both_ways() -> None:
    names = [GAME.action_name(action) for action in range(63)]
    assert len(set(names)) == 63
    for action, name in enumerate(names):
        for text in (name, name.lower(), name.upper(), f" {name} "):
            assert GAME.parse_action(text) == action
    assert GAME.parse_action("10d") == GAME.parse_action("TD")


@pytest.mark.parametrize("action", [-1, 63, True, "0", None, 1.0])
def test_no_name_for_what_is_no_action(action: object) -> None:
    with pytest.raises(BadAction):
        GAME.action_name(action)  # type: ignore[arg-type]


def test_a_deal_both_ways() -> None:
    deal = GAME.new(3).chance[0]
    text = GAME.outcome_name(deal)
    assert text.count("|") == 4
    assert GAME.parse_outcome(text) == deal
    short = "SA HK D- C- | S2 H3 D- C- | S- H- DA C5 | S- H- DK C2 | dealer 2"
    deal = GAME.parse_outcome(short)
    assert deal["hands"] == [sorted(cards(h)) for h in ("AS KH", "2S 3H", "AD 5C", "KD 2C")]
    assert deal["dealer"] == 2
    assert GAME.outcome_name(deal) == short
    assert GAME.new(deal=short).chance[0] == deal


@pytest.mark.parametrize(
    "text",
    [
        "",
        "SA | SK | SQ | SJ",
        "SA | SK | SQ | dealer 1",
        "SA | SK | SQ | SJ | dealer",
        "SA|SK|SQ|SJ|dealer x",
        "SA | SK | SQ | SJ | dealer ²",
        "SA | SK | SQ | X2 | dealer 0",
        "SA | SK | SQ | S1 | dealer 0",
        "SAA | SK | SQ | SJ | dealer 0",
    ],
)
def test_texts_that_are_no_deal(text: str) -> None:
    with pytest.raises(BadText):
        GAME.parse_outcome(text)


def test_a_readable_deal_may_still_be_impossible() -> None:
    with pytest.raises(BadDeal):
        GAME.new(deal="SA | SK | SQ | SA | dealer 0")


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in (GAME.parse_action, GAME.parse_outcome):
        try:
            parse(text)
        except KibitzError:
            continue


def test_what_a_seat_reads() -> None:
    state = table("python", ["AS KS", "AH KH", "AD KD", "AC KC"])
    assert state.view(1).text().splitlines() == [
        "Codepiece",
        "*seat 0: bid -, 2 cards",
        " seat 1: bid -, 2 cards (you)",
        " seat 2: bid -, 2 cards",
        " seat 3: bid -, 2 cards (dealer)",
        "tricks: seats 0 and 2 0, seats 1 and 3 0",
        "trick: -",
        "your hand: S- HAK D- C-",
    ]
    play(state, "pass bid_8 pass pass trump_D AH AD AC AS KD KC")
    assert state.view(0).text().splitlines() == [
        "Codepiece, bid 8 by seat 1, trump D",
        "*seat 0: bid pass, 1 card (you)",
        " seat 1: bid 8, 1 card (bidder)",
        " seat 2: bid pass, 0 cards",
        " seat 3: bid pass, 0 cards (dealer)",
        "tricks: seats 0 and 2 1, seats 1 and 3 0",
        "last trick: seat 1 led AH AD AC AS, seat 2 won",
        "trick: seat 2 led KD KC",
        "your hand: SK H- D- C-",
    ]
    play(state, "KS KH")
    assert state.view(0).text().endswith("payoffs: +16 -16 +16 -16")


def test_a_match_reads_its_sums() -> None:
    game = kibitz.game("codepiece", engine="python", match=True)
    state = game.new(chance="explicit")
    assert state.view(0).text() == (
        "Codepiece, deal 0 of at most 16, sums +0 and +0, target 50, waiting for the next deal"
    )
    state.apply_chance("SA | HA | DA | CA | dealer 3")
    play(state, "bid_13 pass pass pass trump_H AS AH AD AC")
    head = state.view(2).text().splitlines()[0]
    assert head == (
        "Codepiece, deal 1 of at most 16, sums -26 and +26, target 50, waiting for the next deal, "
        "bid 13 by seat 0, trump H"
    )
