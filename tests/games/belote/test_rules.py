"""Belote, rule by rule, on both engines. The numbers are those of the README."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.core.rng import Stream, mix
from kibitz.errors import BadChance, BadDeal, BadOption, IllegalAction, NotOver, StaleAction
from kibitz.games.belote.rules import legal_cards, other_of_belote
from tests.games.belote.table import FOUR_SUITS, deal, ids, names, play_all, position

BOTH = pytest.mark.parametrize("engine", ["python", "native"])
VOID = "pass pass pass pass"


def new(engine: str, options: dict[str, Any] | None = None, **start: Any) -> kibitz.State:
    return kibitz.game("belote", engine=engine, **(options or {})).new(**start)


# Rule 1 -----------------------------------------------------------------------------------------


@BOTH
def test_1_deal_from_a_seed(engine: str) -> None:
    """The dealer first, then one shuffle; seat i gets cards 8i to 8i + 7."""
    stream = Stream(mix(5, 0))
    dealer = stream.below(4)
    deck = list(range(32))
    stream.shuffle(deck)
    state = new(engine, seed=5)
    hands = [sorted(deck[8 * i : 8 * i + 8]) for i in range(4)]
    assert state.chance == ({"hands": hands, "dealer": dealer},)
    assert state.player == (dealer + 1) % 4
    assert state.phase == "bid"


@BOTH
@pytest.mark.parametrize("dealer", range(4))
def test_1_left_of_the_dealer_speaks_and_leads(engine: str, dealer: int) -> None:
    state = new(engine, deal=FOUR_SUITS | {"dealer": dealer})
    assert state.player == (dealer + 1) % 4
    play_all(state, "pass 80S pass pass pass")
    assert (state.phase, state.player) == ("play", (dealer + 1) % 4)


@BOTH
def test_1_short_hands(engine: str) -> None:
    state = new(engine, deal=deal(3, "7S", "8S", "9S", "JS"))
    play_all(state, "80S pass pass pass 7S 8S 9S JS")
    # One trick is all tricks: 34 card points and 100 for W, so the contract of N is lost.
    assert state.events[-1] == ("score", -1, (0, 240, 0, 134, 0, 1))


@BOTH
@pytest.mark.parametrize(
    "bad",
    [
        {"hands": [[0], [1], [2]], "dealer": 0},
        {"hands": [[0], [1], [2], [2]], "dealer": 0},
        {"hands": [[0], [1], [2], [32]], "dealer": 0},
        {"hands": [[0], [1], [2], [-1]], "dealer": 0},
        {"hands": [[0], [1], [2], [3, 4]], "dealer": 0},
        {"hands": [[], [], [], []], "dealer": 0},
        {"hands": [[0], [1], [2], [3]], "dealer": 4},
        {"hands": [[0], [1], [2], [3]]},
        {"hands": [[0], [1], [2], [3]], "dealer": 0, "turned": 4},
        {"hands": "abcd", "dealer": 0},
        7,
    ],
)
def test_1_impossible_deals(engine: str, bad: Any) -> None:
    state = new(engine, chance="explicit")
    with pytest.raises(BadDeal):
        state.apply_chance(bad)
    assert state.chance == ()
    assert state.player == kibitz.CHANCE


@BOTH
def test_1_no_second_deal(engine: str) -> None:
    state = new(engine, deal=FOUR_SUITS, chance="explicit")
    with pytest.raises(BadChance):
        state.apply_chance(FOUR_SUITS)


# Rules 2 and 3 ----------------------------------------------------------------------------------


def after(engine: str, calls: str) -> kibitz.State:
    return play_all(new(engine, deal=FOUR_SUITS), calls)


@BOTH
def test_2_at_first_pass_or_any_bid(engine: str) -> None:
    assert after(engine, "").legal() == list(range(32, 73))


@BOTH
def test_2_strictly_higher_in_value_in_any_suit(engine: str) -> None:
    assert after(engine, "80C").legal() == [32, *range(37, 73), 73]  # not even 80 in another suit
    assert after(engine, "pass 120D pass").legal() == [32, *range(53, 73)]  # the partner's, so no X
    assert after(engine, "80S pass pass").legal() == [32, *range(37, 73), 73]
    assert after(engine, "160S").legal() == [32, *range(69, 73), 73]


@BOTH
def test_2_over_oneself_after_a_pass_and_nothing_over_capot(engine: str) -> None:
    state = after(engine, "pass 80H pass pass 90S pass pass")
    assert state.player == 3
    assert after(engine, "80S pass 90S pass 100S").phase == "bid"  # N over its partner and itself
    assert after(engine, "capotH").legal() == [32, 73]
    assert after(engine, "capotH pass").legal() == [32]


@BOTH
def test_2_ids(engine: str) -> None:
    game = kibitz.game("belote", engine=engine)
    assert game.num_actions == 75
    words = ["7S", "AC", "pass", "80S", "160C", "capotS", "capotC", "coinche", "surcoinche"]
    assert [game.action_name(a) for a in (0, 31, 32, 33, 68, 69, 72, 73, 74)] == words


@BOTH
def test_3_only_opponents_coinche_and_once(engine: str) -> None:
    assert 73 not in after(engine, "pass").legal()
    assert 73 in after(engine, "80S").legal()
    assert 73 not in after(engine, "80S pass").legal()
    assert 73 in after(engine, "80S pass pass").legal()
    assert after(engine, "80S coinche").legal() == [32, 74]  # frozen
    assert after(engine, "80S coinche pass").legal() == [32]  # the other opponent
    assert after(engine, "80S coinche pass pass").legal() == [32, 74]  # the bidder


@BOTH
def test_3_capot_can_be_coinched_and_surcoinched(engine: str) -> None:
    state = after(engine, "capotS coinche surcoinche")
    assert state.phase == "play"
    assert state.position()["coinche"] == 2


# Rule 4 -----------------------------------------------------------------------------------------


@BOTH
def test_4_three_passes_after_a_bid(engine: str) -> None:
    assert after(engine, "pass pass pass 80S pass pass").phase == "bid"
    assert after(engine, "pass pass pass 80S pass pass pass").phase == "play"


@BOTH
def test_4_coinche_starts_the_count_again(engine: str) -> None:
    assert after(engine, "80S pass pass coinche pass pass").phase == "bid"
    assert after(engine, "80S pass pass coinche pass pass pass").phase == "play"


@BOTH
def test_4_void_deal(engine: str) -> None:
    state = after(engine, VOID)
    assert state.done
    assert state.returns() == [0.0] * 4
    assert state.outcome() == [0.25] * 4
    assert state.events[-1] == ("score", -1, (0,) * 6)


@BOTH
def test_4_the_longest_auction(engine: str) -> None:
    """max_length is no guess: this auction has 37 calls, and 32 cards follow."""
    values = ["80S", "90S", "100S", "110S", "120S", "130S", "140S", "150S", "160S", "capotS"]
    calls = ["pass pass pass " + values[0], *("pass pass " + v for v in values[1:])]
    state = after(engine, " ".join([*calls, "pass pass coinche pass pass surcoinche"]))
    assert len(state.actions) == 37
    assert state.phase == "play"
    while not state.done:
        state.apply(state.legal()[0])
    assert len(state.actions) == state.game.max_length == 69
    assert kibitz.game("belote", match=True, deals_max=10).max_length == 690


# Rule 5: trump is spades, N bid and leads the trick ---------------------------------------------


def legal(engine: str, hand: str, trick: str, **changes: Any) -> set[str]:
    """What the next seat may play with this hand; the others hold what is left over."""
    start = position(["", "", "", ""], trick=trick, **changes)
    held = ids(hand)
    size = len(held)
    rest = [c for c in range(31, -1, -1) if c not in held and c not in start["trick"]]
    player = start["player"]
    on_trick = [(start["leader"] + i) % 4 for i in range(len(start["trick"]))]
    # The last of each led suit go where they break no rule: to those who have not played yet.
    hands: list[list[int]] = [[], [], [], []]
    hands[player] = sorted(held)
    for i, seat in enumerate(on_trick):
        for _ in range(size - 1):
            hands[seat].append(next(c for c in rest if fits(c, seat, start, hands, i)))
            rest.remove(hands[seat][-1])
    for seat in range(4):
        while seat != player and seat not in on_trick and len(hands[seat]) < size:
            hands[seat].append(rest.pop())
    start["hands"] = [sorted(h) for h in hands]
    state = new(engine, position=start)
    assert state.player == player
    return names(state.legal())


def fits(card: int, seat: int, start: dict[str, Any], hands: list[list[int]], i: int) -> bool:
    """A card that does not make the play of this seat to the trick illegal: found by trying."""
    played = start["trick"][i]
    if other_of_belote(played, 0) == card:
        return False
    return played in legal_cards(sorted([*hands[seat], card, played]), start["trick"][:i], 0)


@BOTH
@pytest.mark.parametrize(
    ("hand", "trick", "expected"),
    [
        # Leading: any.
        ("7S AH 8D", "", "7S AH 8D"),
        # Trump led: higher if possible, also over the partner; else any trump; else anything.
        ("7S JS AH", "9S", "JS"),
        ("8S QS AS 9D", "KS", "AS"),
        ("7S 8S AH", "9S", "7S 8S"),
        ("7H 8H AD", "9S", "7H 8H AD"),
        ("7S JS AH", "9S 8S", "JS"),  # the partner is winning
        ("10S AS 9C", "KS AH 8S", "10S AS"),
        # Trump led and the best of it does not lie last.
        ("10S 9S 7C", "AS 8S", "9S"),
        # Plain suit held: any card of it, no duty to go up, though the trick was cut.
        ("7H AH JS", "10H", "7H AH"),
        ("7H AH JS", "10H 7S", "7H AH"),
        # Void, the partner winning: any card.
        ("7S JS AD", "AH 7H", "7S JS AD"),
        ("JS 7D AD", "8H JH 7H", "JS 7D AD"),  # the partner's jack holds
        ("7S JS AD", "8H 8S 7H", "7S JS AD"),  # the partner has cut
        # Void, the partner not winning, nobody has cut: any trump.
        ("7S JS AD", "AH", "7S JS"),
        ("7S JS AD", "7H AH", "7S JS"),
        ("7C 8C AD", "AH", "7C 8C AD"),
        # Cut by an opponent: overtrump if possible, else anything ("ne pisse pas").
        ("7S JS AD", "AH 9S", "JS"),
        ("7S 8S AD", "AH 9S", "7S 8S AD"),
        ("7S 8S AD", "7H 8H 9S", "7S 8S AD"),
        ("QS 10S AD", "7H 8H KS", "10S"),
        ("7C AD 8D", "7H 8H KS", "7C AD 8D"),
    ],
)
def test_5_legal_cards(engine: str, hand: str, trick: str, expected: str) -> None:
    assert legal(engine, hand, trick) == set(expected.split())


@BOTH
def test_5_illegal_cards_change_nothing(engine: str) -> None:
    state = new(engine, deal=deal(3, "7S 7H", "8S 8H", "9S 9H", "JS JH"))
    play_all(state, "80D pass pass pass 7S")
    before = (state.position(), state.actions, state.events)
    for action in (*ids("8H JS 7S 80S pass"), -1, 75, 2**70, "8S", None, True):
        with pytest.raises(IllegalAction):
            state.apply(action)
    assert (state.position(), state.actions, state.events) == before
    play_all(state, "8S")


# Rules 6 and 7 ----------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("7H 10H AH 8H", 2),  # plain order
        ("10H KH 9H QH", 0),
        ("7H AD AC 8H", 3),  # other suits lose
        ("AH 7S 8H 9H", 1),  # a trump wins
        ("AH 7S 8S 9H", 2),
        ("AS 10S 9S JS", 3),  # trump order
        ("8S QS KS 10S", 3),
        ("AS 9S 10S KS", 1),
    ],
)
def test_6_winner_of_a_trick(engine: str, trick: str, winner: int) -> None:
    cards = ids(trick)
    filler = [c for c in ids("7D 8D 9D JD 7C 8C 9C JC") if c not in cards][:4]
    start = position(["", "", "", ""])
    start["hands"] = [sorted(pair) for pair in zip(cards, filler, strict=True)]
    state = play_all(new(engine, position=start), trick)
    assert state.player == winner
    assert state.position()["won"][winner % 2] == sorted(cards)


@BOTH
def test_7_dix_de_der(engine: str) -> None:
    """Four cards are left and NS has nothing else: 13 points and 10 for the last trick."""
    won = ["7H 8H 9H JH", "7D 8D 9D JD"]
    start = position(["AC", "7C", "8C", "JC"], won=won, dealer=3)
    state = play_all(new(engine, position=start), "AC 7C 8C JC")
    assert state.events[-1].data[2:] == (2 + 11 + 2 + 10, 2, 2, 1)


@BOTH
def test_7_all_tricks(engine: str) -> None:
    start = position(["AC", "7C", "8C", "JC"], won=["7H 8H 9H JH", ""])
    state = play_all(new(engine, position=start), "AC 7C 8C JC")
    assert state.events[-1].data[2:] == (2 + 11 + 2 + 100, 0, 2, 0)


@BOTH
def test_7_card_points_in_all(engine: str) -> None:
    rng = random.Random(1)
    for seed in range(60):
        state = play_all(new(engine, seed=seed), "80S pass pass pass")
        while not state.done:
            state.apply(rng.choice(state.legal()))
        _, _, ns, ew, tricks_ns, tricks_ew = state.events[-1].data
        assert ns + ew == (252 if 0 in (tricks_ns, tricks_ew) else 162)


# Rule 8 -----------------------------------------------------------------------------------------


def belote_deal(king: str, queen: str) -> dict[str, Any]:
    """Two cards each; the king and queen of spades replace the first cards of these seats."""
    hands = [["7H", "8H"], ["7D", "8D"], ["7C", "8C"], ["9H", "9D"]]
    for seat, card in ((king, "KS"), (queen, "QS")):
        hand = hands["NESW".index(seat)]
        hand[hand.index(next(c for c in hand if c[1] != "S"))] = card
    return deal(3, *(" ".join(hand) for hand in hands))


@BOTH
def test_8_announced_with_the_first_card(engine: str) -> None:
    state = new(engine, deal=belote_deal("N", "N"))
    play_all(state, "80S pass pass pass KS")
    assert state.events[-1] == ("reveal", 0, (5,))
    assert state.position()["belote"] == 0
    for seat in range(4):
        assert state.view(seat).belote == 0
        assert state.view(seat).history[-1] == ("reveal", 0, (5,))
    play_all(state, "7D 7C 9H QS")
    assert [e.kind for e in state.events].count("reveal") == 2  # the short deal's cards, belote


@BOTH
def test_8_two_hands_make_no_belote(engine: str) -> None:
    state = new(engine, deal=belote_deal("N", "S"))
    play_all(state, "80S pass pass pass KS 7D QS 9H")
    assert state.position()["belote"] == -1


@BOTH
def test_8_counts_toward_the_contract(engine: str) -> None:
    """64 card points and belote are 84: enough for 80, not for 90; no card points, either."""
    won = ["AS 10S AH 10H JH QH 7H 8H", "AC 10C KC QC AD 10D KD QD"]  # NS 47
    for bid, marks in (("80S", (64 + 20 + 80, 56)), ("90S", (0, 160 + 90 + 20))):
        start = position(["QS KS", "7D 8D", "7C 8C", "9H 9D"], won=won, bid=ids(bid)[0] - 32)
        state = play_all(new(engine, position=start), "KS 7D 7C 9H QS 8D 8C 9D")
        assert state.events[-1].data == (*marks, 47 + 4 + 3 + 10, 56, 4, 2)


@BOTH
def test_8_counts_even_if_the_tricks_are_lost(engine: str) -> None:
    """E has belote and loses both cards to the jack and the nine; its side marks the 20."""
    start = position(["JS 9S", "KS QS", "7H 8H", "7D 8D"], won=["", ""])
    state = play_all(new(engine, position=start), "JS QS 7H 7D 9S KS 8H 8D")
    assert state.events[-1].data == (141 + 80, 20, 141, 0, 2, 0)


# Rule 9 -----------------------------------------------------------------------------------------

MADE = ["AS 10S AH 10H KH QH 7H 8H", "AC 10C KC QC AD 10D KD QD"]  # NS 49, EW 56


def finish(
    engine: str, won: list[str], scoring: str = "ffb", belote: int = -1, **changes: Any
) -> tuple[int, ...]:
    """The score event after a last trick in which N's jack of trump beats the nine: 34 points."""
    start = position(["JS", "9S", "9H", "9D"], won=won, belote=belote, **changes)
    state = new(engine, {"scoring": scoring}, position=start)
    return tuple(play_all(state, "JS 9S 9H 9D").events[-1].data)


