"""How strong a network is: cells (opponent x player count) with intervals, and weaknesses.

The network sits on one seat (in games with partners, on one side); every other seat is the same
opponent. Seats rotate from game to game. Each game counts once, however long it takes, to avoid
favouring short games. Win rates are win shares with 95 % intervals; `even` is the rate of an equal
player. Greedy play takes the best action, sampled play draws one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.arena.statistics.estimate import mean, share
from kibitz.core.game import Game
from kibitz.core.rng import mix
from kibitz.learning.batch import Guest
from kibitz.learning.evaluation_games import Played, Subject, Table, play
from kibitz.nets.net import Net

SEED = 1 << 40  # keeps evaluation deals apart from training deals


@dataclass(frozen=True)
class Cell:
    """The network against one opponent at one table size."""

    opponent: str
    players: int
    games: int
    win_rate: float
    low: float
    high: float
    even: float
    score: float  # mean of the network's returns
    margin: float  # its returns minus the best of the others'
    margin_low: float
    margin_high: float
    winner_mean: float  # mean returns of the winners
    winner_min: float
    winner_max: float
    bid_accuracy: float | None
    greedy: bool

    @property
    def strength(self) -> float:
        """Win rate relative to an equal player: 1 is even."""
        return self.win_rate / self.even

    def row(self, step: int) -> dict[str, Any]:
        return {"step": step, **asdict(self)}


def guest(named: str) -> Guest:
    """Return an opponent: a rule player by name, or a network file, which plays greedily."""
    if named.endswith(".safetensors"):
        file = Path(named)
        return Guest(file.stem, Net.load(file), 0.0)
    return Guest(named)


def evaluate(
    subject: Subject,
    tables: Sequence[Game],
    opponents: Sequence[str],
    games: int,
    *,
    temperature: float = 0.0,
    seed: int = SEED,
    threads: int = 1,
    scored_bids: bool = False,
    report: Callable[[Cell], None] = lambda _: None,
) -> list[Cell]:
    """Evaluate all cells; `scored_bids`: a deal scores above 0 exactly if the bid was made."""
    found = []
    for named in opponents:
        other = guest(named)
        for game in tables:
            if game.players < 2:
                continue
            chosen = mix(seed, game.players)
            table = Table(game, subject, other, games, chosen, temperature, threads, scored_bids)
            cell = summarise(game, other.name, play(table), temperature == 0)
            found.append(cell)
            report(cell)
    return found


def weaknesses(cells: Sequence[Cell]) -> list[Cell]:
    """Sort cells from the weakest, relative to an equal player."""
    return sorted(cells, key=lambda cell: cell.strength)


def summarise(game: Game, opponent: str, played: Played, greedy: bool) -> Cell:
    n = len(played.seats)
    rows = np.arange(n)
    sides = [list(game.side(int(seat))) for seat in played.seats]
    shares = np.array([played.outcome[i, side].sum() for i, side in enumerate(sides)])
    own = played.returns[rows, played.seats]
    rivals = np.array([np.delete(played.returns[i], side).max() for i, side in enumerate(sides)])
    won = share(shares)
    margin = mean(own - rivals)
    best = played.returns.max(axis=1)
    made = played.bids
    return Cell(
        opponent, game.players, n, won.value, won.low, won.high,
        len(sides[0]) / game.players if n else 0.0, float(own.mean()), margin.value, margin.low,
        margin.high, float(best.mean()), float(best.min()), float(best.max()),
        None if made is None or not made[1] else made[0] / made[1], greedy,
    )  # fmt: skip
