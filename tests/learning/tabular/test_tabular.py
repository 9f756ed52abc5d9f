"""CFR, best responses and exploitability on small variants, against plain recursion and by hand."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.bots.bot import Bot
from kibitz.core.view import View
from kibitz.envs.draws import Deal
from kibitz.envs.extras import extra
from kibitz.errors import BadOption, IllegalAction
from kibitz.learning.tabular import CFR, MCCFR, Tree, bot_policy, chance
from kibitz.learning.tabular.chance import outcomes
from kibitz.search.exploitability import best_response, expected, exploitability

TINY: dict[str, Any] = {"players": 2, "suits": 2, "ranks": 2, "schedule": [1]}


@pytest.fixture(scope="module")
def tree() -> Tree:
    return Tree(kibitz.game("ohhell", **TINY))


def some_policy(tree: Tree, seed: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    weights = np.random.default_rng(seed).random(len(tree.action_of_slot)) ** 3
    return weights / np.add.reduceat(weights, tree.first_slot_of_set)[tree.set_of_slot]


def test_arrays_agree_with_plain_recursion(tree: Tree) -> None:
    policy = some_policy(tree, 1)

    def choose(view: View) -> dict[int, float]:
        legal = view.legal()
        return {legal[0]: 1.0} if len(legal) == 1 else tree.actions(policy, view)

    assert tree.values(policy) == pytest.approx(expected(tree.game, choose, outcomes))
    for seat in range(2):
        best = tree.best_response(policy, seat)
        assert best.value == pytest.approx(best_response(tree.game, choose, outcomes, seat))
        assert tree.values(best.policy)[seat] == pytest.approx(best.value)
    assert tree.exploitability(policy) == pytest.approx(exploitability(tree.game, choose, outcomes))


def test_cfr_comes_close_to_an_equilibrium() -> None:
    tree = Tree(kibitz.game("ohhell", **TINY), utility="outcome")
    assert tree.constant_sum
    assert tree.exploitability(tree.uniform()) > 0.1
    solver = CFR(tree)
    solver.run(10)
    early = tree.exploitability(solver.average())
    solver.run(90)
    late = tree.exploitability(solver.average())
    assert -1e-12 < late < 1e-3 < early < 0.02
    assert tree.values(solver.average()) == pytest.approx([0.5, 0.5], abs=1e-3)  # the deal is fair


def test_mccfr_comes_close_too() -> None:
    tree = Tree(kibitz.game("ohhell", **TINY), utility="outcome")
    solver = MCCFR(tree)
    solver.run(1500)
    assert tree.exploitability(solver.average()) < 0.05


def test_dubito_with_two_values() -> None:
    tree = Tree(kibitz.game("dubito", players=3, values=2, jokers=0, max_turns=3))
    solver = CFR(tree)
    solver.run(30)
    assert tree.exploitability(solver.average()) < tree.exploitability(tree.uniform()) / 5


def test_one_player_reaches_the_optimum() -> None:
    tree = Tree(kibitz.game("qwixx", players=1, faces=2, rows=1, strikes=1))
    best = tree.best_response(tree.uniform(), 0).value
    solver = CFR(tree)
    solver.run(60)
    assert tree.values(solver.average())[0] == pytest.approx(best, abs=0.01)


def test_chance_leaves_out_refused_deals() -> None:
    """Every order of the deck, without those in which somebody has four of a kind."""
    game: Any = kibitz.game("dubito", players=3, values=2, jokers=0)
    counts: Counter[str] = Counter()
    for deck in set(permutations(game.deck)):
        hands = [sorted(deck[seat::3]) for seat in range(3)]
        if not any(hand.count(value) == 4 for hand in hands for value in game.numbers):
            counts[repr(hands)] += 1
    found = {repr(o["hands"]): p for o, p in outcomes(game.new(chance="explicit"))}
    total = sum(counts.values())
    assert found == pytest.approx({hands: n / total for hands, n in counts.items()})


def test_a_bot_as_a_policy(tree: Tree) -> None:
    policy = bot_policy(tree, kibitz.bots.bot("ohhell", "smart"))
    assert set(policy) == {0.0, 1.0}
    assert tree.exploitability(policy) < tree.exploitability(tree.uniform()) / 2
    mixed = bot_policy(tree, kibitz.bots.bot("ohhell", "random"), samples=4)
    assert np.add.reduceat(mixed, tree.first_slot_of_set) == pytest.approx(1.0)

    class Wrong(Bot):
        def choose(self, view: View) -> int:
            return 0

    with pytest.raises(IllegalAction, match="not legal in this variant"):
        bot_policy(tree, Wrong())


def test_what_does_not_fit_is_refused(tree: Tree) -> None:
    with pytest.raises(BadOption, match="more than 50 nodes"):
        Tree(kibitz.game("ohhell", **TINY), nodes_max=50)
    with pytest.raises(BadOption, match="utility must be one of"):
        Tree(kibitz.game("ohhell", **TINY), utility="points")
    with pytest.raises(BadOption, match="not in the tree"):
        tree.actions(tree.uniform(), kibitz.game("ohhell").new(1).view(0))


def test_a_deal_with_too_many_outcomes_is_refused_early(monkeypatch: pytest.MonkeyPatch) -> None:
    taken, take = 0, Deal.take

    def counted(deal: Deal, number: int) -> object:
        nonlocal taken
        taken += 1
        return take(deal, number)

    monkeypatch.setattr(Deal, "take", counted)
    monkeypatch.setattr(chance, "OUTCOMES_MAX", 500)
    with pytest.raises(BadOption, match="more than 500 outcomes"):
        chance.outcomes(kibitz.game("ohhell").new(chance="explicit"))
    assert taken < 5_000  # a whole level of the draw would take many times more


@pytest.mark.parametrize("name", kibitz.names())
def test_a_small_variant_is_named(name: str) -> None:
    options = extra(name, "SMALL")
    if options is not None:
        game = kibitz.game(name, **options)
        assert game.new(seed=1).legal()
