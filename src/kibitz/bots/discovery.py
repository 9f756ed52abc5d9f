"""Finds methods in a folder: a module with a decision function, or with a Bot class."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType
from typing import Any

from kibitz.bots import simple, version
from kibitz.bots.bot import Bot, RuleBot
from kibitz.bots.keys import keys_of
from kibitz.bots.method import Method, Native, no_native
from kibitz.core import registry

ABOUT_RANDOM = "Takes any legal action with equal probability."
ABOUT_SIMPLE = "A short rule that is pleasant to play with; random in games without one."


@functools.cache
def in_module(
    game: str, path: tuple[str, ...], function: str, classes: tuple[str, ...]
) -> Method | None:
    """The method in a module of a game's players, if it exists and decides something."""
    module, name = registry.find("players", game, *path), path[-1]
    if module is None:
        return None
    version_of, native = version.of(module), _native_of(module)
    about = str(getattr(module, "ABOUT", ""))
    for word in classes:
        kind = getattr(module, word, None)
        if isinstance(kind, type) and issubclass(kind, Bot):
            kind_name = "oracle" if kind.oracle else kind.kind
            return Method(name, kind, keys_of(kind), kind_name, about, version_of, native)
    rule = getattr(module, function, None)
    if rule is None:
        return None
    return Method(name, _rule_maker(rule), keys_of(rule, skip=2), "rule", about, version_of, native)


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
    """A method that needs no search: from the game's folder, or one that every game has."""
    if name == "simple":
        own = functools.partial(version.of_part, game, "simple")
        return Method("simple", lambda: RuleBot(simple.choose), about=ABOUT_SIMPLE, version=own)
    found = in_module(game, (name,), "choose", ("Player",))
    if found is None and name == "random":
        make = functools.partial(RuleBot, simple.choose_random)
        return Method("random", make, about=ABOUT_RANDOM, native=_native_random)
    return found


def _native_random(**_: Any) -> Native:
    return Native("random")
