"""Evolve the weights of a native player by self-play within a population.

One generation:
1. Draw seatings such that every individual plays about `games` games at each table size, and play
   them natively. Fitness is the win share times the table size, summed over sizes; or, as the
   makers of Qwixx's published weights chose, the score relative to the best of the game.
2. The best ELITE become parents. The first KEPT survive unchanged.
3. A child takes each weight from one of two parents (uniform crossover). Mutation multiplies some
   weights by a factor near 1, with a spread that shrinks over the generations. Weights are
   normalised to length 1, since only their proportions matter to the player.

Generation g draws everything from (seed, g), so an interrupted run resumes as if it had never
stopped, and the number of threads changes nothing. The result is the mean of the last parents: near
the end all are about equally good, and the mean depends less on luck.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz import games
from kibitz.arena import native
from kibitz.core.errors import BadOption
from kibitz.core.files import read, write_atomic
from kibitz.core.options import whole_number
from kibitz.core.rng import check_seed
from kibitz.learning.checkpoint import OtherRun

FORMAT = 1
SIZE_MAX = 10_000_000  # bytes per checkpoint
ELITE = 0.2  # share of the population that has children
KEPT = 0.08  # share that survives unchanged
CHANGE, CHANGE_END, COOLING = 0.3, 0.01, 0.95  # spread of a factor: excess, limit, decay
CHANGED = 0.6  # share of weights that a mutation changes

# Whose weights can be evolved: the native policy, and how many weights it takes.
PLAYERS = {"qwixx": ("ga", 4)}
FITNESS = ("wins", "score")

Weights = list[float]


@dataclass(frozen=True)
class Settings:
    game: str = "qwixx"
    individuals: int = 100
    generations: int = 200
    games: int = 1000  # per individual, generation and table size
    tables: tuple[int, ...] = (4,)  # players at a table
    seed: int = 1
    fitness: str = "wins"

    def __post_init__(self) -> None:
        if self.fitness not in FITNESS:
            raise BadOption(f"fitness must be {' or '.join(FITNESS)}, not {self.fitness!r}")
        if self.game not in PLAYERS:
            raise BadOption(f"evolution supports {', '.join(PLAYERS)}, not {self.game!r}")
        whole_number("individuals", self.individuals, 10, 10_000)
        whole_number("generations", self.generations, 1, 1_000_000)
        whole_number("games", self.games, 1, 1_000_000)
        check_seed(self.seed)
        if not self.tables:
            raise BadOption("give at least one table size")
        for size in self.tables:
            games.game(self.game, players=size)


@dataclass(frozen=True)
class Run:
    """A running evolution: the contents of a checkpoint."""

    settings: Settings
    generation: int  # generations finished
    population: list[Weights]
    best: list[float]  # best fitness of each generation; by wins the average is 1 per table size
    weights: Weights  # the mean of the last parents

    @property
    def done(self) -> bool:
        return self.generation >= self.settings.generations


def begin(settings: Settings) -> Run:
    rng = np.random.default_rng([settings.seed, 0])
    size = PLAYERS[settings.game][1]
    population = [_unit(rng.normal(0, 1, size)) for _ in range(settings.individuals)]
    return Run(settings, 0, population, [], population[0])


def advance(run: Run, threads: int = 0) -> Run:
    """Run one more generation."""
    settings = run.settings
    rng = np.random.default_rng([settings.seed, run.generation + 1])
    fitness = sum(_fitness(run, size, rng, threads) for size in settings.tables)
    assert isinstance(fitness, np.ndarray)
    order = np.argsort(-fitness, kind="stable")
    parents = [run.population[i] for i in order[: max(2, round(ELITE * len(order)))]]
    spread = CHANGE_END + CHANGE * COOLING**run.generation
    children = parents[: max(1, round(KEPT * len(order)))]
    while len(children) < len(order):
        children.append(_child(parents, spread, rng))
    return replace(
        run,
        generation=run.generation + 1,
        population=children,
        best=[*run.best, float(fitness.max())],
        weights=_unit(np.mean(parents, axis=0)),
    )


def _fitness(run: Run, size: int, rng: np.random.Generator, threads: int) -> NDArray[np.float64]:
    """Return each individual's fitness at tables of this size."""
    count = len(run.population)
    # Everyone plays once before anyone plays again.
    rounds = -(-run.settings.games * count // (count // size * size))
    orders = np.argsort(rng.random((rounds, count)), axis=1)[:, : count // size * size]
    seating = orders.reshape(-1, size).astype(np.int32)
    seeds = rng.integers(0, 2**63, len(seating), dtype=np.uint64)
    policy = PLAYERS[run.settings.game][0]
    rules = games.game(run.settings.game, players=size, engine="native")
    names = [(policy, weights) for weights in run.population]
    played = native.play_many(rules, names, seating, seeds, threads=threads)
    sat = np.maximum(np.bincount(seating.ravel(), minlength=count), 1)
    if run.settings.fitness == "wins":
        return size * np.bincount(seating.ravel(), played.outcome.ravel(), count) / sat
    relative = relative_scores(played.returns)
    return np.bincount(seating.ravel(), relative.ravel(), count) / sat


def relative_scores(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return each seat's score relative to the best of its game, from -1 to 1.

    Where nobody has a point there is no scale: the best gets 1, the others 0.
    """
    best = points.max(axis=1, keepdims=True)
    relative = np.where(best > 0, points / np.maximum(best, 1), points == best)
    found: NDArray[np.float64] = np.clip(relative, -1.0, 1.0)
    return found


def _child(parents: list[Weights], spread: float, rng: np.random.Generator) -> Weights:
    one, other = (np.array(parents[rng.integers(len(parents))]) for _ in range(2))
    crossed = np.where(rng.random(len(one)) < 0.5, one, other)
    changed = rng.random(len(one)) < CHANGED
    return _unit(crossed * (1 + rng.normal(0, spread, len(one)) * changed))


def _unit(weights: NDArray[np.float64]) -> Weights:
    return [float(x) for x in weights / np.linalg.norm(weights)]


def save(run: Run, path: Path) -> None:
    """Replace the checkpoint atomically."""
    held = {"kibitz_evolve": FORMAT, **asdict(run)}
    write_atomic(path, json.dumps(held) + "\n")


def load(path: Path, settings: Settings) -> Run | None:
    """Load a checkpoint: None if there is none, OtherRun if its settings differ.

    Asking for more generations than before does not count as a difference: the run resumes.
    """
    data = read(path, SIZE_MAX)
    if data is None:
        return None
    try:
        held = json.loads(data)
        given = Settings(**held["settings"] | {"tables": tuple(held["settings"]["tables"])})
        wanted = replace(given, generations=settings.generations)
        run = Run(
            settings,
            int(held["generation"]),
            [_checked(settings.game, weights) for weights in held["population"]],
            [float(x) for x in held["best"]],
            _checked(settings.game, held["weights"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        raise OtherRun(f"{path} is not a checkpoint of an evolution") from None
    if wanted != settings or len(run.population) != settings.individuals:
        raise OtherRun(f"{path} holds an evolution with other settings: {asdict(given)}")
    return run


def _checked(game: str, weights: Any) -> Weights:
    found = [float(x) for x in weights]
    if len(found) != PLAYERS[game][1] or not np.isfinite(found).all():
        raise ValueError("weights")
    return found


def compare(
    game: str, one: Weights, other: Weights, size: int, deals: int, seed: int
) -> tuple[float, float]:
    """Return a player's win share, with its error, against a table of others, over all seats."""
    rules = games.game(game, players=size, engine="native")
    seats = np.tile(np.arange(size), deals)
    seating = np.ones((len(seats), size), dtype=np.int32)
    seating[np.arange(len(seats)), seats] = 0
    policy = PLAYERS[game][0]
    seeds = np.repeat(np.arange(seed, seed + deals), size)
    names = [(policy, one), (policy, other)]
    played = native.play_many(rules, names, seating, seeds, threads=0)
    shares = played.outcome[np.arange(len(seats)), seats].reshape(deals, size).mean(axis=1)
    return float(shares.mean()), float(shares.std(ddof=1) / deals**0.5)
