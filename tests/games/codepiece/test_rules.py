"""Codepiece, rule by rule, on both engines. The numbers are those of the README."""

import random
from math import comb

import pytest

import kibitz
from kibitz.core.rng import Stream, mix
from kibitz.errors import BadAction, BadDeal, BadOption, IllegalAction, NotOver, StaleAction
from tests.games.codepiece.habits import choose
from tests.games.codepiece.tables import deal_of, ending, legal_names, play, table
from tests.support.found import ENGINES
from tests.support.perft import perft

pytestmark = pytest.mark.parametrize("engine", ENGINES)

FOUR = ["AS KS", "AH KH", "AD KD", "AC KC"]  # two cards a seat, a suit each


def whole(engine: str, seed: int = 1, **options: object) -> kibitz.State:
    return kibitz.game("codepiece", engine=engine, **options).new(seed)


# Rule 1: the deal ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_rule_1_the_dealer_is_drawn_before_the_cards(engine: str, seed: int) -> None:
    stream = Stream(mix(seed, 0))
    dealer = stream.below(4)
    deck = list(range(52))
    stream.shuffle(deck)
    state = whole(engine, seed)
    assert state.chance[0]["dealer"] == dealer
    assert state.chance[0]["hands"] == [sorted(deck[13 * i : 13 * i + 13]) for i in range(4)]
    assert [len(state.view(seat).hand) for seat in range(4)] == [13] * 4


def test_rule_1_a_given_deal_names_its_dealer(engine: str) -> None:
    for dealer in range(4):
        state = kibitz.game("codepiece", engine=engine).new(deal=deal_of(*FOUR, dealer=dealer))
        assert state.player == (dealer + 1) % 4


@pytest.mark.parametrize(
    "deal",
    [
        deal_of("AS", "AH", "AD", "AC") | {"dealer": 4},
        deal_of("AS", "AH", "AD", "AC KC"),
        deal_of("AS", "AH", "AD", "AS"),
        deal_of("AS", "AH", "AD"),
        deal_of("", "", "", ""),
        {"hands": [[0], [1], [2], [52]], "dealer": 0},
        {"hands": [[*range(14)], [*range(14, 28)], [*range(28, 42)], [*range(42, 52)] * 2]},
        {"hands": [[0], [1], [2], [3]]},
        {"hands": [[0], [1], [2], [3]], "dealer": "0"},
        [[0], [1], [2], [3]],
    ],
)
def test_rule_1_impossible_deals_are_refused(engine: str, deal: object) -> None:
    state = kibitz.game("codepiece", engine=engine).new(chance="explicit")
    with pytest.raises(BadDeal):
        state.apply_chance(deal)
    assert state.player == kibitz.CHANCE
    assert state.chance == ()


# Rule 2: bids -------------------------------------------------------------------------------------


def test_rule_2_four_turns_from_the_dealers_left(engine: str) -> None:
    for dealer in range(4):
        state = kibitz.game("codepiece", engine=engine).new(deal=deal_of(*FOUR, dealer=dealer))
        speakers = []
        while state.phase == "bid":
            speakers.append(state.player)
            state.apply(0)
        assert speakers == [(dealer + i) % 4 for i in (1, 2, 3, 4)]


def test_rule_2_pass_and_every_higher_bid(engine: str) -> None:
    state = table(engine, FOUR)
    assert state.legal() == [0, 1, 2, 3, 4, 5, 6]
    play(state, "bid_8")
    assert state.legal() == [0, 2, 3, 4, 5, 6]
    play(state, "bid_11")
    assert state.legal() == [0, 5, 6]
    play(state, "pass")
    assert state.legal() == [0, 5, 6]


def test_rule_2_also_over_the_partner(engine: str) -> None:
    state = table(engine, FOUR, "bid_9 pass")
    assert legal_names(state) == {"pass", "bid_10", "bid_11", "bid_12", "bid_13"}
    play(state, "bid_10 pass")
    assert (state.phase, state.player) == ("trump", 2)


def test_rule_2_a_bid_of_13_does_not_stop_the_round(engine: str) -> None:
    state = table(engine, FOUR, "bid_13")
    for seat in (1, 2, 3):
        assert (state.phase, state.player, state.legal()) == ("bid", seat, [0])
        state.apply(0)
    assert (state.phase, state.player) == ("trump", 0)


