"""Random games that check the contract at every step: shared by conformance and soak."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.errors import IllegalAction, NotOver, StaleAction
from tests.support.found import choose, habit, replay_line


def walk(game: kibitz.Game, seed: int, rng: random.Random) -> kibitz.State:
    """One random game to its end, with every promise of the contract checked on the way."""
    state = game.new(seed)
    check = habit(game.name, "check")
    steps = 0
    try:
        while not state.done:
            assert steps < game.max_length, "longer than max_length"
            step(state, rng)
            if check:
                check(state)
            state.apply(choose(state, rng))
            steps += 1
        finish(state, rng)
        if check:
            check(state)
    except Exception:
        print(f"\nreplay: {replay_line(state)}")
        raise
    return state


def step(state: kibitz.State, rng: random.Random) -> None:
    game = state.game
    legal = state.legal()
    assert legal, "a player on turn has something to do"
    assert legal == sorted(set(legal))
    assert 0 <= state.player < game.players
    assert state.phase in game.PHASES
    assert len(state.scores()) == game.players
    # About six thorough looks at a game, however long it is.
    if rng.random() < min(0.1, 12 / game.max_length):
        assert np.flatnonzero(state.mask()).tolist() == legal
        check_refusals(state, legal, rng)
        check_copy(state, rng)
        check_names(state, rng)
        check_views(state, rng)
    if rng.random() < min(0.03, 3 / game.max_length):
        check_record(state)
        check_position(state)


def check_refusals(state: kibitz.State, legal: list[int], rng: random.Random) -> None:
    """An illegal action raises and changes nothing."""
    before = fingerprint(state)
    wrong = rng.randrange(state.game.num_actions)
    bad: list[Any] = [-1, state.game.num_actions, 2**70, "x", None, 1.5, True]
    for action in [*([wrong] if wrong not in legal else []), rng.choice(bad)]:
        with pytest.raises(IllegalAction):
            state.apply(action)
    with pytest.raises(NotOver):
        state.returns()
    assert fingerprint(state) == before


def check_copy(state: kibitz.State, rng: random.Random) -> None:
    """A copy goes its own way; with a new seed its coming chance is its own."""
    before = fingerprint(state)
    twin = state.copy()
    assert fingerprint(twin) == before
    twin.apply(rng.choice(twin.legal()))
    assert fingerprint(state) == before
    twin.undo()
    assert fingerprint(twin) == before
    fresh = state.copy(seed=rng.getrandbits(64))
    assert fresh.position() == state.position()
    assert fresh.next_random != state.next_random


def check_names(state: kibitz.State, rng: random.Random) -> None:
    game = state.game
    for action in rng.sample(state.legal(), min(5, len(state.legal()))):
        name = game.action_name(action)
        assert game.parse_action(name) == action
        assert game.parse_action(f" {name.upper()} ") == action
        assert game.parse_action(name.lower()) == action


def check_views(state: kibitz.State, rng: random.Random) -> None:
    """Views know their own legal actions, encode to the promised size, and print."""
    for seat in range(state.game.players):
        view = state.view(seat)
        assert view.legal() == (state.legal() if seat == state.player else [])
        assert (view.player, view.phase, view.done) == (state.player, state.phase, state.done)
        code = view.encode()
        assert code.shape == (state.game.observation_size,)
        assert code.dtype == np.float32
        assert np.isfinite(code).all()
        assert view.text()
        hash(repr(view))


def check_record(state: kibitz.State) -> None:
    """A record and its line replay to the same state, also in the middle."""
    for record in (state.record(), str(state.record()), json.loads(str(state.record()))):
        again = state.game.replay(record)
        assert fingerprint(again) == fingerprint(state)
        assert again.hash == state.hash
        assert again.events == state.events
    for outcome in state.chance:
        text = state.game.outcome_name(outcome)
        assert state.game.parse_outcome(text) == outcome


def check_position(state: kibitz.State) -> None:
    """A position starts the same game, and its record carries it."""
    again = state.game.new(7, position=state.position())
    assert again.position() == state.position()
    assert again.legal() == state.legal()
    assert (again.player, again.phase) == (state.player, state.phase)
    assert again.scores() == state.scores()
    assert state.game.replay(again.record()).hash == again.hash


def finish(state: kibitz.State, rng: random.Random) -> None:
    game = state.game
    assert state.player == kibitz.OVER
    assert state.legal() == []
    assert not state.mask().any()
    assert len(state.returns()) == game.players
    assert sum(state.outcome()) == pytest.approx(1)
    assert min(state.outcome()) >= 0
    check_end = habit(game.name, "check_end")
    if check_end:
        check_end(state)
    with pytest.raises(StaleAction):
        state.apply(0)
    if rng.random() < 0.3:
        check_record(state)
        check_views(state, rng)


def fingerprint(state: kibitz.State) -> tuple[Any, ...]:
    """Everything that a change would show in."""
    return (
        state.position(),
        state.actions,
        state.chance,
        state.legal(),
        state.player,
        state.phase,
        state.next_random,
        state.scores(),
        len(state.events),
    )
