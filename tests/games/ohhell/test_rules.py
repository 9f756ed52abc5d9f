"""Oh Hell, rule by rule, on both engines. The numbers are those of the game's README."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.core.cards import parse_card, parse_hand
from kibitz.errors import (
    BadAction,
    BadDeal,
    BadOption,
    BadPosition,
    BadText,
    IllegalAction,
    KibitzError,
    StaleAction,
)
from tests.games.ohhell.tables import HANDS, WHOLE, example, play, start
from tests.support.found import ENGINES

pytestmark = pytest.mark.parametrize("engine", ENGINES)


def legal(state: kibitz.State) -> set[str]:
    return {state.game.action_name(action).removeprefix("bid ") for action in state.legal()}


# Rule 1: rounds ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "largest"), [(2, 12), (3, 12), (4, 12), (5, 10)])
def test_rule_1_the_largest_hand_goes_down_to_one_and_up_again(
    engine: str, players: int, largest: int
) -> None:
    game = kibitz.game("ohhell", engine=engine, players=players)
    down = list(range(largest, 0, -1))
    sizes = down + down[-2::-1]
    assert len(sizes) == 2 * largest - 1
    assert list(game.schedule) == sizes
    state = game.new(seed=3)
    while not state.done:
        state.apply(state.legal()[0])
    assert [len(deal["hands"][0]) for deal in state.chance] == sizes
    assert len(state.actions) == game.max_length == sum(players * (1 + size) for size in sizes)


@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        ({"largest": 3}, [3, 2, 1, 2, 3]),
        ({"largest": 1}, [1]),
        ({"schedule": [7]}, [7]),
        ({"schedule": [1, 5, 5]}, [1, 5, 5]),
    ],
)
def test_rule_1_options(engine: str, options: dict[str, Any], sizes: list[int]) -> None:
    state = kibitz.game("ohhell", engine=engine, **options).new(seed=1)
    while not state.done:
        state.apply(state.legal()[-1])
    assert [len(deal["hands"][0]) for deal in state.chance] == sizes


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 6},
        {"players": 5, "largest": 11},
        {"players": 5, "schedule": [11]},
        {"largest": 13},
        {"largest": 0},
        {"schedule": [13]},
        {"schedule": [0]},
        {"schedule": []},
        {"schedule": [1] * 65},
        {"schedule": "8"},
        {"schedule": [4], "largest": 4},
        {"hook": 1},
        {"trump_lead": "always"},
        {"miss": "minus"},
        {"no_trump_rounds": -1},
        {"schedule": [4], "no_trump_rounds": 2},
        {"schedule": [4], "turned": ["5H", "6H"]},
        {"turned": ["5X"]},
        {"turned": [52]},
        {"turned": "5H"},
        {"turned": []},
        {"players": 2, "suits": 2, "ranks": 3, "schedule": [1], "turned": ["AS"]},
        {"colour": "red"},
    ],
)
def test_impossible_options(engine: str, options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        kibitz.game("ohhell", engine=engine, **options)


# Rule 2: the deal -------------------------------------------------------------------------------


def words_of_chance(seed: int, k: int) -> Any:
    """The stream of chance event k, written down once more: splitmix64."""
    mask, golden = 2**64 - 1, 0x9E3779B97F4A7C15

    def finalise(x: int) -> int:
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
        return x ^ (x >> 31)

    own = finalise((seed + k * golden) & mask)
    i = 0
    while True:
        i += 1
        yield finalise((own + i * golden) & mask)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rule_2_the_deal_from_the_seed(engine: str, players: int) -> None:
    seed, sizes = 1000 + players, [3, 2, 4]
    state = kibitz.game("ohhell", engine=engine, players=players, schedule=sizes).new(seed=seed)
    while not state.done:
        state.apply(state.legal()[0])
    dealer = -1
    for k, (deal, size) in enumerate(zip(state.chance, sizes, strict=True)):
        words = words_of_chance(seed, k)
        dealer = next(words) * players >> 64 if k == 0 else (dealer + 1) % players
        deck = list(range(52))
        for i in range(51, 0, -1):
            j = next(words) * (i + 1) >> 64
            deck[i], deck[j] = deck[j], deck[i]
        assert deal["dealer"] == dealer
        assert deal["hands"] == [
            sorted(deck[seat * size : (seat + 1) * size]) for seat in range(players)
        ]
        assert deal["turned"] == deck[players * size]


def test_rule_2_the_turned_card_makes_trump_and_is_out_of_play(engine: str) -> None:
    state = example(engine)
    for seat in range(3):
        view = state.view(seat)
        assert view.turned == parse_card("2H")
        assert view.trump == 2
    seen = set()
    state = example(engine, "1 1 0")
    while not state.done:
        seen |= legal(state)
        state.apply(state.legal()[0])
    assert "2H" not in seen
    with pytest.raises(BadDeal, match="twice"):
        start(engine, HANDS, 2, "AC")


def test_rule_2_the_deal_moves_left(engine: str) -> None:
    state = play(start(engine, ["AC", "KC", "QC"], 1, "2H", schedule=[1, 1]), "0 0 0 QC AC KC")
    assert state.player == kibitz.CHANCE
    assert state.phase == "deal"
    again = {"hands": [[0], [1], [2]], "dealer": 1, "turned": 3}
    with pytest.raises(BadDeal, match="moves left"):
        state.apply_chance(again)
    state.apply_chance(again | {"dealer": 2})
    assert state.player == 0
    assert state.phase == "bid"


@pytest.mark.parametrize(
    "wrong",
    [
        {"hands": [[0], [1]]},
        {"hands": [[0], [1], [2, 3]]},
        {"hands": [[0], [1], [52]]},
        {"hands": [[0], [1], [-1]]},
        {"hands": [[0], [1], [1]]},
        {"hands": [[0], [1], ["x"]]},
        {"hands": None},
        {"turned": 0},
        {"turned": 52},
        {"dealer": 3},
        {"dealer": -1},
        {"dealer": True},
        {"colour": 1},
    ],
)
def test_impossible_deals(engine: str, wrong: dict[str, Any]) -> None:
    game = kibitz.game("ohhell", engine=engine, players=3, schedule=[1])
    deal = {"hands": [[0], [1], [2]], "dealer": 0, "turned": 3}
    state = game.new(chance="explicit")
    with pytest.raises(BadDeal):
        state.apply_chance(deal | wrong)
    assert state.player == kibitz.CHANCE
    assert state.chance == ()
    state.apply_chance(deal)


def test_option_no_trump_rounds_are_the_last(engine: str) -> None:
    state = start(engine, ["AC", "2H"], 0, "3H", schedule=[1, 1, 1], no_trump_rounds=2)
    deal = {"hands": [[12], [26]], "turned": 27}
    winners = []
    for dealer in (1, 0):
        # Seat 0 has a club, seat 1 a heart; hearts are turned.
        leader = state.player
        play(state, "0 0" if leader == 1 else "1 1")
        play(state, "2H AC" if leader == 1 else "AC 2H")
        winners.append(state.position()["leader"])
        state.apply_chance(deal | {"dealer": dealer})
    play(state, "0 0 2H AC")
    winners.append(state.position()["leader"])
    assert winners == [1, 0, 1]  # trump wins; without trump the led suit does, whatever it is
    assert state.view(0).trump == -1


@pytest.mark.parametrize("players", [2, 5])
def test_rule_2_the_turned_card_can_be_chosen(engine: str, players: int) -> None:
    """The seed's deal, with the chosen card in its place and one other where that card was."""
    options = {"players": players, "schedule": [3, 2, 4]}
    chosen = kibitz.game("ohhell", engine=engine, turned=["5H", "-"], **options)
    assert chosen.options["turned"] == (parse_card("5H"), -1)
    moved = 0
    for seed in range(40):
        deals = []
        for game in (chosen, kibitz.game("ohhell", engine=engine, **options)):
            state = game.new(seed=seed)
            while not state.done:
                state.apply(state.legal()[0])
            deals.append(state.chance)
        got, usual = deals
        assert got[1:] == usual[1:], "a dash, and rounds that are not listed, are drawn"
        assert got[0]["turned"] == parse_card("5H")
        swapped = {parse_card("5H"): usual[0]["turned"]}
        expected = [sorted(swapped.get(card, card) for card in h) for h in usual[0]["hands"]]
        assert got[0]["hands"] == expected
        moved += expected != usual[0]["hands"]
    assert moved > 0, "in some deal a hand held the card"


