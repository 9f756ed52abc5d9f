"""The settings of the recipe `transformer` (recipes/belote_transformer.py); they need no torch."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.learning.config import setting

TARGETS = ("solved", "expected", "played", "max")


@dataclass(frozen=True)
class Settings:
    seed: int = setting(1, "same seed, same network", low=0)
    width: int = setting(64, "numbers of a token; a multiple of heads", group="net", low=4)
    layers: int = setting(2, "of attention", group="net", low=1, high=64)
    heads: int = setting(4, "of each layer", group="net", low=1, high=64)
    pool: str = setting("", "a pool of Belote deals", group="deals")
    pool_layers: tuple[str, ...] = setting((), "played layers of that pool", group="deals")
    target: str = setting("expected", "what a contract pays", group="deals", choices=TARGETS)
    held_out: int = setting(2000, "deals kept for the evaluation", group="deals", low=1)
    guide: str = setting("bid_max", "the shipped network that bids trials on", group="deals")
    teach_steps: int = setting(300_000, "calls to learn from the guide first", low=0)
    steps: int = setting(300_000, "calls to learn from trials", low=0)
    auctions: int = setting(256, "at once", low=1, high=1 << 16)
    calls: int = setting(4, "of each auction per update", low=1, high=1000)
    batch: int = setting(512, "states a minibatch", low=1)
    passes: float = setting(2.0, "times that a state is trained on", low=0.01)
    capacity: int = setting(30_000, "states in the replay buffer", low=1)
    lr: float = setting(1e-3, "initial learning rate", low=0, high=1)
    lr_end: float = setting(0.02, "fraction of it at the end", low=0, high=1)
    epsilon: float = setting(0.1, "share of other calls", low=0, high=1)
    below: float = setting(0.5, "how far below the best a call may be to be tried", low=0)
    temperature: float = setting(0.1, "of the guide's policy, and of the policy's gain", low=1e-6)
    fit: float = setting(0.05, "weight of the squared error of values", low=0)
    gain: float = setting(3.0, "weight of the mean result of a policy", low=0)
    slow_rate: float = setting(0.01, "EMA rate of the network that is kept", low=0, high=1)
    reward_scale: float = setting(1 / 200, "factor of every payoff", low=1e-9)
    save_seconds: float = setting(30.0, "seconds of training that a kill may lose", low=0)
