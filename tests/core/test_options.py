"""Options: bounds, types, defaults, and the text of a command line."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.options import (
    ANY_CARD,
    Choice,
    Flag,
    Integer,
    Integers,
    Option,
    cards_text,
    from_text,
    resolve,
    whole_number,
)
from kibitz.errors import BadOption

SPEC: dict[str, Option] = {
    "flag": Flag(True, "a flag"),
    "choice": Choice("red", "a word", ("red", "blue")),
    "number": Integer(4, "a number", 2, 5),
    "perhaps": Integer(None, "a number or none", 1, 9, optional=True),
    "list": Integers(None, "numbers", 1, 12, length_max=3),
    "cards": Integers(None, "cards", -1, 51, length_max=3, cards=True),
}
DEFAULTS = {
    "flag": True,
    "choice": "red",
    "number": 4,
    "perhaps": None,
    "list": None,
    "cards": None,
}


def test_defaults_and_given() -> None:
    assert resolve(SPEC, {}, "it") == DEFAULTS
    chosen = {"flag": False, "choice": "blue", "number": 5, "perhaps": 9, "list": [1, 12]}
    chosen |= {"cards": ["10h", "-", 0]}
    numbers = {"list": (1, 12), "cards": (34, ANY_CARD, 0)}
    assert resolve(SPEC, chosen, "it") == chosen | numbers
    assert cards_text(numbers["cards"]) == "TH - 2C"
    assert list(resolve(SPEC, dict(reversed(chosen.items())), "it")) == list(SPEC)


def test_other_kinds_of_the_same() -> None:
    got = resolve(SPEC, {"number": np.int64(3), "list": np.array([4, 5])}, "it")
    assert got["number"] == 3
    assert type(got["number"]) is int
    assert got["list"] == (4, 5)
    assert all(type(n) is int for n in got["list"])


WRONG: list[Any] = [
    ("flag", 1),
    ("flag", "true"),
    ("flag", None),
    ("choice", "green"),
    ("choice", None),
    ("choice", 0),
    ("choice", ["red"]),
    ("number", 1),
    ("number", 6),
    ("number", 4.0),
    ("number", "4"),
    ("number", True),
    ("number", None),
    ("number", int),
    pytest.param("number", 10**5000, id="number-huge"),
    ("perhaps", 0),
    ("list", []),
    ("list", [1, 2, 3, 4]),
    ("list", [0]),
    ("list", [13]),
    ("list", [1.5]),
    ("list", [None]),
    ("list", "12"),
    ("list", {1: 2}),
    ("list", 3),
    ("list", list),
    ("cards", ["11H"]),
    ("cards", [52]),
    ("cards", "5H"),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_wrong_values(name: str, value: Any) -> None:
    with pytest.raises(BadOption, match=name):
        resolve(SPEC, {name: value}, "it")


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(BadOption, match="it has no option 'colour'; it has cards, choice, flag"):
        resolve(SPEC, {"colour": 1}, "it")


def test_flat_as_the_native_engine_reads_it() -> None:
    values = resolve(SPEC, {"choice": "blue", "list": [7, 8]}, "it")
    assert [SPEC[name].flat(values[name]) for name in SPEC] == [[1], [1], [4], [-1], [2, 7, 8], [0]]
    assert SPEC["list"].flat(None) == [0]


def test_the_help_of_each() -> None:
    assert [str(option) for option in SPEC.values()] == [
        "true|false",
        "red|blue",
        "2..5",
        "1..9",
        "[1..12, ...]",
        "[5H, -, ...]",
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("flag=false", False),
        ("choice=blue", "blue"),
        ("number=3", 3),
        ("perhaps=null", None),
        ("list=[1,2]", (1, 2)),
        ("list=1,2", (1, 2)),
        ("list=3", (3,)),
        ("cards=5H,-,as", (29, -1, 51)),
        ('cards=["5H"]', (29,)),
        ("cards=[29]", (29,)),
        ("cards=null", None),
    ],
)
def test_text(text: str, value: Any) -> None:
    assert from_text(SPEC, text, "it") == (text.split("=")[0], value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "flag",
        "flag=",
        "flag=yes",
        "flag=1",
        "choice=green",
        "number=x",
        "number=9",
        "number=" + "9" * 5000,
        "list=[",
        "list=[99]",
        "list=99",
        "list=1,2]",
        "list=1;2",
        "cards=5H;6H",
        "cards=",
        "cards=[5H]",
        "list=" + "[" * 100_000,
        "colour=red",
    ],
)
def test_text_that_is_wrong(text: str) -> None:
    with pytest.raises(BadOption):
        from_text(SPEC, text, "it")


@given(st.sampled_from(sorted(SPEC)), st.text())
def test_any_text_is_a_value_or_a_named_error(name: str, value: str) -> None:
    try:
        got = from_text(SPEC, f"{name}={value}", "it")
    except BadOption:
        return
    assert resolve(SPEC, dict([got]), "it")[name] == got[1]


def test_whole_number_bounds() -> None:
    assert whole_number("n", 3, 1, 3) == 3
    with pytest.raises(BadOption, match="n must be from 1 to 3, not 4"):
        whole_number("n", 4, 1, 3)
