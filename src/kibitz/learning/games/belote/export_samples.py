"""The samples of recorded games as arrays in a file, for learners of one's own.

    write("play.npz", ["games.corpus"], "play")

Arrays of every kind: `layout`, the name of the observation layout (games/belote/encode*.py document
every number; a layout never changes under its name), and `observation` [n, size]. The others:

    bid, play   place [n, 32]: of each card in canonical order, the hand after the observer's that
                holds it (0, 1, 2), or -1 if it is not hidden; allowed [n, 32, 3]: what is not ruled
                out. Positions are those of the auction and the first trick, or of the play
    value       mask [n, actions]: what is legal; action [n]: what was done; value [n]: the lead of
                the side on turn at the end of the deal, in points

The same corpora, kind and seed give the same arrays. A .npz file is written in one go from arrays
in memory; sample_file.py writes the same samples block by block, and resumes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core import files
from kibitz.core.errors import BadOption
from kibitz.learning.games.belote.belief_samples import BID_LAYOUT, Samples
from kibitz.learning.games.belote.corpus_samples import CorpusSamples
from kibitz.learning.games.belote.value_samples import ValueSamples

LAYOUTS = {"bid": BID_LAYOUT, "play": "belief_play", "value": "box"}
FIELDS = {"value": ("observation", "mask", "action", "value")}
LOCATED = ("observation", "place", "allowed")


def count(corpora: Sequence[str], games: int | None) -> int:
    """The number of games that `write` reads."""
    found = len(samples_of(corpora, "play", 1).games)
    return found if games is None else min(games, found)


def write(
    path: str | Path,
    corpora: Sequence[str],
    kind: str = "play",
    games: int | None = None,
    each: int = 64,
    seed: int = 0,
    report: Callable[[int], None] = lambda _: None,
) -> int:
    """Write the samples of the first games; return how many there are."""
    if kind not in LAYOUTS:
        raise BadOption(f"samples are of the kinds {', '.join(LAYOUTS)}, not {kind!r}")
    samples = samples_of(corpora, kind, each)
    parts: list[Any] = []
    for n, (corpus, i) in enumerate(samples.games[:games]):
        part = samples.of_game(samples.corpora[corpus], i, np.random.default_rng([seed, n]))
        if part is not None:
            parts.append(part)
        report(n + 1)
    if not parts:
        raise BadOption("these games have no samples: everybody passed")
    whole = samples.joined(parts)
    arrays = {name: getattr(whole, name) for name in FIELDS.get(kind, LOCATED)}
    out = io.BytesIO()
    np.savez_compressed(out, layout=np.array(LAYOUTS[kind]), **arrays)
    files.write_atomic_bytes(Path(path), out.getvalue())
    return len(whole)


def samples_of(corpora: Sequence[str], kind: str, each: int) -> CorpusSamples[Any]:
    """The samples of some corpora, not drawn yet."""
    if kind == "value":
        return ValueSamples(corpora, LAYOUTS[kind], each, scale=1.0)
    return Samples(corpora, LAYOUTS[kind], each)
