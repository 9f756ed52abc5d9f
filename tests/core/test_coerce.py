"""Plain values: whole numbers of every kind, short texts, copies."""

from typing import Any

import numpy as np
import pytest

from kibitz.core.coerce import SHOWN_MAX, as_int, duplicate, items, short


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3), (-1, -1), (2**100, 2**100), (np.int8(5), 5), (np.uint64(2**63), 2**63)],
)
def test_whole_numbers(value: Any, number: int) -> None:
    assert as_int(value) == number
    assert type(as_int(value)) is int


@pytest.mark.parametrize(
    "value", [True, False, np.True_, 1.0, "text", None, int, [], np.array([1, 2]), object(), 1j]
)
def test_what_is_no_whole_number(value: Any) -> None:
    assert as_int(value) is None


@pytest.mark.parametrize("value", [[1, 2], (1, 2), np.array([1, 2]), range(1, 3), iter([1, 2])])
def test_lists(value: Any) -> None:
    assert items(value) == [1, 2]


@pytest.mark.parametrize("value", ["text", b"bytes", {1: 2}, 12, None, list, np.array(3)])
def test_what_is_no_list(value: Any) -> None:
    assert items(value) is None


def test_short_never_fails_and_never_floods() -> None:
    assert short("x") == "'x'"
    assert len(short("x" * 10**6)) == SHOWN_MAX
    assert short(10**5000) == "a very long int"
    deep: list[Any] = []
    for _ in range(10**5):
        deep = [deep]
    assert short(deep) == "a very long list"
    while deep:  # taken apart by hand: freeing it at once recurses too
        deep = deep[0]


def test_a_duplicate_shares_nothing_that_can_change() -> None:
    value = {"a": [[1, 2], {"b": [3]}], "c": (4, 5)}
    twin = duplicate(value)
    assert twin == value
    twin["a"][0].append(9)
    twin["a"][1]["b"].append(9)
    assert value == {"a": [[1, 2], {"b": [3]}], "c": (4, 5)}