def test_rule_2_the_highest_bidder_wins_the_round(engine: str) -> None:
    assert table(engine, FOUR, "bid_8 bid_9 pass bid_12").player == 3
    assert table(engine, FOUR, "pass bid_9 pass pass").player == 1


# Rule 3: all pass ---------------------------------------------------------------------------------


def test_rule_3_the_first_speaker_must_accept_7(engine: str) -> None:
    for dealer in range(4):
        state = kibitz.game("codepiece", engine=engine).new(deal=deal_of(*FOUR, dealer=dealer))
        play(state, "pass pass pass pass")
        assert (state.phase, state.player) == ("trump", (dealer + 1) % 4)
        view = state.view(0)
        assert (view.bid, view.bidder) == (7, (dealer + 1) % 4)


def test_rule_3_7_can_never_be_bid(engine: str) -> None:
    game = kibitz.game("codepiece", engine=engine)
    for text in ("bid_7", "bid_14", "bid_", "bid_08", "7", "no trump", "trump_N"):
        with pytest.raises(BadAction):
            game.parse_action(text)
    assert "bid_7" not in {game.action_name(action) for action in range(game.num_actions)}


# Rule 4: trump ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "action", "suit"), [("S", 7, 3), ("H", 8, 2), ("D", 9, 1), ("C", 10, 0)]
)
def test_rule_4_any_suit_held_or_not(engine: str, name: str, action: int, suit: int) -> None:
    state = table(engine, FOUR, "bid_8 pass pass pass")  # seat 0 holds spades only
    assert state.legal() == [7, 8, 9, 10]
    assert state.game.parse_action(f"trump_{name}") == action
    state.apply(action)
    assert state.position()["trump"] == suit
    assert state.phase == "play"


# Rule 5: the lead ---------------------------------------------------------------------------------


def test_rule_5_the_bidder_leads_any_card(engine: str) -> None:
    hands = ["2S 3H 4D", "5S 6H 7D", "8S 9H TD", "JS QH KD"]
    state = table(engine, hands, "pass pass bid_8 pass trump_H")
    assert state.player == 2
    assert legal_names(state) == {"8S", "9H", "TD"}  # trump too, at any time


def test_rule_5_the_winner_leads_the_next_trick(engine: str) -> None:
    state = table(engine, FOUR, "pass pass pass pass trump_D AS AH KD AC")
    assert state.player == 2
    play(state, "AD KC KS KH")
    assert state.done


# Rule 6: follow and beat --------------------------------------------------------------------------

# Hands of seats 0 to 3 with spades trump and seat 0 leading, the plays, and what is legal then.
FOLLOWING = {
    "follow suit": (["2H 3C", "5H 6S", "7D 8D", "9D TD"], "2H", "5H"),
    "never ruff with the led suit in hand": (["AH 3C", "2H AS", "7D 8D", "9D TD"], "AH", "2H"),
    "any card that beats": (["4H 2C 3C", "3H 5H KH", "6H 7H 8H", "9H TH JH"], "4H", "5H KH"),
    "cannot beat": (["AH 2C 3C", "5H KH 2S", "6H 7H 8H", "9H TH JH"], "AH", "5H KH"),
    "void: any trump": (["AH 2C 3C", "2S 9S 4C", "6H 7H 8H", "9H TH JH"], "AH", "2S 9S"),
    "void without trump": (["2H 2C 3C", "AD 9D 4C", "6H 7H 8H", "9H TH JH"], "2H", "AD 9D 4C"),
    "over-ruff": (["5H 2C 3C", "6S 4C 5C", "8S 4S AC", "9H TH JH"], "5H 6S", "8S"),
    "no duty to under-ruff": (
        ["5H 2C 3C", "6S 4C 5C", "3S 4S AC", "9H TH JH"],
        "5H 6S",
        "3S 4S AC",
    ),
    "the led suit cannot beat a ruff": (
        ["5H 2C 3C", "6S 4C 5C", "2H KH 9S", "9H TH JH"],
        "5H 6S",
        "2H KH",
    ),
    "partner wins: only follow": (
        ["AH 2C 3C", "5H 6H 4C", "2H 3H KS", "9H TH JH"],
        "AH 5H",
        "2H 3H",
    ),
    "partner wins: no duty to ruff": (
        ["AH 2C 3C", "5H 6H 4C", "2D 4D KS", "9H TH JH"],
        "AH 5H",
        "2D 4D KS",
    ),
    "partner wins in third place": (
        ["5H 2C 3C", "KH 2D 3D", "6H 2S 3S", "AH 2H QS"],
        "5H KH 6H",
        "AH 2H",
    ),
    "partner has ruffed": (
        ["5H 2C 3C", "2S 2D 3D", "6H 8C 9C", "3S AS QC"],
        "5H 2S 6H",
        "3S AS QC",
    ),
    "beat the one over the partner": (
        ["5H 2C 3C", "7H 2D 3D", "6H 8H 9H", "JH QH KH"],
        "5H 7H",
        "8H 9H",
    ),
    "trump led: higher trump": (["5S 2C 3C", "4S 9S AS", "6H 8H 9H", "JH QH KH"], "5S", "9S AS"),
    "trump led: none higher": (["JS 2C 3C", "4S 9S AD", "6H 8H 9H", "QH KH AH"], "JS", "4S 9S"),
    "trump led: void": (["5S 2C 3C", "4H 9H AD", "6H 8H 7C", "QH KH AH"], "5S", "4H 9H AD"),
    "fourth: beat the opponent in second": (
        ["2H 2C 3C", "4H 2D 3D", "KH 8C 9C", "5H AH QC"],
        "2H 4H KH",
        "AH",
    ),
    "a discard is not winning": (
        ["5H 2C 3C", "AD 2D 3D", "2H 7H 9S", "6H KH QC"],
        "5H AD",
        "2H 7H",
    ),
}


