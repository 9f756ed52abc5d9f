"""The methods that a spec can name: how to decide, found by folder.

    bots/<game>/<method>.py             `choose(view, rng)`, or a class `Player(Bot)`
    bots/<game>/bidding/<strategy>.py   `bid(view, rng)`, or a class `Bidder(Bot)`
    random, simple                      for every game
    rollout ismcts mcts pimc            the searchers (searcher.py)
    oracle oracle_dd                    who see all hands (oracle.py)
    dmc nn                              networks (network.py)

The folder of the game comes first. The keys of a method are the parameters of its constructor, or
those of `choose` and `bid` after view and rng. A bidding strategy may also be any method, which
then only bids. A module may say `VERSION = 2` when its player decides otherwise than before, and
`NATIVE = "name"` where native/policies has the same player (or a function `NATIVE(**keys)` that
gives name and parameters, or None).
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple

from kibitz.bots import network, simple
from kibitz.bots.bot import Bot, Rule, RuleBot
from kibitz.bots.keys import Key, keys_of


class Native(NamedTuple):
    """A player of the native engine: what plays a whole game without Python."""

    policy: str
    parameters: tuple[float, ...] = ()


def no_native(**_: Any) -> Native | None:
    return None


@dataclass(frozen=True)
class Method:
    """A way to decide, and the keys that it takes."""

    name: str  # the canonical one: an alias has none
    make: Callable[..., Bot]
    keys: Mapping[str, Key] = field(default_factory=dict)
    kind: str = "rule"
    version: int = 1
    native: Callable[..., Native | None] = no_native
    complete: Callable[[dict[str, Any]], dict[str, Any]] = dict  # defaults that hang together
    renamed: Mapping[str, str] = field(default_factory=dict)  # keys with another name elsewhere

    @property
    def oracle(self) -> bool:
        return self.kind == "oracle"


def find_method(game: str, name: str) -> Method | None:
    """The method of that name for a game."""
    found = _in_folder(f"kibitz.bots.{game}", name, "choose", ("Player",))
    return found or _generic(game, name)


def find_strategy(game: str, name: str) -> Method | None:
    """The bidding strategy of that name; any method can bid too."""
    found = _in_folder(f"kibitz.bots.{game}.bidding", name, "bid", ("Bidder", "Player"))
    return found or find_method(game, name)


def method_names(game: str) -> list[str]:
    """What `method` may be, for an error's sentence."""
    found = [n for n in _modules(f"kibitz.bots.{game}") if find_method(game, n)]
    return sorted({*found, *(n for n in GENERIC if find_method(game, n))})


def strategy_names(game: str) -> list[str]:
    """What `strategy` may be, for an error's sentence."""
    found = [n for n in _modules(f"kibitz.bots.{game}.bidding") if find_strategy(game, n)]
    return sorted({*found, *method_names(game)})


# In a folder -----------------------------------------------------------------------------------


@functools.cache
def _in_folder(folder: str, name: str, function: str, classes: Sequence[str]) -> Method | None:
    """The method of a module, if it is there and decides something."""
    module = _module(folder, name)
    if module is None:
        return None
    version = getattr(module, "VERSION", 1)
    native = _native_of(module)
    for word in classes:
        kind = getattr(module, word, None)
        if isinstance(kind, type) and issubclass(kind, Bot):
            told = "oracle" if kind.oracle else kind.kind
            return Method(name, kind, keys_of(kind), told, version, native)
    rule = getattr(module, function, None)
    if rule is None:
        return None
    return Method(name, _rule_maker(rule), keys_of(rule, skip=2), "rule", version, native)


def _module(folder: str, name: str) -> ModuleType | None:
    if not name.isidentifier() or name.startswith("_") or not _is_there(folder):
        return None
    return importlib.import_module(f"{folder}.{name}") if _is_there(f"{folder}.{name}") else None


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # nor the folder around it
        return False


def _modules(folder: str) -> list[str]:
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


# For every game ---------------------------------------------------------------------------------


GENERIC = ("random", "simple", *network.NETWORKS)


def _generic(_game: str, name: str) -> Method | None:
    if name in network.NETWORKS:
        _, keys = network.NETWORKS[name]
        return Method(name, functools.partial(network.make, name), keys, "network")
    if name == "random":
        return Method("random", lambda: RuleBot(simple.choose_random), native=_native_random)
    if name == "simple":
        return Method("simple", lambda: RuleBot(simple.choose))
    return None


def _native_random(**_: Any) -> Native:
    return Native("random")


def rule_of(game: str, name: str) -> Rule | None:
    """The rule of a method without memory or keys, for rollouts; None where it is none."""
    method = find_method(game, name)
    bot = method.make() if method is not None and not method.keys else None
    return bot.rule if isinstance(bot, RuleBot) else None