def test_rule_2_a_chosen_card_is_replayed_and_another_refused(engine: str) -> None:
    game = kibitz.game("ohhell", engine=engine, players=2, schedule=[1, 1], turned=["5H"])
    state = game.new(seed=4)
    while not state.done:
        state.apply(state.legal()[0])
    record = str(state.record())
    assert json.loads(record)["options"]["turned"] == [parse_card("5H")]
    again = game.replay(record)
    assert again.chance == state.chance
    assert again.record() == state.record()
    other = {"hands": [[1], [2]], "dealer": 0, "turned": 3}
    with pytest.raises(BadDeal, match="turn up 5H in this round"):
        game.new(deal=other)
    position = game.new(seed=4).position() | {"turned": 3}
    with pytest.raises(BadPosition, match="turn up 5H in this round"):
        game.new(position=position)


# Rule 3: bids -----------------------------------------------------------------------------------


def test_rule_3_from_the_dealers_left_to_the_dealer(engine: str) -> None:
    state = start(engine, HANDS, 1, "2H")
    order = []
    while state.phase == "bid":
        order.append(state.player)
        state.apply(52)
    assert order == [2, 0, 1]
    assert state.player == 2


@pytest.mark.parametrize(
    ("bids", "options"),
    [("0 0", {0, 1, 2}), ("1 1", {0, 2, 3}), ("1 2", {1, 2, 3}), ("2 2", {0, 1, 2, 3})],
)
def test_rule_3_the_dealer_may_not_make_the_total(
    engine: str, bids: str, options: set[int]
) -> None:
    state = example(engine)
    for word in bids.split():
        assert state.legal() == [52, 53, 54, 55]  # the others may bid as they like
        play(state, word)
    assert {action - 52 for action in state.legal()} == options
    forbidden = {0, 1, 2, 3} - options
    for bid in forbidden:
        with pytest.raises(IllegalAction):
            state.apply(52 + bid)


