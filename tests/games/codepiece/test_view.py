"""What a seat at Codepiece may know: views, proofs, worlds, and the dictionary."""

import json
import random
from collections import Counter

import pytest

import kibitz
from kibitz.games.codepiece import state_dict
from kibitz.games.codepiece.legal_moves import CARD, PlayPhase
from tests.games.codepiece.habits import choose, tiny
from tests.games.codepiece.tables import cards, deal_of, legal_names, play, table
from tests.leaks.worlds import enumerate_worlds, key
from tests.support.found import ENGINES

FIVE = [
    "5H 2C 9S 8C TC",
    "9H 3H 6C 3S JC",
    "2S 4C QC TD 8D",
    "7S AC KD 5C QD",
]


def members(mask: int) -> set[int]:
    return {card for card in range(52) if mask >> card & 1}


# What a seat sees ---------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_history_as_a_seat_saw_it(engine: str) -> None:
    state = table(engine, ["AS", "AH", "AD", "AC"], "bid_13 pass pass pass trump_H AS AH AD AC")
    view = state.view(2)
    assert view.history == (
        ("deal", 2, (3, *cards("AD"))),
        ("reveal", -1, tuple(sorted(cards("AS AH AD AC")))),
        ("action", 0, 6),
        ("action", 1, 0),
        ("action", 2, 0),
        ("action", 3, 0),
        ("action", 0, 8),
        *(("action", seat, CARD + card) for seat, card in enumerate(cards("AS AH AD AC"))),
        ("score", -1, (-26, 26, -26, 26)),
    )
    assert view.payoffs == (-26, 26, -26, 26)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_whole_deal_reveals_nothing(engine: str) -> None:
    state = kibitz.game("codepiece", engine=engine).new(1)
    view = state.view(3)
    assert [event.kind for event in view.history] == ["deal"]
    assert view.history[0].data == (state.chance[0]["dealer"], *state.chance[0]["hands"][3])
    assert view.deck == tuple(range(52))


@pytest.mark.parametrize("engine", ENGINES)
def test_hidden_hands_may_be_swapped(engine: str) -> None:
    """The same deal with the other three hands exchanged looks the same before anybody plays."""
    game = kibitz.game("codepiece", engine=engine)
    state = game.new(8)
    deal = state.chance[0]
    hands = deal["hands"]
    other = game.new(deal={**deal, "hands": [hands[0], hands[3], hands[1], hands[2]]})
    for steps in ("", "pass", "bid_9 pass pass"):
        play(state, steps)
        play(other, steps)
        mine, theirs = state.view(0), other.view(0)
        assert mine == theirs
        assert mine.text() == theirs.text()
        assert mine.encode().tolist() == theirs.encode().tolist()
        assert state_dict(mine) == state_dict(theirs)
        assert state.view(1) != other.view(1)


# What plays prove ---------------------------------------------------------------------------------


def test_a_proof_is_what_would_have_made_the_play_illegal() -> None:
    """Bit by bit against the rule itself: the card beside each other card, was it legal?"""
    rng = random.Random(1)
    for _ in range(3000):
        deck = rng.sample(range(52), rng.randint(1, 4))
        card, trick, trump = deck[0], deck[1:], rng.randrange(4)
        proof = members(PlayPhase.disproved(card, trick, trump))
        for other in set(range(52)) - set(deck):
            legal = PlayPhase.legal(sorted([card, other]), trick, trump)
            assert (CARD + card not in legal) == (other in proof)


def test_a_play_is_legal_beside_a_hand_if_beside_each_of_its_cards() -> None:
    rng = random.Random(2)
    for _ in range(3000):
        deck = rng.sample(range(52), 12)
        trick, hand, trump = deck[: rng.randint(0, 3)], deck[3:], rng.randrange(4)
        legal = PlayPhase.legal(sorted(hand), trick, trump)
        for card in hand:
            proof = members(PlayPhase.disproved(card, trick, trump))
            assert (CARD + card in legal) == (not proof & set(hand))


