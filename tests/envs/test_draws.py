"""Chance in small steps has the probabilities of the whole event, and leads to every outcome."""

import random
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

import kibitz
from kibitz.envs.draws import Deal, Dice
from kibitz.envs.extras import extra
from tests.support.found import GAMES, game_options


def probabilities(draw: Any, chance: Fraction = Fraction(1)) -> dict[str, Fraction]:
    """The probability of every outcome, and under "again" that of dealing again."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for number, probability in draw.choices():
        twin = draw.copy()
        outcome = twin.take(number)
        share = chance * Fraction(probability).limit_denominator(1000)
        if outcome is not None:
            found[repr(outcome)] += share
        elif not twin.drawn:
            found["again"] += share
        else:
            for key, part in probabilities(twin, share).items():
                found[key] += part
    return found


def test_a_deal_is_uniform_over_what_is_not_refused() -> None:
    """Against all orders of a small deck of distinguishable cards."""
    copies, sizes = (1, 2, 2), (2, 3)

    def refused(hands: list[list[int]]) -> bool:
        return any(hand.count(1) == 2 for hand in hands)

    chances = probabilities(Deal(copies, sizes, refused=refused))
    again = chances.pop("again")
    deck = [card for card, n in enumerate(copies) for _ in range(n)]
    deals = Counter(
        repr({"hands": [sorted(order[:2]), sorted(order[2:])]})
        for order in permutations(deck)
        if not refused([sorted(order[:2]), sorted(order[2:])])
    )
    total = sum(deals.values())
    assert again > 0
    assert {k: p / (1 - again) for k, p in chances.items()} == {
        k: Fraction(n, total) for k, n in deals.items()
    }


def test_a_drawn_dealer_and_a_turned_card() -> None:
    first = probabilities(Deal([1, 1, 1], [1, 1], dealer=-1, singles=("turned",)))
    assert len(first) == 2 * 6
    assert set(first.values()) == {Fraction(1, 12)}
    later = probabilities(Deal([1, 1, 1], [1, 1], dealer=1, singles=("turned",)))
    assert len(later) == 6
    assert all("'dealer': 0" in outcome for outcome in later)


def test_dice() -> None:
    chances = probabilities(Dice(6, ("a", "b")))
    assert {int(k) for k in chances} == set(range(36))
    assert set(chances.values()) == {Fraction(1, 36)}


@pytest.mark.parametrize("name", GAMES)
def test_draws_lead_to_every_outcome_of_a_game(name: str) -> None:
    rng = random.Random(1)
    draw_of = extra(name, "draw")
    for seed in range(5):
        game = kibitz.game(name, **game_options(name, rng))
        state = game.new(seed)
        while not state.done and len(state.chance) < 4:
            state.apply(rng.choice(state.legal()))
        again = game.new(chance="explicit")
        actions = iter(state.actions)
        for outcome in state.chance:
            draw = draw_of(again)
            numbers = draw.split(outcome, kibitz.Stream(seed))
            assert len(numbers) == draw.length
            got = None
            for number in numbers:
                assert got is None
                assert 0 <= number < draw.most
                choices = draw.choices()
                assert sum(p for _, p in choices) == pytest.approx(1)
                assert number in [n for n, _ in choices]
                assert draw.name(number)
                got = draw.take(number)
            assert got == outcome
            again.apply_chance(got)
            while again.player >= 0 and len(again.actions) < len(state.actions):
                again.apply(next(actions))