@pytest.mark.parametrize("case", FOLLOWING)
def test_rule_6_follow_and_beat(engine: str, case: str) -> None:
    hands, plays, expected = FOLLOWING[case]
    state = table(engine, hands, f"bid_8 pass pass pass trump_S {plays}")
    assert legal_names(state) == set(expected.split())
    seat = state.player
    for action in range(state.game.num_actions):  # enforced, not advised
        if state.game.action_name(action) not in expected.split():
            with pytest.raises(IllegalAction):
                state.apply(action)
    assert state.player == seat
    assert legal_names(state) == set(expected.split())


# Rule 7: the trick --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "plays", "winner"),
    [
        ("S", "2H 3H KH AH", 3),
        ("S", "AH 3H KH 2H", 0),
        ("S", "5H AD AC KD", 0),  # other suits never win
        ("S", "AH 2S 3H 4H", 1),  # a trump beats every plain card
        ("S", "AH 3S 4H 9S", 3),  # the highest trump
        ("D", "5H AS AC 2D", 3),
        ("H", "5H AS 6H AC", 2),
        ("C", "TH JH QH 2C", 3),
    ],
)
def test_rule_7_highest_trump_else_highest_of_the_led_suit(
    engine: str, trump: str, plays: str, winner: int
) -> None:
    state = table(engine, plays.split(), f"bid_8 pass pass pass trump_{trump} {plays}")
    assert state.position()["tricks"] == [int(winner % 2 == 0), int(winner % 2 == 1)]
    assert state.view(0).completed[-1].winner == winner


# Rules 8 and 9: the end and the payoff ------------------------------------------------------------

LAST = ["2H 3H", "AH KH", "4H 5H", "6H 7H"]  # seat 1 takes both tricks


@pytest.mark.parametrize("bid", range(7, 14))
def test_rule_8_the_defenders_end_it_at_once(engine: str, bid: int) -> None:
    needed = 14 - bid
    position = ending(LAST, bid, [12 - needed, needed - 1])
    game = kibitz.game("codepiece", engine=engine)
    state = play(game.new(position=position), "2H AH 4H")
    assert not state.done  # only a completed trick counts
    play(state, "6H")
    assert state.done
    assert state.position()["hands"] == [
        [27],
        [37],
        [29],
        [31],
    ]  # 3H, KH, 5H and 7H are never played
    assert state.returns() == [-2.0 * bid, 2.0 * bid] * 2


