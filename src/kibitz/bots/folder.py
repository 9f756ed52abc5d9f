"""Methods found in a folder: a module with a function that decides, or with a class of bots."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from kibitz.bots import simple, version
from kibitz.bots.bot import Bot, RuleBot
from kibitz.bots.keys import keys_of
from kibitz.bots.method import Method, Native, no_native


@functools.cache
def in_folder(folder: str, name: str, function: str, classes: tuple[str, ...]) -> Method | None:
    """The method of a module, if it is there and decides something."""
    module = _module(folder, name)
    if module is None:
        return None
    told_version, native = version.of(module), _native_of(module)
    for word in classes:
        kind = getattr(module, word, None)
        if isinstance(kind, type) and issubclass(kind, Bot):
            told = "oracle" if kind.oracle else kind.kind
            return Method(name, kind, keys_of(kind), told, told_version, native)
    rule = getattr(module, function, None)
    if rule is None:
        return None
    return Method(name, _rule_maker(rule), keys_of(rule, skip=2), "rule", told_version, native)


def _module(folder: str, name: str) -> ModuleType | None:
    if not name.isidentifier() or name.startswith("_") or not _is_there(folder):
        return None
    return importlib.import_module(f"{folder}.{name}") if _is_there(f"{folder}.{name}") else None


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # nor the folder around it
        return False


def modules(folder: str) -> list[str]:
    if not _is_there(folder):
        return []
    return [m.name for m in pkgutil.iter_modules(importlib.import_module(folder).__path__)]


def _rule_maker(rule: Callable[..., int]) -> Callable[..., Bot]:
    def make(**settings: Any) -> Bot:
        return RuleBot(functools.partial(rule, **settings) if settings else rule)

    return make


def _native_of(module: ModuleType) -> Callable[..., Native | None]:
    said = getattr(module, "NATIVE", None)
    if said is None:
        return no_native

    def native(**settings: Any) -> Native | None:
        found = said(**settings) if callable(said) else (said, ())
        return None if found is None else Native(found[0], tuple(map(float, found[1])))

    return native


def find_rule(game: str, name: str) -> Method | None:
    """A method that needs no search: of the game's folder, or one that every game has."""
    if name == "simple":
        own = functools.partial(version.of_name, f"kibitz.bots.{game}.simple")
        return Method("simple", lambda: RuleBot(simple.choose), version=own)
    found = in_folder(f"kibitz.bots.{game}", name, "choose", ("Player",))
    if found is None and name == "random":
        return Method("random", lambda: RuleBot(simple.choose_random), native=_native_random)
    return found


def _native_random(**_: Any) -> Native:
    return Native("random")