@BOTH
@pytest.mark.parametrize("scoring", ["ffb", "exact"])
def test_9_made_and_not_coinched(engine: str, scoring: str) -> None:
    """Card points + V for the taker, own card points for the defence; no need to have more."""
    assert finish(engine, MADE, scoring) == (93 + 80, 56, 93, 56, 3, 2)
    assert finish(engine, MADE, scoring, bid=5)[:2] == (93 + 90, 56)  # 90 is made with 93
    assert finish(engine, MADE, scoring, bid=9)[:2] == (
        (0, 262) if scoring == "exact" else (0, 260)
    )


@BOTH
def test_9_a_contract_is_made_with_less_than_the_defence_has(engine: str) -> None:
    """68 card points and belote make 80, though the defence has 84."""
    won = ["10S AS KS QS 10H KH QH JH", "JS 9S AC 10C AD 10D KC KD"]
    start = position(["AH", "7H", "8H", "9H"], won=won, belote=0)
    state = play_all(new(engine, position=start), "AH 7H 8H 9H")
    assert state.events[-1].data == (68 + 20 + 80, 84, 68, 84, 3, 2)


@BOTH
@pytest.mark.parametrize(("scoring", "base", "capot"), [("ffb", 160, 250), ("exact", 162, 252)])
def test_9_coinched_and_surcoinched(engine: str, scoring: str, base: int, capot: int) -> None:
    all_tricks = [MADE[0] + " " + MADE[1], ""]
    for coinche, passes, times in ((1, 3, 2), (2, 0, 3)):
        how = {"coinche": coinche, "passes": passes}
        assert finish(engine, MADE, scoring, **how)[:2] == (base + 80 * times, 0)
        assert finish(engine, MADE, scoring, bid=9, **how)[:2] == (0, base + 100 * times)
        assert finish(engine, all_tricks, scoring, **how)[:2] == (capot + 80 * times, 0)
        assert finish(engine, all_tricks, scoring, bid=37, **how)[:2] == (capot + 250 * times, 0)
        assert finish(engine, MADE, scoring, bid=37, **how)[:2] == (0, base + 250 * times)


