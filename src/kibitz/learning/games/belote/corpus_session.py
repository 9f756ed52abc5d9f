"""What a run that trains on recorded games adds to the loop of run.py: samples and their measure.

A subclass names its samples, the network, the algorithm, and what is measured on games that were
held out and on those of `strangers`, whose players the network has not met.
"""

from __future__ import annotations

from collections.abc import Mapping, Sized
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np

from kibitz.learning.algorithms import Update
from kibitz.learning.config import BadConfig
from kibitz.learning.cores import threads
from kibitz.learning.games.belote.corpus_samples import CorpusSamples
from kibitz.learning.run_folder import Folder
from kibitz.nets.layers import Description

if TYPE_CHECKING:
    from kibitz.learning.learner import Learner
    from kibitz.learning.recipe import Recipe
    from kibitz.learning.run import Stage

S = TypeVar("S", bound=Sized)


class CorpusSession(Generic[S]):
    """The samples of one run."""

    stage: ClassVar[str] = ""

    def __init__(self, recipe: Recipe, settings: Any, folder: Folder) -> None:  # noqa: ARG002
        self.settings = settings
        share = 1 - settings.held_out
        self.training = self.samples(settings.corpora, 0.0, share)
        self.measured: dict[str, S] = {}
        if settings.held_out:
            self.measured["held_out"] = self._measured(self.samples(settings.corpora, share, 1.0))
        if settings.strangers:
            self.measured["strangers"] = self._measured(self.samples(settings.strangers, 0.0, 1.0))

    def _measured(self, samples: CorpusSamples[S]) -> S:
        return samples.draw(self.settings.measured, np.random.default_rng(0))

    def samples(self, files: tuple[str, ...], first: float, last: float) -> CorpusSamples[S]:
        raise NotImplementedError

    def description(self) -> Description:
        raise NotImplementedError

    def algorithm(self, learner: Learner, parameters: Mapping[str, Any]) -> Any:
        raise NotImplementedError

    def gains(self, learner: Learner) -> dict[str, float]:
        """What is measured on games that were not trained on."""
        raise NotImplementedError

    def chunk(self, k: int) -> S:
        given = self.settings
        return self.training.draw(given.chunk, np.random.default_rng([given.seed, 7, k]))

    # Called by run.py ---------------------------------------------------------------------------

    def critic(self, _actor: Description) -> None:
        """No critic: nothing here bootstraps."""

    def stages(self, learner: Learner) -> list[Stage]:
        from kibitz.learning.run import Stage

        given = self.settings
        if not given.steps and not given.minutes:
            raise BadConfig(f"the stage {self.stage} would never end: set steps or minutes")
        return [Stage(self.stage, given.steps, 1.0, lambda: self._begin(learner))]

    def _begin(self, learner: Learner) -> Any:
        given = self.settings
        parameters = {
            "lr": given.lr, "lr_end": given.lr_end, "batch": given.batch,
            "grad_norm": given.grad_norm, "seed": given.seed, "threads": threads(given.threads),
        }  # fmt: skip
        return _Measured(self.algorithm(learner, parameters), self)

    def state(self) -> dict[str, Any]:
        return {}

    def about(self) -> dict[str, str]:
        """What the file of weights says beside its description."""
        raise NotImplementedError

    def restore(self, held: Mapping[str, Any]) -> None:
        """Nothing to restore: chunks depend on their numbers alone."""

    def snapshot_written(self) -> None:
        """No pool of opponents wants to know."""

    def evaluate(self, learner: Learner, step: int) -> list[dict[str, Any]]:  # noqa: ARG002
        return []

    def request(self, asked: Mapping[str, Any]) -> None:
        raise BadConfig(f"this recipe has no opponents, so it cannot {asked.get('do')}")

    def status(self) -> dict[str, Any]:
        return {"pool": [], "picks": [], "win_rates": {}, "count_weights": {}}


class _Measured:
    """The algorithm, with a measurement every few updates."""

    def __init__(self, inner: Any, session: CorpusSession[Any]) -> None:
        self.inner, self.session, self.name = inner, session, inner.name

    def update(self, progress: float) -> Update:
        done: Update = self.inner.update(progress)
        if self.inner.chunk % self.session.settings.measure_every:
            return done
        return Update(done.steps, {**done.figures, **self.session.gains(self.inner.learner)})

    def state(self) -> dict[str, Any]:
        held: dict[str, Any] = self.inner.state()
        return held

    def restore(self, held: Mapping[str, Any]) -> None:
        self.inner.restore(held)

    def close(self) -> None:
        self.inner.close()
