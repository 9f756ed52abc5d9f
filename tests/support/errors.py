"""All error classes of the package."""

from __future__ import annotations

import importlib
import pkgutil

import kibitz
from kibitz.errors import KibitzError


def all_errors() -> list[type[KibitzError]]:
    """Every subclass of KibitzError, and itself, after every module was imported."""
    for module in pkgutil.walk_packages(kibitz.__path__, "kibitz."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found: dict[type[KibitzError], None] = {}
    waiting = [KibitzError]
    while waiting:
        kind = waiting.pop()
        if kind not in found and kind.__module__.startswith("kibitz."):
            found[kind] = None
            waiting += kind.__subclasses__()
    return list(found)