@BOTH
def test_9_capot(engine: str) -> None:
    all_tricks = [MADE[0] + " " + MADE[1], ""]
    points = 49 + 56 + 34 + 100
    assert finish(engine, all_tricks, bid=37) == (points + 250, 0, points, 0, 5, 0)
    assert finish(engine, all_tricks)[:2] == (points + 80, 0)  # not asked for
    assert finish(engine, MADE, bid=37)[:2] == (0, 160 + 250)


@BOTH
def test_9_belote_in_every_case(engine: str) -> None:
    """King and queen of trump are in the piles; the announcement shows whose the 20 are."""
    won = ["AS 10S KS QS AH 10H KH QH", "AC 10C KC QC AD 10D KD QD"]  # NS 56 + 44 = 100
    assert finish(engine, won, belote=2)[:2] == (100 + 20 + 80, 56)
    assert finish(engine, won, belote=1)[:2] == (100 + 80, 56 + 20)
    assert finish(engine, won, belote=2, bid=17)[:2] == (100 + 20 + 120, 56)  # 120 with belote
    assert finish(engine, won, belote=1, bid=17)[:2] == (0, 160 + 120 + 20)
    assert finish(engine, won, belote=2, bid=21)[:2] == (0, 160 + 130 + 20)  # the taker's too
    assert finish(engine, won, belote=1, coinche=1)[:2] == (160 + 160 + 20, 0)  # the defence's too


