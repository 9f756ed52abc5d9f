"""Belote's bidding networks: trials or dueling double DQN on own auctions, over solved deals.

The network plays all four seats; a contract pays what the pool says that it makes (`target`):

    solved     rule 9 on the double-dummy points
    expected   the score that players can expect with those points, as fitted on played deals
    played     rule 9 on the points that players made (`layers`, kibitz pool play)
    max        the same with the taker's best of all layers

Encodings: bid (108 numbers), bid114, and bid_match, which adds the match score and is trained for
the change of match equity.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.core.game import Game
from kibitz.learning.config import setting
from kibitz.learning.game_kinds import Kind, kind
from kibitz.learning.settings import NetSettings

if TYPE_CHECKING:
    from kibitz.learning.games.belote.session import BidSession
    from kibitz.learning.recipe import Recipe
    from kibitz.learning.run_folder import Folder

GAME = "belote"
ABOUT = "bids alone, on own auctions over a pool of solved or played deals: trials, or DQN"
REACHED = "level with net's bids: see benchmarks/notes/belote_bidding.md"
ENCODINGS = ("bid", "bid114", "bid_match")
TARGETS = ("solved", "expected", "played", "max")


@dataclass(frozen=True)
class Settings(NetSettings):
    stages: tuple[str, ...] = setting(
        ("teach", "trials"), "in order", choices=("teach", "dqn", "trials")
    )
    steps: int = setting(
        2_000_000, "calls trained on in each stage after teach; 0: no limit", low=0
    )
    snapshot_interval: int = setting(5_000_000, "steps between snapshots", low=0)
    checkpoint_interval: int = setting(5_000_000, "steps between checkpoints", low=0)
    latest_seconds: float = setting(30.0, "seconds of training that a kill may lose", low=0)
    eval_interval: int = setting(5_000_000, "steps between evaluations; 0: at the end", low=0)
    eval_games: int = setting(2000, "held-out deals of an evaluation", low=0, high=100_000)
    encoding: str = setting("bid114", "what the network sees", group="net", choices=ENCODINGS)
    trunk: tuple[int, ...] = setting(
        (256, 256), "widths of the layers", group="net", low=1, high=1 << 14
    )
    start: str = setting("", "net: start from the bids of the shipped network", group="net",
                         choices=("", "net"))  # fmt: skip
    dueling: bool = setting(True, "value of the state and advantages apart", group="net")
    pool: str = setting("", "a pool of Belote deals", group="deals")
    layers: tuple[str, ...] = setting((), "played layers of that pool", group="deals")
    target: str = setting("expected", "what a contract pays", group="deals", choices=TARGETS)
    held_out: int = setting(2000, "deals kept for evaluations", group="deals", low=0)
    teacher: str = setting("net", "net, or a bidder by weights", group="teach")
    teach_steps: int = setting(
        2_000_000, "calls of the teacher, with slips, to learn from first", group="teach", low=0
    )
    teach_share: float = setting(
        0.15, "share of the minutes, if limited", group="teach", low=0, high=1
    )
    rivals: float = setting(
        0.25, "share of auctions with the teacher on one side", group="dqn", low=0, high=1
    )
    num_envs: int = setting(1024, "auctions at once", group="dqn", low=1, high=1 << 16)
    calls: int = setting(8, "calls of each auction per update", group="dqn", low=1, high=1000)
    reward_scale: float = setting(1 / 200, "factor of every payoff", group="dqn", low=1e-9)
    lr: float = setting(5e-4, "initial learning rate", group="dqn", low=0, high=1)
    lr_end: float = setting(0.02, "fraction of it at the end", group="dqn", low=0, high=1)
    batch: int = setting(1024, "transitions a minibatch", group="dqn", low=1)
    passes: float = setting(1.0, "times that a transition is trained on", group="dqn", low=0.01)
    capacity: int = setting(200_000, "transitions in the replay buffer", group="dqn", low=1)
    filled: int = setting(20_000, "transitions before training begins", group="dqn", low=1)
    alpha: float = setting(0.0, "exponent of priorities; 0: uniform", group="dqn", low=0, high=1)
    beta: float = setting(0.4, "of importance weights at the start", group="dqn", low=0, high=1)
    epsilon: float = setting(0.3, "share of other calls at the start", group="dqn", low=0, high=1)
    epsilon_end: float = setting(0.02, "share of them at the end", group="dqn", low=0, high=1)
    temperature: float = setting(0.2, "of half of them; the rest is uniform", group="dqn", low=1e-6)
    mix: float = setting(0.5, "share of the contract's payoff in targets at the start", group="dqn",
                         low=0, high=1)  # fmt: skip
    mix_end: float = setting(0.1, "the same at the end", group="dqn", low=0, high=1)
    slow_rate: float = setting(0.01, "EMA rate of the target network", group="dqn", low=0, high=1)
    grad_norm: float = setting(1.0, "longest gradient", group="dqn", low=0)
    demo: float = setting(
        0.3, "weight of the teacher's calls at the start; 0 at the end", group="dqn", low=0
    )
    margin: float = setting(0.1, "by which they should exceed others", group="dqn", low=0)
    trial_envs: int = setting(256, "auctions at once", group="trials", low=1, high=1 << 16)
    trial_passes: float = setting(4.0, "times that a state is trained on", group="trials", low=0.01)
    trial_capacity: int = setting(50_000, "states in the replay buffer", group="trials", low=1)
    trial_filled: int = setting(5_000, "states before training begins", group="trials", low=1)
    below: float = setting(
        0.75, "how far below the best value a call may be to be tried", group="trials", low=0
    )
    fit: float = setting(1.0, "weight of the squared error of values", group="trials", low=0)
    gain: float = setting(3.0, "weight of the mean result of a policy", group="trials", low=0)
    gain_temperature: float = setting(0.1, "of that policy", group="trials", low=1e-6)
    trial_epsilon: float = setting(
        0.2, "share of other calls at the start", group="trials", low=0, high=1
    )
    trial_epsilon_end: float = setting(
        0.05, "share of them at the end", group="trials", low=0, high=1
    )


def kinds(game: str, settings: Settings) -> list[Kind]:  # noqa: ARG001
    return [kind(game)]


def tables(game: str, settings: Settings) -> list[Game]:
    return [one.game for one in kinds(game, settings)]


def session(recipe: Recipe, settings: Settings, folder: Folder) -> BidSession:
    from kibitz.learning.games.belote.session import BidSession  # needs torch; a list does not

    return BidSession(recipe, settings, folder)