def test_what_each_play_proves() -> None:
    state = table("python", FIVE, "pass pass pass pass trump_S 5H 9H 2S 7S AC 2C 6C 4C")
    excluded = [members(mask) for mask in state.view(0).excluded()]
    hearts, clubs = set(range(26, 39)), set(range(13))
    assert excluded[0] == set()  # a lead, and a two under the ace, which nothing beats
    assert excluded[1] == set()  # overtook, then followed its partner
    assert excluded[2] == hearts  # ruffed; the four of clubs could not beat the ace
    assert excluded[3] == hearts
    play(state, "KD 9S 3H")
    # Seat 1 discarded under an opponent's ruff: no diamonds, and no trump above the nine.
    excluded = [members(mask) for mask in state.view(0).excluded()]
    assert excluded[1] == set(range(13, 26)) | set(cards("TS JS QS KS AS"))
    assert excluded[0] == set(range(13, 26))
    assert not clubs & excluded[1]


# Worlds -------------------------------------------------------------------------------------------


def test_worlds_are_all_worlds_of_many_tiny_tables() -> None:
    """Short deals, matches with deals that ended early, positions: none missing, none extra."""
    several = early = 0
    for seed in range(100, 116):
        rng = random.Random(seed)
        state = tiny(rng)
        seat = rng.randrange(4)
        expected = {key(world) for world in enumerate_worlds(state, seat)}
        assert key(state) in expected
        if len(expected) > 60:
            drawn = Counter(key(world) for world in state.view(seat).worlds(seed, 40))
            assert set(drawn) <= expected
        else:
            drawn = Counter(
                key(world) for world in state.view(seat).worlds(seed, 25 * len(expected))
            )
            assert set(drawn) == expected
            several += len(expected) > 1
        scored = [i for i, event in enumerate(state.events) if event.kind == "score"]
        early += bool(scored) and len(expected) > 1
    assert several > 3
    assert early > 0, "no deal ended early with cards still hidden"


def test_worlds_of_a_deal_that_ended_early() -> None:
    """The cards left in the hands are hidden for good, also when the next deal is under way."""
    game = kibitz.game("codepiece", match=True, deals=3, target=1000)
    state = game.new(deal=deal_of("AS 2C", "AH 3C", "AD 4C", "AC 5C"), chance="explicit")
    play(state, "bid_13 pass pass pass trump_H AS AH AD AC")
    for more in (None, deal_of("AS", "AH", "AD", "AC", dealer=0)):
        if more:
            state.apply_chance(more)
        worlds = state.view(0).worlds(5, 600)
        left = Counter(tuple(map(tuple, world.chance[0]["hands"])) for world in worlds)
        # The three low clubs went to seats 1, 2 and 3 in some order. Seats 1 to 3 did not follow
        # spades, and seat 1 ruffed: nothing is known of clubs. Six worlds, equally often.
        assert len(left) == 6
        assert min(left.values()) > 60
        for world in worlds:
            assert world.view(0) == state.view(0)


def test_a_view_of_a_given_position_knows_the_trick_on_the_table() -> None:
    """Seat 1 did not beat the five: it has no higher heart, though nobody saw a deal."""
    position = {
        "dealer": 3,
        "hands": [cards("2C 3C"), cards("4C 5C"), cards("KH 6C 7C"), cards("AH 8C 9C")],
        "bids": [8, 0, 0, 0],
        "trump": 3,
        "tricks": [4, 3],
        "leader": 0,
        "trick": cards("5H 4H"),
    }
    state = kibitz.game("codepiece").new(position=position)
    view = state.view(2)
    assert members(view.excluded()[1]) == set(cards("6H 7H 8H 9H TH JH QH KH AH"))
    for world in view.worlds(1, 50):
        assert cards("AH")[0] not in world.position()["hands"][1]
        assert world.view(2) == view
    assert view.start is not None
    assert view.start["hands"] == [[], [], sorted(cards("KH 6C 7C")), []]


