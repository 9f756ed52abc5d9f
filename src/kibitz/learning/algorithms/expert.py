"""Expert iteration (Anthony, Tian, Barber, arXiv 1705.08439): train on the network's own search.

The current network searches the decisions of its own games; it is then trained on the search policy
and the game outcomes, with cross-entropy and squared error as in imitation. The next games are
searched during training.
"""

from __future__ import annotations

from collections.abc import Callable

from kibitz.learning.algorithms.imitate import Imitate, Parameters
from kibitz.learning.batch import Samples
from kibitz.learning.learner import Learner
from kibitz.nets.net import Net


class Expert(Imitate):
    """Imitation of the policy that `improve` derives from the network itself."""

    name = "expert"

    def __init__(
        self, learner: Learner, improve: Callable[[int, Net], Samples], parameters: Parameters
    ) -> None:
        super().__init__(learner, lambda chunk: improve(chunk, learner.net()), parameters)
        self.improve = improve

    def _fetch(self, chunk: int) -> None:
        net = self.learner.net()
        self.ahead.put(lambda: self.improve(chunk, net))
