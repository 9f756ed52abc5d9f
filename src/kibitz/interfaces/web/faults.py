"""Where something failed, for the log: places in the code, but no values, which may be cards."""

from __future__ import annotations

import traceback
from pathlib import Path


def place_of(error: BaseException) -> str:
    """`ZeroDivisionError in shares shares.py:71 < hint hint.py:60 ...`, the innermost first."""
    places = traceback.extract_tb(error.__traceback__)
    way = " < ".join(f"{p.name} {Path(p.filename).name}:{p.lineno}" for p in reversed(places))
    return f"{type(error).__name__} in {way}"
