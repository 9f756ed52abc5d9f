"""Decisions of recorded games with what the deal came to: what value networks train on.

A sample is a decision with a choice, as the seat on turn saw it: the legal actions, the one that it
took, and the lead of its side at the end of the deal, times `scale`. Nothing is averaged or
estimated: a value network learns the mean by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.arena.game_corpus import Corpus
from kibitz.learning.batch import Samples, join
from kibitz.learning.games.belote.corpus_samples import WHO_ACTS, CorpusSamples


class ValueSamples(CorpusSamples[Samples]):
    """Draws decisions and results."""

    def __init__(
        self,
        files: Sequence[str],
        layout: str,
        each: int,
        first: float = 0.0,
        last: float = 1.0,
        scale: float = 0.003,
    ) -> None:
        super().__init__(files, layout, each, first, last)
        self.scale = scale

    def of_game(self, corpus: Corpus, i: int, rng: np.random.Generator | None) -> Samples | None:
        actions = corpus.actions(i)
        state = self.game.new(corpus.seed(i))
        deal: Any = state.chance[0]
        legal, seats = [], []
        for action in actions:
            legal.append(state.legal())
            seats.append(state.player)
            state.apply(action)
        open_steps = np.array([k for k, one in enumerate(legal) if len(one) > 1], np.int64)
        steps = self.chosen(open_steps, rng)
        if not len(steps):
            return None
        mask = np.zeros((len(steps), self.game.num_actions), np.bool_)
        for row, step in zip(mask, steps, strict=True):
            row[legal[step]] = True
        score = state.returns()
        lead = np.array([score[seats[step]] - score[(seats[step] + 1) % 4] for step in steps])
        return Samples(
            self.encode(deal, actions, WHO_ACTS)[steps],
            mask,
            np.array(actions, np.int32)[steps],
            (self.scale * lead).astype(np.float32),
        )

    def joined(self, parts: Sequence[Samples]) -> Samples:
        return join(parts)
