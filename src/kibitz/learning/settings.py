"""All settings that recipes share, by group; a recipe changes defaults and may add its own.

Steps are decisions with a choice that were trained on: forced moves do not count.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.learning.config import BadConfig, setting

NO_PULL, SLOW, TEACHER = "none", "slow", "teacher"


@dataclass(frozen=True)
class RunSettings:
    """Length, saving and evaluation of a run."""

    name: str = setting("", "name of the run; empty: generated")
    seed: int = setting(1, "same seed, same games", low=0)
    minutes: float = setting(0.0, "wall time of all stages together; 0: no limit", low=0)
    stages: tuple[str, ...] = setting(
        ("imitate", "ppo"), "stages of the run, in order", choices=("imitate", "ppo", "expert")
    )
    steps: int = setting(50_000_000, "steps of the stages after imitation; 0: no limit", low=0)
    checkpoint_interval: int = setting(1_000_000, "steps between checkpoints", low=0)
    checkpoints_kept: int = setting(5, "numbered checkpoints kept", low=1, high=1000)
    latest_seconds: float = setting(5.0, "most seconds of training that a kill may lose", low=0)
    snapshot_interval: int = setting(1_000_000, "steps between snapshots", low=0)
    eval_interval: int = setting(10_000_000, "steps between evaluations; 0: at the end", low=0)
    eval_games: int = setting(200, "games per cell of an evaluation", low=0, high=100_000)
    eval_bots: tuple[str, ...] = setting((), "opponents of an evaluation; empty: the pool's bots")
    init_weights: str = setting("", "snapshot or checkpoint to start from")
    threads: int = setting(
        0, "threads of collector and learner; 0: one per core, at most 8", low=0, high=256
    )


@dataclass(frozen=True)
class NetSettings(RunSettings):
    """The network."""

    encoding: str = setting("", "observation by name; empty: the game's default", group="net")
    trunk: tuple[int, ...] = setting(
        (256, 128, 128), "widths of the layers", group="net", low=1, high=1 << 14
    )
    residual: bool = setting(False, "layers of one width add their input", group="net")
    layer_norm: bool = setting(False, "normalise the layers", group="net")
    precision: str = setting(
        "auto", "of matrix products in training; auto: bfloat16 if the CPU has it", group="net",
        choices=("auto", "float32", "bfloat16"),
    )  # fmt: skip


@dataclass(frozen=True)
class TableSettings(NetSettings):
    """Tables: player counts and rewards."""

    players: tuple[int, ...] = setting(
        (), "player counts; empty: the game's default", group="tables", low=1, high=8
    )
    player_weights: tuple[float, ...] = setting(
        (), "how often each count is played; empty: equally", group="tables", low=0
    )
    adaptation_rate: float = setting(
        0.5, "0: fixed weights; 1: by weakness alone", group="tables", low=0, high=1
    )
    min_weight: float = setting(
        0.05, "least share of a player count", group="tables", low=0, high=1
    )
    num_envs: int = setting(512, "games at once", group="tables", low=1, high=1 << 16)
    reward: str = setting("margin", "margin, returns, outcome or game-specific", group="tables")
    reward_scale: float = setting(1.0, "factor of every reward", group="tables", low=1e-9)
    horizon: str = setting(
        "game",
        "trajectories end with the game, or with each deal",
        group="tables",
        choices=("game", "deal"),
    )
    whole_games: bool = setting(False, "train only on finished trajectories", group="tables")


@dataclass(frozen=True)
class ImitateSettings(TableSettings):
    """The first stage: imitating a teacher's decisions."""

    teacher: str = setting("", "the player to imitate; empty: no imitation", group="imitate")
    imitate_steps: int = setting(5_000_000, "decisions of the teacher", group="imitate", low=0)
    imitate_share: float = setting(
        0.1, "share of the minutes, if limited", group="imitate", low=0, high=1
    )
    imitate_lr: float = setting(1e-3, "initial learning rate", group="imitate", low=0, high=1)
    imitate_batch: int = setting(1024, "decisions a minibatch", group="imitate", low=1)
    imitate_chunk: int = setting(65_536, "decisions per chunk", group="imitate", low=1)
    imitate_epochs: int = setting(1, "epochs over each chunk", group="imitate", low=1)
    search: str = setting(
        "", "a searcher whose visits and values are the targets", group="imitate",
        choices=("", "ismcts", "rollout"),
    )  # fmt: skip
    search_simulations: int = setting(
        200, "simulations of a searched decision", group="imitate", low=1
    )
    expert_worlds: int = setting(8, "worlds per look-ahead", group="imitate", low=1, high=10_000)
    expert_temperature: float = setting(
        0.1, "temperature of the improved policy", group="imitate", low=1e-6
    )
    expert_chunk: int = setting(4096, "decisions searched per chunk", group="imitate", low=1)


