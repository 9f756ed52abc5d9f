"""The keys that a method takes in a spec: read off its Python signature.

    class Player(Bot):
        def __init__(self, caution: float = 0.5, looks_ahead: bool = True) -> None: ...

gives the keys `caution` and `looks_ahead` with their types and defaults. A parameter without a
default is a key that must be given. What a value may be beyond its type the constructor says, by
raising BadOption.
"""

from __future__ import annotations

import inspect
import math
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from kibitz.core.errors import BadOption
from kibitz.core.plain import short

REQUIRED: Any = inspect.Parameter.empty


@dataclass(frozen=True)
class Key:
    """One key: what it takes, as a Python type, and its default."""

    takes: Any
    default: Any = REQUIRED

    @property
    def is_file(self) -> bool:
        """Whether the value names a file of weights."""
        return self.takes is Path


def keys_of(call: Callable[..., Any], skip: int = 0) -> dict[str, Key]:
    """The parameters of a function or a class, without the first `skip`."""
    parameters = list(inspect.signature(call, eval_str=True).parameters.values())[skip:]
    return {
        p.name: Key(p.annotation, p.default)
        for p in parameters
        if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
    }


def check(name: str, value: Any, takes: Any) -> Any:
    """The value as that type, or BadOption."""
    if takes is REQUIRED or takes is Any:
        return value
    origin, inside = typing.get_origin(takes), typing.get_args(takes)
    if origin in (typing.Union, types.UnionType):
        kinds = [kind for kind in inside if kind is not type(None)]
        return _any_of(name, value, kinds, takes)
    if origin is Literal:
        if not any(type(value) is type(word) and value == word for word in inside):
            words = ", ".join(repr(word) for word in inside)
            raise BadOption(f"{name} is one of {words}, not {short(value)}")
        return value
    if origin in (list, tuple, Sequence):
        if not isinstance(value, list | tuple):
            raise BadOption(f"{name} is a list, not {short(value)}")
        kind = inside[0] if inside else Any
        return [check(f"{name}[{i}]", x, kind) for i, x in enumerate(value)]
    if origin in (dict, Mapping):
        if not isinstance(value, Mapping):
            raise BadOption(f"{name} is a table, not {short(value)}")
        return {key: check(f"{name}.{key}", x, inside[1]) for key, x in value.items()}
    return _plain(name, value, takes)


WORDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    Path: "the path of a file",
}


def _plain(name: str, value: Any, takes: Any) -> Any:
    kinds = {bool: bool, int: int, float: int | float, str: str, Path: str}
    assert takes in kinds, f"a spec has no values of the type {takes} ({name})"
    fits = isinstance(value, kinds[takes]) and (takes is bool or not isinstance(value, bool))
    if not fits or (takes is float and not math.isfinite(value)):
        raise BadOption(f"{name} is {WORDS[takes]}, not {short(value)}")
    return float(value) if takes is float else value


def _any_of(name: str, value: Any, kinds: list[Any], takes: Any) -> Any:
    for kind in kinds:
        try:
            return check(name, value, kind)
        except BadOption:
            if len(kinds) == 1:
                raise
    raise BadOption(f"{name} takes {takes}, not {short(value)}")
