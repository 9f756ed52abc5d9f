"""Versions of the code behind players, so that a changed player has another hash.

A spec tells what a player is made of, not how its code decides. So a module says `VERSION = 2` when
its player decides otherwise than before, `VERSION = 3` the next time, and never again a number that
it has had: what was measured of the old player is then not taken for the new one's. Without a word
it is 1. Where keys of a player name others, `VERSION` is a function of the keys (`together`).
tests/bots/test_decisions.py fails where somebody forgets.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from importlib.util import find_spec
from types import ModuleType
from typing import Any

Version = Callable[..., int]  # of the keys of a method


def of(module: ModuleType) -> Version:
    """What a module says of itself."""
    return functools.partial(_said, module)


def of_name(name: str) -> int:
    """That of a module without keys; 1 where there is no such module."""
    try:
        there = find_spec(name) is not None
    except ModuleNotFoundError:  # nor the folder around it
        there = False
    return _said(importlib.import_module(name)) if there else 1


def together(*versions: int) -> int:
    """The version of a player that is made of others: another one as soon as one of theirs is."""
    return 1 + sum(version - 1 for version in versions)


def _said(module: ModuleType, **keys: Any) -> int:
    said: Any = getattr(module, "VERSION", 1)
    version = said(**keys) if callable(said) else said
    assert type(version) is int, f"VERSION of {module.__name__} is no whole number"
    assert version >= 1, f"VERSION of {module.__name__} counts from 1"
    return version
