"""Qwixx by the simple rule: the mark that skips the fewest, and many more points than chance."""

import kibitz
from kibitz.bots import simple
from kibitz.core.rng import Stream


def test_marks_what_skips_the_fewest() -> None:
    game = kibitz.game("qwixx")
    state = game.new(chance="explicit")
    state.apply_chance("W1 W1 R6 Y6 G6 B6")  # 2 is the first of red, the last of green
    action = game.action_name(simple.choose(state.view(0), Stream(1)))
    assert action in ("white red", "white yellow")
    other = game.new(chance="explicit")
    other.apply_chance("W3 W4 R1 Y1 G6 B6")  # 7 skips five everywhere: wait for a colour
    assert game.action_name(simple.choose(other.view(0), Stream(1))) == "pass"


def test_beats_random_players() -> None:
    game, wins = kibitz.game("qwixx"), 0.0
    for seed in range(20):
        state, stream = game.new(seed), Stream(seed)
        while not state.done:
            rule = simple.choose if state.player == seed % 2 else simple.choose_random
            state.apply(rule(state.view(state.player), stream))
        wins += state.outcome()[seed % 2]
    assert wins > 16  # 10 would be chance