def test_option_hook_off(engine: str) -> None:
    assert example(engine, "1 1", hook=False).legal() == [52, 53, 54, 55]


# Rule 4: leading --------------------------------------------------------------------------------


def test_rule_4_trump_may_not_be_led_before_it_is_broken(engine: str) -> None:
    state = example(engine, "1 1 0")
    assert state.player == 0  # the dealer's left
    assert legal(state) == {"AC", "5C"}
    play(state, "AC KC TS")
    assert state.player == 0  # the winner
    assert legal(state) == {"5C"}
    assert not state.position()["broken"]
    play(state, "5C 9H")
    assert state.position()["broken"]


def test_rule_4_after_that_it_may(engine: str) -> None:
    state = start(engine, ["AC 5H", "KC 4D", "QD 7H"], 2, "2H")
    play(state, "0 0 0  AC KC 7H")
    assert state.player == 2
    play(state, "QD 5H 4D")
    state = start(engine, ["AC 2C 2D", "KC 4D 5D", "9H QD 7H"], 2, "2H")
    play(state, "0 0 0  AC KC 7H")
    assert legal(state) == {"QD", "9H"}


def test_rule_4_a_hand_of_trumps_leads_trump(engine: str) -> None:
    state = play(start(engine, ["AH 5H", "KH 4D", "QD 7S"], 2, "2H"), "0 0 0")
    assert legal(state) == {"AH", "5H"}
    play(state, "AH")
    assert not state.position()["broken"]  # the leader's own trump breaks nothing
    play(state, "KH")
    assert state.position()["broken"]  # a trump that follows a trump does


