"""Coercion of values from outside: whole numbers, lists, short texts and deep copies."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

SHOWN_MAX = 80  # characters of a value quoted in an error message


def as_int(value: object) -> int | None:
    """The value as an int if it is a whole number of any kind, including numpy's; bools are not."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        return None


def items(value: object) -> list[Any] | None:
    """The items of a list, tuple or array; None for strings, mappings and anything else."""
    if isinstance(value, (str, bytes, Mapping)):
        return None
    try:
        return list(value)  # type: ignore[call-overload, no-any-return]  # that is the question
    except TypeError:
        return None


def short(value: object) -> str:
    """A value for an error message: its repr, truncated if long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an int with more digits than Python prints
        text = f"a very long {type(value).__name__}"
    return text if len(text) <= SHOWN_MAX else text[: SHOWN_MAX - 3] + "..."


def duplicate(value: Any) -> Any:
    """Copy nested lists and dicts; everything else in them is immutable."""
    if type(value) is list:
        return [duplicate(x) if type(x) in (list, dict) else x for x in value]
    if type(value) is dict:
        return {k: duplicate(x) for k, x in value.items()}
    return value
