"""Worlds that are drawn natively: all that fit, none that do not, each as often."""

import itertools
import math
from collections import Counter

import pytest

import kibitz
from kibitz.core import shape as shapes
from kibitz.core.assign import count_assignments
from kibitz.core.native import NativeState
from kibitz.errors import Malformed

N = 20_000


def searcher(seed: int = 5) -> tuple[object, NativeState]:
    state = kibitz.game("ohhell", players=4, schedule=[2], engine="native").new(3)
    assert isinstance(state, NativeState)
    module = __import__("kibitz._native", fromlist=["_native"])
    found = module.ohhell_search(
        world=state, seeds=[seed, 1], seat=state.player, flat=False, policy=0, memory=[],
        numbers=[], observer=state.player, exploration=0.7, reward=0, to_deal=False, dice=False,
    )  # fmt: skip
    found.add_world(state)
    return found, state


def enumerate_hands(
    cards: list[int], sizes: list[int], excluded: list[int]
) -> set[tuple[tuple[int, ...], ...]]:
    """Every assignment to the hands; the last place, the stock, takes the rest."""
    if len(sizes) == 1:
        fits = all(not excluded[0] >> card & 1 for card in cards)
        return {()} if fits and len(cards) == sizes[0] else set()
    found = set()
    for hand in itertools.combinations(cards, sizes[0]):
        if any(excluded[0] >> card & 1 for card in hand):
            continue
        rest = [card for card in cards if card not in hand]
        found |= {(hand, *more) for more in enumerate_hands(rest, sizes[1:], excluded[1:])}
    return found


@pytest.mark.native_smoke
@pytest.mark.parametrize("case", range(5))
def test_native_worlds_are_uniform(case: int) -> None:
    search, state = searcher(case)
    seat = state.player
    others = [s for s in range(4) if s != seat]
    mine = state.position()["hands"][seat]
    cards = [card for card in range(52) if card not in mine][:8]
    masks = [
        [0, 0, 0, 0],
        [0b1111 << cards[0], 0, 0, 0],
        [sum(1 << c for c in cards[:5]), sum(1 << c for c in cards[3:6]), 0, 0],
        [sum(1 << c for c in cards[:4]), sum(1 << c for c in cards[4:]), 1 << cards[0], 0],
        [sum(1 << c for c in cards[2:]), 0, sum(1 << c for c in cards[:2]), 0],
    ][case]
    sizes = [2, 2, 2, 2]
    search.hide(sum(1 << c for c in cards), others, sizes, masks)
    possible = enumerate_hands(cards, sizes, masks)
    assert len(possible) == count_assignments(cards, sizes, masks)
    seen: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for i in range(N):
        position = shapes.unflatten(state.game.POSITION_SHAPE, search.world(i))
        assert position["hands"][seat] == mine
        seen[tuple(tuple(position["hands"][s]) for s in others)] += 1
    assert set(seen) <= possible
    expected = N / len(possible)
    chi = sum((seen[hands] - expected) ** 2 / expected for hands in possible)
    freedom = max(1, len(possible) - 1)
    assert chi < freedom + 5 * math.sqrt(2 * freedom) + 5


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_shell_has_all_that_is_known(engine: str) -> None:
    state = kibitz.game("ohhell", schedule=[5, 4], engine=engine).new(8)
    while not state.done:
        view = state.view(state.player)
        known, shell = state.position(), view.shell().position()
        sizes = [[len(hand) for hand in p.pop("hands")] for p in (known, shell)]
        assert known == shell
        assert sizes[0] == sizes[1]
        assert view.shell().legal() == state.legal()
        state.apply(state.legal()[-1])


@pytest.mark.native_smoke
def test_malformed_hiding_is_refused() -> None:
    for cards, seats, sizes, excluded in (
        (0, [0, 1], [2, 2], [0, 0]),  # fewer cards than places
        (1 << 60 | 0b1111111, [0, 1], [2, 2, 4], [0, 0, 0]),  # no such card
        (0b11111111, [0, 9], [2, 2, 4], [0, 0, 0]),  # no such seat
        (0b11111111, [0, 1], [3, 1, 4], [0, 0, 0]),  # a hand of another size
        (0b11111111, [0, 1], [2, 2, 4], [0, 0]),  # a mask is missing
        (0b11111111, [0, 1], [2, 2, 4], [0b11111111, 0, 0]),  # a hand that nothing fits
    ):
        search, _ = searcher()
        with pytest.raises(Malformed):
            search.hide(cards, seats, sizes, excluded)
