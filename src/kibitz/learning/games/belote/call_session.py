"""A run that trains a network to predict the calls of recorded games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz import games
from kibitz.learning.batch import Samples
from kibitz.learning.games.belote.call_samples import CallSamples
from kibitz.learning.games.belote.corpus_session import CorpusSession
from kibitz.nets.layers import Description

if TYPE_CHECKING:
    from kibitz.learning.learner import Learner


class CallSession(CorpusSession[Samples]):
    """Calls, and what the bidders saw."""

    stage = "imitate"

    def samples(self, files: tuple[str, ...], first: float, last: float) -> CallSamples:
        return CallSamples(files, self.settings.encoding, self.settings.each, first, last)

    def description(self) -> Description:
        given, game = self.settings, games.game("belote")
        return Description(
            game.name, given.encoding, game.encoding_size(given.encoding), game.num_actions,
            given.trunk, heads=("policy",), residual=given.residual, layer_norm=given.layer_norm,
        )  # fmt: skip

    def algorithm(self, learner: Learner, parameters: Mapping[str, Any]) -> Any:
        from kibitz.learning.algorithms.imitate import Imitate, Parameters

        return Imitate(learner, self.chunk, Parameters(**parameters))

    def gains(self, learner: Learner) -> dict[str, float]:
        """The loss, in nats a call, and the share of calls predicted."""
        found: dict[str, float] = {}
        for name, part in self.measured.items():
            loss, right = measure(learner, part)
            found |= {f"loss_{name}": loss, f"accuracy_{name}": right}
        return found

    def about(self) -> dict[str, str]:
        return {"calls": "what the bidders of the corpora would call"}


def measure(learner: Learner, part: Samples) -> tuple[float, float]:
    """The cross-entropy of a call, and how often the likeliest call was made."""
    import torch

    from kibitz.learning.learner import masked

    with torch.no_grad():
        heads = learner.model(learner.inputs(part.observation).pick(torch.arange(len(part))))
        logp = masked(heads["policy"], torch.from_numpy(part.mask)).numpy()
    made = logp[np.arange(len(part)), part.action]
    return -float(made.mean()), float((logp.argmax(axis=1) == part.action).mean())
