"""Beliefs: the truth is never excluded, and evidence brings it nearer."""

from __future__ import annotations

import importlib
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import kibitz
from kibitz import bots
from kibitz.arena.game_corpus import write
from kibitz.arena.statistics import belief_quality
from kibitz.bots.simple import choose, choose_random
from kibitz.cli.app import build
from kibitz.core import engine
from kibitz.core.assign import count_assignments
from kibitz.core.errors import BadOption
from kibitz.core.rng import Stream
from kibitz.core.shape import unflatten
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games.belote.rules import BID
from kibitz.nets.net import softmax
from kibitz.search import locations
from kibitz.search.beliefs import (
    Belief,
    CallBelief,
    MixedCalls,
    NetBelief,
    PolicyBelief,
    TemperedNetBelief,
    pick,
    product,
)
from kibitz.search.ismcts import ismcts
from kibitz.search.location_belief import LocationBelief
from kibitz.search.native_searcher import NativeWorker
from kibitz.search.native_weights import weights_of
from kibitz.search.run import from_view
from kibitz.search.settings import Settings
from kibitz.search.tree import PlainTree
from tests.support.found import GAMES, replay_line, round_options

SOFT = [(game, name) for game in GAMES for name in belief_quality.names(game)[1:]]


def walk(name: str, games: int, views: int, first: int = 0) -> int:
    """Play games by chance and by rule; at some moments the truth must be possible and weighed."""
    models = [belief_quality.find(name, belief) for belief in belief_quality.names(name)[1:]]
    looked = 0
    for seed in range(first, first + games):
        rng = random.Random(seed)
        state = kibitz.game(name, **round_options(name, rng)).new(seed)
        stream = Stream(seed)
        rule = rng.choice((choose, choose_random))
        asks = {rng.randrange(60) for _ in range(views)}
        while not state.done:
            view = state.view(state.player)
            if len(state.actions) in asks:
                looked += 1
                assert belief_quality.allowed(view, state), replay_line(state)
                for model in models:
                    assert model is not None
                    assert model(view, state) > 0, replay_line(state)
            state.apply(rule(view, stream))
    return looked


@pytest.mark.parametrize("name", GAMES)
def test_the_truth_is_never_excluded(name: str) -> None:
    assert walk(name, 20, 3) > 10


def true_places_allowed(games: int, seed: int, folder: Path) -> int:
    """Whole games of native players: no true place of a hidden card may be excluded, ever."""
    pytest.importorskip("torch")
    from kibitz.learning.games.belote.belief_samples import Samples

    file = folder / f"{seed}.corpus"
    write(file, "belote", games, seed, bidders=["rule", "net"], players=["rule", "net"])
    samples = Samples([str(file)], "belief_play", 64)
    looked = 0
    for i in range(games):
        found = samples.of_game(samples.corpora[0], i, None)
        if found is None:
            continue
        rows, cards = np.nonzero(found.place >= 0)
        assert found.allowed[rows, cards, found.place[rows, cards]].all(), samples.corpora[0].seed(
            i
        )
        looked += len(found)
    return looked


@pytest.mark.skipif(engine.native() is None, reason="native players")
def test_no_true_place_is_excluded_in_games_of_native_players(tmp_path: Path) -> None:
    assert true_places_allowed(100, 7, tmp_path) > 1_000


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.skipif(engine.native() is None, reason="native players")
def test_no_true_place_is_excluded_in_100_000_games(tmp_path: Path) -> None:
    assert true_places_allowed(100_000, 8, tmp_path) > 1_000_000


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", GAMES)
def test_the_truth_is_never_excluded_in_very_many_games(name: str) -> None:
    assert walk(name, 20_000, 1, first=1_000) > 5_000


def table_of(game: str, belief: str, games: int, **options: Any) -> dict[str, float]:
    rules = kibitz.game(game, **options)
    found: dict[tuple[str, str], belief_quality.Step] = {}
    for seed in range(games):
        seats = [bots.bot(game, "rule" if game == "belote" else "sharp") for _ in range(4)]
        belief_quality.evaluate(rules, seats, [belief_quality.UNIFORM, belief], seed, 150, found)
    sums = {belief_quality.UNIFORM: 0.0, belief: 0.0}
    for (name, _), step in found.items():
        sums[name] += step.log_probability
        assert step.false == 0
    return sums


