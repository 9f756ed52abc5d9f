"""Sealed deals follow from 256 bits, can be verified by anyone, and old ones still open."""

import hashlib
import json
import random
from typing import Any

import pytest

import kibitz
from kibitz.advice.errors import BadLink
from kibitz.advice.explorer import Scene
from kibitz.core.draw import draw as draw_outcome
from kibitz.core.rng import Stream, mix
from kibitz.core.state import CHANCE
from kibitz.table import seal
from kibitz.table.projection import replayed
from tests.table.tables import begun, play

WIDE = 2**200 + 12345


def test_a_seed_is_too_wide_to_search() -> None:
    seeds = [seal.draw()[0] for _ in range(200)]
    assert max(seed.bit_length() for seed in seeds) > 250
    assert len({seed >> 192 for seed in seeds}) == 200, "every part of it is drawn"


def test_all_of_the_seed_decides() -> None:
    game = kibitz.game("belote")
    deals = [seal.deal(game, WIDE + (1 << bit)).chance for bit in range(256)]
    assert len({str(deal) for deal in deals}) == len(deals)


def test_the_cards_are_those_that_the_documentation_computes() -> None:
    """Dealer and whole deck by hand, as docs/security.md describes it."""
    words = (
        int.from_bytes(hashlib.sha256(f"chance:{WIDE}:0:{i}".encode()).digest()[:8], "big")
        for i in range(1, 100)
    )
    dealer = next(words) * 4 >> 64
    deck = list(range(32))
    for i in range(31, 0, -1):
        j = next(words) * (i + 1) >> 64
        deck[i], deck[j] = deck[j], deck[i]
    table = begun("belote", seed=WIDE)
    assert table.state is not None
    hands = [sorted(deck[8 * seat : 8 * seat + 8]) for seat in range(4)]
    assert table.state.chance == ({"hands": hands, "dealer": dealer},)


@pytest.mark.parametrize("game", kibitz.names())
def test_a_whole_sealed_game(game: str) -> None:
    table = play(begun(game, seed=WIDE), random.Random(game))
    state = table.state
    assert state is not None
    assert table.status == "over"
    line = str(state.record())
    assert json.loads(line)["seed"] is None
    assert kibitz.game(game).replay(line).hash == state.hash
    assert seal.follows(line, WIDE)
    assert not seal.follows(line, WIDE + 1)
    for ply in (0, table.ply // 2, table.ply):
        then = replayed(state, ply)
        assert then.actions == state.actions[:ply]
        assert then.player != CHANCE
        assert then.chance == state.chance[: len(then.chance)]
    python = seal.deal(kibitz.game(game, engine="python"), WIDE)
    for action in state.actions:
        python.apply(action)
        seal.resolve(python, WIDE)
    assert python.chance == state.chance


OPTIONS = [
    ("belote", {"match": True}),
    ("codepiece", {"match": True}),
    ("ohhell", {"players": 5}),
    ("qwixx", {"players": 3}),
    ("dubito", {"players": 6}),
]


@pytest.mark.parametrize(("game", "options"), OPTIONS, ids=[game for game, _ in OPTIONS])
def test_drawing_is_the_same_for_both_engines(game: str, options: dict[str, Any]) -> None:
    """From the streams of a plain seed `draw` deals what the engine itself deals."""
    rules, rng = kibitz.game(game, **options), random.Random(game)
    expected, state = rules.new(77), rules.new(chance="explicit")
    while not state.done and len(state.actions) < 600:
        if state.player == CHANCE:
            state.apply_chance(draw_outcome(state, Stream(mix(77, len(state.chance)))))
            continue
        action = rng.choice(state.legal())
        state.apply(action)
        expected.apply(action)
    if state.player != CHANCE:
        assert state.chance == expected.chance


def test_a_table_of_an_earlier_version_deals_the_cards_of_its_seed() -> None:
    table = begun("codepiece", seed=2**64 - 1)
    assert table.state is not None
    assert table.state.chance == kibitz.game("codepiece").new(2**64 - 1).chance
    over = play(table, random.Random(1))
    assert over.state is not None
    assert over.state.record()["seed"] == 2**64 - 1
    assert seal.follows(str(over.state.record()), over.seed)


def test_the_explorer_opens_a_sealed_game() -> None:
    over = play(begun("ohhell", seed=WIDE), random.Random(2))
    assert over.state is not None
    actions = list(over.state.actions[:30])
    scene = Scene.of({"game": "ohhell", "seed": str(WIDE), "actions": actions})
    assert scene.state().chance == replayed(over.state, 30).chance
    assert Scene.of(scene.as_dict()) == scene
    with pytest.raises(BadLink):
        Scene.of({"game": "ohhell", "seed": str(2**256)})
