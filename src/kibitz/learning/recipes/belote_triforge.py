"""Belote's calls and cards by Deep Monte-Carlo, each part trained against the other as it stands.

Two networks, both with values of actions: one calls (108 inputs, 24-fold suit augmentation), one
plays cards (411 inputs in canonical suits, a residual trunk). `mode` says which of them learn:

    play-only   cards; calls by the frozen network `bidder`
    bid-only    calls; cards by the frozen network `player`
    joint       both at once or, with `cycles`, in turns of `steps` each: calls, cards, calls ..,
                each against the other part as it was left

Targets are the scores of whole deals that the networks play among themselves (dmc), and with
`target=dmc_then_dd` those of the double-dummy solver for cards from trick `switch_at` on. A run
that is resumed keeps its schedule of epsilon; to refine a trained network, lower it:

    kibitz train --resume RUN --set epsilon=0.02 --set epsilon_end=0.01
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.core.game import Game
from kibitz.learning.config import setting
from kibitz.learning.game_kinds import Kind, kind
from kibitz.learning.settings import NetSettings

if TYPE_CHECKING:
    from kibitz.learning.games.belote.triforge import TriforgeSession
    from kibitz.learning.recipe import Recipe
    from kibitz.learning.run_folder import Folder

GAME = "belote"
ABOUT = "calls and cards by Deep Monte-Carlo: play-only, bid-only, joint or in cycles"
REACHED = "see benchmarks/notes/belote_cards.md"
MODES = ("play-only", "bid-only", "joint")
TARGETS = ("dmc", "dmc_then_dd")


@dataclass(frozen=True)
class Settings(NetSettings):
    stages: tuple[str, ...] = setting(("dmc",), "fixed by mode and cycles", choices=("dmc",))
    mode: str = setting("play-only", "which part learns", choices=MODES)
    cycles: int = setting(0, "joint: turns of calls and cards; 0: both at once", low=0, high=1000)
    steps: int = setting(5_000_000, "decisions trained on in each stage; 0: no limit", low=0)
    snapshot_interval: int = setting(5_000_000, "steps between snapshots", low=0)
    checkpoint_interval: int = setting(5_000_000, "steps between checkpoints", low=0)
    latest_seconds: float = setting(30.0, "seconds of training that a kill may lose", low=0)
    eval_interval: int = setting(5_000_000, "steps between evaluations; 0: at the end", low=0)
    eval_games: int = setting(1000, "deals of an evaluation, each from both sides", low=0,
                              high=100_000)  # fmt: skip
    trunk: tuple[int, ...] = setting(
        (256, 256, 256), "widths of the card network's layers", group="net", low=1, high=1 << 14
    )
    residual: bool = setting(True, "layers of one width add their input", group="net")
    bid_trunk: tuple[int, ...] = setting(
        (256, 256), "widths of the bidding network's layers", group="net", low=1, high=1 << 14
    )
    dueling: bool = setting(True, "value of the state and advantages apart", group="net")
    init_bid: str = setting("", "joint: a bidding network to start from", group="net")
    bidder: str = setting("net", "play-only: who calls, net or a file", group="parts")
    player: str = setting("net", "bid-only: who plays cards, net or a file", group="parts")
    target: str = setting("dmc", "of cards", group="dmc", choices=TARGETS)
    switch_at: int = setting(
        5, "dmc_then_dd: the trick from which cards have solved values", group="dmc", low=0, high=7
    )
    num_envs: int = setting(256, "deals at once", group="dmc", low=1, high=1 << 16)
    actions: int = setting(32, "actions of each deal per update", group="dmc", low=1, high=1000)
    reward_scale: float = setting(1 / 200, "factor of every score", group="dmc", low=1e-9)
    lr: float = setting(5e-4, "initial learning rate", group="dmc", low=0, high=1)
    lr_end: float = setting(0.05, "fraction of it at the end", group="dmc", low=0, high=1)
    batch: int = setting(1024, "rows a minibatch", group="dmc", low=1)
    passes: float = setting(1.0, "times that a row is trained on", group="dmc", low=0.01)
    capacity: int = setting(100_000, "rows in each replay buffer", group="dmc", low=1)
    filled: int = setting(10_000, "rows before training begins", group="dmc", low=1)
    epsilon: float = setting(0.1, "share of random actions at the start of a stage", group="dmc",
                             low=0, high=1)  # fmt: skip
    epsilon_end: float = setting(0.02, "share of them at its end", group="dmc", low=0, high=1)
    grad_norm: float = setting(1.0, "longest gradient", group="dmc", low=0)


def kinds(game: str, settings: Settings) -> list[Kind]:  # noqa: ARG001
    return [kind(game)]


def tables(game: str, settings: Settings) -> list[Game]:
    return [one.game for one in kinds(game, settings)]


def session(recipe: Recipe, settings: Settings, folder: Folder) -> TriforgeSession:
    from kibitz.learning.games.belote.triforge import TriforgeSession  # needs torch

    return TriforgeSession(recipe, settings, folder)