@pytest.mark.parametrize(
    ("game", "belief", "options"),
    [("belote", "bids", {}), ("ohhell", "bids", {"schedule": [9, 7]})],
)
def test_evidence_brings_the_truth_nearer(
    game: str, belief: str, options: dict[str, object]
) -> None:
    sums = table_of(game, belief, 3, **options)
    assert sums[belief] > sums[belief_quality.UNIFORM]


def test_drawn_worlds_fit_the_view_and_are_uniform() -> None:
    """By permutation where nothing is proved, natively in play, one by one otherwise."""
    state = kibitz.game("belote").new(3)
    stream, looked = Stream(3), set()
    while not state.done:
        view = state.view(state.player)
        unseen = view.unseen()
        assert unseen is not None
        real = np.array([[belief_quality.bits(h) for h in state.position()["hands"]]], np.uint64)
        worlds = belief_quality._drawn(view, unseen, stream, 400, real)
        whole = np.bitwise_or.reduce(worlds, axis=1)
        assert (whole == np.bitwise_or.reduce(real[0])).all()
        assert (worlds[:, view.seat] == real[0, view.seat]).all()
        for seat, size, lacks in zip(unseen.seats, unseen.sizes, unseen.excluded, strict=True):
            assert not (worlds[:, seat] & np.uint64(lacks)).any()
            assert {int(mask).bit_count() for mask in worlds[:, seat].tolist()} == {size}
        even = locations.within(np.ones((len(unseen.cards), 3)), unseen)
        chances = locations.chances(even, unseen.sizes)
        for row, card in zip(chances, unseen.cards, strict=True):
            for chance, seat in zip(row, unseen.seats, strict=True):
                share = float((worlds[:, seat] >> np.uint64(card) & np.uint64(1)).mean())
                assert abs(share - chance) < 0.13  # five standard deviations at most
        looked.add((view.phase, any(unseen.excluded)))
        state.apply(choose(view, stream))
    assert {("bid", False), ("play", True)} <= looked


def test_a_combined_belief_is_the_product_of_its_parts() -> None:
    """`all_net`: locations at its trust, times the likelihoods to its power, in every path."""
    belief = belief_quality.find("belote", "all_net")
    assert isinstance(belief, TemperedNetBelief)
    state, stream = kibitz.game("belote").new(11), Stream(11)
    while len(state.actions) < 16:
        state.apply(choose(state.view(state.player), stream))
    view = state.view(state.player)
    worlds = view.worlds(4, 6)
    plain = NetBelief(belief.net, belief.slip)
    expected = np.array([belief.places(view, w) * plain(view, w) ** belief.power for w in worlds])
    assert np.allclose([belief(view, world) for world in worlds], expected, rtol=1e-4)
    hands = [[belief_quality.bits(hand) for hand in w.position()["hands"]] for w in worlds]
    natively = weights_of(belief, view, np.array(hands, np.uint64))
    assert np.allclose(natively / natively[0], expected / expected[0], rtol=1e-3)
    assert 0 < belief.power < 1
    with pytest.raises(BadOption, match="power"):
        TemperedNetBelief(belief.net, belief.places, 0.0)


def after_calls(seed: int, cards: int = 0) -> State:
    """A deal of the rule player with a contract, and some cards played."""
    state = kibitz.game("belote").new(seed)
    seats = [bots.bot("belote", "rule") for _ in range(4)]
    for seat, bot in enumerate(seats):
        bot.start(state.game, seat, seed)
    while state.phase == "bid" or cards:
        cards -= state.phase == "play"
        state.apply(seats[state.player].choose(state.view(state.player)))
    return state


@pytest.mark.skipif(engine.native() is None, reason="native searches")
@pytest.mark.parametrize("cards", [0, 9])
def test_calls_weigh_worlds_and_cards_do_not(cards: int) -> None:
    """`call_net`: locations at its trust, times the chances of the others' calls to its power."""
    belief = belief_quality.find("belote", "call_net")
    assert isinstance(belief, CallBelief)
    state = after_calls(5, cards)
    view, calls = state.view(state.player), [a for a in state.actions if a >= BID]
    worlds = view.worlds(6, 5)
    expected = []
    for world in worlds:
        replay = state.game.rebuild(list(world.chance), [])
        likelihood = 1.0
        for call in calls:
            seen = replay.view(replay.player)
            if replay.player != view.seat and len(seen.legal_actions) > 1:
                logits = belief.net.forward(seen.encode("bid114")[None])["policy"]
                chance = softmax(logits, seen.mask()[None])[0][call]
                likelihood *= belief.slip / len(seen.legal_actions) + (1 - belief.slip) * chance
            replay.apply(call)
        expected.append(belief.places(view, world) * likelihood**belief.power)
    assert np.allclose([belief(view, world) for world in worlds], expected, rtol=1e-4)
    hands = [[belief_quality.bits(hand) for hand in w.position()["hands"]] for w in worlds]
    natively = weights_of(belief, view, np.array(hands, np.uint64))
    assert np.allclose(natively / natively[0], np.array(expected) / expected[0], rtol=1e-3)
    assert natively.max() > 1.01 * natively.min()


