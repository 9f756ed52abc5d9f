"""The players of Dubito's field: what each answers, in games small enough to see why."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

import pytest

import kibitz
from kibitz.bots.bot import Rule
from kibitz.core.rng import Stream
from tests.players.dubito.table import chosen, deal, play, share


def rule(name: str) -> Rule:
    found: Rule = importlib.import_module(f"kibitz.players.dubito.{name}").choose
    return found


HANDS = [[5, 5, 6, 7, 8], [1, 2, 2, 3, 9], [4, 4, 6, 10, 11]]


def opened(*more: str, hands: Sequence[list[int]] = HANDS) -> kibitz.State:
    """Seat 0 has opened with two honest fives, and then what is given."""
    return play(deal(list(hands)), "declare 5", "lay 5 5", *more)


@pytest.mark.parametrize("name", ["honest", "trusting", "suspicion", "claude", "gemini"])
def test_an_honest_opening_is_of_what_the_hand_has_most_of(name: str) -> None:
    state = deal([[1, 5, 5, 8, 8], [2, 3, 4], [6, 7, 9]])
    assert chosen(rule(name), state) == "declare 5"  # the lowest of equals
    play(state, "declare 5")
    assert chosen(rule(name), state) == "lay 5 5"


def test_with_jokers_alone_an_honest_opening_is_of_jokers() -> None:
    state = deal([[0, 0], [3, 3, 4], [6, 7, 9]])
    assert chosen(rule("honest"), state) == "declare 3"  # the lowest in the game
    assert chosen(rule("honest"), play(state, "declare 3")) == "lay 0 0"


def test_a_declared_number_that_it_would_not_have_taken_is_still_laid_honestly() -> None:
    state = play(deal([[1, 5, 5, 8, 8], [2, 3, 4], [6, 7, 9]]), "declare 8")
    assert chosen(rule("honest"), state) == "lay 8 8"


def test_an_opening_is_a_bluff_as_often_as_it_should_be() -> None:
    """Three cards of three: 5 5 are laid if and only if the opening is honest, by a coin."""
    honest = declared = 0
    draws = 1000
    for seed in range(draws):
        state, rng = deal([[5, 5, 6], [1, 2, 3], [1, 2, 3]]), Stream(seed)
        state.apply(rule("tactical_doubt")(state.view(0), rng))
        declared += state.view(0).number == 5
        action = rule("tactical_doubt")(state.view(0), rng)
        honest += state.game.action_name(action) == "lay 5 5"
    assert abs(honest / draws - 0.5) < 0.05
    assert abs(declared / draws - (0.5 + 0.5 / 5)) < 0.05  # a bluff may hit the honest number


def test_who_doubts_without_the_number() -> None:
    state = opened()
    doubts = {"honest": 1, "trusting": 0, "always_doubt": 1, "always_bluff": 0, "suspicion": 1}
    for name, expected in doubts.items():
        assert (chosen(rule(name), state) == "doubt") == bool(expected), name


def test_doubts_with_the_number_depend_on_the_size_of_the_play() -> None:
    hands = [[5, 5, 6, 7, 8], [1, 2, 2, 3, 9], [4, 4, 5, 10, 11]]
    for size, percent in ((1, 30), (2, 60), (3, 90)):
        cards = " ".join(map(str, [1, 2, 2][:size]))
        state = opened(f"lay {cards}", hands=hands)
        for name in ("suspicion", "balanced"):
            assert abs(100 * share(rule(name), state, "doubt") - percent) < 7, (name, size)
    assert share(rule("balanced"), opened(), "doubt") == 0  # never who opened the round
    assert share(rule("tactical_doubt"), opened(), "doubt") == 1
    assert share(rule("tactical_doubt"), opened("lay 1", hands=hands), "doubt") == 0


def test_random_answers() -> None:
    state = opened()
    assert abs(share(rule("coin"), state, "doubt") - 1 / 2) < 0.07
    hands = [HANDS[0], [1, 2, 2, 3, 5], HANDS[2]]
    assert abs(share(rule("coin"), opened(hands=hands), "doubt") - 1 / 3) < 0.07


def test_risk_aware_doubts_small_boards() -> None:
    assert abs(share(rule("risk_aware"), opened(), "doubt") - (1 - 4 / 40)) < 0.05
    state = opened("lay 1 2 3", "lay 6 10")  # seven cards: more risk than one
    assert share(rule("risk_aware"), state, "doubt") == 0


def test_adaptive_does_as_the_statistics_say() -> None:
    # Nobody has been doubted: one half; seat 2 bluffs, is caught, and bluffs again: surely.
    hands = [[5, 5, 6, 7, 8], [1, 2, 2, 3, 9], [4, 4, 6, 10, 11, 12]]
    state = opened(
        "lay 1", "lay 4 6", "doubt", "declare 6", "lay 6 7", "lay 2", "lay 4", hands=hands
    )
    assert share(rule("adaptive"), state, "doubt") == 1
    assert abs(share(rule("adaptive"), opened("lay 1"), "doubt") - 0.5) < 0.07


def test_gemini_counts() -> None:
    hands = [[5, 5, 6, 7, 8], [1, 2, 3, 4, 9], [5, 5, 6, 10, 11]]
    state = opened("lay 1 2 3", hands=hands)
    assert chosen(rule("gemini"), state) == "doubt"  # two and three are more than four
    state = opened("lay 1 2", hands=hands)
    assert chosen(rule("gemini"), state) == "lay 5 5"
    singles = deal([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
    numbers = {chosen(rule("gemini"), singles, seed) for seed in range(40)}
    assert len(numbers) > 5  # a bluff


def test_claude_weighs() -> None:
    # Of three cards .25 + .5 * .65 is above .50 - .15; of an opener .4 of that is not.
    assert chosen(rule("claude"), opened("lay 1 2 3")) == "doubt"
    hands = [[5, 5, 5, 6, 7, 8], *HANDS[1:]]
    state = play(deal(hands), "declare 5", "lay 5 5 5")
    assert chosen(rule("claude"), state) != "doubt"
    assert chosen(rule("claude"), opened("lay 1")) != "doubt"


@pytest.mark.parametrize("name", ["claude", "gemini", "chatgpt", "chatgpt_thinking"])
def test_a_play_of_the_last_cards_is_doubted(name: str) -> None:
    hands = [[5, 5, 5], [1, 2, 5, 9, 10], [6, 6, 7]]
    state = play(deal(hands), "declare 5", "lay 5 5 5")
    assert chosen(rule(name), state) == "doubt"


def test_nobody_doubts_a_winner_who_is_gone() -> None:
    hands = [[5, 5, 5], [1, 2, 5, 9, 10], [6, 6, 7], [1, 1, 3]]
    state = play(deal(hands, exit="immediate"), "declare 5", "lay 5 5 5")
    for name in ("always_doubt", "honest", "gemini", "tracker"):
        assert chosen(rule(name), state).startswith("lay"), name