def test_worlds_of_a_whole_deal_fit_to_the_end() -> None:
    game = kibitz.game("codepiece")
    for seed in range(10):
        state, rng = game.new(seed), random.Random(seed)
        while not state.done:
            seat = rng.randrange(4)
            view = state.view(seat)
            for world in view.worlds(rng, 1):
                assert world.view(seat) == view
                assert world.actions == state.actions
            state.apply(choose(state, rng))
        for seat in range(4):
            assert state.view(seat).worlds(rng, 1)[0].returns() == state.returns()


# The dictionary -----------------------------------------------------------------------------------


def test_the_dictionary_while_bidding() -> None:
    state = table("python", FIVE, "pass bid_9")
    data = state_dict(state.view(2))
    assert data["phase"] == "bid"
    assert (data["player"], data["seat"], data["dealer"]) == (2, 2, 3)
    assert data["hand"] == ["4C", "QC", "8D", "TD", "2S"]
    assert [i for i, bit in enumerate(data["hand_one_hot"]) if bit] == sorted(cards(FIVE[2]))
    assert data["legal_actions"] == ["pass", "bid_10", "bid_11", "bid_12", "bid_13"]
    assert data["legal_ids"] == [0, 3, 4, 5, 6]
    assert [i for i, bit in enumerate(data["legal_mask"]) if bit] == [0, 3, 4, 5, 6]
    assert (len(data["hand_one_hot"]), len(data["legal_mask"])) == (52, 63)
    assert data["bids"] == [{"seat": 0, "bid": "pass"}, {"seat": 1, "bid": 9}]
    assert (data["bid"], data["bidder"], data["trump"]) == (9, 1, None)
    assert (data["winner"], data["payoffs"]) == (None, None)
    assert state_dict(state.view(1))["legal_actions"] == []
    fresh = state_dict(table("python", FIVE).view(0))
    assert (fresh["bid"], fresh["bidder"], fresh["bids"]) == (None, None, [])


def test_the_dictionary_while_playing_and_at_the_end() -> None:
    state = table("python", FIVE, "pass pass pass pass trump_S 5H 9H 2S 7S AC 2C")
    data = state_dict(state.view(0))
    assert (data["bid"], data["bidder"], data["trump"]) == (7, 0, "S")
    assert data["tricks"] == [0, 1]
    assert data["current_trick"] == [{"seat": 3, "card": "AC"}, {"seat": 0, "card": "2C"}]
    assert data["completed_tricks"] == [
        {
            "leader": 0,
            "cards": [
                {"seat": 0, "card": "5H"},
                {"seat": 1, "card": "9H"},
                {"seat": 2, "card": "2S"},
                {"seat": 3, "card": "7S"},
            ],
            "winner": 3,
        }
    ]
    assert data["hand_sizes"] == [3, 4, 4, 3]
    play(state, "6C 4C KD 9S 3H 8D 8C JC QC 5C TD QD TC 3S")
    assert state.done
    data = state_dict(state.view(0))
    assert len(data["completed_tricks"]) == 5
    assert [trick["winner"] for trick in data["completed_tricks"]] == [3, 3, 0, 2, 1]
    assert (data["winner"], data["payoffs"]) == (1, [-14, 14, -14, 14])
    assert data["totals"] == [-14, 14, -14, 14]
    assert data["legal_actions"] == []


@pytest.mark.parametrize("engine", ENGINES)
def test_the_dictionary_of_random_deals(engine: str) -> None:
    """Ready for JSON, complete, and the same in every world that the seat cannot tell apart."""
    game = kibitz.game("codepiece", engine=engine)
    for seed in range(10):
        state, rng = game.new(seed), random.Random(seed)
        for _ in range(rng.randint(0, 56)):
            if not state.done:
                state.apply(choose(state, rng))
        for seat in range(4):
            view = state.view(seat)
            data = state_dict(view)
            assert json.loads(json.dumps(data)) == data
            assert len(data["completed_tricks"]) == sum(data["tricks"])
            assert set(data["legal_actions"]) == (
                legal_names(state) if seat == state.player else set()
            )
            for world in view.worlds(seed, 2):
                assert state_dict(world.view(seat)) == data
