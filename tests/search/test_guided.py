"""A network in a search: one algorithm on both engines, honest, and with a typed handle."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from kibitz import bots, games
from kibitz.errors import BadOption, BadSpec
from kibitz.nets.layers import Description
from kibitz.nets.net import Net
from kibitz.search.beliefs import NetBelief, WorldBuilder
from kibitz.search.ismcts import ismcts
from kibitz.search.native_searcher import NativeWorker, deal_so_far
from kibitz.search.rollout import rollout
from kibitz.search.run import from_view
from kibitz.search.settings import Settings
from kibitz.search.tree import PlainTree
from tests.search.twins import decision, numbers
from tests.support.found import GAMES, replay_line

SMALL = {"simulations": 25, "worlds": 5, "worlds_native": False}
ENCODINGS = [(game, name) for game in sorted(GAMES) for name in games.find(game).ENCODINGS]
CARDS = [game for game in sorted(GAMES) if game in ("belote", "codepiece", "ohhell")]


def network(game: str, encoding: str | None = None, seed: int = 1) -> Net:
    """A small network with random weights, which has opinions."""
    rules = games.find(game)
    name = encoding or next(iter(rules.ENCODINGS))
    about = Description(
        game, name, inputs=rules.ENCODINGS[name].size, actions=rules.num_actions, trunk=(16,)
    )
    rng = np.random.default_rng(seed)
    shapes = about.shapes().items()
    tensors = {key: rng.normal(0, 0.5, shape).astype(np.float32) for key, shape in shapes}
    return Net(about, tensors)


@pytest.mark.parametrize(("name", "encoding"), ENCODINGS)
def test_both_engines_search_alike(name: str, encoding: str) -> None:
    net, compared = network(name, encoding), 0
    for seed in range(4):
        state = decision(name, seed)
        if state is None:
            continue
        view = state.view(state.player)
        for more in (
            {
                "prior": "net",
                "value": "net",
                "reward": "margin",
                "value_unit": 3.0,
                "horizon": "deal",
            },
            {"prior": "net", "reward": "points", "horizon": "deal"},
            {"value": "net", "reward": "outcome"},
        ):
            twin = ismcts(view, seed=seed, net=net, **SMALL, **more)
            book = ismcts(view, seed=seed, net=net, engine="python", **SMALL, **more)
            assert (twin.engine, book.engine) == ("native", "python")
            assert numbers(twin) == numbers(book), (more, replay_line(state))
        compared += 1
    assert compared


@pytest.mark.parametrize("name", sorted(GAMES))
def test_both_engines_roll_out_alike(name: str) -> None:
    net, compared = network(name), 0
    for seed in range(4):
        state = decision(name, seed)
        if state is None:
            continue
        view = state.view(state.player)
        wanted = {"simulations": 8, "worlds": 3, "worlds_native": False, "horizon": "deal"}
        for method in (ismcts, rollout):
            more = {"policy": "net", "net": net, "reward": "points", "temperature": 0.5}
            twin = method(view, seed=seed, **wanted, **more)
            book = method(view, seed=seed, engine="python", **wanted, **more)
            assert numbers(twin) == numbers(book), replay_line(state)
        compared += 1
    assert compared


@pytest.mark.parametrize("name", CARDS)
def test_a_tree_over_native_worlds_knows_the_history(name: str) -> None:
    """The track comes from the deal so far: the root's prior is the network's own policy."""
    net, compared = network(name, list(games.find(name).ENCODINGS)[-1]), 0
    for seed in range(6):
        state = decision(name, seed)
        if state is None:
            continue
        view = state.view(state.player)
        assert deal_so_far(view, view.unseen()) is not None
        # With no value and much exploration, visits follow the prior.
        found = ismcts(
            view, simulations=400, seed=1, net=net, prior="net", value="net", value_unit=0.0,
            reward="points", horizon="deal", exploration=100.0,
        )  # fmt: skip
        x = view.encode(net.description.encoding)[None]
        wanted = net.policy(x, view.mask()[None])[0]
        for candidate in found.candidates:
            assert abs(candidate.visits / 400 - wanted[candidate.action]) < 0.06
        compared += 1
    assert compared


@pytest.mark.parametrize("name", CARDS)
def test_worlds_are_weighed_as_in_python(name: str) -> None:
    net, compared = network(name), 0
    belief = NetBelief(net, slip=0.2, worlds=40)
    for seed in range(8):
        state = decision(name, seed)
        if state is None:
            continue
        view = state.view(state.player)
        deal = deal_so_far(view, view.unseen())
        if deal is None or len(deal.actions) < 3:
            continue

        settings = Settings(simulations=10, beliefs=belief)
        worker = from_view("ismcts", view, settings, PlainTree)
        searched = worker.worker(worker, (5, 6))
        assert isinstance(searched, NativeWorker)
        # Long runs draw every world as often as its weight says.
        build, seen = WorldBuilder(view), dict[tuple[int, ...], int]()
        for i in range(2000):
            flat = searched.search.world(i)
            world = state.game._blank()
            world._load_flat(flat)
            hands = tuple(sum(1 << c for c in hand) for hand in world.position()["hands"])
            seen[hands] = seen.get(hands, 0) + 1
        weights = {hands: belief(view, build(hands)) for hands in seen}
        total = sum(weights.values())
        # Worlds may be drawn more than once among the 40, so compare per single draw.
        off = [abs(n / 2000 - weights[h] / total) for h, n in seen.items() if n / 2000 > 0.02]
        assert off
        assert max(off) < 0.06, replay_line(state)
        compared += 1
    assert compared


def test_search_with_a_network_does_not_see_hidden_cards() -> None:
    net = network("ohhell", "v2")
    state = kibitz.game("ohhell", schedule=[5]).new(seed=3)
    for _ in range(7):
        state.apply(state.legal()[-1])
    view = state.view(state.player)
    settings = {
        "simulations": 60, "seed": 1, "net": net, "prior": "net", "value": "net",
        "reward": "margin", "horizon": "deal", "beliefs": NetBelief(net, worlds=20),
    }  # fmt: skip
    found = ismcts(view, **settings)
    for world in view.worlds(4, 3):
        assert numbers(ismcts(world.view(view.seat), **settings)) == numbers(found)


def test_settings_of_a_network_are_checked() -> None:
    view = kibitz.game("ohhell", schedule=[3]).new(seed=1).view(0)
    state = kibitz.game("ohhell", schedule=[3]).new(seed=1)
    view = state.view(state.player)
    net = network("ohhell")
    for wrong in (
        {"prior": "net"},
        {"policy": "net"},
        {"prior": "oracle", "net": net},
        {"policy": "net", "net": net, "temperature": 0},
        {"value": "net", "net": net, "reward": "soft"},
    ):
        with pytest.raises(BadOption):
            ismcts(view, simulations=5, **wrong)


def test_specs_name_networks_and_hash_them() -> None:
    plain = bots.spec("ohhell", {"play": {"method": "ismcts", "simulations": 10}})
    net = {"method": "ismcts", "simulations": 10, "prior": "net"}
    guided = bots.spec("ohhell", {"play": net})
    assert guided.content["play"]["model"].startswith("sha256:")
    assert "model" not in plain.content["play"]
    assert plain.hash != guided.hash
    inferred = bots.spec("ohhell", {"play": net, "belief": {"method": "net", "slip": 0.2}})
    assert inferred.content["belief"]["slip"] == 0.2
    game = kibitz.game("ohhell", schedule=[3])
    seated = [inferred.bot(), *(bots.bot("ohhell", "random") for _ in range(3))]
    assert kibitz.play(game, seated, seed=1).returns
    for wrong in (
        {"method": "ismcts", "model": "ohhell_net.safetensors"},
        {"method": "ismcts", "value": "net"},  # its reward is margin
        {"method": "rollout", "temperature": 0.5},
        {"method": "rollout", "prior": "net"},
    ):
        with pytest.raises(BadSpec):
            bots.spec("ohhell", {"play": wrong})
