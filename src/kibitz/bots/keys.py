"""The keys that a method takes in a spec, derived from its Python signature.

    class Player(Bot):
        def __init__(self, caution: float = 0.5, looks_ahead: bool = True) -> None: ...

gives the keys `caution` and `looks_ahead` with their types and defaults. A parameter without a
default is a required key. The constructor rejects values beyond their type's limits by raising
BadOption.
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

from kibitz.core.coerce import short
from kibitz.core.errors import BadOption

REQUIRED: Any = inspect.Parameter.empty


@dataclass(frozen=True)
class Key:
    """One key: its Python type and its default."""

    takes: Any
    default: Any = REQUIRED

    @property
    def is_file(self) -> bool:
        """Whether the value names a weights file."""
        return self.takes is Path or self.takes == Path | None


def keys_of(call: Callable[..., Any], skip: int = 0) -> dict[str, Key]:
    """The parameters of a function or a class, without the first `skip`."""
    parameters = list(inspect.signature(call, eval_str=True).parameters.values())[skip:]
    return {
        p.name: Key(p.annotation, p.default)
        for p in parameters
        if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
    }


def check(name: str, value: Any, takes: Any) -> Any:
    """Return the value as that type; raise BadOption otherwise."""
    if takes is REQUIRED or takes is Any:
        return value
    origin, inside = typing.get_origin(takes), typing.get_args(takes)
    if origin in (typing.Union, types.UnionType):
        kinds = [kind for kind in inside if kind is not type(None)]
        return _any_of(name, value, kinds, takes)
    if origin is Literal:
        if not any(type(value) is type(word) and value == word for word in inside):
            words = ", ".join(repr(word) for word in inside)
            raise BadOption(f"{name} must be one of {words}, not {short(value)}")
        return value
    if origin in (list, tuple, Sequence):
        if not isinstance(value, list | tuple):
            raise BadOption(f"{name} must be a list, not {short(value)}")
        kind = inside[0] if inside else Any
        return [check(f"{name}[{i}]", x, kind) for i, x in enumerate(value)]
    if origin in (dict, Mapping):
        if not isinstance(value, Mapping):
            raise BadOption(f"{name} must be a table, not {short(value)}")
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
        raise BadOption(f"{name} must be {WORDS[takes]}, not {short(value)}")
    return float(value) if takes is float else value


def _any_of(name: str, value: Any, kinds: list[Any], takes: Any) -> Any:
    for kind in kinds:
        try:
            return check(name, value, kind)
        except BadOption:
            if len(kinds) == 1:
                raise
    raise BadOption(f"{name} takes {takes}, not {short(value)}")
