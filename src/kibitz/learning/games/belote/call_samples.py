"""Calls of recorded games: samples for a network that predicts what bidders call.

A sample is a call where the bidder had a choice, with what that seat saw. Suits are
interchangeable, so a sample drawn for training has them in one of 24 orders at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.arena.game_corpus import Corpus
from kibitz.games.belote.rules import BID
from kibitz.games.belote.suits import (
    PERMUTATIONS,
    permute_action,
    permute_mask,
    permute_observation,
)
from kibitz.learning.batch import Samples, join
from kibitz.learning.games.belote.corpus_samples import WHO_ACTS, CorpusSamples


class CallSamples(CorpusSamples[Samples]):
    """Draws calls; their values are 0."""

    def of_game(self, corpus: Corpus, i: int, rng: np.random.Generator | None) -> Samples | None:
        calls = [action for action in corpus.actions(i) if action >= BID]
        state = self.game.new(corpus.seed(i))
        deal: Any = state.chance[0]
        legal = []
        for call in calls:
            legal.append(state.legal())
            state.apply(call)
        steps = self.chosen(np.array([k for k, one in enumerate(legal) if len(one) > 1]), rng)
        mask = np.zeros((len(steps), self.game.num_actions), np.bool_)
        for row, step in zip(mask, steps, strict=True):
            row[legal[step]] = True
        seen, made = self.encode(deal, calls, WHO_ACTS)[steps], np.array(calls)[steps]
        if rng is not None:
            perm = PERMUTATIONS[int(rng.integers(len(PERMUTATIONS)))]
            seen, mask = permute_observation(seen, perm, self.layout), permute_mask(mask, perm)
            made = np.array([permute_action(int(call), perm) for call in made])
        return Samples(seen, mask, made.astype(np.int32), np.zeros(len(steps), np.float32))

    def joined(self, parts: Sequence[Samples]) -> Samples:
        return join(parts)
