"""Codepiece by the simple rule: names its long suit, and partners beat chance."""

import kibitz
from kibitz.bots import simple
from kibitz.core.cards import SUITS, parse_hand
from kibitz.core.rng import Stream
from kibitz.players.codepiece.simple import promise


def test_a_long_strong_suit_promises_most() -> None:
    hand = tuple(parse_hand("SAKQ87 H32 D54 C7632"))
    assert max(range(4), key=lambda suit: promise(hand, suit)) == SUITS.index("S")


def test_beats_random_players() -> None:
    game, sum_ = kibitz.game("codepiece"), 0.0
    for seed in range(20):
        state, stream = game.new(seed), Stream(seed)
        while not state.done:
            mine = state.player % 2 == seed % 2
            rule = simple.choose if mine else simple.choose_random
            state.apply(rule(state.view(state.player), stream))
        sum_ += state.returns()[seed % 2]
    assert sum_ > 0
