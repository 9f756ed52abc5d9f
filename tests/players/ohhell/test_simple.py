"""Oh Hell by the simple rule: bids what it has, takes what it needs, and beats chance."""

import kibitz
from kibitz.bots import simple
from kibitz.core.cards import parse_card, parse_hand
from kibitz.core.rng import Stream


def position(hand: str, **more: object) -> kibitz.State:
    """A round of three cards with two players, seat 0 to lead, hearts trump."""
    game = kibitz.game("ohhell", players=2, schedule=[3], trump_lead="free")
    deal = {
        "hands": [parse_hand(hand), parse_hand("D732")],
        "dealer": 1,
        "turned": parse_card("2H"),
    }
    return game.new(deal=deal)


def test_bids_more_on_a_better_hand() -> None:
    strong, weak = position("HAKQ").view(0), position("C432").view(0)
    game = strong.game
    assert game.action_name(simple.choose(strong, Stream(1))) == "bid 3"
    assert game.action_name(simple.choose(weak, Stream(1))) == "bid 0"


def test_plays_to_its_need() -> None:
    for bid, card in (("bid 2", "AS"), ("bid 0", "2C")):
        state = position("SA D5 C2")
        state.apply(state.game.parse_action(bid))
        state.apply(state.game.parse_action("bid 0"))
        assert state.game.action_name(simple.choose(state.view(0), Stream(1))) == card


def test_beats_random_players() -> None:
    game, wins = kibitz.game("ohhell", schedule=[6, 5, 4]), 0.0
    for seed in range(20):
        state, stream = game.new(seed), Stream(seed)
        while not state.done:
            rule = simple.choose if state.player == seed % 4 else simple.choose_random
            state.apply(rule(state.view(state.player), stream))
        wins += state.outcome()[seed % 4]
    assert wins > 10  # 5 would be chance