@pytest.mark.skipif(engine.native() is None, reason="native searches")
def test_models_of_calls_are_added_up() -> None:
    """`call_mix`: each model's likelihood of the auction alone, natively as in plain Python."""
    belief = belief_quality.find("belote", "call_mix")
    assert isinstance(belief, MixedCalls)
    state = after_calls(5, 9)
    view = state.view(state.player)
    worlds = view.worlds(6, 4)
    each = np.array([[part(view, world) for world in worlds] for _, part in belief.parts])
    sums = np.array([share for share, _ in belief.parts]) @ each
    expected = sums**belief.power * np.array([belief.places(view, world) for world in worlds])
    assert np.allclose([belief(view, world) for world in worlds], expected)
    hands = [[belief_quality.bits(hand) for hand in w.position()["hands"]] for w in worlds]
    natively = weights_of(belief, view, np.array(hands, np.uint64))
    assert np.allclose(natively / natively[0], expected / expected[0], rtol=1e-3)
    truth = [part(view, state) for _, part in belief.parts]
    assert truth[2] > 0.5, "the rule player made these calls"


@pytest.mark.skipif(engine.native() is None, reason="native searches")
def test_pimc_weighs_calls_once_for_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    belief = belief_quality.find("belote", "call_net")
    assert isinstance(belief, CallBelief)
    asked: list[int] = []
    module = importlib.import_module("kibitz.search.pimc")
    weigh = module.relative_to

    def counted(belief: CallBelief, view: View, hands: np.ndarray) -> Any:
        asked.append(len(hands))
        return weigh(belief, view, hands)

    monkeypatch.setattr(module, "relative_to", counted)
    state = after_calls(5)
    view = state.view(state.player)
    for worlds in (4, 100):
        found = module.pimc(view, worlds=worlds, beliefs=belief, agree=False)
        assert found.action in view.legal_actions
    assert asked == [belief.worlds, module.POOLED_DRAWS * 100]
    asked.clear()
    found = module.pimc(view, simulations=10 * len(view.legal_actions), beliefs=belief, agree=False)
    assert sum(asked) == module.PROPOSED_DRAWS * found.worlds, "no pool without a number of worlds"


@pytest.mark.skipif(engine.native() is None, reason="native searches")
def test_the_whole_deal_is_measured_exactly_for_locations() -> None:
    """With almost no power a belief that weighs worlds has the figure of its proposal."""
    state = after_calls(7, 6)
    view = state.view(state.player)
    unseen = view.unseen()
    assert unseen is not None
    found = belief_quality.find("belote", "call_net")
    assert isinstance(found, CallBelief)
    table = found.places.table(view, unseen)
    assert table is not None
    hands = [belief_quality.bits(hand) for hand in state.position()["hands"]]
    logs = locations.log_weights(table, unseen, np.array([hands], np.uint64))
    even = count_assignments(unseen.cards, unseen.sizes, unseen.excluded)
    total = locations.total(table, unseen.sizes)
    expected = (float(logs[0]) - np.log(total) + np.log(even)) / len(unseen.cards)
    weak = CallBelief(found.net, found.places, 1e-9, found.slip)
    table_of_steps: belief_quality.Steps = {}
    asked: dict[str, Belief | None]
    asked = {"places": found.places, "weak": weak, "call_net": found, "uniform": None}
    belief_quality._add_hands(view, unseen, state, asked, Stream(3), 300, table_of_steps)
    deal = {name: step.deal for (name, _), step in table_of_steps.items()}
    assert deal["places"] == pytest.approx(expected)
    assert deal["weak"] == pytest.approx(expected, abs=1e-6)
    assert deal["uniform"] == 0
    assert abs(deal["call_net"] - expected) > 1e-3


