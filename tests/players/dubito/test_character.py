"""Characters: both twins alike, different from each other, and what is no character is refused."""

from __future__ import annotations

import pytest

import kibitz
from kibitz import bots
from kibitz.arena.match import play as play_match
from kibitz.arena.native import play_many
from kibitz.errors import BadSpec
from kibitz.players.dubito.character import Character
from tests.players.dubito.table import deal, play
from tests.search.games.dubito_games import native


@native
@pytest.mark.parametrize("exit_option", ["immediate", "challenge"])
def test_both_twins_have_the_same_habits(exit_option: str) -> None:
    for seed in range(6):
        game = kibitz.game("dubito", players=5, exit=exit_option, max_turns=200)
        seats = [(100 * seed + seat, 1 + seat / 4) for seat in range(5)]
        names = [("character", numbers) for numbers in seats]
        fast = play_many(game, names, [range(5)], [seed], keep=True)
        sitting = [bots.bot("dubito", "character", number=n, spread=s) for n, s in seats]
        assert fast.actions == [play_match(game, sitting, seed).record["actions"]], seed


def test_characters_differ_in_what_they_look_at() -> None:
    found = [Character(number) for number in range(200)]
    for weight in ("doubt_without", "doubt_caught", "bluff_doubted", "open_single"):
        looks = sum(getattr(one, weight) != 0 for one in found)
        assert 50 < looks < 150, weight
    assert {one.bluff_size for one in found} == {0, 1, 2, 3}
    wide = Character(7, 2.0)
    assert wide.doubt_caught == 2 * Character(7).doubt_caught
    assert wide.doubts == Character(7).doubts


def test_the_chances_of_a_size_add_up() -> None:
    for number in range(30):
        one = Character(number)
        for most in (1, 2, 3):
            for chance in (one.honest_size_chance, one.bluff_size_chance):
                assert sum(chance(size, most) for size in (1, 2, 3)) == pytest.approx(1), number


def test_a_play_of_the_last_cards_is_stopped() -> None:
    number = next(n for n in range(99) if Character(n).stops)
    hands = [[6, 7, 8], [1, 2, 9, 11], [4, 4, 6, 10, 11]]
    state = play(deal(hands), "declare 5", "lay 6 7 8")
    bot = bots.bot("dubito", "character", number=number)
    bot.start(state.game, 1, 1)
    assert state.game.action_name(bot.choose(state.view(1))) == "doubt"


def test_refusals() -> None:
    for settings in ({"number": -1}, {"number": 1.5}, {"spread": 9.0}, {"spread": -1.0}):
        with pytest.raises(BadSpec, match=r"number|spread"):
            bots.bot("dubito", "character", **settings)
