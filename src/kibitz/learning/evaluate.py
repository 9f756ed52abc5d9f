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
from numpy.typing import NDArray

from kibitz import bots
from kibitz.arena.statistics.estimate import mean, share
from kibitz.core.game import Game
from kibitz.core.rng import mix
from kibitz.envs.seats import Player
from kibitz.learning.batch import Guest
from kibitz.learning.collector import Collector
from kibitz.learning.python_collector import ask
from kibitz.nets.net import Net, softmax

ROWS = 8  # per game and collector call: few surplus games are played
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


@dataclass(frozen=True)
class Played:
    """Finished games: rows are games, columns are seats."""

    seats: NDArray[np.int64]  # of the network
    returns: NDArray[np.float64]
    outcome: NDArray[np.float64]
    bids: tuple[int, int] | None = None  # made, total


def guest(named: str) -> Guest:
    """Return an opponent: a rule player by name, or a network file, which plays greedily."""
    if named.endswith(".safetensors"):
        file = Path(named)
        return Guest(file.stem, Net.load(file), 0.0)
    return Guest(named)


def evaluate(
    net: Net,
    tables: Sequence[Game],
    opponents: Sequence[str],
    games: int,
    *,
    encoding: str | None = None,
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
            if game.engine == "native" and _is_native(game, other):
                played = _play_native(
                    net, game, other, games, encoding, temperature, chosen, threads, scored_bids
                )
            else:
                played = _play_plain(net, game, other, games, encoding, temperature, chosen)
            cell = summarise(game, other.name, played, temperature == 0)
            found.append(cell)
            report(cell)
    return found


def _is_native(game: Game, other: Guest) -> bool:
    return other.net is not None or bots.spec(game.name, other.name).native is not None


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


def _play_native(
    net: Net,
    game: Game,
    other: Guest,
    games: int,
    encoding: str | None,
    temperature: float,
    seed: int,
    threads: int,
    scored_bids: bool,
) -> Played:
    """Play the first game of each of `games` tables inside the native engine."""
    collector = Collector(
        [game], games, seed=seed, encoding=encoding, reward="returns",
        horizon="deal" if scored_bids else "game", skip_forced=not scored_bids,
    )  # fmt: skip
    seating = np.ones((games, game.players), np.int32)
    seats = np.arange(games) % game.players
    for e, seat in enumerate(seats):
        seating[e, list(game.side(int(seat)))] = 0
    player = (
        Player.of(game, other.name)
        if other.net is None
        else Player(other.name, net=other.net, temperature=other.temperature)
    )
    returns, outcome = np.zeros((games, game.players)), np.zeros((games, game.players))
    seen = np.zeros(games, bool)
    deals: list[Any] = []
    seeds = np.zeros(games, np.uint64)
    while not seen.all():
        batch = collector.collect(
            net, [player], seating, ROWS * games, temperature=temperature, threads=threads
        )
        ended = batch.finished
        for i in range(len(ended)):
            e = int(ended.game[i])
            if not seen[e]:
                seen[e], seeds[e] = True, ended.seed[i]
                returns[e] = ended.returns[i, : game.players]
                outcome[e] = ended.outcome[i, : game.players]
        if scored_bids:
            last = batch.next == -2
            deals.append((batch.seed[last], batch.reward[last] > 0))
    bids = None
    if scored_bids:
        counted = [np.isin(of, seeds) for of, _ in deals]
        made = sum(int(hit[c].sum()) for (_, hit), c in zip(deals, counted, strict=True))
        bids = (made, sum(int(c.sum()) for c in counted))
    return Played(seats, returns, outcome, bids)


def _play_plain(
    net: Net,
    game: Game,
    other: Guest,
    games: int,
    encoding: str | None,
    temperature: float,
    seed: int,
) -> Played:
    """Do the same in Python, one game after another."""
    seats = np.arange(games) % game.players
    returns, outcome = np.zeros((games, game.players)), np.zeros((games, game.players))
    rng = np.random.default_rng(seed % (1 << 63))
    for e in range(games):
        side = game.side(int(seats[e]))
        deal = mix(seed, e)
        state = game.new(deal)
        rules: dict[int, Any] = {}
        seen: dict[int, int] = {}
        for seat in range(game.players):
            if seat not in side and other.net is None:
                rules[seat] = bots.bot(game.name, other.name)
                rules[seat].start(game, seat, mix(deal, 1 + seat))
        while not state.done:
            if state.player in rules:
                state.apply(ask(rules[state.player], state, seen))
                continue
            own = state.player in side
            chosen, heat = (net, temperature) if own else (other.net, other.temperature)
            assert chosen is not None
            view = state.view(state.player)
            x = np.asarray(view.encode() if encoding is None else view.encode(encoding))[None]
            chances = softmax(chosen.forward(x)["policy"], view.mask()[None], heat)[0]
            state.apply(int(rng.choice(len(chances), p=chances)))
        returns[e], outcome[e] = state.returns(), state.outcome()
    return Played(seats, returns, outcome)
