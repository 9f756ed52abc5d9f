"""What a run that trains a bidder adds to the loop of run.py: deals, auctions, an evaluation.

The last `held_out` deals of the pool are never trained on; the evaluation compares the network with
`parametric` on them (duel.py).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz import games
from kibitz.bots.models import load_network
from kibitz.core.rng import mix
from kibitz.learning.config import BadConfig
from kibitz.learning.games.belote import payoffs, teacher, warm_start
from kibitz.learning.games.belote.auctions import Auctions, Deals
from kibitz.learning.games.belote.duel import cell, duel
from kibitz.learning.games.belote.episodes import Episodes, Payoff
from kibitz.learning.games.belote.trials import Trials
from kibitz.learning.run_folder import Folder
from kibitz.nets.layers import Description
from kibitz.search import deal_pool

if TYPE_CHECKING:
    from kibitz.learning.learner import Learner
    from kibitz.learning.recipe import Recipe
    from kibitz.learning.run import Stage

MATCH = "bid_match"  # the encoding with the match score
RIVAL = "parametric"


class BidSession:
    """The data and the evaluation of one run."""

    def __init__(self, recipe: Recipe, settings: Any, folder: Folder) -> None:  # noqa: ARG002
        self.settings = settings
        self.match = settings.encoding == MATCH
        deals = load(settings.pool, settings.layers, settings.target)
        if len(deals) <= settings.held_out:
            raise BadConfig(
                f"the pool has {len(deals):,} deals, and {settings.held_out:,} are held out: "
                "use a larger pool, or set held_out"
            )
        self.training, self.held_out = split(deals, settings.held_out)
        self.payoff = payoff_of(settings.target, match=self.match)
        self.teacher = teacher.find(settings.teacher)

    def description(self) -> Description:
        given, game = self.settings, games.game("belote")
        return Description(
            game.name, given.encoding, game.encoding_size(given.encoding), game.num_actions,
            given.trunk, heads=("q",), dueling=given.dueling, residual=given.residual,
            layer_norm=given.layer_norm,
        )  # fmt: skip

    def critic(self, _actor: Description) -> None:
        """No critic: the network is one."""

    def stages(self, learner: Learner) -> list[Stage]:
        from kibitz.learning.run import Stage

        given = self.settings
        if not given.steps and not given.minutes:
            raise BadConfig("the stage dqn would never end: set steps or minutes")
        if given.start and not given.init_weights:
            shipped = load_network("belote", given.start)
            heat = given.gain_temperature
            learner.load(warm_start.of_policy(shipped, learner.description, heat))
        wanted = [name for name in given.stages if name != "teach" or given.teach_steps]
        makers = {"teach": self._teach, "dqn": self._dqn, "trials": self._trials}
        steps = {"teach": given.teach_steps}
        taught = given.teach_share if "teach" in wanted and len(wanted) > 1 else 0.0
        rest = (1 - taught) / max(1, len([name for name in wanted if name != "teach"]))
        return [
            Stage(
                name, steps.get(name, given.steps),
                (taught or 1.0) if name == "teach" else rest,
                functools.partial(makers[name], learner),
            )
            for name in wanted
        ]  # fmt: skip

    def _teach(self, learner: Learner) -> Any:
        """Learn what the teacher's calls, and slips, came to: no bootstrapping."""
        from dataclasses import replace

        from kibitz.learning.algorithms.dqn import Dqn

        episodes = self._episodes(learner)
        parameters = replace(
            self._parameters(), mix=1.0, mix_end=1.0, lr_end=0.3, demo=1.0, demo_end=1.0
        )
        return Dqn(
            learner,
            lambda choose: episodes.collect(episodes.taught(choose), self.settings.calls),
            parameters,
        )

    def _dqn(self, learner: Learner) -> Any:
        from kibitz.learning.algorithms.dqn import Dqn

        episodes = self._episodes(learner)
        learner.drop_anchor()
        return Dqn(
            learner,
            lambda choose: episodes.collect(episodes.mixed(choose), self.settings.calls),
            self._parameters(),
        )

    def _trials(self, learner: Learner) -> Any:
        from kibitz.learning.algorithms.all_actions import AllActions, Parameters

        given = self.settings
        parameters = Parameters(
            given.lr, given.lr_end, given.batch, given.trial_passes, given.trial_capacity,
            given.trial_filled, given.trial_epsilon, given.trial_epsilon_end, given.fit,
            given.gain, given.gain_temperature, given.grad_norm, given.slow_rate, given.seed,
        )  # fmt: skip
        rng = np.random.default_rng(mix(given.seed, learner.steps))
        auctions = Auctions(self.training, given.trial_envs, rng, match=self.match)
        trials = Trials(auctions, given.encoding, self.payoff, given.reward_scale, given.below)
        learner.drop_anchor()
        learner.renew_optimiser()
        return AllActions(
            learner,
            lambda values, epsilon: trials.collect(values, epsilon, given.calls),
            parameters,
        )

    def _parameters(self) -> Any:
        from kibitz.learning.algorithms.dqn import Parameters

        given = self.settings
        return Parameters(
            given.lr, given.lr_end, given.batch, given.passes, given.capacity, given.filled,
            given.alpha, given.beta, given.epsilon, given.epsilon_end, given.temperature,
            given.mix, given.mix_end, given.slow_rate, given.grad_norm, given.demo, 0.0,
            given.margin, given.seed,
        )  # fmt: skip

    def _episodes(self, learner: Learner) -> Episodes:
        given = self.settings
        rng = np.random.default_rng(mix(given.seed, learner.steps))
        auctions = Auctions(self.training, given.num_envs, rng, match=self.match)
        return Episodes(
            auctions, given.encoding, self.payoff, given.reward_scale, self.teacher, given.rivals
        )

    # Called by run.py ---------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        return {}

    def about(self) -> dict[str, str]:
        """A value of 1 is that many points."""
        return {"points": f"{1 / self.settings.reward_scale:g}"}

    def restore(self, held: Mapping[str, Any]) -> None:
        """Nothing to restore: auctions begin anew."""

    def snapshot_written(self) -> None:
        """No pool of opponents wants to know."""

    def evaluate(self, learner: Learner, step: int) -> list[dict[str, Any]]:
        deals = first(self.held_out, self.settings.eval_games)
        if not len(deals):
            return []
        plain = payoff_of(self.settings.target, match=False)
        found = duel(deals, teacher.by_net(learner.net()), teacher.find(RIVAL), plain)
        return [cell(RIVAL, found).row(step)]

    def request(self, asked: Mapping[str, Any]) -> None:
        raise BadConfig(f"this recipe has no opponents, so it cannot {asked.get('do')}")

    def status(self) -> dict[str, Any]:
        return {"pool": [], "picks": [], "win_rates": {}, "count_weights": {}}


