"""Plain values: what came from outside as an int or as words, and what goes out as a copy."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

SHOWN_MAX = 80  # characters of a value in an error's sentence


def whole(value: object) -> int | None:
    """The value as an int if it is a whole number of any kind, numpy's too; a bool is none."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        return None


def items(value: object) -> list[Any] | None:
    """What is in a list, a tuple, an array; None for texts, mappings and what is no list."""
    if isinstance(value, (str, bytes, Mapping)):
        return None
    try:
        return list(value)  # type: ignore[call-overload, no-any-return]  # that is the question
    except TypeError:
        return None


def short(value: object) -> str:
    """A value for an error's sentence: its repr, cut where it is long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an int with more digits than Python prints
        text = f"a very long {type(value).__name__}"
    return text if len(text) <= SHOWN_MAX else text[: SHOWN_MAX - 3] + "..."


def duplicate(value: Any) -> Any:
    """A copy of nested lists and dicts; everything else in them is a value that cannot change."""
    if type(value) is list:
        return [duplicate(x) if type(x) in (list, dict) else x for x in value]
    if type(value) is dict:
        return {k: duplicate(x) for k, x in value.items()}
    return value
