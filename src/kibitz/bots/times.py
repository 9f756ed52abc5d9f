"""How long the shipped players take for a move: measured once, kept beside their specs.

`bots/<game>/times.json` maps a name to the hash of the spec that was measured and the milliseconds
of CPU time that it took for a decision with a choice, on the machine that the file names. A spec
that has changed since has no time: tools/measure_bots.py measures anew.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from kibitz.bots.spec import Spec


def path(game: str) -> Path:
    return Path(__file__).parent / game / "times.json"


def milliseconds(spec: Spec) -> float | None:
    """CPU time of a move; None where it is not known."""
    found = _read(spec.game)["bots"].get(spec.name)
    known = found is not None and found["hash"] == spec.hash
    return float(found["ms"]) if known else None


@functools.cache
def _read(game: str) -> dict[str, Any]:
    if not path(game).exists():
        return {"bots": {}}
    found: dict[str, Any] = json.loads(path(game).read_text(encoding="utf-8"))
    return found