@BOTH
def test_9_outcome_of_one_deal(engine: str) -> None:
    start = position(["JS", "9S", "9H", "9D"], won=MADE)
    state = play_all(new(engine, position=start), "JS 9S 9H 9D")
    assert state.returns() == state.scores() == [173.0, 56.0, 173.0, 56.0]
    assert state.outcome() == [0.5, 0.0, 0.5, 0.0]


# Rule 10 ----------------------------------------------------------------------------------------


def match(engine: str, **options: Any) -> kibitz.State:
    return new(engine, {"match": True} | options, chance="explicit")


def one_card(dealer: int) -> dict[str, Any]:
    """N takes the only trick, 20 points and 100 for all tricks: 200 marks with 80."""
    return deal(dealer, "JS", "7H", "8H", "9H")


def bid_by_north(dealer: int) -> str:
    return "pass " * ((0 - dealer - 1) % 4) + "80S pass pass pass"


def play_north(state: kibitz.State, dealer: int) -> None:
    state.apply_chance(one_card(dealer))
    play_all(state, bid_by_north(dealer))
    while state.phase == "play":
        state.apply(state.legal()[0])


@BOTH
def test_10_the_dealer_moves_left_after_void_deals_too(engine: str) -> None:
    state = match(engine)
    state.apply_chance(FOUR_SUITS | {"dealer": 2})
    play_all(state, VOID)
    assert (state.player, state.phase) == (kibitz.CHANCE, "deal")
    for wrong in (0, 1, 2):
        with pytest.raises(BadDeal):
            state.apply_chance(FOUR_SUITS | {"dealer": wrong})
    play_north(state, 3)
    assert state.scores() == [200.0, 0.0, 200.0, 0.0]
    with pytest.raises(NotOver):
        state.returns()
    seeded = new(engine, {"match": True}, seed=3)
    for _ in range(5):
        play_all(seeded, VOID)
    first = seeded.chance[0]["dealer"]
    assert [d["dealer"] for d in seeded.chance] == [(first + i) % 4 for i in range(6)]


