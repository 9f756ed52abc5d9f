"""Given positions of Codepiece: what is accepted, what is filled in, what is refused and why."""

import random
from typing import Any

import pytest

import kibitz
from kibitz.errors import BadPosition
from tests.games.codepiece.habits import choose
from tests.games.codepiece.tables import cards, deal_of, ending, play
from tests.support.found import ENGINES

HANDS = ["2H 3H", "AH KH", "4H 5H", "6H 7H"]
LAST = ending(HANDS, 8, [7, 4])
AUCTION = {"dealer": 3, "hands": [cards(hand) for hand in HANDS], "bids": [8, None, None, None]}
MATCH = {"match": True, "deals": 4, "target": 60}


def new(position: Any, engine: str = "python", **options: Any) -> kibitz.State:
    return kibitz.game("codepiece", engine=engine, **options).new(
        position=position, chance="explicit"
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_every_position_of_a_match_starts_the_same_game(engine: str) -> None:
    game = kibitz.game("codepiece", engine=engine, **MATCH)
    for seed in range(5):
        state, rng = game.new(chance="explicit"), random.Random(seed)
        while not state.done:
            again = game.new(position=state.position(), chance="explicit")
            assert again.position() == state.position()
            assert (again.player, again.phase) == (state.player, state.phase)
            assert again.legal() == state.legal()
            if state.player == kibitz.CHANCE:
                state.apply_chance(game.new(seed, position=state.position()).chance[0])
            else:
                state.apply(choose(state, rng))
        with pytest.raises(BadPosition):
            game.new(position=state.position())


@pytest.mark.parametrize("engine", ENGINES)
def test_a_given_ending_counts_the_tricks_before_it(engine: str) -> None:
    state = play(new(ending(["AH", "2H", "3H", "4H"], 9, [8, 4]), engine), "AH 2H 3H 4H")
    assert state.returns() == [9, -9, 9, -9]
    state = play(new(ending(["AH", "2H", "3H", "4H"], 10, [8, 3]), engine), "AH 2H 3H 4H")
    assert state.returns() == [-20, 20, -20, 20]  # 9 of 12 tricks: the deal was a short one


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_left_out_has_its_default(engine: str) -> None:
    assert new({}, engine).position() == kibitz.game("codepiece").new(chance="explicit").position()
    state = new(AUCTION, engine)
    assert (state.phase, state.player) == ("bid", 1)
    state = new(AUCTION | {"bids": [8, 0, 0, 9]}, engine)
    assert (state.phase, state.player) == ("trump", 3)
    state = new(LAST, engine)
    assert (state.phase, state.player) == ("play", 0)
    trick = {"trick": cards("8H"), "hands": [cards("3H"), *LAST["hands"][1:]]}
    state = new(LAST | trick, engine)
    assert state.player == 1
    assert state.position()["played"] == [cards("8H"), [], [], []]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_match_goes_on_from_a_given_sum(engine: str) -> None:
    state = new({"deal": 2, "dealer": 1, "total": -30}, engine, **MATCH)
    assert state.scores() == [-30, 30, -30, 30]
    state.apply_chance(deal_of("AS", "AH", "AD", "AC", dealer=2))
    play(state, "bid_13 pass pass pass trump_S AC AS AH AD")
    assert not state.done
    assert state.scores() == [-4, 4, -4, 4]


# What no play can lead to, and a word of the reason.
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "unknown key": (LAST | {"turned": 3}, "turned"),
    "no list": (LAST | {"hands": 5}, "hands"),
    "three hands": (LAST | {"hands": LAST["hands"][:3]}, "hands"),
    "a card twice": (LAST | {"hands": [cards("2H AH"), *LAST["hands"][1:]]}, "twice"),
    "no such card": (LAST | {"hands": [[52, 1], *LAST["hands"][1:]]}, "0 to 51"),
    "unequal hands": (LAST | {"hands": [cards("2H"), *LAST["hands"][1:]]}, "equally many cards"),
    "no cards": (LAST | {"hands": [[], [], [], []], "phase": "play"}, "ended"),
    "no dealer": (LAST | {"dealer": -1}, "dealer"),
    "dealer 4": (LAST | {"dealer": 4}, "dealer"),
    "three bids": (LAST | {"bids": [8, 0, 0]}, "bids"),
    "a bid of 7": (LAST | {"bids": [7, 0, 0, 0]}, "bid"),
    "a bid of 14": (LAST | {"bids": [14, 0, 0, 0]}, "bid"),
    "falling bids": (LAST | {"bids": [9, 8, 0, 0]}, "above"),
    "the same bid twice": (LAST | {"bids": [9, 9, 0, 0]}, "above"),
    "bids out of turn": (AUCTION | {"bids": [None, 8, None, None]}, "in turn"),
    "bids missing in the play": (LAST | {"bids": [8, 0, 0, None], "phase": "play"}, "spoken"),
    "all have bid": (AUCTION | {"bids": [8, 0, 0, 0], "phase": "bid"}, "spoken"),
    "trump too early": (AUCTION | {"trump": 1}, "trump"),
    "tricks too early": (AUCTION | {"tricks": [1, 0]}, "before trump"),
    "no cards to bid on": (AUCTION | {"hands": [[]] * 4, "phase": "bid"}, "same number"),
    "no trump": (LAST | {"trump": None, "phase": "play"}, "trump"),
    "trump 4": (LAST | {"trump": 4}, "trump"),
    "no leader": (LAST | {"leader": -1}, "leader"),
    "leader 4": (LAST | {"leader": 4}, "leader"),
    "first leader is not the bidder": (LAST | {"tricks": [0, 0], "leader": 1}, "bidder leads"),
    "leader without a trick": (LAST | {"tricks": [4, 0], "leader": 1}, "winner of each trick"),
    "fourteen tricks": (LAST | {"tricks": [8, 4]}, "more than 13"),
    "tricks below zero": (LAST | {"tricks": [-1, 4]}, "negative"),
    "the bid has failed": (LAST | {"tricks": [5, 6]}, "ended"),
    "trick of four": (LAST | {"trick": cards("8H 9H TH JH")}, "complete"),
    "trick not in played": (
        LAST
        | {"trick": cards("8H"), "hands": [cards("3H"), *LAST["hands"][1:]]}
        | {"played": [[]] * 4},
        "played",
    ),
    "played too much": (
        LAST | {"tricks": [1, 0], "played": [cards("2C 3C"), [], [], []]},
        "at most one card to each trick",
    ),
    "a revoke on the table": (
        LAST | {"hands": [cards("3H"), cards("AH"), *LAST["hands"][2:]], "trick": cards("8H 9C")},
        "could not have played 9C",
    ),
    "an overtake not made": (
        LAST | {"hands": [cards("3H"), cards("AH"), *LAST["hands"][2:]], "trick": cards("TH 9H")},
        "could not have played 9H",
    ),
    "a sum in a single deal": (LAST | {"total": 8}, "total"),
    "a second deal in a single deal": (LAST | {"deal": 1}, "finished deals"),
    "over": (LAST | {"phase": "over"}, "over"),
    "a deal waited for in the middle": (LAST | {"phase": "deal"}, "on the table has not ended"),
    "bids without cards": ({"bids": [8, None, None, None], "dealer": 3}, "without cards"),
    "a leader without cards": ({"leader": 1}, "nobody leads"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_is_refused(case: str) -> None:
    position, reason = REFUSED[case]
    with pytest.raises(BadPosition, match=reason):
        new(position)


@pytest.mark.parametrize(
    "position",
    [
        LAST | {"total": 60, "deal": 3},  # the target is reached
        LAST | {"total": 27, "deal": 1},  # more than a deal pays
        LAST | {"deal": 4},
        {"deal": 1},  # no dealer after a deal
        {"dealer": 1, "phase": "deal", **{k: LAST[k] for k in ("hands", "bids", "trump")}},
    ],
)
def test_impossible_matches(position: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        new(position, **MATCH)


@pytest.mark.parametrize("position", [None, 5, "x", [], [1]])
def test_what_is_no_position(position: Any) -> None:
    if position is None:
        assert new(position).position()["phase"] == "deal"
        return
    with pytest.raises(BadPosition):
        new(position)
