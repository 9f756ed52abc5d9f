"""The two engines: the Python book, and its C++ twin in `kibitz._native`.

The extension is loaded on first use. An installation without it (built without a compiler), or with
one built from older sources, falls back to the Python engine with a single warning.
`KIBITZ_ENGINE=python` selects the Python engine without a warning; `KIBITZ_ENGINE=native` turns a
missing or outdated extension into an error.
"""

from __future__ import annotations

import functools
import importlib
import os
import warnings
from types import ModuleType

from kibitz._version import __version__
from kibitz.core.errors import BadEngine
from kibitz.core.source_hash import source_hash

VARIABLE = "KIBITZ_ENGINE"
CHOICES = ("auto", "native", "python")


class NativeEngineMissing(UserWarning):
    """The native engine could not be loaded; the slower Python engine is used instead."""


def native() -> ModuleType | None:
    """Return the extension, or None if the Python engine is used; warns once with the reason."""
    wanted = _wanted()
    if wanted == "python":
        return None
    module, reason = _load()
    if module is None:
        if wanted == "native":
            raise BadEngine(f"{VARIABLE}=native, but the native engine is not available: {reason}")
        _say_missing(reason)
    return module


def has_twin(game: str) -> bool:
    """Whether the native engine is available, selected, and knows this game."""
    return isinstance(getattr(native(), game, None), type)


def engine_name() -> str:
    """The engine that a game gets by default, native or python. Never warns."""
    return "native" if _wanted() != "python" and _load()[0] is not None else "python"


def chosen() -> bool:
    """Whether the environment selects the Python engine."""
    return _wanted() == "python"


def why_missing() -> str:
    """The reason why the native engine cannot be loaded; empty if it can."""
    return _load()[1]


def cpu_path() -> str:
    """The CPU path of the engine: avx512, avx2 or portable; the Python engine is portable."""
    module = _load()[0] if _wanted() != "python" else None
    return "portable" if module is None else str(module.cpu_path())


def _wanted() -> str:
    """The engine selected by the environment; read on each call, so that tests can change it."""
    wanted = os.environ.get(VARIABLE, "") or "auto"
    if wanted not in CHOICES:
        raise BadEngine(f"{VARIABLE} must be one of {', '.join(CHOICES)}, not {wanted!r}")
    return wanted


@functools.cache
def _load() -> tuple[ModuleType | None, str]:
    """Return the extension, or None and the reason why it is missing."""
    try:
        module = importlib.import_module("kibitz._native")
    except ImportError as error:  # missing, or built for another Python or system
        return None, str(error)
    wanted = source_hash()
    same = wanted is None or getattr(module, "source_hash", None) == wanted
    if getattr(module, "version", None) != __version__ or not same:
        return None, "kibitz._native was built from other sources; run `make build` to rebuild it"
    return module, ""


@functools.cache
def _say_missing(reason: str) -> None:
    warnings.warn(
        f"the native engine is not available ({reason}); using the slower Python engine. "
        f"Set {VARIABLE}=python to silence this warning.",
        NativeEngineMissing,
        stacklevel=3,
    )
