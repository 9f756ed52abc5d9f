"""Dubito, rule by rule: the numbers are those of README.md. Every test runs on both engines."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb

import pytest

import kibitz
from kibitz.errors import IllegalAction, StaleAction
from tests.games.dubito.tables import events, hands, names, out, play, table
from tests.support.perft import perft

BOTH_EXITS = pytest.mark.parametrize("leave", ["challenge", "immediate"])

# Rule 1: the deal ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(3, 9))
def test_rule_1_all_54_cards_are_dealt_one_by_one(engine: str, players: int) -> None:
    state = kibitz.game("dubito", engine=engine, players=players).new(3)
    held = state.position()["hands"]
    assert [len(hand) for hand in held] == [
        54 // players + (seat < 54 % players) for seat in range(players)
    ]
    cards = Counter(card for hand in held for card in hand)
    assert cards == {0: 2} | dict.fromkeys(range(1, 14), 4)
    assert (state.player, state.phase) == (0, "declare")


def words(seed: int) -> Iterator[int]:
    """The words of a stream, written down once more."""
    mask, i = 2**64 - 1, 0
    while True:
        i += 1
        x = (seed + i * 0x9E3779B97F4A7C15) & mask
        x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & mask
        x = ((x ^ x >> 27) * 0x94D049BB133111EB) & mask
        yield x ^ x >> 31


def test_rule_1_four_of_a_value_are_dealt_again_from_the_same_stream(engine: str) -> None:
    again = 0
    for seed in range(30):
        # Chance event 0 draws from the stream of mix(seed, 0), the finaliser of the seed itself.
        stream = words(next(words(seed - 0x9E3779B97F4A7C15)))
        while True:
            deck = [0, 0, *(value for value in range(1, 14) for _ in range(4))]
            for i in range(53, 0, -1):
                j = next(stream) * (i + 1) >> 64
                deck[i], deck[j] = deck[j], deck[i]
            dealt = [sorted(deck[seat::3]) for seat in range(3)]
            if all(hand.count(value) < 4 for hand in dealt for value in range(1, 14)):
                break
            again += 1
        state = kibitz.game("dubito", engine=engine, players=3).new(seed)
        assert state.position()["hands"] == dealt
    assert again > 3


# Rule 2: the turn ---------------------------------------------------------------------------------


def test_rule_2_an_opening_declares_any_number_and_then_lays(engine: str) -> None:
    state = table(engine, "1 1 2", "3 3", "4 4")
    assert names(state) == [f"declare {number}" for number in range(1, 14)]
    play(state, "declare 13")
    assert (state.player, state.phase, state.position()["turns"]) == (0, "lay", 0)
    assert names(state) == ["lay 1", "lay 2", "lay 1 1", "lay 1 2", "lay 1 1 2"]
    play(state, "lay 1 2")
    assert (state.player, state.phase, state.position()["turns"]) == (1, "turn", 1)


def test_rule_2_a_regular_turn_lays_or_doubts_and_does_not_pass(engine: str) -> None:
    state = play(table(engine, "1 1 2", "3 3", "4 4"), "declare 1", "lay 1")
    assert names(state) == ["doubt", "lay 3", "lay 3 3"]
    play(state, "lay 3")
    assert state.player == 2
    assert state.position()["number"] == 1


def test_rule_2_the_number_stands_until_somebody_doubts(engine: str) -> None:
    state = play(table(engine, "1 1 2", "3 3 9", "4 4"), "declare 3", "lay 1", "lay 3", "lay 4")
    assert state.position()["number"] == 3
    play(state, "lay 1", "lay 3", "doubt")  # seat 1's second 3 is honest
    assert events(state, "reveal")[0][2][:4] == (1, 3, 0, 0)
    assert state.position()["number"] == 0
    assert state.phase == "declare"


def test_rule_2_at_a_doubt_all_see_the_whole_board_in_the_order_laid(engine: str) -> None:
    state = play(table(engine, "1 1 2", "0 3 3", "4 4"), "declare 3", "lay 2 1", "lay 3 0", "lay 4")
    play(state, "doubt")
    shown = ("reveal", 0, (2, 3, 1, 0, 0, 2, 1, 2, 1, 2, 0, 3, 2, 1, 4))
    assert events(state, "reveal") == [shown]
    for seat in range(3):
        assert shown in [tuple(event) for event in state.view(seat).history]


@pytest.mark.parametrize(
    "hand", ["0 0 1 1 1 5", "7", "0 0", "2 2", "2 2 2", "1 2 3 4 5 6 7 8 9 10"]
)
def test_rule_2_lays_are_all_multisets_of_the_hand(engine: str, hand: str) -> None:
    state = play(table(engine, hand, "13", "12"), "declare 3")
    cards = sorted(map(int, hand.split()))
    lays = sorted({c for k in (1, 2, 3) for c in combinations(cards, k)}, key=lambda c: (len(c), c))
    assert names(state) == [f"lay {' '.join(map(str, c))}" for c in lays]


def test_rule_2_action_ids() -> None:
    game = kibitz.game("dubito")
    assert game.num_actions == 692
    ids = {
        0: "declare 1", 12: "declare 13", 13: "doubt", 14: "lay 0", 27: "lay 13", 28: "lay 0 0",
        29: "lay 0 1", 132: "lay 13 13", 133: "lay 0 0 1", 691: "lay 13 13 13",
    }  # fmt: skip
    assert {action: game.action_name(action) for action in ids} == ids
    lays = [game.action_name(action).split()[1:] for action in range(14, 692)]
    assert Counter(map(len, lays)) == {1: 14, 2: 105, 3: comb(16, 3) - 1}


# Rule 3: honest -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lay", "honest"),
    [
        ("lay 5", True), ("lay 5 5 5", True), ("lay 0", True), ("lay 0 0", True),
        ("lay 0 5 5", True), ("lay 0 0 5", True), ("lay 6", False), ("lay 5 5 6", False),
        ("lay 0 6", False), ("lay 0 0 6", False), ("lay 0 5 6", False),
    ],
)  # fmt: skip
def test_rule_3_every_card_is_a_joker_or_has_the_number(
    engine: str, lay: str, honest: bool
) -> None:
    state = play(table(engine, "0 0 5 5 5 6 9", "1 1", "2 2"), "declare 5", lay, "doubt")
    assert events(state, "reveal")[0][2][2] == (not honest)
    assert state.player == (2 if honest else 1)


# Rules 4 and 5: doubts ----------------------------------------------------------------------------


def test_rule_4_the_doubter_of_an_honest_play_takes_the_board_without_its_jokers(
    engine: str,
) -> None:
    state = table(engine, "0 8 9", "0 5 9", "1 1", "2 2")
    play(state, "declare 5", "lay 0 8", "lay 0 5", "doubt")
    # The joker of the latest play leaves the game, the one below it goes to the doubter.
    assert hands(state) == ["9", "9", "0 1 1 5 8", "2 2"]
    assert events(state, "reveal")[0][2][:4] == (1, 5, 0, 1)
    assert (state.player, state.phase) == (3, "declare")  # the seat after the doubter opens
    assert state.position()["board"] == []


def test_rule_4_two_jokers_can_leave_at_once(engine: str) -> None:
    state = play(table(engine, "0 0 5 9", "1 1", "2 2"), "declare 5", "lay 0 0 5", "doubt")
    assert hands(state) == ["9", "1 1 5", "2 2"]
    assert state.view(0).in_game[0] == 0


def test_rule_5_a_bluffer_takes_the_whole_board_and_the_doubter_opens(engine: str) -> None:
    state = table(engine, "0 8 9", "0 6 9", "1 1", "2 2")
    play(state, "declare 5", "lay 0 8", "lay 0 6", "doubt")
    assert hands(state) == ["9", "0 0 6 8 9", "1 1", "2 2"]
    assert (state.player, state.phase) == (2, "declare")
    assert state.position()["turns"] == 3
    play(state, "declare 1", "lay 1")  # the free turn
    assert (state.player, state.position()["turns"]) == (3, 4)


# Rule 6: four of a kind ---------------------------------------------------------------------------


def test_rule_6_a_pick_up_drops_every_four_ascending(engine: str) -> None:
    state = table(engine, "5 5 7 9", "1 7 7 7 9 9 9", "3 3")
    assert state.view(0).playing_cards == (1, 3, 5, 7, 9)
    play(state, "declare 7", "lay 9", "lay 1", "lay 3", "lay 7", "doubt")
    assert events(state, "discard") == [("discard", 1, (7,)), ("discard", 1, (9,))]
    assert hands(state) == ["5 5", "1 3", "3"]
    assert state.view(0).playing_cards == (1, 3, 5)
    kinds = [event.kind for event in state.events][-4:]
    assert kinds == ["action", "reveal", "discard", "discard"]


def test_rule_6_a_caught_bluffer_drops_too(engine: str) -> None:
    state = play(table(engine, "4 1", "4 4 4 2", "3 3"), "declare 7", "lay 4", "lay 4", "doubt")
    assert events(state, "discard") == [("discard", 1, (4,))]
    assert hands(state) == ["1", "2", "3 3"]


def test_rule_6_jokers_are_no_kind_and_three_stay(engine: str) -> None:
    state = play(table(engine, "0 4 1", "0 4 4 2", "3 3"), "declare 7", "lay 0 4", "doubt")
    assert hands(state) == ["0 1 4", "0 2 4 4", "3 3"]
    play(state, "declare 7", "lay 0 4", "doubt")
    assert hands(state) == ["0 1 4", "0 2 4 4", "3 3"]
    assert not events(state, "discard")


# Rule 7, challenge --------------------------------------------------------------------------------


def test_rule_7_an_emptying_play_is_pending_and_out_when_the_next_lays(engine: str) -> None:
    state = play(table(engine, "7", "1 2", "3 4", "5 6"), "declare 7", "lay 7")
    assert out(state) == []
    view = state.view(2)
    assert (view.pending, view.hand_sizes[0], state.player) == (0, 0, 1)
    assert state.scores() == [0, 0, 0, 0]
    assert names(state)[0] == "doubt"
    play(state, "lay 1")
    assert events(state, "out") == [("out", 0, (1,))]
    assert state.view(2).pending == -1
    assert state.scores() == [1, 0, 0, 0]
    play(state, "lay 3")
    assert out(state) == [0]


def test_rule_7_a_pending_player_doubted_wrongly_is_out(engine: str) -> None:
    state = play(table(engine, "7", "1 2", "3 4", "5 6"), "declare 7", "lay 7", "doubt")
    assert out(state) == [0]
    assert hands(state) == ["", "1 2 7", "3 4", "5 6"]
    assert (state.player, state.phase) == (2, "declare")


def test_rule_7_a_pending_player_doubted_rightly_takes_the_board_and_plays_on(engine: str) -> None:
    state = play(table(engine, "8", "1 2", "3 4", "5 6"), "declare 7", "lay 8", "doubt")
    assert out(state) == []
    assert hands(state)[0] == "8"
    assert state.view(0).pending == -1
    play(state, "declare 1", "lay 2", "lay 3", "lay 5", "lay 8")
    assert (state.view(0).pending, state.player) == (0, 1)


def test_rule_7_the_next_lays_its_last_cards_too(engine: str) -> None:
    state = play(table(engine, "7", "1", "3 4", "5 6"), "declare 7", "lay 7", "lay 1")
    assert (out(state), state.view(0).pending, state.player) == ([0], 1, 2)
    below = play(state.copy(), "lay 3")  # not doubted: the second is out, two are left
    assert (out(below), below.done, below.returns()) == ([0, 1], True, [1, 0.5, 0, 0])
    play(state, "doubt")  # the 1 was a bluff
    assert (out(state), hands(state)[1], state.player) == ([0], "1 7", 2)


def test_rule_7_two_left_end_the_game_at_once_and_a_second_empty_hand_loses(engine: str) -> None:
    state = play(table(engine, "7", "1", "3 4"), "declare 7", "lay 7", "lay 1")
    assert state.done
    assert (out(state), state.returns()) == ([0], [1, 0, 0])
    assert [event.kind for event in state.events][-3:] == ["action", "out", "score"]


def test_rule_7_first_the_pending_then_a_hand_emptied_by_rule_6(engine: str) -> None:
    five = play(table(engine, "7", "7 7 7", "1 1", "2 2", "3 3"), "declare 7", "lay 7", "doubt")
    ends = [("discard", 1, (7,)), ("out", 0, (1,)), ("out", 1, (2,))]
    assert events(five, "discard", "out") == ends
    assert (five.done, five.player, five.phase) == (False, 2, "declare")
    four = play(table(engine, "7", "7 7 7", "1 1", "2 2"), "declare 7", "lay 7", "doubt")
    assert (four.done, four.returns()) == (True, [1, 0.5, 0, 0])
    # With three players the first exit ends the game: the emptied doubter has lost.
    three = play(table(engine, "7", "7 7 7", "1 1"), "declare 7", "lay 7", "doubt")
    assert events(three, "discard", "out") == ends[:2]
    assert (three.done, three.returns()) == (True, [1, 0, 0])


def test_rule_7_a_doubted_pending_player_can_lose_its_pick_up_by_rule_6(engine: str) -> None:
    state = table(engine, "5 8", "5 5 5", "3 3", "4 4")
    play(state, "declare 7", "lay 5", "lay 5 5 5", "doubt")
    assert events(state, "discard", "out") == [("discard", 1, (5,)), ("out", 1, (1,))]
    assert (state.player, state.phase) == (2, "declare")


def test_rule_7_pending_at_the_cut_off_is_lost(engine: str) -> None:
    state = play(table(engine, "7", "1", "3 4", "5 6", max_turns=1), "declare 7", "lay 7")
    assert state.done
    assert (out(state), state.returns(), state.outcome()) == ([], [0] * 4, [0.25] * 4)
    assert state.view(1).pending == -1
    state = play(table(engine, "7", "1", "3 4", "5 6", max_turns=2), "declare 7", "lay 7", "lay 1")
    assert (out(state), state.returns()) == ([0], [1, 0, 0, 0])  # seat 1 was pending


# Rule 7, immediate --------------------------------------------------------------------------------


def test_rule_7_immediate_is_out_at_the_end_of_the_own_turn(engine: str) -> None:
    state = table(engine, "8 8", "1 2", "3 4", "5 6", exit="immediate")
    play(state, "declare 7", "lay 8 8")
    assert events(state, "out") == [("out", 0, (1,))]
    assert state.view(1).pending == -1
    # Board and number stay; the play cannot be doubted, and the round continues.
    assert (state.player, state.phase, state.position()["number"]) == (1, "turn", 7)
    assert names(state) == ["lay 1", "lay 2", "lay 1 2"]
    with pytest.raises(IllegalAction):
        play(state, "doubt")
    play(state, "lay 1")
    assert names(state)[0] == "doubt"
    play(state, "doubt")
    assert hands(state) == ["", "1 2 8 8", "3 4", "5 6"]


def test_rule_7_immediate_plays_below_a_departed_winners_cannot_be_doubted(engine: str) -> None:
    state = table(engine, "8 8", "1", "3 4", "5 6", exit="immediate")
    play(state, "declare 7", "lay 8", "lay 1")  # seat 0 bluffed; seat 1 is out
    assert names(state) == ["lay 3", "lay 4", "lay 3 4"]


def test_rule_7_immediate_three_players_end_with_the_first(engine: str) -> None:
    state = play(table(engine, "8", "1", "3 4", exit="immediate"), "declare 7", "lay 8")
    assert (state.done, state.returns()) == (True, [1, 0, 0])


# Rule 7, both -------------------------------------------------------------------------------------


@BOTH_EXITS
def test_rule_7_a_wrong_doubter_emptied_by_rule_6_is_out(engine: str, leave: str) -> None:
    state = table(engine, "7 1", "7 7 7", "1 1", "2 2", exit=leave)
    play(state, "declare 7", "lay 7", "doubt")
    assert events(state, "discard", "out") == [("discard", 1, (7,)), ("out", 1, (1,))]
    assert (state.player, state.phase) == (2, "declare")


@BOTH_EXITS
def test_rule_7_a_target_emptied_by_rule_6_is_out_and_the_doubter_opens(
    engine: str, leave: str
) -> None:
    state = table(engine, "5 8", "5 5 5", "3 3", "4 4", exit=leave)
    play(state, "declare 7", "lay 5", "lay 5", "doubt")
    assert events(state, "discard", "out") == [("discard", 1, (5,)), ("out", 1, (1,))]
    assert (state.player, state.phase, hands(state)[1]) == (2, "declare", "")


@BOTH_EXITS
def test_rule_7_a_wrong_doubter_takes_nothing_where_only_jokers_lay(
    engine: str, leave: str
) -> None:
    state = play(table(engine, "0 0 9", "1", "2", "3", exit=leave), "declare 7", "lay 0 0", "doubt")
    assert hands(state) == ["9", "1", "2", "3"]
    assert (state.player, state.phase, out(state)) == (2, "declare", [])


# Rule 8: the end ----------------------------------------------------------------------------------


def test_rule_8_hard_and_soft_wins_and_two_losers(engine: str) -> None:
    state = table(engine, "1", "2", "3", "4", "5 5")
    play(state, "declare 1", "lay 1", "lay 2", "lay 3", "lay 4")
    assert state.done
    # Seat 3 is empty too, but two are left when seat 2 is out.
    assert state.returns() == [1, 0.5, 0.5, 0, 0]
    assert state.outcome() == [1, 0, 0, 0, 0]
    assert events(state, "score") == [("score", -1, (2, 1, 1, 0, 0))]
    assert not state.view(0).cut_off
    with pytest.raises(StaleAction):
        play(state, "declare 1")


def test_rule_8_the_last_two_lose_whatever_they_hold(engine: str) -> None:
    state = play(table(engine, "1", "2 2", "3"), "declare 1", "lay 1", "lay 2")
    assert (state.done, hands(state)) == (True, ["", "2", "3"])
    assert state.returns() == [1, 0, 0]


def test_rule_8_the_cut_off_counts_free_turns_and_not_declaring(engine: str) -> None:
    state = table(engine, "8 8", "1 2", "3 4", max_turns=3)
    play(state, "declare 7", "lay 8", "doubt", "declare 5")
    assert not state.done
    play(state, "lay 1")
    assert state.done
    assert state.position()["turns"] == 3
    assert state.view(0).cut_off
    assert (state.returns(), state.outcome()) == ([0, 0, 0], [1 / 3] * 3)
    assert events(state, "score") == [("score", -1, (0, 0, 0))]


def test_rule_8_the_last_turn_may_end_the_game_by_itself(engine: str) -> None:
    state = play(table(engine, "1", "2 2", "3", max_turns=2), "declare 1", "lay 1", "lay 2")
    assert (state.done, state.view(0).cut_off, state.returns()) == (True, False, [1, 0, 0])


def test_rule_8_who_got_out_before_the_cut_off_has_won(engine: str) -> None:
    state = table(engine, "1", "2 2", "3 3", "4 4", max_turns=3)
    play(state, "declare 1", "lay 1", "lay 2", "lay 3")
    assert state.view(0).cut_off
    assert (state.returns(), state.outcome()) == ([1, 0, 0, 0], [1, 0, 0, 0])


def test_rule_8_the_longest_game_has_max_length_actions(engine: str) -> None:
    for max_turns in (1, 2, 3, 10, 11):
        state = table(engine, "8 8", "1 1", "2 2", max_turns=max_turns)
        while not state.done:  # an opening and a doubt in turn: nobody gets rid of anything
            if state.phase == "declare":
                play(state, "declare 13")
            else:
                state.apply(state.legal()[0])
        assert len(state.actions) == state.game.max_length


# Rule 9: turn order -------------------------------------------------------------------------------


def test_rule_9_the_turn_passes_over_those_who_are_out(engine: str) -> None:
    state = table(engine, "1 1", "2", "3 3", "4 4 4", "5 5", exit="immediate")
    play(state, "declare 1", "lay 1", "lay 2", "lay 3", "lay 4", "lay 5", "lay 1")
    assert out(state) == [1, 0]
    assert state.player == 2  # after seat 0 comes seat 2: seat 1 is out
    play(state, "lay 3")
    assert state.done


def test_rule_9_two_neighbours_who_are_out_are_both_passed_over(engine: str) -> None:
    state = table(engine, "1", "2", "3 3 3", "7 7 4", "5 5 5", "6 6", exit="immediate")
    play(state, "declare 7", "lay 1", "lay 2", "lay 3", "lay 7", "lay 5", "lay 6")
    assert (out(state), state.player) == ([0, 1], 2)


def test_rule_9_after_a_wrong_doubt_seats_that_are_out_do_not_open(engine: str) -> None:
    state = table(engine, "1", "2 2", "3 3", "7 7", "5 5")
    play(state, "declare 7", "lay 1", "lay 2", "lay 3", "lay 7", "doubt")
    assert (out(state), state.player) == ([0], 1)  # seat 4 doubted; seat 0 is out


# Perft: counts by hand ----------------------------------------------------------------------------


def test_perft_of_three_single_cards_by_hand(engine: str) -> None:
    """`single cards` of perft.json, counted on paper.

    13 declarations and one lay each. Then doubt or lay: 26. The lay lets seat 0 out, which ends the
    game; so does the doubt of the one honest declaration. After the 12 right doubts seat 1 declares
    (156), lays (156), and seat 2 doubts or lays (312). Of these 12 * 12 doubts are right: 144 * 13.
    """
    state = table(engine, "1", "2", "3")
    assert perft(state, 7) == [13, 13, 26, 12 * 13, 12 * 13, 2 * 12 * 13, 12 * 12 * 13]


def test_perft_of_a_whole_deal_by_formula(engine: str) -> None:
    """The third depth of `whole deal` in perft.json: each seat's multisets, and the doubt."""
    state = kibitz.game("dubito", engine=engine).new(1)
    lays = [
        len({c for k in (1, 2, 3) for c in combinations(hand, k)})
        for hand in state.position()["hands"]
    ]
    assert perft(state, 3) == [13, 13 * lays[0], 13 * lays[0] * (1 + lays[1])]
