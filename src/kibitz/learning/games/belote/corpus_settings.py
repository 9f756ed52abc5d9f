"""Settings of recipes that train on recorded games (corpus_session.py)."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.learning.config import setting
from kibitz.learning.settings import NetSettings


@dataclass(frozen=True)
class CorpusSettings(NetSettings):
    steps: int = setting(4_000_000, "positions trained on; 0: no limit", low=0)
    snapshot_interval: int = setting(5_000_000, "steps between snapshots", low=0)
    checkpoint_interval: int = setting(5_000_000, "steps between checkpoints", low=0)
    latest_seconds: float = setting(30.0, "seconds of training that a kill may lose", low=0)
    eval_interval: int = setting(0, "unused: metrics show figures of held-out games", low=0)
    eval_games: int = setting(0, "unused", low=0, high=0)
    trunk: tuple[int, ...] = setting(
        (256, 128), "widths of the layers", group="net", low=1, high=1 << 14
    )
    corpora: tuple[str, ...] = setting((), "corpora to train on", group="games")
    strangers: tuple[str, ...] = setting((), "corpora to measure on only", group="games")
    held_out: float = setting(
        0.1, "share of each corpus that is not trained on", group="games", low=0, high=0.9
    )
    each: int = setting(8, "positions of a game in a chunk", group="games", low=1, high=64)
    chunk: int = setting(16_384, "positions of an update", group="games", low=1, high=1 << 20)
    measured: int = setting(4096, "held-out positions that are measured", group="games", low=1)
    measure_every: int = setting(16, "updates between measurements", group="games", low=1)
    lr: float = setting(1.5e-3, "initial learning rate", group="descent", low=0, high=1)
    lr_end: float = setting(0.02, "fraction of it at the end", group="descent", low=0, high=1)
    batch: int = setting(1024, "positions a minibatch", group="descent", low=1)
    grad_norm: float = setting(1.0, "longest gradient", group="descent", low=0)
