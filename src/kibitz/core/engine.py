"""The two engines: the Python book, and the C++ twin in `kibitz._native`.

The extension is loaded once, when it is first asked for. An installation without it (no compiler
when it was built) works on the book and says so once; so does one whose extension was built from
older sources, which knows less than what calls it. `KIBITZ_ENGINE=python` asks for the book without
a word; `KIBITZ_ENGINE=native` turns a missing or an old extension into an error.
"""

from __future__ import annotations

import functools
import importlib
import os
import warnings
from types import ModuleType

from kibitz._version import __version__
from kibitz.core.errors import BadEngine

VARIABLE = "KIBITZ_ENGINE"
CHOICES = ("auto", "native", "python")
NEWEST = "qwixx_value_keep"  # what was last added to the extension: an older build has it not


class NativeEngineMissing(UserWarning):
    """The native engine could not be loaded; the Python engine does its work, slowly."""


def native() -> ModuleType | None:
    """The extension, or None where the Python engine has to do; the first time it says why."""
    wanted = _wanted()
    if wanted == "python":
        return None
    module, reason = _load()
    if module is None:
        if wanted == "native":
            raise BadEngine(f"{VARIABLE}=native, but there is no native engine: {reason}")
        _say_missing(reason)
    return module


def has_twin(game: str) -> bool:
    """Whether the native engine, where it is there and wanted, knows this game."""
    return isinstance(getattr(native(), game, None), type)


def engine_name() -> str:
    """The engine that a game gets when none is asked for: native or python. Says nothing else."""
    return "native" if _wanted() != "python" and _load()[0] is not None else "python"


def cpu_path() -> str:
    """The CPU path of the engine: avx512, avx2 or portable; the Python engine is portable."""
    module = _load()[0] if _wanted() != "python" else None
    return "portable" if module is None else str(module.cpu_path())


def _wanted() -> str:
    """What the environment asks for; read each time, so that a test can change it."""
    wanted = os.environ.get(VARIABLE, "") or "auto"
    if wanted not in CHOICES:
        raise BadEngine(f"{VARIABLE} is one of {', '.join(CHOICES)}, not {wanted!r}")
    return wanted


@functools.cache
def _load() -> tuple[ModuleType | None, str]:
    """The extension, or the reason why there is none."""
    try:
        module = importlib.import_module("kibitz._native")
    except ImportError as error:  # missing, or built for another Python or system
        return None, str(error)
    if getattr(module, "version", None) != __version__ or not hasattr(module, NEWEST):
        return None, "kibitz._native was built from other sources; `make build` builds it anew"
    return module, ""


@functools.cache
def _say_missing(reason: str) -> None:
    warnings.warn(
        f"the native engine is not there ({reason}); playing on the Python engine, slowly. "
        f"{VARIABLE}=python silences this.",
        NativeEngineMissing,
        stacklevel=3,
    )
