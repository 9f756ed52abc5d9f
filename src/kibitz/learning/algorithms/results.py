"""What a batch's episodes say about strength: mean reward and win rate, against others if any."""

from __future__ import annotations

import numpy as np

from kibitz.learning.batch import Episodes


def results(episodes: Episodes) -> dict[str, float]:
    """Return the means over episodes with an opponent; over all if every seat learned.

    Self-play is left out where it can be: its mean says nothing, as one seat wins what another
    loses.
    """
    if not len(episodes.reward):
        return {}
    met = np.asarray(episodes.opponents[:, 1:].any(axis=1))
    counted = met if met.any() else np.ones(len(met), bool)
    return {
        "reward": float(episodes.reward[counted].mean()),
        "win_rate": float(episodes.outcome[counted].mean()),
    }
