"""Shapes: every fault is named with its place, and flat lists come back as they went."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.shape import check, flatten, maybe, one_of, unflatten
from kibitz.errors import BadDeal, BadPosition

SHAPE = {
    "n": int,
    "on": bool,
    "word": one_of("a", "b"),
    "perhaps": maybe(int),
    "lists": [[int]],
    "inner": {"x": int, "y": [maybe(bool)]},
}
VALUE = {
    "n": -3,
    "on": True,
    "word": "b",
    "perhaps": None,
    "lists": [[1, 2], [], [3]],
    "inner": {"x": 0, "y": [None, False]},
}
FLAT = [-3, 1, 1, 0, 3, 2, 1, 2, 0, 1, 3, 0, 2, 0, 1, 0]


def test_flat_by_hand() -> None:
    assert flatten(SHAPE, VALUE) == FLAT
    assert unflatten(SHAPE, FLAT) == VALUE
    assert unflatten(SHAPE, [*FLAT[:3], 1, 7, *FLAT[4:]])["perhaps"] == 7


def test_a_flat_list_must_end_where_its_shape_does() -> None:
    with pytest.raises(AssertionError):
        unflatten([int], [1, 2, 3])


numbers = st.integers(-(2**31), 2**31 - 1)
values = st.fixed_dictionaries(
    {
        "n": numbers,
        "on": st.booleans(),
        "word": st.sampled_from(["a", "b"]),
        "perhaps": st.none() | numbers,
        "lists": st.lists(st.lists(numbers)),
        "inner": st.fixed_dictionaries({"x": numbers, "y": st.lists(st.none() | st.booleans())}),
    }
)


@given(values)
def test_round_trip(value: dict[str, Any]) -> None:
    checked = check(SHAPE, value, "it", BadDeal)
    assert checked == value
    assert unflatten(SHAPE, flatten(SHAPE, checked)) == value


def test_what_comes_out_is_plain_and_new() -> None:
    given_value = VALUE | {"n": np.int64(4), "lists": (np.array([1, 2]), ()), "on": 1}
    checked = check(SHAPE, given_value, "it", BadDeal)
    assert checked == VALUE | {"n": 4, "lists": [[1, 2], []]}
    assert type(checked["n"]) is int
    assert checked["on"] is True
    assert type(checked["lists"][0]) is list
    assert check(SHAPE, VALUE, "it", BadDeal)["inner"] is not VALUE["inner"]


def test_a_value_that_may_be_missing_may_be_left_out() -> None:
    short = {key: value for key, value in VALUE.items() if key != "perhaps"}
    assert check(SHAPE, short, "it", BadDeal) == VALUE


FAULTS = [
    ({"n": 1.0}, "it.n must be a whole number"),
    ({"n": True}, "it.n must be a whole number"),
    ({"n": "1"}, "it.n must be a whole number"),
    ({"n": None}, "it.n must be a whole number"),
    ({"n": 2**31}, "it.n is out of range"),
    ({"n": 10**5000}, "it.n is out of range"),
    ({"on": 2}, "it.on must be true or false"),
    ({"on": 1.0}, "it.on must be true or false"),
    ({"on": np.array([1, 0])}, "it.on must be true or false"),
    ({"word": "c"}, "it.word must be one of a, b"),
    ({"word": ["a"]}, "it.word must be one of a, b"),
    ({"word": np.array(["a", "b"])}, "it.word must be one of a, b"),
    ({"lists": 3}, "it.lists must be a list"),
    ({"lists": "12"}, "it.lists must be a list"),
    ({"lists": {}}, "it.lists must be a list"),
    ({"lists": list}, "it.lists must be a list"),
    ({"lists": [[1], 2]}, r"it.lists\[1\] must be a list"),
    ({"lists": [[1, "x"]]}, r"it.lists\[0\]\[1\] must be a whole number"),
    ({"inner": []}, "it.inner must be a mapping of x, y"),
    ({"inner": {"x": 1}}, "it.inner lacks y"),
    ({"inner": {"x": 1, "y": [], "z": 2}}, "it.inner has unknown 'z'; it takes x, y"),
    ({5: 1}, "it has unknown 5; it takes n, on"),
]


@pytest.mark.parametrize(("wrong", "words"), FAULTS)
def test_faults_name_their_place(wrong: dict[Any, Any], words: str) -> None:
    with pytest.raises(BadPosition, match=words):
        check(SHAPE, VALUE | wrong, "it", BadPosition)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(list(SHAPE)), inner),
)


@given(anything)
def test_anything_is_of_the_shape_or_a_named_error(value: Any) -> None:
    try:
        checked = check(SHAPE, value, "it", BadDeal)
    except BadDeal:
        return
    assert unflatten(SHAPE, flatten(SHAPE, checked)) == checked
