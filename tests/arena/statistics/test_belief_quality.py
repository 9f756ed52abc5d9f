"""Beliefs: the truth is never excluded, and evidence brings it nearer."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from typer.testing import CliRunner

import kibitz
from kibitz import bots
from kibitz.arena.statistics import belief_quality
from kibitz.bots.simple import choose, choose_random
from kibitz.cli.app import build
from kibitz.core.rng import Stream
from kibitz.search.beliefs import PolicyBelief, pick, product
from kibitz.search.ismcts import ismcts
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
    assert walk(name, 12, 2) > 10


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
    # A network draws and weighs a sample of its own natively.
    assert found.worlds <= getattr(belief, "worlds", 4)
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
    code, out, _ = run("ohhell", "-n", "1", "--worlds", "4", "-o", "schedule=[3]")
    assert code == 0
    assert "bid 1" in out
    assert "uniform" in out
    assert "…" not in out, "a column was cut off"
    assert max(map(len, out.splitlines())) <= 80


def test_an_unknown_belief_is_named() -> None:
    code, _, err = run("belote", "--belief", "psychic")
    assert code == 2
    assert "choose from uniform, bids" in err