@pytest.mark.skipif(engine.native() is None, reason="native searches")
def test_a_prior_counts_in_a_search() -> None:
    """With almost no power, worlds of `all_net` come up as often as its locations say."""
    found = belief_quality.find("belote", "all_net")
    assert isinstance(found, TemperedNetBelief)
    belief = TemperedNetBelief(found.net, found.places, 1e-9, worlds=4000)
    state, stream = kibitz.game("belote").new(11), Stream(11)
    while len(state.actions) < 16:
        state.apply(choose(state.view(state.player), stream))
    view = state.view(state.player)
    unseen = view.unseen()
    assert unseen is not None
    settings = Settings(simulations=1, beliefs=belief, reward="margin", horizon="deal")
    task = from_view("ismcts", view, settings, PlainTree, NativeWorker)
    worker = NativeWorker(task, (5, 6))
    drawn = [worker.search.world(i) for i in range(1000)]
    table = belief.places.table(view, unseen)
    assert table is not None
    likely = locations.chances(table, unseen.sizes)
    counts = np.zeros_like(likely)
    for flat in drawn:
        hands = unflatten(view.game.POSITION_SHAPE, flat)["hands"]
        for place, seat in enumerate(unseen.seats):
            for card in hands[seat]:
                counts[unseen.cards.index(card), place] += 1
    assert np.abs(counts / len(drawn) - likely).max() < 0.08


def test_every_world_can_be_picked_and_likely_ones_are_picked_more_often() -> None:
    state = kibitz.game("ohhell", schedule=[3]).new(1)
    view = state.view(state.player)
    worlds = view.worlds(1, 3)
    rng = Stream(1)
    picked = [
        worlds.index(pick(view, worlds, lambda _, w: 1 + (w is worlds[0]), rng)) for _ in range(400)
    ]
    assert 150 < picked.count(0) < 250
    assert picked.count(1) > 50
    assert picked.count(2) > 50


def test_a_product_takes_all_evidence_together() -> None:
    state = kibitz.game("ohhell", schedule=[3]).new(1)
    view = state.view(state.player)
    assert product(lambda *_: 0.5, lambda *_: 0.1)(view, state) == pytest.approx(0.05)


def test_a_policy_that_others_follow_makes_their_world_likelier() -> None:
    game = kibitz.game("ohhell", players=3, schedule=[4])
    belief, nearer = PolicyBelief(choose), 0
    for seed in range(12):
        state = game.new(seed)
        while len(state.actions) < 9:
            state.apply(choose(state.view(state.player), Stream(len(state.actions))))
        view = state.view(state.player)
        worlds = view.worlds(seed, 12)
        mean = sum(belief(view, world) for world in worlds) / len(worlds)
        nearer += belief(view, state) >= mean
    assert nearer >= 8


@pytest.mark.parametrize(("game", "name"), SOFT)
def test_searchers_take_every_belief(game: str, name: str) -> None:
    state = kibitz.game(game).new(5)
    stream = Stream(5)
    while len(state.actions) < 6:
        state.apply(choose(state.view(state.player), stream))
    view = state.view(state.player)
    belief = belief_quality.find(game, name)
    settings = {"simulations": 30, "seed": 3, "beliefs": belief, "worlds": 4}
    found = ismcts(view, **settings)
    assert found.action in view.legal()
    # A network draws and weighs a sample of its own natively; one that locates cards draws a world
    # for every simulation.
    located = isinstance(belief, LocationBelief)
    assert found.worlds <= (30 if located else getattr(belief, "worlds", 4))
    assert ismcts(view, **settings).candidates == found.candidates


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(build(), ["beliefs", "eval", *words])
    return result.exit_code, result.stdout, result.stderr


def test_the_command_prints_every_step_for_every_belief() -> None:
    code, out, _ = run("belote", "-n", "1", "--worlds", "8", "--json")
    rows = json.loads(out)["rows"]
    assert code == 0
    assert {row["belief"] for row in rows} == set(belief_quality.names("belote"))
    assert {row["step"].split()[0] for row in rows} == {"bid", "trick"}
    assert all(row["false"] == 0 for row in rows)
    assert all(0 <= row["accuracy"] <= 1 and row["entropy"] >= 0 for row in rows)


def test_the_table_fits_eighty_columns() -> None:
    code, out, _ = run("ohhell", "-n", "1", "--worlds", "20", "-o", "schedule=[3]")
    assert code == 0
    assert "bid 1" in out
    assert "uniform" in out
    assert "…" not in out, "a column was cut off"
    assert "-0.00" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_an_unknown_belief_is_named() -> None:
    code, _, err = run("belote", "--belief", "psychic")
    assert code == 2
    assert "choose from uniform, bids" in err
