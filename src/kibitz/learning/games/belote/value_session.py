"""A run that trains a value network on recorded games: imitation with an eye on the result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz import games
from kibitz.learning.batch import Samples
from kibitz.learning.games.belote.corpus_session import CorpusSession
from kibitz.learning.games.belote.value_samples import ValueSamples
from kibitz.nets.layers import Description
from kibitz.nets.net import REWARD, REWARD_SCALE

if TYPE_CHECKING:
    from kibitz.learning.learner import Learner


class ValueSession(CorpusSession[Samples]):
    """Decisions, and what their deals came to."""

    stage = "imitate"

    def samples(self, files: tuple[str, ...], first: float, last: float) -> ValueSamples:
        given = self.settings
        return ValueSamples(files, given.encoding, given.each, first, last, given.reward_scale)

    def description(self) -> Description:
        given, game = self.settings, games.game("belote")
        return Description(
            game.name, given.encoding, game.encoding_size(given.encoding), game.num_actions,
            given.trunk, heads=("policy", "value"), residual=given.residual,
            layer_norm=given.layer_norm,
        )  # fmt: skip

    def algorithm(self, learner: Learner, parameters: Mapping[str, Any]) -> Any:
        from kibitz.learning.algorithms.imitate import Imitate, Parameters

        given = Parameters(**parameters, value_coef=self.settings.value_coef)
        return Imitate(learner, self.chunk, given)

    def gains(self, learner: Learner) -> dict[str, float]:
        """The share of the variance of results that the value explains, and of actions foreseen."""
        found: dict[str, float] = {}
        for name, part in self.measured.items():
            explained, right = measure(learner, part)
            found |= {f"explained_{name}": explained, f"accuracy_{name}": right}
        return found

    def about(self) -> dict[str, str]:
        return {REWARD: "margin", REWARD_SCALE: repr(self.settings.reward_scale)}


def measure(learner: Learner, part: Samples) -> tuple[float, float]:
    """The explained share of the variance, and how often the likeliest action was taken."""
    import torch

    with torch.no_grad():
        heads = learner.model(learner.inputs(part.observation).pick(torch.arange(len(part))))
    value, logits = heads["value"][:, 0].numpy(), heads["policy"].numpy()
    right = np.where(part.mask, logits, -np.inf).argmax(axis=1) == part.action
    explained = 1 - float(np.mean((value - part.value) ** 2) / max(1e-9, part.value.var()))
    return explained, float(right.mean())
