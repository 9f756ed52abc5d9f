"""What a Triforge run adds to the loop of run.py: its two networks, self-play, an evaluation.

The network of the run is the one that learns; in mode joint it is the card network, and the
bidding network takes the place of a critic, so that a checkpoint holds both with their optimisers.
Snapshots of it lie beside those of the run, named ..._bid.

The evaluation plays duplicate deals against `rule`: the networks on one side, then on the other.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kibitz import games
from kibitz.bots.models import load_network
from kibitz.core.rng import mix
from kibitz.envs.seated import SeatedVector
from kibitz.learning.config import BadConfig
from kibitz.learning.games.belote.canonical import CARDS, PLAY_AT
from kibitz.learning.games.belote.duel import cell
from kibitz.learning.games.belote.self_play import (
    BID_AT,
    BIDS,
    BOX,
    ENCODINGS,
    HAND,
    OBSERVED,
    PLAYS,
    Frozen,
    SelfPlay,
    Setup,
    frozen,
)
from kibitz.learning.run_folder import Folder
from kibitz.nets.layers import Description
from kibitz.nets.net import Net

if TYPE_CHECKING:
    from kibitz.learning.learner import Learner
    from kibitz.learning.recipe import Recipe
    from kibitz.learning.run import Stage

RIVAL = "rule"
EVAL_SEED = 0x5EED  # evaluations use deals of their own


class TriforgeSession:
    """The data and the evaluation of one run."""

    def __init__(self, recipe: Recipe, settings: Any, folder: Folder) -> None:  # noqa: ARG002
        self.settings, self.folder = settings, folder
        self.game = games.game("belote")
        self.both = settings.mode == "joint"
        if settings.cycles and not self.both:
            raise BadConfig(f"cycles need mode=joint: {settings.mode} trains one part only")
        if not settings.steps and not settings.minutes:
            raise BadConfig("the stage dmc would never end: set steps or minutes")
        self.frozen: dict[str, Frozen] = {}
        if settings.mode == "play-only":
            self.frozen[BIDS] = frozen(part_net(settings.bidder, BIDS))
        if settings.mode == "bid-only":
            self.frozen[PLAYS] = frozen(part_net(settings.player, PLAYS))
        self.learner: Learner | None = None

    # The networks -------------------------------------------------------------------------------

    def description(self) -> Description:
        return self._describe(BIDS if self.settings.mode == "bid-only" else PLAYS)

    def critic(self, _actor: Description) -> Description | None:
        """In mode joint the bidding network, so that checkpoints hold it."""
        return self._describe(BIDS) if self.both else None

    def _describe(self, part: str) -> Description:
        given, encoding = self.settings, ENCODINGS[part]
        trunk = given.trunk if part == PLAYS else given.bid_trunk
        return Description(
            self.game.name, encoding, self.game.encoding_size(encoding), self.game.num_actions,
            trunk, heads=("q",), dueling=given.dueling,
            residual=given.residual and part == PLAYS, layer_norm=given.layer_norm,
        )  # fmt: skip

    def parts(self) -> dict[str, Learner]:
        """The networks that learn, by part."""
        assert self.learner is not None
        if self.settings.mode == "bid-only":
            return {BIDS: self.learner}
        bids = self.learner.critic
        return {PLAYS: self.learner} if bids is None else {BIDS: bids, PLAYS: self.learner}

    # Stages ---------------------------------------------------------------------------------------

    def stages(self, learner: Learner) -> list[Stage]:
        from kibitz.learning.run import Stage

        given, self.learner = self.settings, learner
        if given.init_bid:
            if learner.critic is None:
                raise BadConfig("init_bid is for mode=joint; others start from init_weights")
            learner.critic.load(part_net(given.init_bid, BIDS, learner.critic.description).tensors)
        turns: list[tuple[str, tuple[str, ...]]] = [("dmc", tuple(self.parts()))]
        if given.cycles:
            turns = [("bid-only", (BIDS,)), ("play-only", (PLAYS,))] * int(given.cycles)
        return [
            Stage(name, given.steps, 1 / len(turns), functools.partial(self._dmc, i, learning))
            for i, (name, learning) in enumerate(turns)
        ]

    def _dmc(self, turn: int, learning: tuple[str, ...]) -> Any:
        """The parts named learn; the others are frozen as they stand now."""
        from kibitz.learning.algorithms.dmc import Dmc, Parameters

        given, parts = self.settings, self.parts()
        still = {name: frozen(net.net()) for name, net in parts.items() if name not in learning}
        setup = Setup(
            given.num_envs, mix(given.seed, turn), given.reward_scale,
            given.switch_at if given.target == "dmc_then_dd" else None,
        )  # fmt: skip
        tables = SelfPlay(setup, self.frozen | still)
        parameters = Parameters(
            given.lr, given.lr_end, given.batch, given.passes, given.capacity, given.filled,
            given.epsilon, given.epsilon_end, given.grad_norm, mix(given.seed, turn),
        )  # fmt: skip
        return Dmc(
            {name: parts[name] for name in learning},
            lambda choose: tables.collect(choose, given.actions),
            parameters,
        )

    # Called by run.py ---------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        return {}

    def about(self) -> dict[str, str]:
        """A value of 1 is that many points."""
        return {"points": f"{1 / self.settings.reward_scale:g}"}

    def restore(self, held: Mapping[str, Any]) -> None:
        """Nothing to restore: deals begin anew."""

    def snapshot_written(self) -> None:
        """Write the bidding network beside the newest snapshot."""
        if not self.both or self.learner is None or self.learner.critic is None:
            return
        cards = [file for file in self.folder.snapshots.iterdir() if not file.stem.endswith("_bid")]
        newest = max(cards, key=lambda file: file.stat().st_mtime)
        self.learner.critic.net().save(newest.with_stem(newest.stem + "_bid"), self.about())

    def evaluate(self, learner: Learner, step: int) -> list[dict[str, Any]]:  # noqa: ARG002
        if not self.settings.eval_games:
            return []
        deciding = self.frozen | {name: frozen(one.net()) for name, one in self.parts().items()}
        found = duel(deciding, self.settings.eval_games, mix(EVAL_SEED, self.settings.seed))
        return [cell(RIVAL, found).row(step)]

    def request(self, asked: Mapping[str, Any]) -> None:
        raise BadConfig(f"this recipe has no opponents, so it cannot {asked.get('do')}")

    def status(self) -> dict[str, Any]:
        return {"pool": [], "picks": [], "win_rates": {}, "count_weights": {}}


def part_net(name: str, part: str, wanted: Description | None = None) -> Net:
    """The network of a file, or the shipped one of that name, that decides a part."""
    file = Path(name)
    net = Net.load(file) if file.suffix else load_network("belote", name)
    encoding = net.description.encoding
    known = {*OBSERVED, "canonical"}
    if part == BIDS:
        known.remove("canonical")
    else:
        known -= {"bid", "bid114"}
    if net.description.game != "belote" or encoding not in known:
        raise BadConfig(
            f"{name} cannot decide the part {part!r}: it reads {encoding!r} of "
            f"{net.description.game}, and this part can read {', '.join(sorted(known))}"
        )
    if wanted is not None and net.description != wanted:
        raise BadConfig(f"{name} has another shape than the bidding network of this run")
    return net


def duel(deciding: Mapping[str, Frozen], deals: int, seed: int) -> NDArray[np.float64]:
    """The score a deal against RIVAL, own side minus other side, averaged over both seatings."""
    return (_play(deciding, deals, seed, 0) + _play(deciding, deals, seed, 1)) / 2


def _play(deciding: Mapping[str, Frozen], deals: int, seed: int, side: int) -> NDArray[np.float64]:
    """The margin of a side that these networks decide for, over the first deal of every table."""
    seating = [["learner", RIVAL][(seat + side) % 2] for seat in range(4)]
    game = games.game("belote")
    envs = SeatedVector([game], deals, seed=seed, threads=1, seating=seating, encoding=BOX)
    dealt = np.zeros((deals, 4, CARDS), np.bool_)
    every, margins = np.arange(deals), np.full(deals, np.nan)
    while np.isnan(margins).any():
        box, seat = envs.observation, envs.player.astype(np.int64)
        bidding = box[:, 0] == 1
        bids, plays = (box[:, at : at + CARDS] for at in (BID_AT, PLAY_AT))
        hand = np.where(bidding[:, None], bids, plays) > 0
        whole = hand.sum(axis=1) == HAND
        dealt[every[whole], seat[whole]] = hand[whole]
        actions = np.zeros(deals, np.int64)
        for part, rows in ((BIDS, every[bidding]), (PLAYS, every[~bidding])):
            if len(rows):
                own = dealt[rows, seat[rows]]
                actions[rows] = deciding[part](box[rows], own, envs.mask[rows])
        envs.step(actions)
        over = np.flatnonzero(envs.done & np.isnan(margins))
        margins[over] = envs.returns[over, side] - envs.returns[over, 1 - side]
    return margins
