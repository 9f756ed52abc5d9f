"""Belote by the simple rule: bids a strong suit, and partners beat chance."""

import kibitz
from kibitz.bots import simple
from kibitz.core.rng import Stream
from kibitz.games.belote.cards import parse_hand
from kibitz.players.belote.simple import promise


def test_jack_and_nine_promise_most() -> None:
    hand = tuple(parse_hand("J9A.K8.A7.7"))
    assert max(range(4), key=lambda suit: promise(hand, suit)) == 0  # spades
    assert promise(hand, 0) >= 80


def test_beats_random_players() -> None:
    game, wins = kibitz.game("belote"), 0.0
    for seed in range(20):
        state, stream = game.new(seed), Stream(seed)
        while not state.done:
            mine = state.player % 2 == seed % 2
            rule = simple.choose if mine else simple.choose_random
            state.apply(rule(state.view(state.player), stream))
        wins += 2 * state.outcome()[seed % 2]
    assert wins > 14  # 10 would be chance
