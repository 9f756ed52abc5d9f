"""Records: what is malformed in any way is refused by name; what is right replays."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.core.record import LINE_LENGTH_MAX, fold, parse
from kibitz.core.rng import finalise
from kibitz.errors import BadRecord, BadSeed
from tests.support.found import ENGINES

OPTIONS: dict[str, Any] = {"players": 3, "schedule": [1, 2]}


def game(engine: str = "python") -> kibitz.Game:
    return kibitz.game("ohhell", engine=engine, **OPTIONS)


def finished(engine: str = "python") -> kibitz.State:
    state = game(engine).new(seed=5)
    while not state.done:
        state.apply(state.legal()[0])
    return state


RECORD = finished().record()


def test_the_form() -> None:
    line = str(RECORD)
    assert line.startswith(
        '{"kibitz":1,"game":"ohhell","rules":1,"options":{"players":3,"schedule":[1,2]},"seed":5,'
    )
    assert "\n" not in line
    assert list(RECORD) == [
        *("kibitz", "game", "rules", "options", "seed", "chance", "actions", "returns")
    ]
    assert json.loads(line) == RECORD


@pytest.mark.parametrize("engine", ENGINES)
def test_replay(engine: str) -> None:
    state = finished(engine)
    for record in (RECORD, str(RECORD), str(RECORD).encode(), json.loads(str(RECORD))):
        again = game(engine).replay(record)
        assert again.hash == state.hash
        assert again.record() == RECORD
    assert game(engine).replay(RECORD | {"seed": None}).returns() == state.returns()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_game_under_way_goes_on(engine: str) -> None:
    state = game(engine).new(seed=5)
    for _ in range(4):
        state.apply(state.legal()[0])
    assert state.record()["returns"] is None
    again = game(engine).replay(str(state.record()))
    while not again.done:
        again.apply(again.legal()[0])
    assert again.record() == RECORD  # the seed determines the second round too


@pytest.mark.parametrize("engine", ENGINES)
def test_a_record_without_seed_stops_at_chance_or_takes_a_new_seed(engine: str) -> None:
    blank = game(engine).new(chance="explicit")
    assert game(engine).replay(blank.record()).player == kibitz.CHANCE
    assert game(engine).replay(blank.record(), seed=5).record()["seed"] is None
    assert game(engine).replay(blank.record(), seed=5).chance == (RECORD["chance"][0],)
    with pytest.raises(BadSeed):
        game(engine).replay(blank.record(), seed=-1)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_handed_out_is_not_the_state_itself(engine: str) -> None:
    state = finished(engine)
    before = state.hash
    record = state.record()
    record["chance"][0]["hands"][0].append(51)
    state.chance[0]["hands"].clear()
    assert state.hash == before
    assert state.record() == RECORD
    begun = game(engine).new(position=game(engine).new(seed=5).position(), chance="explicit")
    before = begun.hash
    begun.record()["position"]["hands"][0].append(51)
    assert begun.start is not None
    begun.start["hands"].clear()
    view_start: Any = begun.view(0).start
    view_start["played"][0].append(51)
    assert begun.hash == before


def change(**what: Any) -> dict[str, Any]:
    return dict(RECORD) | what


def without(key: str) -> dict[str, Any]:
    return {k: v for k, v in RECORD.items() if k != key}


def deal(**what: Any) -> dict[str, Any]:
    return change(seed=None, chance=[RECORD["chance"][0] | what, RECORD["chance"][1]])


ACTIONS = RECORD["actions"]
MALFORMED: dict[str, Any] = {
    "empty line": "",
    "no JSON": "{",
    "bytes that are no text": b"\xff\xfe\x00",
    "a list": [],
    "a list as text": "[]",
    "a number": "1",
    "null": "null",
    "none": None,
    "deep nesting": "[" * 100_000,
    "a number of many digits": '{"kibitz":' + "1" * 5000 + "}",
    "too long": " " * (LINE_LENGTH_MAX + 1),
    "nothing in it": {},
    **{f"without {key}": without(key) for key in RECORD},
    "unknown key": change(colour="red"),
    "key that is no text": dict(RECORD) | {5: 1},
    "format 2": change(kibitz=2),
    "format true": change(kibitz=True),
    "format 1.0": change(kibitz=1.0),
    "format text": change(kibitz="1"),
    "other game": change(game="whist"),
    "game no text": change(game=5),
    "other rules": change(rules=2),
    "rules no number": change(rules=True),
    "other options": change(options={"players": 3}),
    "options as fractions": change(options={"players": 3.0, "schedule": [1, 2]}),
    "options in full": change(options=OPTIONS | {"hook": True}),
    "options out of range": change(options=OPTIONS | {"players": 9}),
    "unknown option": change(options=OPTIONS | {"colour": 1}),
    "options no mapping": change(options=[]),
    "options none": change(options=None),
    "other seed": change(seed=6),
    "seed no number": change(seed="5"),
    "seed negative": change(seed=-5),
    "seed huge": change(seed=10**5000),
    "seed true": change(seed=True),
    "chance none": change(chance=None),
    "chance mapping": change(chance={}),
    "chance missing": change(chance=[], seed=None),
    "chance cut": change(chance=RECORD["chance"][:1], seed=None),
    "chance too long": change(chance=[*RECORD["chance"], RECORD["chance"][0]], seed=None),
    "chance of nulls": change(chance=[None, None], seed=None),
    "chance of numbers": change(chance=[1, 2], seed=None),
    "chance of texts": change(chance=["x", "y"], seed=None),
    "chance not of the seed": deal(dealer=(RECORD["chance"][0]["dealer"] + 1) % 3) | {"seed": 5},
    "a card twice": deal(hands=[[1], [1], [2]]),
    "a hand too many": deal(hands=[[1], [2], [3], [4]]),
    "no dealer": {**deal(), "chance": [{"hands": [[1], [2], [3]], "turned": 4}]},
    "actions none": change(actions=None),
    "actions text": change(actions="1"),
    "actions cut": change(actions=ACTIONS[:-1]),
    "actions cut before the second deal": change(actions=ACTIONS[:3], returns=None),
    "actions too long": change(actions=[*ACTIONS, 0]),
    "an illegal action": change(actions=[51, *ACTIONS[1:]]),
    "an action out of range": change(actions=[65, *ACTIONS[1:]]),
    "an action far out of range": change(actions=[10**5000, *ACTIONS[1:]]),
    "an action that is a fraction": change(actions=[52.0, *ACTIONS[1:]]),
    "an action that is true": change(actions=[True, *ACTIONS[1:]]),
    "an action that is text": change(actions=["52", *ACTIONS[1:]]),
    "returns missing at the end": change(returns=None),
    "other returns": change(returns=[0, 0, 1]),
    "returns of another number": change(returns=RECORD["returns"][:-1]),
    "returns text": change(returns="10"),
    "returns of texts": change(returns=["1", "2", "3"]),
    "returns of truths": change(returns=[True, False, True]),
    "a position that is none": change(position=5),
    "a position and a seed": change(position=finished().position()),
    "an impossible position": change(position={}, seed=None, chance=[], actions=[], returns=None),
}


@pytest.mark.parametrize("record", MALFORMED.values(), ids=MALFORMED)
def test_malformed(record: Any) -> None:
    for engine in ENGINES:
        with pytest.raises(BadRecord):
            game(engine).replay(record)


def test_actions_cut_is_a_game_under_way() -> None:
    """A cut record is whole again where it says that the game is unfinished and its chance fits."""
    first = change(actions=ACTIONS[:3], chance=RECORD["chance"][:1], returns=None)
    assert game().replay(first).actions == tuple(ACTIONS[:3])


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*RECORD, "position"]), anything, min_size=1))
def test_any_change_replays_or_is_refused_by_name(changes: dict[str, Any]) -> None:
    try:
        state = game().replay(dict(RECORD) | changes)
    except BadRecord:
        return
    assert state.actions == tuple(ACTIONS)


@given(anything)
def test_anything_is_a_record_or_refused_by_name(value: Any) -> None:
    for form in (value, json.dumps(value)):
        with pytest.raises(BadRecord):
            parse(form)


@settings(max_examples=200)
@given(st.data())
def test_a_damaged_line_is_refused_or_means_the_same(data: st.DataObject) -> None:
    line = bytearray(str(RECORD).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        where = data.draw(st.integers(0, len(line) - 1))
        line[where] = data.draw(st.integers(0, 255))
    try:
        state = game().replay(bytes(line))
    except BadRecord:
        return
    assert state.returns() == RECORD["returns"]


def test_fold_by_hand() -> None:
    assert fold(7, []) == 7
    assert fold(7, [3]) == finalise(7 ^ 4)
    assert fold(7, [3, -1]) == finalise(finalise(7 ^ 4) ^ 0)
    assert fold(0, [1, 2]) != fold(0, [2, 1])


@pytest.mark.parametrize(
    "other",
    [
        lambda: game().new(seed=6),
        lambda: kibitz.game("ohhell", **OPTIONS, hook=False).new(seed=5),
        lambda: game().new(position=game().new(seed=5).position()),
    ],
    ids=["seed", "options", "position"],
)
def test_the_hash_names_the_history(other: Callable[[], kibitz.State]) -> None:
    state = game().new(seed=5)
    assert state.hash == game("native").new(seed=5).hash
    assert other().hash != state.hash
    before = state.hash
    state.apply(52)
    assert state.hash != before
    state.undo()
    assert state.hash == before


def test_a_seed_that_was_drawn_stands_in_the_record() -> None:
    game = kibitz.game("ohhell", schedule=[2, 2])
    state = game.new()
    assert state.record()["seed"] == state.seed
    assert game.replay(state.record()).next_random == state.next_random
    assert game.new(deal=state.chance[0]).record()["seed"] is None