def load(pool: str, layers: tuple[str, ...], target: str) -> Deals:
    """The deals of a pool, with the points that the target takes."""
    if not pool:
        raise BadConfig("name a pool of deals: --set pool=belote.pool (kibitz pool writes one)")
    found = deal_pool.open(Path(pool), unfinished=True)
    if found.game != "belote":
        raise BadConfig(f"{pool} has deals of {found.game}, not of belote")
    if target in ("solved", "expected"):
        values = deal_pool.best([np.asarray(found.values)], found)
    else:
        opened = [deal_pool.open_layer(Path(name), found, unfinished=True) for name in layers]
        if not opened or (target == "played" and len(opened) > 1):
            count = "one played layer" if target == "played" else "played layers"
            raise BadConfig(f"the target {target} needs {count}: --set layers=rule.layer")
        values = deal_pool.best(opened, found)
    rows = slice(len(values))
    return Deals(found.holders(rows), np.asarray(found.dealer[rows]), values)


def split(deals: Deals, held_out: int) -> tuple[Deals, Deals]:
    """All but the last deals, and the last ones."""
    at = len(deals) - held_out
    return _part(deals, slice(None, at)), _part(deals, slice(at, None))


def first(deals: Deals, count: int) -> Deals:
    return _part(deals, slice(None, count))


def _part(deals: Deals, rows: slice) -> Deals:
    return Deals(deals.holders[rows], deals.dealer[rows], deals.values[rows])


def payoff_of(target: str, *, match: bool) -> Payoff:
    """The payoff of a contract for NS."""
    scoring: payoffs.Scoring = "expected" if target == "expected" else "exact"
    score = payoffs.equities if match else payoffs.margins
    return lambda ended: score(ended, scoring)
