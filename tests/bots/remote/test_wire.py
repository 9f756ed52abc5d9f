"""Views as plain data: what comes out is what went in, with all that hangs on it."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.bots.remote import wire
from kibitz.core.rng import Stream
from tests.support.found import ENGINES, GAMES, choose, habit, replay_line, round_options


def sent(view: kibitz.View) -> tuple[str, kibitz.View]:
    """A view through JSON, and its text."""
    text = json.dumps([wire.write(view), wire.write_events(view.history)])
    fields, events = json.loads(text)
    return text, wire.read(view.game, fields, tuple(wire.read_events(events)))


def check(state: kibitz.State, seat: int, *, whole: bool) -> None:
    view = state.view(seat)
    _, other = sent(view)
    assert type(other) is type(view)
    assert repr(other) == repr(view), replay_line(state)
    assert other.history == view.history
    assert wire.plain(other.start) == wire.plain(view.start)
    hash(other.history)
    if whole:
        assert np.array_equal(other.encode(), view.encode()), replay_line(state)
        assert other.text() == view.text()
        ours, theirs = view.worlds(Stream(5), 1)[0], other.worlds(Stream(5), 1)[0]
        assert ours.record() == theirs.record(), replay_line(state)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_every_view_arrives(name: str, engine: str) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        state = kibitz.game(name, engine=engine, **round_options(name, rng)).new(seed)
        while not state.done:
            check(state, rng.randrange(state.game.players), whole=rng.random() < 0.1)
            state.apply(choose(state, rng))
        check(state, 0, whole=True)


@pytest.mark.parametrize("name", GAMES)
def test_views_of_games_from_positions(name: str) -> None:
    """`start` travels too: worlds of such games need it."""
    tiny: Any = habit(name, "tiny")
    for seed in range(20):
        rng = random.Random(seed)
        state = tiny(rng)
        state = state.game.new(seed, position=state.position()) if not state.done else state
        for seat in range(state.game.players):
            check(state, seat, whole=not state.done)
        if not state.done:
            state.apply(choose(state, rng))
            check(state, 0, whole=not state.done)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_sent_is_the_view_and_nothing_else(name: str) -> None:
    """Another world under the same view gives the same text."""
    for seed in range(5):
        rng = random.Random(seed)
        state = kibitz.game(name, **round_options(name, rng)).new(seed)
        for _ in range(rng.randrange(8)):
            if not state.done:
                state.apply(choose(state, rng))
        if state.done:
            continue
        view = state.view(state.player)
        (world,) = view.worlds(seed, 1)
        assert sent(world.view(state.player))[0] == sent(view)[0], replay_line(state)
