"""A run that trains a belief network on recorded games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kibitz import games
from kibitz.learning.algorithms.locate import Located
from kibitz.learning.games.belote.belief_samples import Samples
from kibitz.learning.games.belote.corpus_session import CorpusSession
from kibitz.nets.layers import Description

if TYPE_CHECKING:
    from kibitz.learning.learner import Learner

CARDS, PLACES = 32, 3


class BeliefSession(CorpusSession[Located]):
    """Positions, and where the hidden cards are."""

    stage = "locate"

    def samples(self, files: tuple[str, ...], first: float, last: float) -> Samples:
        return Samples(files, self.settings.encoding, self.settings.each, first, last)

    def description(self) -> Description:
        given, game = self.settings, games.game("belote")
        return Description(
            game.name, given.encoding, game.encoding_size(given.encoding), game.num_actions,
            given.trunk, heads=("locations",), residual=given.residual,
            layer_norm=given.layer_norm, cards=CARDS, places=PLACES,
        )  # fmt: skip

    def algorithm(self, learner: Learner, parameters: Mapping[str, Any]) -> Any:
        from kibitz.learning.algorithms.locate import Locate
        from kibitz.learning.algorithms.supervised import Parameters

        return Locate(learner, self.chunk, Parameters(**parameters))

    def gains(self, learner: Learner) -> dict[str, float]:
        """The gain over uniform, in nats a card."""
        return {f"gain_{name}": gain_of(learner, part) for name, part in self.measured.items()}

    def about(self) -> dict[str, str]:
        return {"places": "slots 1, 2, 3 after the observer; cards in canonical order of suits"}


def gain_of(learner: Learner, part: Located) -> float:
    """How much better than uniform a network predicts samples, in nats a card."""
    import torch

    from kibitz.learning.algorithms.locate import gain

    with torch.no_grad():
        inputs = learner.inputs(part.observation).pick(torch.arange(len(part)))
        logits = learner.model(inputs)["locations"]
        return gain(logits, torch.from_numpy(part.place), torch.from_numpy(part.allowed))
