"""How long the shipped players take per move, measured once and stored next to their specs.

`players/<game>/move_times.json` maps a name to the hash of the measured spec and the milliseconds
of CPU time per decision with a choice, on the machine that the file names. A spec that has changed
since has no time until tools/measure_bots.py is run again.
"""

from __future__ import annotations

from pathlib import Path

from kibitz.bots import measured
from kibitz.bots.spec.spec import Spec


def path(game: str) -> Path | None:
    return measured.path(game, "move_times")


def milliseconds(spec: Spec) -> float | None:
    """CPU time per move; None if unknown."""
    found = measured.read(spec.game, "move_times").get("bots", {}).get(spec.name)
    known = found is not None and found["hash"] == spec.hash
    return float(found["ms"]) if known else None
