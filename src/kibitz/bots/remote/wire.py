"""Views as plain data, for bots in other processes and other languages.

`write` turns a View into JSON-compatible data, `read` builds the same frozen View from it: every
field except the game, which both sides know, and the history, which grows and is sent
incrementally. A View holds nothing that its seat may not know, so neither does this.
docs/bot-protocol.md shows the format.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import sys
import types
import typing
from collections.abc import Callable, Iterable
from typing import Any

from kibitz.core import registry
from kibitz.core.events import Event
from kibitz.core.game import Game
from kibitz.core.view import View

APART = ("game", "history")  # fields that are sent separately

Reader = Callable[[Any], Any]


def write(view: View) -> dict[str, Any]:
    """The fields of a view as lists, mappings, numbers and strings."""
    names = [field.name for field in dataclasses.fields(view) if field.name not in APART]
    return {name: plain(getattr(view, name)) for name in names}


def write_events(events: Iterable[Event]) -> list[list[Any]]:
    """Events as [kind, seat, data]."""
    return [[e.kind, e.seat, e.data if isinstance(e.data, int) else list(e.data)] for e in events]


def plain(value: Any) -> Any:
    """Tuples as lists, named tuples as mappings; other values are plain already."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(item) for name, item in value._asdict().items()}
    if isinstance(value, (tuple, list)):
        return [plain(item) if isinstance(item, (tuple, list, dict)) else item for item in value]
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    return value


def read(game: Game, fields: dict[str, Any], history: tuple[Event, ...]) -> View:
    """Return the view that `write` wrote."""
    kind, readers = _kind(game.name)
    values = {name: reader(fields[name]) for name, reader in readers.items()}
    return kind(game=game, history=history, **values)


def read_events(events: Iterable[list[Any]]) -> list[Event]:
    return [Event(k, seat, d if isinstance(d, int) else tuple(d)) for k, seat, d in events]


@functools.cache
def _kind(name: str) -> tuple[type[View], dict[str, Reader]]:
    """A game's View class, and a reader for each field, derived from the annotations."""
    module = registry.find("games", name, "view") or registry.find("games", name)
    (kind,) = (
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, View) and value is not View
    )
    hints: dict[str, Any] = {}
    for base in reversed(kind.__mro__[:-1]):
        # Field by field, because `game` may name a class that exists only for type checkers.
        own = {k: v for k, v in inspect.get_annotations(base).items() if k not in APART}
        holder: Any = types.SimpleNamespace(__annotations__=own)
        hints |= typing.get_type_hints(holder, vars(sys.modules[base.__module__]))
    names = [field.name for field in dataclasses.fields(kind) if field.name not in APART]
    return kind, {name: _reader(hints[name]) for name in names}


def _reader(hint: Any) -> Reader:
    """The function that turns plain data into a value of this annotation."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        (some,) = (_reader(kind) for kind in inner if kind is not type(None))
        return lambda value: None if value is None else some(value)
    if origin is tuple:
        return _tuple_reader(inner)
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        readers = {name: _reader(kind) for name, kind in typing.get_type_hints(hint).items()}
        return lambda value: hint(**{name: read(value[name]) for name, read in readers.items()})
    return _same


def _tuple_reader(inner: tuple[Any, ...]) -> Reader:
    if len(inner) == 2 and inner[1] is Ellipsis:
        item = _reader(inner[0])
        return tuple if item is _same else lambda value: tuple(map(item, value))
    items = [_reader(kind) for kind in inner]
    return lambda value: tuple(read(x) for read, x in zip(items, value, strict=True))


def _same(value: Any) -> Any:
    return value
