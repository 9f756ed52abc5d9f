"""Bidding strategies, one per file: `bid(view, rng)` returns the action of the seat to act.

The folder is the registry: a file with a `bid` is a strategy under its own name. evaluation.py,
weights.py and expect.py are shared. A strategy that only supplies its own weights for the rule of
parametric.py exports them as `weights()` and sets `PRESET = True`: the native engine plays it too.
"""

from __future__ import annotations

from types import ModuleType

from kibitz.core import registry
from kibitz.core.coerce import short
from kibitz.core.errors import BadOption


def names() -> list[str]:
    """The names of all strategies."""
    found = registry.modules("players", "belote", "bidding")
    return [name for name in found if hasattr(_module(name), "bid")]


def find(name: str) -> ModuleType:
    """Return the strategy of that name."""
    module = _module(name)
    if module is not None and hasattr(module, "bid"):
        return module
    raise BadOption(f"the bidders are {', '.join(names())}, not {short(name)}")


def is_native(module: ModuleType) -> bool:
    """Whether the native engine can bid like this strategy."""
    return getattr(module, "PRESET", False)


def _module(name: str) -> ModuleType | None:
    return registry.find("players", "belote", "bidding", name)
