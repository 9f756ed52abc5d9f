"""Worlds that are drawn natively: all that fit, none that do not, each as often."""

import itertools
import math
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.core import shape as shapes
from kibitz.core.assign import count_assignments
from kibitz.core.native_state import NativeState
from kibitz.errors import Malformed
from kibitz.search.native_searcher import NativeWorker
from kibitz.search.pimc_worlds import NativeWorlds
from kibitz.search.rollout import PlainRollout
from kibitz.search.run import from_view
from kibitz.search.settings import Settings
from tests.leaks.worlds import assert_uniform, enumerate_worlds
from tests.support.found import choose, game_options, habit, replay_line

N = 20_000


def searcher(seed: int = 5) -> tuple[object, NativeState]:
    state = kibitz.game("ohhell", players=4, schedule=[2], engine="native").new(3)
    assert isinstance(state, NativeState)
    module = __import__("kibitz._native", fromlist=["_native"])
    found = module.ohhell_search(
        options=state.game.flat_options, seeds=[seed, 1], seat=state.player, flat=False, policy=0,
        memory=[], numbers=[], observer=state.player, exploration=0.7, reward=0, softness=1,
        to_deal=False, dice=False, turns=0, plans=[],
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


def native_hands(view: kibitz.View, seed: int, n: int) -> Counter[str]:
    """The hands of worlds that the native searchers begin with."""
    task = from_view("rollout", view, Settings(simulations=1, engine="native"), PlainRollout)
    worker = NativeWorker(task, (seed, 1))
    assert worker.unseen is not None
    shape = view.game.POSITION_SHAPE
    return Counter(repr(shapes.unflatten(shape, worker.search.world(i))["hands"]) for i in range(n))


@pytest.mark.parametrize("name", ["belote", "codepiece"])
def test_native_worlds_are_those_of_the_view(name: str) -> None:
    """Against an enumerator that knows nothing of either: all of them, equally often."""
    kinds = 0
    for seed in range(8):
        state = habit(name, "tiny")(random.Random(seed))
        if state.player < 0:
            continue
        view = state.view(state.player)
        weights = Counter(repr(w.position()["hands"]) for w in enumerate_worlds(state, view.seat))
        drawn = native_hands(view, seed, 600)
        try:
            assert set(drawn) <= set(weights), "a world that cannot be"
            assert_uniform(drawn, weights, 600)
            if state.phase == "play":
                assert listed(view) == dict.fromkeys(weights, 1)
        except AssertionError:
            print(f"\nseat {view.seat}, replay: {replay_line(state)}")
            raise
        kinds += len(weights) > 1
    assert kinds > 2


def listed(view: kibitz.View) -> Counter[str]:
    """The hands of all worlds, as the native solver of worlds lists them."""
    worlds = NativeWorlds(view, 3, 0, drawn_here=False)
    worlds.list_all()
    masks = worlds.hands(np.arange(int(worlds.count()), dtype=np.uint64)).tolist()
    deck = range(52)
    return Counter(repr([[c for c in deck if hand >> c & 1] for hand in row]) for row in masks)


@pytest.mark.parametrize("name", ["ohhell", "belote", "codepiece"])
@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_shell_of_any_game_with_unseen_cards(name: str, engine: str) -> None:
    looked = 0
    for seed in range(20):
        rng = random.Random(seed)
        state = kibitz.game(name, engine=engine, **game_options(name, rng)).new(seed)
        for _ in range(rng.randrange(50)):
            if not state.done:
                state.apply(choose(state, rng))
        if state.player < 0:
            continue
        shell, known = state.view(state.player).shell(), state.position()
        assert shell.legal() == state.legal()
        assert [len(hand) for hand in shell.position()["hands"]] == [*map(len, known["hands"])]
        assert shell.position() | {"hands": 0} == known | {"hands": 0}
        looked += 1
    assert looked > 10


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
@pytest.mark.parametrize("name", ["ohhell", "belote", "codepiece"])
def test_a_native_search_begins_with_what_the_view_knows(name: str) -> None:
    """Everything but the hidden hands is as in the game; hidden cards have their constraints."""
    looked = 0
    for seed in range(20):
        rng = random.Random(seed)
        state = kibitz.game(name, engine="native", **game_options(name, rng)).new(seed)
        for _ in range(rng.randrange(50)):
            if not state.done:
                state.apply(choose(state, rng))
        if state.player < 0:
            continue
        view, known = state.view(state.player), state.position()
        task = from_view("rollout", view, Settings(simulations=1, engine="native"), PlainRollout)
        worker = NativeWorker(task, (seed, 1))
        unseen = worker.unseen
        assert unseen is not None
        world = shapes.unflatten(view.game.POSITION_SHAPE, worker.search.world(0))
        assert world | {"hands": 0} == known | {"hands": 0}
        assert world["hands"][view.seat] == known["hands"][view.seat]
        for seat, size, excluded in zip(unseen.seats, unseen.sizes, unseen.excluded, strict=False):
            hand = world["hands"][seat]
            assert len(hand) == size
            assert not any(excluded >> card & 1 for card in hand)
        looked += 1
    assert looked > 10


@pytest.mark.native_smoke
def test_a_malformed_view_is_refused() -> None:
    _, state = searcher()
    view: Any = state.view(state.player)
    fields, unseen = view.game.position_fields, view.unseen()
    for given, cards, error in (
        (replace(view, dealer=9), unseen, Malformed),  # no such seat
        (replace(view, dealer="x"), unseen, TypeError),
        (replace(view, trick=3), unseen, TypeError),  # not a list
        (replace(view, totals=(1 << 40,) * 4), unseen, Malformed),  # no 32-bit integer
        (view, unseen._replace(cards=(64,)), Malformed),  # no such card
        (view, unseen._replace(sizes=(90, 90, 90, 90)), Malformed),  # too few cards
        (view, unseen._replace(sizes=()), Malformed),  # too few places
        (view, unseen._replace(excluded=(None,) * 4), TypeError),
    ):
        search: Any = searcher()[0]
        with pytest.raises(error):
            search.know(given, fields, cards)
    search = searcher()[0]
    with pytest.raises(Malformed):
        search.know(view, (("trick", (7, 0)),), unseen)  # no such shape


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