@dataclass(frozen=True)
class OpponentSettings(ImitateSettings):
    """Who sits at the table with the learner."""

    opponents: str = setting(
        "pool", "pool: bots and snapshots; bots; snapshots; self: every seat learns",
        group="opponents", choices=("pool", "bots", "snapshots", "self"),
    )  # fmt: skip
    bots: tuple[str, ...] = setting((), "rule players of the pool", group="opponents")
    picks: int = setting(3, "opponents per update", group="opponents", low=1, high=16)
    homogeneous: float = setting(
        0.25, "share of tables with a single opponent", group="opponents", low=0, high=1
    )
    forced_bots: tuple[str, ...] = setting(
        (), "rule players with reserved tables", group="opponents"
    )
    forced_rate: tuple[float, ...] = setting(
        (0.0,), "share of tables for each of them: one for all, or one each",
        group="opponents", low=0, high=1,
    )  # fmt: skip
    self_play: float = setting(
        0.5, "share of tables where every seat learns", group="opponents", low=0, high=1
    )
    nn_temperature: float = setting(
        1.0, "temperature of snapshots; below 1: greedier", group="opponents", low=0, high=10
    )
    self_play_start: int = setting(
        500_000, "steps before own snapshots join the pool", group="opponents", low=0
    )
    load_dirs: tuple[str, ...] = setting((), "folders of other snapshots", group="opponents")
    rescan_updates: int = setting(20, "updates between rescans of them", group="opponents", low=1)
    pool_size: int = setting(100, "snapshots in the pool", group="pfsp", low=1, high=10_000)
    pfsp_exploration: float = setting(1.0, "weight of unmeasured opponents", group="pfsp", low=0)
    pfsp_divisor: float = setting(
        10.0, "updates of staleness that double a weight", group="pfsp", low=1e-6
    )
    pfsp_max_mult: float = setting(3.0, "upper bound of what staleness adds", group="pfsp", low=0)
    pfsp_window: int = setting(5, "measurements averaged", group="pfsp", low=1, high=10_000)
    pfsp_by_players: bool = setting(True, "weigh (opponent, player count) pairs", group="pfsp")

    def forced(self) -> list[tuple[str, float]]:
        """Return the rule players that have reserved tables, with their shares."""
        if not self.has_bots:
            return []
        rates = self.forced_rate * (len(self.forced_bots) if len(self.forced_rate) == 1 else 1)
        if len(rates) != len(self.forced_bots):
            raise BadConfig("forced_rate needs one share, or one for each of forced_bots")
        return [(name, rate) for name, rate in zip(self.forced_bots, rates, strict=True) if rate]

    @property
    def has_bots(self) -> bool:
        """Whether rule players take part: not in plain self-play, nor in an exploiter's run."""
        return self.opponents in ("pool", "bots")


@dataclass(frozen=True)
class PpoSettings(OpponentSettings):
    """The last stage: PPO."""

    overlap: str = setting(
        "auto", "collect during training, one update stale; auto: only without native engine",
        group="ppo", choices=("auto", "yes", "no"),
    )  # fmt: skip
    rollout: int = setting(65_536, "decisions per update", group="ppo", low=1)
    lr: float = setting(3e-4, "initial learning rate", group="ppo", low=0, high=1)
    lr_end: float = setting(0.05, "fraction of it at the end", group="ppo", low=0, high=1)
    batch: int = setting(4096, "decisions a minibatch", group="ppo", low=1)
    epochs: int = setting(2, "epochs per update", group="ppo", low=1, high=100)
    critic: str = setting(
        "own", "what the critic sees in training: own observation, or all hands", group="ppo",
        choices=("own", "all"),
    )  # fmt: skip
    critic_trunk: tuple[int, ...] = setting(
        (128, 64), "widths of a critic that sees all hands", group="ppo", low=1, high=1 << 14
    )
    critic_lr: float = setting(
        1e-3, "initial learning rate of that critic", group="ppo", low=0, high=1
    )
    gamma: float = setting(1.0, "discount", group="ppo", low=0, high=1)
    lam: float = setting(0.95, "lambda of GAE", group="ppo", low=0, high=1)
    clip: float = setting(0.2, "clip range of the ratio", group="ppo", low=1e-6)
    value_clip: float = setting(0.0, "clip range of the value; 0: off", group="ppo", low=0)
    value_coef: float = setting(0.5, "weight of the value loss", group="ppo", low=0)
    entropy_coef: float = setting(0.01, "weight of the entropy bonus", group="ppo", low=0)
    entropy_end: float = setting(0.2, "fraction of it at the end", group="ppo", low=0)
    target_kl: float = setting(0.03, "KL that ends an update early; 0: never", group="ppo", low=0)
    grad_norm: float = setting(0.5, "maximum gradient norm", group="ppo", low=0)
    pull: str = setting(
        NO_PULL, "KL pull towards an EMA or the imitated teacher",
        group="ppo", choices=(NO_PULL, SLOW, TEACHER),
    )  # fmt: skip
    pull_coef: float = setting(0.1, "weight of the pull", group="ppo", low=0)
    slow_rate: float = setting(0.02, "EMA rate of the slow copy", group="ppo", low=0)