def test_rule_4_trump_that_nobody_follows_stays_unbroken(engine: str) -> None:
    state = play(start(engine, ["AH 5H", "KC 4D", "QD 7S"], 2, "2H"), "0 0 0  AH KC QD")
    assert state.player == 0
    assert not state.position()["broken"]


def test_rule_4_is_new_in_every_round(engine: str) -> None:
    state = start(engine, ["AC", "KC", "7H"], 2, "2H", schedule=[1, 2])
    play(state, "0 0 0  AC KC 7H")
    assert state.position()["broken"]
    hands = [[26, 0], [28, 1], [29, 2]]
    state.apply_chance({"hands": hands, "dealer": 0, "turned": 27})
    assert not state.position()["broken"]
    assert legal(play(state, "0 0 0")) == {"3C"}


def test_option_trump_lead_free(engine: str) -> None:
    assert legal(example(engine, "1 1 0", trump_lead="free")) == {"AC", "5C", "3H"}


# Rule 5: following ------------------------------------------------------------------------------


def test_rule_5_follow_if_you_can(engine: str) -> None:
    state = example(engine, "1 1 0  AC")
    assert legal(state) == {"KC"}
    with pytest.raises(IllegalAction):
        play(state, "9H")
    play(state, "KC")
    assert legal(state) == {"QD", "JD", "TS"}  # nothing to follow with: any card


# Rule 6: tricks ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "turned", "winner"),
    [
        ("AC KC QC", "2H", 0),
        ("QC KC AC", "2H", 2),
        ("2C AS AD", "2H", 0),  # the highest of the led suit, not the highest card
        ("2C 3H AD", "2H", 1),  # a trump beats it
        ("AC 3H 4H", "2H", 2),  # the highest trump
        ("AC 4H 3H", "2H", 1),
        ("5H AS AD", "2H", 0),
    ],
)
def test_rule_6_who_wins(engine: str, cards: str, turned: str, winner: int) -> None:
    state = start(engine, cards.split(), 2, turned)
    play(state, "0 0 0 " + cards)
    assert state.position()["tricks"] == [int(seat == winner) for seat in range(3)]


def test_rule_6_the_winner_leads(engine: str) -> None:
    state = example(engine, "1 1 0  AC KC TS  5C 9H QD")
    assert state.player == 1
    assert state.position()["tricks"] == [1, 1, 0]


# Rule 7: score ----------------------------------------------------------------------------------


def test_rule_7_exactly_the_bid(engine: str) -> None:
    state = example(engine, WHOLE)
    assert state.done
    assert state.position()["tricks"] == [2, 1, 0]
    assert state.returns() == [0, 11, 10]
    assert state.scores() == [0, 11, 10]
    assert state.outcome() == [0, 1, 0]


def test_option_miss_tricks(engine: str) -> None:
    assert example(engine, WHOLE, miss="tricks").returns() == [2, 11, 10]


def test_rule_7_equal_totals_share_the_win(engine: str) -> None:
    state = example(engine, WHOLE.replace("1 1 0", "2 3 0"))
    assert state.returns() == [12, 0, 10]
    assert state.outcome() == [1, 0, 0]
    state = play(start(engine, ["AC", "KC", "QC"], 2, "2H"), "0 0 0  AC KC QC")
    assert state.returns() == [0, 10, 10]
    assert state.outcome() == [0, 0.5, 0.5]


