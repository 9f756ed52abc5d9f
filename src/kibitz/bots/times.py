"""How long the shipped players take per move, measured once and stored next to their specs.

`players/<game>/times.json` maps a name to the hash of the measured spec and the milliseconds of CPU
time per decision with a choice, on the machine that the file names. A spec that has changed since
has no time until tools/measure_bots.py is run again.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from kibitz.bots.spec.spec import Spec
from kibitz.core import registry


def path(game: str) -> Path | None:
    folder = registry.folder("players", game)
    return None if folder is None else folder / "times.json"


def milliseconds(spec: Spec) -> float | None:
    """CPU time per move; None if unknown."""
    found = _read(spec.game)["bots"].get(spec.name)
    known = found is not None and found["hash"] == spec.hash
    return float(found["ms"]) if known else None


@functools.cache
def _read(game: str) -> dict[str, Any]:
    file = path(game)
    if file is None or not file.exists():
        return {"bots": {}}
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found
