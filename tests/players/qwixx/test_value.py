"""Qwixx's network player: the same on both engines, exact in its answers, and strong."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from benchmarks.strength.qwixx_ladder import wins

import kibitz
from kibitz import bots
from kibitz.arena import match, native
from kibitz.bots.bot import RuleBot
from kibitz.core import engine
from kibitz.errors import BadOption, BadSpec, MissingModel
from kibitz.nets import qwixx_value, weights
from kibitz.nets.qwixx_value import QwixxValue
from kibitz.players.qwixx.value import ValueRule
from kibitz.search.ismcts import ismcts
from kibitz.search.rollout import rollout
from tests.support.found import replay_line

ORDERS = ("sequential", "simultaneous")


@pytest.mark.native_smoke
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_the_native_form_plays_the_same_games(order: str, players: int) -> None:
    rank = {3: "gaussian", 5: "both"}.get(players, "win")
    spec = bots.spec("qwixx", {"play": {"method": "value", "rank": rank}})
    assert spec.native is not None
    game = kibitz.game("qwixx", players=players, order=order, engine="native")
    seeds = range(4 if players < 3 else 1)
    fast = native.play_many(game, [spec.native], [[0] * players] * len(seeds), seeds, keep=True)
    for seed in seeds:
        slow = match.play(game, [spec.bot() for _ in range(players)], seed)
        assert fast.actions is not None
        assert fast.actions[seed] == slow.record["actions"], f"seed {seed}"


def test_without_the_native_engine_it_plays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = kibitz.game("qwixx", players=2, order="sequential", engine="python")
    first = match.play(game, [bots.bot("qwixx", "value") for _ in range(2)], 5)
    monkeypatch.setattr(engine, "native", lambda: None)
    rule = ValueRule(QwixxValue(qwixx_value.load().tensors))
    assert rule.net.native is None
    again = match.play(game, [RuleBot(rule) for _ in range(2)], 5)
    assert again.record["actions"] == first.record["actions"]


def test_a_lock_is_worth_what_the_best_answer_leaves() -> None:
    """What a move that ends the game is worth is found again by playing it, and every answer."""
    rule = ValueRule(qwixx_value.load())
    checked = 0
    for seed in range(40):
        state = kibitz.game("qwixx", players=2, order="sequential").new(seed)
        rng = random.Random(seed)
        while not state.done:
            if state.phase == "white":
                seat = state.player
                _, rated = rule.rated(state.view(seat))
                for move, rating in rated:
                    after = state.copy()
                    after.apply(move.white)
                    after.apply(move.colour)
                    if not move.locks and move.strikes < 4:
                        continue
                    ends = []
                    for answer in after.legal():
                        end = after.copy()
                        end.apply(answer)
                        ends.append(rule.value(end)[seat])
                    assert rating == pytest.approx(min(ends), abs=1e-12), replay_line(state)
                    checked += 1
            state.apply(rng.choice(state.legal()))
    assert checked > 20


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("players", [1, 2, 4])
def test_moves_are_worth_the_position_that_was_foreseen(order: str, players: int) -> None:
    """In the colour step of `simultaneous`, and in the solo game, nothing is left to foresee."""
    rule = ValueRule(qwixx_value.load())
    state = kibitz.game("qwixx", players=players, order=order).new(7)
    rng = random.Random(7)
    checked = 0
    while not state.done:
        alone = players == 1 and state.phase == "white"
        if alone or (order == "simultaneous" and state.phase == "colour"):
            seat = state.player
            for move, rating in rule.rated(state.view(seat))[1]:
                after = state.copy()
                if alone:
                    after.apply(move.white)
                if not after.done:
                    after.apply(move.colour)
                assert rating == pytest.approx(rule.value(after)[seat], abs=1e-12)
                checked += 1
        state.apply(rng.choice(state.legal()))
    assert checked > 20 or (players > 1 and order == "sequential")


def test_what_is_pending_does_not_matter() -> None:
    """In the order simultaneous a seat decides the same whatever the others have decided."""
    rule = ValueRule(qwixx_value.load())
    state = kibitz.game("qwixx", players=3).new(3)
    rng, compared = random.Random(3), 0
    while not state.done:
        if state.phase == "white" and state.player == (state.view(0).active + 1) % 3:
            mine = rule.rated(state.view(state.player))[1]
            for world in state.view(state.player).worlds(kibitz.Stream(1), 3):
                assert rule.rated(world.view(state.player))[1] == mine
                compared += 1
        state.apply(rng.choice(state.legal()))
    assert compared > 10


@pytest.mark.parametrize("method", [rollout, ismcts])
@pytest.mark.parametrize("order", ORDERS)
def test_rollouts_that_stop_are_the_same_on_both_engines(order: str, method: type) -> None:
    rule = ValueRule(qwixx_value.load())
    numbers = bots.spec("qwixx", "value").native.parameters  # type: ignore[union-attr]
    state = kibitz.game("qwixx", players=2, order=order).new(2)
    rng = random.Random(2)
    compared = 0
    while not state.done and compared < 8:
        if len(state.legal()) > 1 and rng.random() < 0.3:
            wanted = {"simulations": 10, "worlds": 3, "worlds_native": False, "turns": 2, "seed": 1}
            view = state.view(state.player)
            twin = method(view, policy="value", policy_numbers=numbers, **wanted)
            book = method(view, policy=rule, **wanted)
            assert (twin.engine, book.engine) == ("native", "python")
            assert [(c.action, c.visits) for c in twin.candidates] == [
                (c.action, c.visits) for c in book.candidates
            ], replay_line(state)
            for a, b in zip(twin.candidates, book.candidates, strict=True):
                assert a.value == pytest.approx(b.value, abs=1e-9), replay_line(state)
            compared += 1
        state.apply(rng.choice(state.legal()))
    assert compared >= 5


def test_it_explains_its_choice() -> None:
    game = kibitz.game("qwixx", players=2)
    state, bot = game.new(1), bots.bot("qwixx", "value")
    bot.start(game, 0, 1)
    action = bot.choose(state.view(0))
    rating = bot.explain()["moves"]
    assert [row["value"] for row in rating] == sorted((r["value"] for r in rating), reverse=True)
    assert rating[0]["white"] == game.action_name(action)


def test_a_network_of_ones_own(tmp_path: Path) -> None:
    tensors = {name: np.zeros(shape, np.float32) for name, shape in qwixx_value.SHAPES.items()}
    file = tmp_path / "mine.safetensors"
    weights.write(file, tensors, {})
    spec = tmp_path / "mine.toml"
    spec.write_text('[play]\nmethod = "value"\nmodel = "mine.safetensors"\n')
    mine = bots.spec("qwixx", spec)
    assert mine.hash != bots.spec("qwixx", "value").hash
    game = kibitz.game("qwixx", players=2)
    bot = mine.bot()
    bot.start(game, 0, 1)
    assert bot.choose(game.new(1).view(0)) == 0  # all are equal to it: the first
    file.write_bytes(b"no weights")
    with pytest.raises(BadSpec, match="is not a weights file"):
        bots.spec("qwixx", spec)
    file.unlink()
    with pytest.raises(MissingModel):
        bots.spec("qwixx", spec)


def test_turns_count_where_positions_are_valued_as_shares_of_the_win() -> None:
    def turns(**play: object) -> object:
        return (
            bots.spec("qwixx", {"play": {"method": "rollout", **play}}).content["play"].get("turns")
        )

    assert turns() == 1
    assert turns(turns=3) == 3
    assert turns(policy="ga") is turns(policy="random") is turns(reward="margin") is None
    with pytest.raises(BadSpec, match="turns need a policy that values positions"):
        turns(policy="ga", turns=2)
    with pytest.raises(BadSpec, match="turns need reward"):
        turns(reward="margin", turns=2)
    view = kibitz.game("qwixx").new(1).view(0)
    with pytest.raises(BadOption, match="turns need reward"):
        rollout(view, simulations=5, reward="margin", turns=1)
    with pytest.raises(BadOption, match="turns must be from 1"):
        rollout(view, simulations=5, turns=0)


def test_measured_shares_stand() -> None:
    """Outright wins, two players; measured with benchmarks/strength/qwixx_champion.py."""
    found = wins("value", "published", 3000, first=770_000)
    assert abs(found.wins - 0.628) < 3.5 * found.error + 0.001, f"{found}"