def test_rule_7_totals_add_up_over_rounds(engine: str) -> None:
    state = start(engine, ["AC", "KC", "QC"], 2, "2H", schedule=[1, 1])
    play(state, "1 0 1  AC KC QC")
    assert state.scores() == [11, 10, 0]
    with pytest.raises(KibitzError):
        state.returns()
    state.apply_chance({"hands": [[0], [1], [2]], "dealer": 0, "turned": 26})
    play(state, "0 1 1  3C 4C 2C")
    assert state.returns() == [11, 20, 11]
    scores = [event.data for event in state.events if event.kind == "score"]
    assert scores == [(11, 10, 0), (0, 10, 11)]


# Rule 8: episodes -------------------------------------------------------------------------------


def test_rule_8_a_round_is_a_game_of_its_own(engine: str) -> None:
    state = example(engine, WHOLE)
    assert state.done
    assert [event.kind for event in state.events].count("score") == 1
    with pytest.raises(StaleAction):
        state.apply(0)


def test_rule_8_the_next_round_is_chance_and_the_last_stays_in_the_history(engine: str) -> None:
    state = start(engine, ["AC", "KC", "QC"], 2, "2H", schedule=[1, 1])
    play(state, "1 0 1  AC KC QC")
    assert (state.player, state.phase, state.legal()) == (kibitz.CHANCE, "deal", [])
    with pytest.raises(StaleAction):
        state.apply(52)
    state.apply_chance("S2 H- D- C- | C3 | C4 | dealer 0 | turned 2D")
    history = state.view(1).history
    assert [event.kind for event in history] == ["deal", *["action"] * 6, "score", "deal"]
    assert history[0] == ("deal", 1, (2, parse_card("2H"), parse_card("KC")))
    assert history[1:4] == (("action", 0, 53), ("action", 1, 52), ("action", 2, 53))
    assert history[7] == ("score", -1, (11, 10, 0))
    assert history[8] == ("deal", 1, (0, parse_card("2D"), parse_card("3C")))


# Actions, notation, errors ----------------------------------------------------------------------


def test_the_65_actions(engine: str) -> None:
    game = kibitz.game("ohhell", engine=engine)
    assert game.num_actions == 65
    assert game.observation_size == 453
    names = [game.action_name(action) for action in range(65)]
    assert names[:2] == ["2C", "3C"]
    assert names[12:14] == ["AC", "2D"]
    assert names[51:54] == ["AS", "bid 0", "bid 1"]
    assert names[64] == "bid 12"
    assert [game.parse_action(name) for name in names] == list(range(65))
    for text, action in [("10d", 21), (" td ", 21), ("BID 10", 62), ("0", 52), ("bid  7", 59)]:
        assert game.parse_action(text) == action
    for text in ["", "bid", "bid 13", "13", "-1", "1D", "AX", "bid AS", "AS KS", "bid 3 4", "²"]:
        with pytest.raises(BadAction):
            game.parse_action(text)
    wrong: list[Any] = [-1, 65, "x", None, True]
    for action in wrong:
        with pytest.raises(BadAction):
            game.action_name(action)


@given(text=st.text())
def test_any_text_is_an_action_or_a_named_error(engine: str, text: str) -> None:
    game = kibitz.game("ohhell", engine=engine)
    try:
        action = game.parse_action(text)
    except BadAction:
        return
    assert game.parse_action(game.action_name(action)) == action


WORDS = ["|", "dealer", "turned", "0", "5H", "SAK", "C-", "HT2", "10", "-", "S", "x", " ", "D9"]


@given(text=st.one_of(st.text(), st.lists(st.sampled_from(WORDS)).map(" ".join)))
def test_any_text_is_a_deal_or_a_named_error(engine: str, text: str) -> None:
    game = kibitz.game("ohhell", engine=engine)
    try:
        deal = game.parse_outcome(text)
    except BadText:
        return
    assert game.parse_outcome(game.outcome_name(deal)) == deal


