"""Dubito by the simple rule: honest where it can be, and it doubts what cannot be."""

import kibitz
from kibitz.bots import simple
from kibitz.bots.dubito.simple import doubt_percent
from kibitz.core.rng import Stream


def deal(hands: list[list[int]]) -> kibitz.State:
    return kibitz.game("dubito", players=3).new(deal={"hands": hands})


def test_opens_with_what_it_has_most_of() -> None:
    state = deal([[1, 5, 5, 9], [2, 3, 4], [6, 7, 8]])
    for expected in ("declare 5", "lay 5 5"):
        action = simple.choose(state.view(0), Stream(1))
        assert state.game.action_name(action) == expected
        state.apply(action)


def test_doubts_what_cannot_be() -> None:
    state = deal([[5, 5, 6, 7], [5, 8, 9, 10], [3, 3, 4]])
    for text in ("declare 5", "lay 5 5", "lay 8 9 10"):
        state.apply(state.game.parse_action(text))
    # Three cards are claimed to be 5; there are three, and two of them lie below.
    assert doubt_percent(state.view(2)) < 100  # seat 2 cannot know
    state = deal([[5, 5, 6, 7], [3, 3, 4], [5, 8, 9, 10]])
    for text in ("declare 5", "lay 5 5", "lay 3", "lay 8 9 10"):
        state.apply(state.game.parse_action(text))
    assert doubt_percent(state.view(0)) == 100  # seat 0 laid two of the three
    assert state.game.action_name(simple.choose(state.view(0), Stream(1))) == "doubt"


def test_games_among_themselves_end_by_play() -> None:
    for seed in range(5):
        state, stream = kibitz.game("dubito").new(seed), Stream(seed)
        while not state.done:
            state.apply(simple.choose(state.view(state.player), stream))
        assert sorted(state.returns()) == [0, 0, 0.5, 1]