@pytest.mark.parametrize("bid", range(7, 14))
def test_rule_8_otherwise_after_the_last_trick(engine: str, bid: int) -> None:
    """The bid is made with a trick to spare, or with the last; the deal continues to the end."""
    hands = ["AH KH", "2H 3H", "4H 5H", "6H 7H"]
    game = kibitz.game("codepiece", engine=engine)
    for won in {min(bid, 11), bid - 2}:
        state = game.new(position=ending(hands, bid, [won, 11 - won]))
        play(state, "AH 2H 4H 6H")
        assert not state.done
        play(state, "KH 3H 5H 7H")
        assert state.done
        assert state.position()["tricks"] == [won + 2, 11 - won]
        assert state.returns() == [bid, -bid] * 2


def test_rule_8_the_last_trick_decides(engine: str) -> None:
    game = kibitz.game("codepiece", engine=engine)
    for hands, pays in ((["2H", "AH", "4H", "6H"], -20), (["AH", "2H", "4H", "6H"], 10)):
        state = game.new(position=ending(hands, 10, [9, 3]))
        play(state, " ".join(hands))
        assert state.returns() == [pays, -pays] * 2


def test_rule_8_all_of_it_in_whole_deals(engine: str) -> None:
    game = kibitz.game("codepiece", engine=engine)
    early = made = 0
    for seed in range(200):
        state, rng = game.new(seed), random.Random(seed)
        while not state.done:
            state.apply(choose(state, rng))
        view = state.view(0)
        defenders = view.tricks[1 - view.bidder % 2]
        if defenders >= 14 - view.bid:
            early += sum(view.tricks) < 13
            assert defenders == 14 - view.bid
            assert view.completed[-1].winner % 2 != view.bidder % 2
            assert state.returns()[view.bidder] == -2 * view.bid
        else:
            made += 1
            assert sum(view.tricks) == 13
            assert state.returns()[view.bidder] == view.bid
    assert early > 20
    assert made > 20


def test_rule_9_a_short_deal_keeps_the_numbers(engine: str) -> None:
    state = table(engine, FOUR, "bid_13 pass pass pass trump_H AS AH AD AC")
    assert state.done  # 14 - 13 = 1 trick for the defenders
    assert state.returns() == [-26, 26, -26, 26]
    state = table(engine, FOUR, "bid_8 pass pass pass trump_H AS AH AD AC KH KD KC KS")
    assert state.done  # no card is left; 8 tricks were not made
    assert state.returns() == [-16, 16, -16, 16]


def test_rule_9_outcome_is_shared_by_the_winners(engine: str) -> None:
    state = table(engine, FOUR, "bid_13 pass pass pass trump_H AS AH AD AC")
    assert state.outcome() == [0, 0.5, 0, 0.5]
    assert state.scores() == state.returns()
    with pytest.raises(StaleAction):
        state.apply(0)
    with pytest.raises(NotOver):
        table(engine, FOUR).outcome()


# Rule 10: the match -------------------------------------------------------------------------------

LOSING = "bid_13 pass pass pass trump_H AS AH AD AC"  # the first speaker's side loses 26


def short_match(engine: str, **options: int) -> kibitz.State:
    game = kibitz.game("codepiece", engine=engine, match=True, **options)
    return play(game.new(deal=deal_of(*FOUR), chance="explicit"), LOSING)


def test_rule_10_the_deal_moves_left(engine: str) -> None:
    state = short_match(engine)
    assert (state.player, state.phase, state.done) == (kibitz.CHANCE, "deal", False)
    assert state.scores() == [-26, 26, -26, 26]
    for dealer in (1, 2, 3):
        with pytest.raises(BadDeal):
            state.apply_chance(deal_of(*FOUR, dealer=dealer))
    state.apply_chance(deal_of(*FOUR, dealer=0))
    assert state.player == 1


def test_rule_10_a_seed_moves_the_deal_left_too(engine: str) -> None:
    state, rng = whole(engine, 5, match=True, deals=6, target=1000), random.Random(5)
    while not state.done:
        state.apply(choose(state, rng))
    dealers = [deal["dealer"] for deal in state.chance]
    assert dealers == [(dealers[0] + i) % 4 for i in range(6)]
    deals = [event.data for event in state.events if event.kind == "score"]
    assert state.returns() == [sum(points[seat] for points in deals) for seat in range(4)]


@pytest.mark.parametrize(("target", "over"), [(25, True), (26, True), (27, False)])
def test_rule_10_a_team_reaches_the_target(engine: str, target: int, over: bool) -> None:
    assert short_match(engine, target=target).done is over


