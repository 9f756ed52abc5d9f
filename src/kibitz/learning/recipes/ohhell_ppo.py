"""Oh Hell, one network for two to five players: imitate `sharp`, then PPO.

Training plays single rounds of all hand sizes: a round is worth the same in any game, its end is
near, and its observation is the same alone as within a game. The reward is the margin over the best
other seat in tens of points, roughly one made bid. Evaluation plays whole games. PPO from scratch
takes ten times as long to get as far (benchmarks/notes/ohhell.md).

A table of rule players yields one learning seat, a self-play table all of them: with 40 % of the
tables at self-play, about 70 % of the decisions are. Much of the strength comes as the learning
rate falls to 2 %; a second cycle from the first one's weights (`--init-weights`, stages=ppo) adds
to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Game
from kibitz.learning.config import changed, setting
from kibitz.learning.game_kinds import Kind, by_players, kind
from kibitz.learning.settings import PpoSettings

GAME = "ohhell"
ABOUT = "imitate sharp, then PPO on single rounds, 2 to 5 players"
REACHED = (
    "90.5 % against three smart, 65.1 % against three sharp at four players, "
    "in 70, 75 and 72 minutes on one shared core (305 million decisions)"
)
SCORED_BIDS = True  # rule 7: a missed bid scores 0
CARDS = 51  # one is turned up
HAND_MAX = 12


@dataclass(frozen=True)
class Settings(PpoSettings):
    players: tuple[int, ...] = changed(PpoSettings, "players", (2, 3, 4, 5))
    player_weights: tuple[float, ...] = changed(
        PpoSettings, "player_weights", (0.1, 0.15, 0.5, 0.25)
    )
    hand_sizes: tuple[int, ...] = setting(
        (), "hand sizes of training; empty: all", group="tables", low=1, high=HAND_MAX
    )
    teacher: str = changed(PpoSettings, "teacher", "sharp")
    imitate_steps: int = changed(PpoSettings, "imitate_steps", 4_000_000)
    imitate_share: float = changed(PpoSettings, "imitate_share", 0.05)
    bots: tuple[str, ...] = changed(PpoSettings, "bots", ("heuristic", "smart", "sharp"))
    forced_bots: tuple[str, ...] = changed(PpoSettings, "forced_bots", ("sharp", "smart"))
    forced_rate: tuple[float, ...] = changed(PpoSettings, "forced_rate", (0.2,))
    self_play_start: int = changed(PpoSettings, "self_play_start", 0)
    adaptation_rate: float = changed(PpoSettings, "adaptation_rate", 0.0)
    num_envs: int = changed(PpoSettings, "num_envs", 1024)
    lr: float = changed(PpoSettings, "lr", 5e-4)
    lr_end: float = changed(PpoSettings, "lr_end", 0.02)
    target_kl: float = changed(PpoSettings, "target_kl", 0.0)
    eval_bots: tuple[str, ...] = changed(PpoSettings, "eval_bots", ("heuristic", "smart", "sharp"))
    reward: str = changed(PpoSettings, "reward", "mean_margin")
    reward_scale: float = changed(PpoSettings, "reward_scale", 0.1)
    self_play: float = changed(PpoSettings, "self_play", 0.4)
    entropy_coef: float = changed(PpoSettings, "entropy_coef", 0.005)
    entropy_end: float = changed(PpoSettings, "entropy_end", 0.1)


def kinds(game: str, settings: PpoSettings) -> list[Kind]:
    assert isinstance(settings, Settings)
    found = []
    for players in settings.players:
        largest = min(HAND_MAX, CARDS // players)
        sizes = [s for s in settings.hand_sizes or range(1, HAND_MAX + 1) if s <= largest]
        # Large hands have more decisions and occur as often in a game as small ones.
        found += [kind(game, players=players, schedule=[size]) for size in sizes]
    return found


def tables(game: str, settings: PpoSettings) -> list[Game]:
    return [one.game for one in by_players(game, settings.players)]