@BOTH
def test_10_later_deals_draw_no_dealer(engine: str) -> None:
    state = play_all(new(engine, {"match": True}, seed=9), VOID)
    deck = list(range(32))
    Stream(mix(9, 1)).shuffle(deck)
    assert state.chance[1]["hands"][0] == sorted(deck[:8])


@BOTH
def test_10_ends_at_the_target_after_a_whole_deal(engine: str) -> None:
    state = match(engine, target=600)
    for i in range(3):
        assert not state.done
        play_north(state, (1 + i) % 4)
    assert state.done
    assert state.returns() == [600.0, 0.0, 600.0, 0.0]
    assert state.outcome() == [0.5, 0.0, 0.5, 0.0]
    with pytest.raises(StaleAction):
        state.apply(32)


def between(totals: list[int], deals: int = 9) -> dict[str, Any]:
    empty = position(["", "", "", ""], bid=0, bidder=-1, passes=0, leader=-1, player=-1)
    return empty | {"deals": deals, "totals": totals, "dealer": 2}


@BOTH
def test_10_both_over_the_target(engine: str) -> None:
    """The higher total wins; with equal totals there is another deal."""
    game = kibitz.game("belote", engine=engine, match=True, target=1000)
    state = game.new(position=between([900, 1100 - 101]), chance="explicit")
    play_north(state, 3)
    assert state.outcome() == [0.5, 0.0, 0.5, 0.0]  # 1100 : 999
    state = game.new(position=between([1000, 1000]), chance="explicit")
    state.apply_chance(FOUR_SUITS)
    play_all(state, VOID)
    assert not state.done
    play_north(state, 0)
    assert state.returns() == [1200.0, 1000.0, 1200.0, 1000.0]


