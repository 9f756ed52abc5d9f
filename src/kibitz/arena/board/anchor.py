"""Where the Elo scale has its zero: at `random`, wherever it plays.

    anchors(game, options, entrants)    # {"random": 0.0}, or the known ratings of those who play

Where `random` does not play, shipped players with a measured rating (bots/ratings.py) hold the
scale, so that a bot has the same Elo in every table of the game's default options. Under other
options, and among bots that nobody has rated, Elo is relative to the mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kibitz.arena.result import Entrant
from kibitz.bots import ratings

ZERO = "random"


def anchors(game: str, options: Mapping[str, Any], entrants: Iterable[Entrant]) -> dict[str, float]:
    """Return the ratings to hold on to, by label."""
    there = list(entrants)
    zero = {entrant.label: 0.0 for entrant in there if entrant.name == ZERO}
    if zero or options:
        return zero
    known = {
        hash_: one.elo
        for hash_, one in ratings.by_hash(game).items()
        if one.error <= ratings.ANCHOR_ERROR_MAX
    }
    return {e.label: known[e.hash] for e in there if e.hash in known}
