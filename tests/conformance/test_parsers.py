"""Everything that reads what people or programs wrote: a value, or a named error, for any input.

Actions, deals, positions and options of every game found. Records, options and hands have tests of
their own in tests/core.
"""

import contextlib
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.errors import KibitzError
from tests.support.found import GAMES, choose, game_options, round_options

# Words that come close to what is meant, and anything at all.
NEAR = (
    "pass bid 8 bid_8 80S capot coinche doubt declare lay 7 0 AS 10H TD trump_S red white | -",
    "dealer turned seat SAKQJ HT2 D- C98 W3 R1 NS 13 99 -1 ♠ belote1 / , ; = ? {} [] null",
)
WORDS = st.lists(st.sampled_from(" ".join(NEAR).split()), max_size=14).map(" ".join)
TEXTS = st.one_of(st.text(max_size=80), WORDS)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)


@pytest.mark.parametrize("name", GAMES)
@given(text=TEXTS)
def test_actions(name: str, text: str) -> None:
    game = kibitz.game(name)
    try:
        action = game.parse_action(text)
    except KibitzError:
        return
    assert 0 <= action < game.num_actions
    assert game.parse_action(game.action_name(action)) == action


@pytest.mark.parametrize("name", GAMES)
@given(text=TEXTS)
def test_deals_as_text(name: str, text: str) -> None:
    state = kibitz.game(name).new(chance="explicit")
    try:
        state.apply_chance(text)
    except KibitzError:
        assert state.player == kibitz.CHANCE
        return
    assert state.player != kibitz.CHANCE


@pytest.mark.parametrize("name", GAMES)
@given(value=ANYTHING)
def test_anything_as_deal_position_action_and_seat(name: str, value: Any) -> None:
    game = kibitz.game(name)
    state = game.new(1)
    for take in (
        lambda: game.new(deal=value),
        lambda: game.new(position=value),
        lambda: state.copy().apply(value),
        lambda: state.view(value),
        lambda: game.replay(value),
        lambda: game.parse_action(value),
        lambda: game.parse_outcome(value),
        lambda: state.view(0).worlds(1, value) if not isinstance(value, int) else None,
    ):
        with contextlib.suppress(KibitzError):
            take()


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
@settings(max_examples=60)
def test_options(name: str, data: st.DataObject) -> None:
    spec = kibitz.games.find(name).OPTIONS
    chosen = data.draw(st.lists(st.sampled_from(sorted(spec)), max_size=3, unique=True))
    options: dict[str, Any] = {option: data.draw(ANYTHING) for option in chosen}
    try:
        game = kibitz.game(name, **options)
    except KibitzError:
        return
    assert game.new(1).legal()


def mutated(value: Any, rng: random.Random) -> Any:
    """A position with one thing changed somewhere inside."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(sorted(value))
        if rng.random() < 0.05:
            return {k: v for k, v in value.items() if k != key}
        return value | {key: mutated(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        copy = list(value)
        i = rng.randrange(len(copy))
        match rng.randrange(5):
            case 0:
                del copy[i]
            case 1:
                copy.append(copy[i])
            case _:
                copy[i] = mutated(copy[i], rng)
        return copy
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, -value, 0, 99, 2**33])
    return rng.choice([None, 0, -1, 1, "x", [], {}])


@pytest.mark.parametrize("name", GAMES)
def test_mutated_positions_are_refused_or_play_to_the_end(name: str) -> None:
    """What the check lets through must be the same game on both engines."""
    refused = 0
    for seed in range(150):
        rng = random.Random(seed)
        draw = game_options if rng.random() < 0.2 else round_options
        options = draw(name, rng)
        book = kibitz.game(name, engine="python", **options)
        state = book.new(seed)
        for _ in range(rng.randrange(40)):
            if not state.done:
                state.apply(choose(state, rng))
        position = mutated(state.position(), rng)
        try:
            one = book.new(5, position=position)
        except KibitzError:
            refused += 1
            with pytest.raises(KibitzError):
                kibitz.game(name, engine="native", **options).new(5, position=position)
            continue
        other = kibitz.game(name, engine="native", **options).new(5, position=position)
        for _ in range(60):
            assert one.position() == other.position()
            assert one.legal() == other.legal()
            if one.done:
                break
            action = choose(one, rng)
            one.apply(action)
            other.apply(action)
    assert refused > 50, "hardly anything was refused"
