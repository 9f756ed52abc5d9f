"""Shapes: declare what a plain mapping (a deal, a position) looks like, one line per field.

A shape drives both the check of a caller's value, with an error that names the faulty field, and
the flat list of integers in which the engines exchange such mappings.

A shape is `int`, `bool`, `[shape]` for a list of any length, `{name: shape}` for a mapping with
exactly these keys, `maybe(shape)` for a value or None, or `one_of("a", "b")` for one of several
words. Flattened, an int stays as it is, a bool is 0 or 1, a list is its length and its items, a
mapping its values in the order of the shape, `maybe` is 0, or 1 and the value, and a word is its
index.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from kibitz.core.coerce import as_int, items, short
from kibitz.core.errors import KibitzError

Shape = Any  # recursive, as described above
INT_LIMIT = 1 << 31  # the native engine reads 32-bit integers


@dataclass(frozen=True)
class Maybe:
    shape: Shape


@dataclass(frozen=True)
class OneOf:
    words: tuple[str, ...]


def maybe(shape: Shape) -> Maybe:
    return Maybe(shape)


def one_of(*words: str) -> OneOf:
    return OneOf(words)


def check(shape: Shape, value: object, where: str, error: type[KibitzError]) -> Any:
    """Return the value as plain lists, dicts and ints of this shape; else raise `error`."""
    if shape is bool:
        return _check_bool(value, where, error)
    if shape is int:
        return _check_int(value, where, error)
    if isinstance(shape, Maybe):
        return None if value is None else check(shape.shape, value, where, error)
    if isinstance(shape, OneOf):
        if not isinstance(value, str) or value not in shape.words:
            raise error(f"{where} must be one of {', '.join(shape.words)}, not {short(value)}")
        return str(value)
    if isinstance(shape, list):
        given = items(value)
        if given is None:
            raise error(f"{where} must be a list, not {short(value)}")
        if shape[0] is int and all(type(n) is int and abs(n) < INT_LIMIT for n in given):
            return given  # the usual case, quickly
        return [check(shape[0], item, f"{where}[{i}]", error) for i, item in enumerate(given)]
    return _check_mapping(shape, value, where, error)


def _check_bool(value: object, where: str, error: type[KibitzError]) -> bool:
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    number = as_int(value)
    if number not in (0, 1):
        raise error(f"{where} must be true or false, not {short(value)}")
    return number == 1


def _check_int(value: object, where: str, error: type[KibitzError]) -> int:
    number = as_int(value)
    if number is None:
        raise error(f"{where} must be a whole number, not {short(value)}")
    if not -INT_LIMIT <= number < INT_LIMIT:
        raise error(f"{where} is out of range: {short(number)}")
    return number


def _check_mapping(
    shape: Mapping[str, Shape], value: object, where: str, error: type[KibitzError]
) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise error(f"{where} must be a mapping of {', '.join(shape)}, not {short(value)}")
    unknown = [short(key) for key in value if key not in shape]
    if unknown:
        raise error(f"{where} has unknown {', '.join(unknown[:8])}; it takes {', '.join(shape)}")
    absent = [k for k, s in shape.items() if k not in value and not isinstance(s, Maybe)]
    if absent:
        raise error(f"{where} lacks {', '.join(absent)}")
    return {k: check(s, value.get(k), f"{where}.{k}", error) for k, s in shape.items()}


def flatten(shape: Shape, value: Any) -> list[int]:
    """Return a checked value as one list of integers."""
    out: list[int] = []
    _flatten(shape, value, out)
    return out


def _flatten(shape: Shape, value: Any, out: list[int]) -> None:
    if shape is int or shape is bool:
        out.append(int(value))
    elif isinstance(shape, list):
        inner = shape[0]
        out.append(len(value))
        if inner is int:
            out.extend(value)
            return
        for item in value:
            _flatten(inner, item, out)
    elif isinstance(shape, Maybe):
        if value is None:
            out.append(0)
            return
        out.append(1)
        _flatten(shape.shape, value, out)
    elif isinstance(shape, OneOf):
        out.append(shape.words.index(value))
    else:
        for key, inner in shape.items():
            if inner is int:  # the usual case, quickly
                out.append(int(value[key]))
            else:
                _flatten(inner, value[key], out)


def code(shape: Shape) -> Any:
    """Return a shape as nested tuples, as native/bindings/known_position.hpp reads it."""
    if shape is int or shape is bool:
        return 0
    if isinstance(shape, list):
        return 1, code(shape[0])
    if isinstance(shape, Maybe):
        return 2, code(shape.shape)
    assert isinstance(shape, OneOf), "a mapping inside a position is flattened in Python"
    return 3, shape.words


def unflatten(shape: Shape, flat: list[int]) -> Any:
    """Return the value that `flatten` wrote. The list is from the native engine: faults are
    ours."""
    numbers = iter(flat)
    value = _unflatten(shape, numbers)
    assert next(numbers, None) is None, "the flat list is longer than its shape"
    return value


def _unflatten(shape: Shape, numbers: Iterator[int]) -> Any:
    if shape is int:
        return next(numbers)
    if shape is bool:
        return bool(next(numbers))
    if isinstance(shape, Maybe):
        return _unflatten(shape.shape, numbers) if next(numbers) else None
    if isinstance(shape, OneOf):
        return shape.words[next(numbers)]
    if isinstance(shape, list):
        length = next(numbers)
        if shape[0] is int:
            some = list(islice(numbers, length))
            assert len(some) == length, "the flat list is shorter than its shape"
            return some
        return [_unflatten(shape[0], numbers) for _ in range(length)]
    return {key: _unflatten(inner, numbers) for key, inner in shape.items()}
