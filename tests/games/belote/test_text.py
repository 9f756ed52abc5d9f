"""Belote as text: actions, deals, what a seat sees, and CFN; every parser gets nonsense too."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.errors import BadAction, BadText
from kibitz.games.belote import cfn
from tests.games.belote.habits import choose
from tests.games.belote.table import FOUR_SUITS, deal, play_all, position

GAME = kibitz.game("belote")


def test_action_names_both_ways() -> None:
    names = [GAME.action_name(a) for a in range(75)]
    assert len(set(names)) == 75
    for action, name in enumerate(names):
        assert GAME.parse_action(name) == GAME.parse_action(f" {name.lower()} ") == action
    assert GAME.parse_action("TH") == GAME.parse_action("10h") == 14
    assert GAME.parse_action("250d") == GAME.parse_action("capotD") == 71
    assert GAME.parse_action("80 s") == 33


@pytest.mark.parametrize(
    "text", ["", "1H", "170S", "85S", "capot", "X", "SA", "10", "coinch", "８0S"]
)
def test_no_such_action(text: str) -> None:
    with pytest.raises(BadAction):
        GAME.parse_action(text)


def test_deals_both_ways() -> None:
    text = GAME.outcome_name(deal(1, "AS 10S 7C", "KH QD 8C", "JS 9H 7D", "8S AH AD"))
    assert text == "E:AT...7/.K.Q.8/J.9.7./8.A.A."
    assert GAME.outcome_name(GAME.parse_outcome(text)) == text
    assert GAME.new(deal=text.lower().replace("t", "10")).chance[0]["dealer"] == 1
    state = GAME.new(4)
    assert GAME.parse_outcome(GAME.outcome_name(state.chance[0])) == state.chance[0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "E",
        "X:.../.../.../...",
        "E:.../...",
        "E:../../../..",
        "E:AA.../.../.../...",
        "E:1.../.../.../...",
    ],
)
def test_no_such_deal(text: str) -> None:
    with pytest.raises(BadText):
        GAME.parse_outcome(text)


def test_what_a_seat_sees() -> None:
    state = play_all(GAME.new(deal=FOUR_SUITS), "80S pass pass coinche pass pass pass KS 7H")
    assert state.view(2).text().splitlines() == [
        "Belote, dealer W; marks NS 0, EW 0",
        " N: 7 cards, calls 80S pass",
        " E: 7 cards, calls pass pass",
        "*S: 8 cards, calls pass pass (you)",
        " W: 8 cards, calls coinche",
        "contract: 80S by N, coinched; belote N",
        "tricks: NS 0, EW 0; card points: NS 0, EW 0",
        "trick: N led KS 7H",
        "your hand: ..ATKQJ987.",
    ]
    match = kibitz.game("belote", match=True)
    assert match.new(chance="explicit").view(0).text() == (
        "Belote, waiting for deal 1; marks NS 0, EW 0"
    )
    assert "deal 1, dealer" in match.new(1).view(0).text()
    assert "cards of the deal: J987..." in GAME.new(deal="W:7.../8.../9.../J...").view(0).text()


# CFN --------------------------------------------------------------------------------------------


def test_cfn_of_a_deal() -> None:
    state = GAME.new(deal="W:7.../8.../9.../J...")
    assert cfn.write(state) == "cfn1 ffb ; W:7.../8.../9.../J... - -"
    play_all(state, "pass 80H coinche pass pass pass 7S 8S")
    text = "cfn1 ffb ; W:7.../8.../9.../J... P,80H,X,P,P,P 7S8S"
    assert cfn.write(state) == text
    again = cfn.read(text)
    assert again.position() == state.position()
    assert again.actions == state.actions
    assert cfn.read(text.upper()).hash == again.hash


def test_cfn_of_a_match() -> None:
    game = kibitz.game("belote", match=True, target=500, scoring="exact")
    assert cfn.write(game.new(chance="explicit")) == "cfn1m exact 500 1000"
    for seed in range(20):
        rng = random.Random(seed)
        state = game.new(seed)
        while not state.done and rng.random() > 0.005:
            state.apply(choose(state, rng))
        for engine in ("python", "native"):
            again = cfn.read(cfn.write(state), engine=engine)
            assert again.hash == state.hash
            assert again.position() == state.position()
            assert cfn.write(again) == cfn.write(state)


def test_cfn_goes_on_with_a_seed() -> None:
    state = cfn.read("cfn1m ffb 2000 1000 ; W:7.../8.../9.../J... P,P,P,P -", seed=4)
    assert state.position()["dealer"] == 0
    assert len(state.chance) == 2


def test_cfn_needs_the_whole_story() -> None:
    start = position(["JS", "9S", "9H", "9D"])
    with pytest.raises(BadText):
        cfn.write(GAME.new(position=start))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "cfn2 ffb",
        "cfn1",
        "cfn1 ffb 2000 1000",
        "cfn1m ffb 2000",
        "cfn1m ffb x 1000",
        "cfn1m ffb ² 1000",
        "cfn1m ffb 0 1000",
        "cfn1 ffb ; W:7.../8.../9.../J...",
        "cfn1 ffb ; W:7.../8.../9.../J... P,P,P,P,P -",
        "cfn1 ffb ; W:7.../8.../9.../J... P,Q -",
        "cfn1 ffb ; W:7.../8.../9.../J... 80H,P,P,P 8S",
        "cfn1 ffb ; W:7.../8.../9.../J... 80H,P,P,P 7S8",
        "cfn1 ffb ; W:7.../8.../9.../J... 80H,P,P,P 7S,8S",
        "cfn1 ffb ; W:7.../8.../9.../J... P,P,P,P - ; N:7.../8.../9.../J... - -",
        "cfn1m ffb 2000 1000 ; W:7.../8.../9.../J... P - ; N:7.../8.../9.../J... - -",
        "cfn1m ffb 2000 1000 ; W:7.../8.../9.../J... P,P,P,P - ; W:7.../8.../9.../J... - -",
        "cfn1 ffb " + "x" * (cfn.LENGTH_MAX + 1),
    ],
)
def test_bad_cfn(text: str) -> None:
    with pytest.raises(BadText):
        cfn.read(text)


PIECES = ["", ";", ",", "P", "XX", "80S", "7S", "/", ".", " ", "ſ", "²"]
SAMPLE = "cfn1m ffb 300 9 ; W:7.../8.../9.../J... 80H,X,XX 7S8S9SJS ; N:.7../.8../.9../.J.. P,P -"


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_cfn_survives_anything(data: st.DataObject) -> None:
    """A text with pieces cut and changed is refused, or read to something that writes it again."""
    text = SAMPLE
    for _ in range(data.draw(st.integers(1, 4))):
        i = data.draw(st.integers(0, len(text)))
        j = data.draw(st.integers(i, min(len(text), i + 8)))
        text = text[:i] + data.draw(st.sampled_from(PIECES)) + text[j:]
    try:
        state = cfn.read(text)
    except BadText:
        return
    assert cfn.read(cfn.write(state)).hash == state.hash


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_parsers_survive_anything(text: str) -> None:
    for parse, error in (
        (GAME.parse_action, BadAction),
        (GAME.parse_outcome, BadText),
        (cfn.read, BadText),
    ):
        with contextlib.suppress(error):
            parse(text)
