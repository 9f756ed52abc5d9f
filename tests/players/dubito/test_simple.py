"""The simple rule of Dubito: the tracker with the numbers of hunter."""

import kibitz
from kibitz import bots
from kibitz.core.rng import Stream
from kibitz.players.dubito import simple
from tests.players.dubito.table import chosen, deal, play


def test_its_numbers_are_those_of_hunter() -> None:
    native = bots.spec("dubito", "hunter").play.native
    assert native is not None
    assert native.parameters == tuple(simple.NUMBERS.flat())


def test_opens_with_what_it_has_most_of() -> None:
    state = deal([[1, 5, 5, 9], [2, 3, 4], [6, 7, 8]])
    assert chosen(simple.choose, state) == "declare 5"


def test_doubts_what_cannot_be() -> None:
    # Seat 0 laid two of the three fives, so two cards of seat 2 cannot both be fives ...
    state = deal([[5, 5, 6, 7], [3, 3, 4], [5, 8, 9, 10, 11, 12, 13]])
    play(state, "declare 5", "lay 5 5", "lay 3", "lay 8 9")
    assert chosen(simple.choose, state) == "doubt"
    # ... but with a joker in the game they can, for all that seat 0 knows.
    state = deal([[5, 5, 6, 7, 8], [3, 3, 4], [0, 5, 9, 10, 11, 12, 13]])
    play(state, "declare 5", "lay 5 5", "lay 3", "lay 9 10")
    assert chosen(simple.choose, state) != "doubt"


def test_games_among_themselves_end_by_play() -> None:
    for seed in range(5):
        state, stream = kibitz.game("dubito").new(seed), Stream(seed)
        while not state.done:
            state.apply(simple.choose(state.view(state.player), stream))
        assert sorted(state.returns()) == [0, 0, 0.5, 1]


def test_wins_more_than_its_share_against_random_players() -> None:
    wins, games = 0, 60
    for seed in range(games):
        state, stream = kibitz.game("dubito").new(seed), Stream(seed)
        while not state.done:
            view = state.view(state.player)
            legal = view.legal()
            own = state.player == seed % 4
            state.apply(simple.choose(view, stream) if own else legal[stream.below(len(legal))])
        wins += state.returns()[seed % 4] == 1
    assert wins > 0.4 * games, f"{wins} of {games}, where a quarter is even"