def test_rule_10_after_so_many_deals(engine: str) -> None:
    assert short_match(engine, deals=1).done
    state = short_match(engine, deals=2, target=100)
    assert not state.done
    # Seat 1 speaks first now, holds the spades and loses 26 as seat 0 did: a draw.
    state.apply_chance(deal_of("AC KC", "AS KS", "AH KH", "AD KD", dealer=0))
    play(state, LOSING)
    assert state.done
    assert state.returns() == [0, 0, 0, 0]
    assert state.outcome() == [0.25] * 4


def test_rule_10_the_winner_of_a_match(engine: str) -> None:
    state = short_match(engine, deals=2, target=100)
    state.apply_chance(deal_of("AC KC", "AS KS", "AH KH", "AD KD", dealer=0))
    play(state, "pass bid_13 pass pass trump_D AH AD AC AS")
    assert state.returns() == [-52, 52, -52, 52]
    assert state.outcome() == [0, 0.5, 0, 0.5]


# Options ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [{"match": 1}, {"target": 0}, {"target": 26001}, {"deals": 0}, {"deals": 1001}, {"deal": 1},
     {"target": "50"}, {"deals": True}],
)  # fmt: skip
def test_bad_options(engine: str, options: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        kibitz.game("codepiece", engine=engine, **options)


@pytest.mark.parametrize("options", [{"target": 1}, {"deals": 5}])
def test_target_and_deals_are_for_a_match_only(engine: str, options: dict[str, int]) -> None:
    with pytest.raises(BadOption, match="match=True"):
        kibitz.game("codepiece", engine=engine, **options)


def test_the_longest_games(engine: str) -> None:
    assert kibitz.game("codepiece", engine=engine).max_length == 4 + 1 + 52
    assert kibitz.game("codepiece", engine=engine, match=True, deals=3).max_length == 3 * 57


# Undo ---------------------------------------------------------------------------------------------


def snapshot(state: kibitz.State) -> tuple[object, ...]:
    views = tuple(state.view(seat) for seat in range(4))
    log = (state.events, state.actions, state.chance, state.hash, state.next_random)
    return (state.position(), state.legal(), state.player, state.phase, state.done, log, views)


@pytest.mark.parametrize("options", [{}, {"match": True, "deals": 3, "target": 60}])
def test_undo_goes_back_step_by_step_to_the_beginning(engine: str, options: dict[str, int]) -> None:
    """Also from the end of the game, and across the end of a deal: the next deal comes again."""
    for seed in range(3):
        state, rng = whole(engine, seed, **options), random.Random(seed)
        before = []
        while not state.done:
            before.append(snapshot(state))
            state.apply(choose(state, rng))
        end, actions = snapshot(state), list(state.actions)
        for expected in reversed(before):
            state.undo()
            assert snapshot(state) == expected
        with pytest.raises(kibitz.errors.NothingToUndo):
            state.undo()
        for action in actions:
            state.apply(action)
        assert snapshot(state) == end


def test_undo_at_an_explicit_chance_event(engine: str) -> None:
    state = short_match(engine)
    waiting = snapshot(state)
    state.undo()
    assert (state.player, state.phase) == (3, "play")
    assert state.scores() == [0, 0, 0, 0]
    play(state, "AC")
    assert snapshot(state) == waiting
    state.apply_chance(deal_of(*FOUR, dealer=0))
    state.undo()  # takes back the last card, and with it the deal that followed
    assert (state.player, state.phase, len(state.chance)) == (3, "play", 1)


def test_undo_keeps_a_given_position(engine: str) -> None:
    game = kibitz.game("codepiece", engine=engine)
    state = game.new(9, position=ending(LAST, 8, [7, 4]))
    before = snapshot(state)
    play(state, "2H")
    state.undo()
    assert snapshot(state) == before


# Counting -----------------------------------------------------------------------------------------


def test_the_number_of_auctions(engine: str) -> None:
    """After t turns k of them have bid, k of six bids in rising order: the sum over k of
    C(t, k) * C(6, k), which is C(t + 6, t). Trump makes four of each; single cards go by
    themselves, and the bid fails with the last of them.
    """
    state = table(engine, ["AS", "AH", "AD", "AC"])
    auctions = [comb(t + 6, t) for t in (1, 2, 3, 4)]
    assert auctions == [7, 28, 84, 210]
    assert perft(state, 10) == [*auctions, *[4 * 210] * 5, 0]