@BOTH
def test_10_deals_max(engine: str) -> None:
    state = match(engine, deals_max=2)
    state.apply_chance(FOUR_SUITS)
    play_all(state, VOID)
    state.apply_chance(FOUR_SUITS | {"dealer": 0})
    play_all(state, VOID)
    assert state.done
    assert state.outcome() == [0.25] * 4
    state = match(engine, deals_max=1)
    play_north(state, 0)
    assert state.outcome() == [0.5, 0.0, 0.5, 0.0]


# Options ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"target": 1000},
        {"deals_max": 5},
        {"match": 1},
        {"match": True, "target": 0},
        {"match": True, "deals_max": 10_001},
        {"match": True, "target": 1.5},
        {"scoring": "FFB"},
        {"players": 4},
    ],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        kibitz.game("belote", **options)


# Perft, counted another way -----------------------------------------------------------------------


def perft_case(name: str) -> dict[str, Any]:
    cases = json.loads((Path(__file__).parent / "perft.json").read_text("utf-8"))
    return next(case for case in cases if case["name"] == name)


def test_perft_without_any_duty() -> None:
    """Every seat has three cards of its own suit and nobody has trump: any card, always."""
    counts = perft_case("three cards each, no duty")["counts"]
    left = [3] * 4 + [2] * 4 + [1] * 4
    assert counts == [math.prod(left[: i + 1]) for i in range(12)]


def test_perft_of_auctions() -> None:
    """Sequences of calls by level alone: four suits to each of the ten values.

    After an auction the four cards of this deal are played in the only way there is.
    """

    def count(depth: int, level: int, passes: int, coinched: int, last: int, speaker: int) -> int:
        # last: the seat that bid; speaker: whose turn it is.
        if depth == 0:
            return 1
        if level < 0 and passes == 4:
            return 0
        if (level >= 0 and passes == 3) or coinched == 2:
            return int(depth <= 4)
        own = (last - speaker) % 2 == 0
        turn = (speaker + 1) % 4
        total = count(depth - 1, level, passes + 1, coinched, last, turn)
        if coinched == 0:
            for higher in range(level + 1, 10):
                total += 4 * count(depth - 1, higher, 0, 0, speaker, turn)
            if level >= 0 and not own:
                total += count(depth - 1, level, 0, 1, last, turn)
        elif own:
            total += count(depth - 1, level, 0, 2, last, turn)
        return total

    counts = perft_case("the auction")["counts"]
    assert counts == [count(i + 1, -1, 0, 0, 0, 0) for i in range(len(counts))]
