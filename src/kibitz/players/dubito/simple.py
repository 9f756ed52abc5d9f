"""Dubito by a simple rule: the tracker with the parameters of `hunter`.

It counts the public cards, remembers how each opponent plays and doubts, and takes the best next
step. Games with it are short, and it is hard to beat; `gemini` is an easier opponent.
"""

from __future__ import annotations

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.dubito.view import DubitoView
from kibitz.players.dubito.tracker import Numbers, choose_by

# As in hunter.toml.
NUMBERS = Numbers(
    others=0.25,
    free_turn=1.5,
    joker_kept=0.4,
    wrong_doubt=1.5,
    stop_soon=8.0,
    bluffs=(0.05, 0.15, 0.99),
    bluffs_weight=10.0,
    doubts=(1.0, 0.25, 0.3),
    doubts_weight=1.0,
)


def choose(view: View, _rng: Stream) -> int:
    assert isinstance(view, DubitoView)
    return choose_by(NUMBERS, view)
