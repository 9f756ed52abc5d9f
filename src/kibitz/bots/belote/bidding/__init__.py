"""Bidding strategies, one a file: `bid(view, rng)` is the action of the seat on turn.

The folder is the registry: a file with a `bid` is a strategy by its name. evaluation.py, weights.py
and expect.py are what they share. A strategy that only has weights of its own for the rule of
parametric.py offers them as `weights()` and says `PRESET = True`: the native engine plays it too.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from types import ModuleType

from kibitz.core.errors import BadOption
from kibitz.core.plain import short


def names() -> list[str]:
    """All strategies."""
    found = [module.name for module in pkgutil.iter_modules(__path__)]
    return sorted(name for name in found if hasattr(_import(name), "bid"))


def find(name: str) -> ModuleType:
    """The strategy of that name."""
    if name.isidentifier() and importlib.util.find_spec(f"{__name__}.{name}") is not None:
        module = _import(name)
        if hasattr(module, "bid"):
            return module
    raise BadOption(f"the bidders are {', '.join(names())}, not {short(name)}")


def is_native(module: ModuleType) -> bool:
    """Whether the native engine can bid like this strategy."""
    return getattr(module, "PRESET", False)


def _import(name: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")