def test_deal_text(engine: str) -> None:
    state = example(engine)
    text = state.game.outcome_name(state.chance[0])
    assert text == ("S- H3 D- CA5 | S- H9 D4 CK | ST H- DQJ C- | dealer 2 | turned 2H")
    assert state.game.parse_outcome(text) == state.chance[0]
    assert state.game.new(deal=text, chance="explicit").hash == state.hash
    for wrong in ["", "C2 | C3", "C2 | C3 | dealer x | turned 2H", "C2 | C3 | dealer 0 | 2H"]:
        with pytest.raises(BadText):
            state.game.parse_outcome(wrong)
    with pytest.raises(BadDeal):
        state.game.outcome_name({"hands": [[60]], "dealer": 0, "turned": 1})
    with pytest.raises(BadDeal):
        state.game.outcome_name({"hands": [[6]], "dealer": 0, "turned": -1})


def test_a_refused_action_changes_nothing_and_says_what_is_legal(engine: str) -> None:
    state = example(engine, "1 1 0  AC")
    before = (state.position(), state.actions, state.events, state.hash)
    for action in (53, 33, 12, 64, -1, 65, 10**30, "KC", None, 1.0, True):
        with pytest.raises(IllegalAction):
            state.apply(action)
    assert (state.position(), state.actions, state.events, state.hash) == before
    with pytest.raises(IllegalAction, match=r"seat 1 cannot take 9H \(id 33\) here; legal: KC"):
        state.apply(33)


def test_text_of_a_view(engine: str) -> None:
    assert example(engine, "1 1 0  AC KC TS  5C 9H").view(2).text().splitlines() == [
        "Oh Hell, round 1 of 1, 3 cards, trump H (2H turned)",
        " seat 0: bid 1, tricks 1, total 0",
        " seat 1: bid 1, tricks 0, total 0",
        "*seat 2: bid 0, tricks 0, total 0 dealer (you)",
        "trick: seat 0 led 5C 9H",
        "your hand: S- H- DQJ C-",
    ]


# Perft by formula: counts in perft.json that a reader can check --------------------------------


def test_perft_of_one_suit_by_formula(engine: str) -> None:
    """Two hands of h clubs, no hook: (h+1)^2 bids, then every order of both hands: (h!)^2."""
    hands = [parse_hand("C234"), parse_hand("C567")]
    game = kibitz.game("ohhell", engine=engine, players=2, schedule=[3], hook=False)
    level = [game.new(deal={"hands": hands, "dealer": 0, "turned": 40}, chance="explicit")]
    counts = []
    while level:
        below = []
        for state in level:
            for action in state.legal():
                child = state.copy()
                child.apply(action)
                below.append(child)
        counts.append(len(below))
        level = below
    ratios = [after // before for before, after in pairwise(counts[:-1])]
    assert counts[0] == 4
    assert ratios == [4, 3, 3, 2, 2, 1, 1]
    assert counts[-2] == 4**2 * 6**2


def test_perft_of_three_seats_by_hand(engine: str) -> None:
    """The first counts of that variant, worked out on paper.

    Bids: 4, then 4. Of these 16 pairs 10 add up to 3 or less and leave the dealer three bids, 6
    leave four: 54. Seat 0 leads AC or 5C, seat 1 has only KC to follow, seat 2 throws one of three.
    After AC seat 0 has only 5C to lead, after 5C seat 1 only 4D: both must keep their trump. Then
    seat 1 has two cards for 5C; for 4D seat 2 has two if it threw the ten of spades, else one.
    """
    cases = json.loads((Path(__file__).parent / "perft.json").read_text("utf-8"))
    counts = next(case["counts"] for case in cases if case["name"].startswith("three seats"))
    bids = 10 * 3 + 6 * 4
    sixth = bids * (3 * 2 + (2 + 1 + 1))
    assert counts[:8] == [4, 16, bids, bids * 2, bids * 2, bids * 6, bids * 6, sixth]
