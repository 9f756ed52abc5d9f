"""Weights of places: exact sums against enumeration, and worlds drawn in proportion."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

import kibitz
from kibitz.core import engine
from kibitz.core.assign import all_assignments
from kibitz.core.errors import BadModel, BadOption, Malformed
from kibitz.core.view import Unseen
from kibitz.nets.layers import Description
from kibitz.nets.net import Net
from kibitz.search import locations
from kibitz.search.games.belote import location_rows
from kibitz.search.ismcts import ismcts
from kibitz.search.location_belief import LocationBelief
from kibitz.search.native_weights import weights_of
from kibitz.search.pimc import pimc
from kibitz.search.rollout import rollout
from tests.support.found import replay_line


def exact(weights: np.ndarray, sizes: tuple[int, ...]) -> np.ndarray:
    """The probabilities by listing every assignment."""
    n = len(weights)
    found, total = np.zeros(weights.shape), 0.0
    for held in all_assignments(range(n), sizes, (0,) * len(sizes)):
        where = {card: place for place, cards in enumerate(held) for card in cards}
        weight = float(np.prod([weights[c, where[c]] for c in range(n)]))
        total += weight
        for card, place in where.items():
            found[card, place] += weight
    return found / total


@pytest.mark.parametrize("sizes", [(2, 2, 2), (3, 1, 2), (0, 3, 3), (2, 3, 0)])
def test_chances_are_those_of_all_worlds(sizes: tuple[int, int, int]) -> None:
    rng = np.random.default_rng(sum(sizes) + sizes[0])
    weights = rng.random((sum(sizes), 3))
    weights[0, 1] = 0.0  # excluded
    assert locations.chances(weights, sizes) == pytest.approx(exact(weights, sizes))


def test_weights_keep_what_is_excluded_at_zero() -> None:
    unseen = Unseen((0, 1, 2), (1, 2, 3), (1, 1, 1), (0b1, 0, 0))
    found = locations.within(np.full((3, 3), 0.5), unseen)
    assert found[0].tolist() == [0.0, 1.0, 1.0]
    assert found[1].tolist() == [1.0, 1.0, 1.0]


def biased_net(card: int, slot: int, logit: float = 9.0) -> Net:
    """A network that expects one card, by its canonical row, in one slot."""
    game = kibitz.game("belote")
    size = game.encoding_size("belief_play")
    about = Description(
        "belote", "belief_play", size, game.num_actions, (16,), ("locations",), cards=32, places=3
    )
    tensors = {name: np.zeros(shape, np.float32) for name, shape in about.shapes().items()}
    tensors["locations.bias"][3 * card + slot - 1] = logit
    return Net(about, tensors)


def at_the_first_trick(seed: int = 3) -> kibitz.State:
    game = kibitz.game("belote")
    state = game.new(seed)
    for call in ("80S", "pass", "pass", "pass"):
        state.apply(game.parse_action(call))
    return state


@pytest.mark.skipif(engine.native() is None, reason="draws natively")
def test_native_worlds_are_drawn_in_proportion() -> None:
    state = at_the_first_trick()
    view = state.view(state.player)
    unseen = view.unseen()
    assert unseen is not None
    rng = np.random.default_rng(1)
    weights = locations.within(rng.random((len(unseen.cards), 3)) ** 3 + 1e-3, unseen)
    native = engine.native()
    shell = view.shell()
    search = native.belote_pimc(world=shell, seed=5, seat=view.seat, reach=0)  # type: ignore[union-attr]
    search.add_world(shell)
    cards = sum(1 << card for card in unseen.cards)
    search.hide(cards, list(unseen.seats), list(unseen.sizes), [0, 0, 0])
    search.locate(weights.ravel().tolist())
    hands = np.empty((20_000, 4), np.uint64)
    search.hands(np.arange(20_000, dtype=np.uint64), hands)
    expected = locations.chances(weights, unseen.sizes)
    for i, card in enumerate(unseen.cards):
        for place, seat in enumerate(unseen.seats):
            share = (hands[:, seat] >> np.uint64(card) & np.uint64(1)).mean()
            assert share == pytest.approx(expected[i, place], abs=0.02)
    assert all((hands[:, s].astype(int) & hands[:, t].astype(int) == 0).all()
               for s, t in itertools.combinations(range(4), 2))  # fmt: skip


@pytest.mark.skipif(engine.native() is None, reason="draws natively")
def test_weights_that_do_not_fit_are_refused() -> None:
    state = at_the_first_trick()
    view = state.view(state.player)
    unseen = view.unseen()
    assert unseen is not None
    native = engine.native()
    shell = view.shell()
    search = native.belote_pimc(world=shell, seed=5, seat=view.seat, reach=0)  # type: ignore[union-attr]
    search.add_world(shell)
    with pytest.raises(Malformed, match="no hidden cards"):
        search.locate([1.0] * 72)
    cards = sum(1 << card for card in unseen.cards)
    search.hide(cards, list(unseen.seats), list(unseen.sizes), [0, 0, 0])
    with pytest.raises(Malformed, match="each card and place"):
        search.locate([1.0] * 71)
    with pytest.raises(Malformed, match="weight of a place"):
        search.locate([-1.0] * 72)
    with pytest.raises(Malformed, match="no assignment"):
        search.locate([1.0, 0.0, 0.0] * 24)


def test_a_network_moves_its_card_and_nothing_that_is_proved() -> None:
    state = at_the_first_trick()
    view = state.view(state.player)
    unseen = view.unseen()
    assert unseen is not None
    rows = location_rows(view)
    card = unseen.cards[5]
    for slot in (1, 2, 3):
        belief = LocationBelief(biased_net(rows[card], slot))
        table = belief.table(view, unseen)
        assert table is not None
        chances = locations.chances(table, unseen.sizes)
        place = unseen.seats.index((view.seat + slot) % 4)
        assert chances[5, place] > 0.99
        assert chances[4] == pytest.approx([1 / 3] * 3, abs=0.03)
        assert LocationBelief(biased_net(rows[card], slot), trust=0.0).table(view, unseen) == (
            pytest.approx(np.ones((24, 3)))
        )


def test_one_world_and_many_worlds_weigh_the_same() -> None:
    state = at_the_first_trick()
    view = state.view(state.player)
    worlds = view.worlds(7, 12)
    hands = np.array(
        [[sum(1 << c for c in hand) for hand in w.position()["hands"]] for w in worlds],
        dtype=np.uint64,
    )
    belief = LocationBelief(biased_net(3, 2, 1.5))
    one = np.array([belief(view, world) for world in worlds])
    many = weights_of(belief, view, hands)
    assert many == pytest.approx(one)
    parts = [weights_of(belief, view, hands[i : i + 3]) for i in range(0, 12, 3)]
    assert np.concatenate(parts) == pytest.approx(many), "comparable from call to call"
    assert (one > 0).all()
    assert len(Counter(np.round(one, 9).tolist())) == 2


@pytest.mark.parametrize("method", ["pimc", "ismcts", "rollout"])
def test_searchers_draw_from_it(method: str) -> None:
    state = at_the_first_trick()
    view = state.view(state.player)
    belief = LocationBelief(biased_net(3, 2))
    if method == "pimc":
        if engine.native() is None:
            pytest.skip("without the native engine pimc plays endgames only")
        found = pimc(view, worlds=8, seed=1, beliefs=belief)
    elif method == "ismcts":
        found = ismcts(view, simulations=60, seed=1, reward="points", beliefs=belief)
    else:
        found = rollout(view, simulations=60, seed=1, reward="points", beliefs=belief)
    assert found.action in view.legal_actions


def test_games_that_began_in_the_middle_stay_uniform() -> None:
    state = at_the_first_trick()
    begun = kibitz.game("belote").new(position=state.position())
    view = begun.view(begun.player)
    belief = LocationBelief(biased_net(3, 2))
    unseen = view.unseen()
    assert unseen is not None
    assert belief.table(view, unseen) is None, replay_line(begun)
    assert belief(view, begun) == 1.0


def test_bad_networks_and_numbers_are_refused() -> None:
    about = Description("belote", "belief_bid", 237, 75, (16,), ("policy",))
    tensors = {name: np.zeros(shape, np.float32) for name, shape in about.shapes().items()}
    with pytest.raises(BadModel, match="locations"):
        LocationBelief(Net(about, tensors))
    with pytest.raises(BadOption, match="trust"):
        LocationBelief(biased_net(0, 1), trust=1.5)


@pytest.mark.parametrize("sizes", [(2, 2, 2), (3, 1, 2), (0, 3, 3)])
def test_worlds_are_drawn_in_proportion_and_fill_every_place(sizes: tuple[int, int, int]) -> None:
    rng = np.random.default_rng(sum(sizes))
    weights = rng.random((sum(sizes), 3)) + 0.05
    weights[1, 2] = 0.0  # excluded
    places = locations.draw(weights, sizes, 20_000, rng)
    for place, size in enumerate(sizes):
        assert ((places == place).sum(axis=1) == size).all()
    found = np.stack([(places == place).mean(axis=0) for place in range(3)], axis=1)
    assert np.abs(found - exact(weights, sizes)).max() < 0.02
    listed = 0.0
    for held in all_assignments(range(len(weights)), sizes, (0, 0, 0)):
        where = [(card, place) for place, cards in enumerate(held) for card in cards]
        listed += float(np.prod([weights[card, place] for card, place in where]))
    assert locations.total(weights, sizes) == pytest.approx(listed)
