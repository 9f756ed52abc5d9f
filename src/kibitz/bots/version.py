"""Versions of the code behind players, so that a changed player gets a new hash.

A spec defines the parts of a player, not how its code decides. So a module sets `VERSION = 2` when
its player first changes its decisions, then `VERSION = 3`, and never reuses a number: measurements
of the old player are then not attributed to the new one. The default is 1. If keys of a player name
other players, `VERSION` is a function of the keys (`together`). tests/players/test_decisions.py
fails if a bump is forgotten.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType
from typing import Any

from kibitz.core import registry

Version = Callable[..., int]  # of the keys of a method


def of(module: ModuleType) -> Version:
    """The version of a module."""
    return functools.partial(_said, module)


def of_part(game: str, *parts: str) -> int:
    """The version of a module of a game's players, without keys; 1 if it does not exist."""
    module = registry.find("players", game, *parts)
    return 1 if module is None else _said(module)


def together(*versions: int) -> int:
    """The version of a player composed of others: changes whenever one of theirs does."""
    return 1 + sum(version - 1 for version in versions)


def _said(module: ModuleType, **keys: Any) -> int:
    said: Any = getattr(module, "VERSION", 1)
    version = said(**keys) if callable(said) else said
    assert type(version) is int, f"VERSION of {module.__name__} is not a whole number"
    assert version >= 1, f"VERSION of {module.__name__} must be at least 1"
    return version
