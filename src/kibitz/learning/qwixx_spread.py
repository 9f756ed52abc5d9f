"""Qwixx: does the value network know how scores will spread?

    trace      one game of the player value, decision by decision: what the network expects
    validate   its mean and sigma of positions against the moments of games played from there
    scores     the final scores of games from one position

All games are the network's own, played natively; everything follows from the seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz import games
from kibitz.core import engine, shape
from kibitz.core.errors import BadEngine, MissingExtra
from kibitz.core.extras import install
from kibitz.core.rng import mix
from kibitz.core.state import CHANCE, State
from kibitz.games.qwixx.view import QwixxView
from kibitz.nets import qwixx_value
from kibitz.players.qwixx.value import Outlook, ValueRule, best, between

APART = 6  # turns between the positions of a game
BIN = 10  # points


@dataclass(frozen=True)
class Decision:
    """A decision of one seat, and what the network expects of the position after the turn."""

    turn: int
    seat: int
    step: str
    action: str
    moves: int  # to choose from
    chance: float
    mean: float
    sigma: float
    sigma_spread: float  # of sigma over the moves, relative to its mean


@dataclass(frozen=True)
class Check:
    """What the network expects of a seat at a position, and the moments of the games from there."""

    seed: int
    turn: int
    seat: int
    mean: float
    sigma: float
    mean_played: float
    sigma_played: float


def trace(model: Path, players: int, order: str, seed: int) -> Iterator[Decision]:
    """Play one game, the network at every seat, and yield each decision that was not forced."""
    rule = ValueRule(qwixx_value.load(model))
    game = games.game("qwixx", players=players, order=order)
    state = game.new(seed)
    while not state.done:
        view = state.view(state.player)
        assert isinstance(view, QwixxView)
        now, rated = rule.rated(view)
        action = best(now, rated)
        if len(rated) > 1:
            outlook = Outlook(rule, view, now)
            answers = rule.net.estimate(outlook.ends([move for move, _ in rated]))
            place = outlook.place(view.seat)
            chosen = max(range(len(rated)), key=lambda i: rated[i][1])
            sigmas = np.array([one.sigmas[place] for one in answers])
            spread = float(sigmas.std() / sigmas.mean()) if sigmas.mean() else 0.0
            one = answers[chosen]
            yield Decision(
                len(state.chance), view.seat, view.phase, game.action_name(action), len(rated),
                one.chances[place], one.means[place], one.sigmas[place], spread,
            )  # fmt: skip
        state.apply(action)


def between_turns(model: Path, players: int, order: str, seed: int) -> Iterator[State]:
    """Yield the position before every roll of one game, the network at every seat."""
    rule = ValueRule(qwixx_value.load(model))
    game = games.game("qwixx", players=players, order=order, engine="native")
    state = game.new(chance="explicit")
    while not state.done:
        if state.player == CHANCE:
            yield state.copy()
            rolled: Any = game.new(mix(seed, len(state.chance))).chance[0]
            state.apply_chance(rolled)
        else:
            state.apply(best(*rule.rated(state.view(state.player))))


def position(model: Path, players: int, order: str, seed: int, turn: int) -> State | None:
    """Return the position after so many turns of one game; None if it was over by then."""
    found = between_turns(model, players, order, seed)
    return next((state for i, state in enumerate(found) if i == turn), None)


def scores(state: State, model: Path, seed: int, count: int) -> NDArray[np.float32]:
    """Return the final scores of games from a position between turns, by game and seat."""
    module = engine.native()
    if module is None:
        raise BadEngine("playing thousands of games from a position needs the native engine")
    flat = shape.flatten(state.game.POSITION_SHAPE, state.position())
    sequential = state.game.options["order"] == "sequential"
    net = qwixx_value.load(model)
    found: NDArray[np.float32] = module.qwixx_value_scores(
        net.key, state.game.players, sequential, flat, seed, count
    )
    return found


def validate(
    model: Path, players: int, order: str, seed: int, count: int, rollouts: int
) -> list[Check]:
    """Compare mean and sigma with the moments of rollouts, at positions of `count` games."""
    net = qwixx_value.load(model)
    rows: list[Check] = []
    for number in range(seed, seed + count):
        for turn, state in enumerate(between_turns(model, players, order, number)):
            if turn % APART:
                continue
            view = state.view(0)
            assert isinstance(view, QwixxView)
            [answer] = net.estimate([between(view, view.active)])
            played = scores(state, model, mix(number, turn), rollouts)
            for seat in range(players):
                place = (seat - view.active) % players
                mean, sigma = float(played[:, seat].mean()), float(played[:, seat].std())
                rows.append(
                    Check(
                        number, turn, seat, answer.means[place], answer.sigmas[place], mean, sigma
                    )
                )
    return rows


def summary(rows: Sequence[Check]) -> dict[str, float]:
    """Return root-mean-square errors and correlations of mean and sigma."""
    table = np.array([(r.mean, r.mean_played, r.sigma, r.sigma_played) for r in rows])
    mean, mean_played, sigma, sigma_played = table.T
    return {
        "positions": float(len(rows)),
        "mean_error": float(np.sqrt(((mean - mean_played) ** 2).mean())),
        "mean_bias": float((mean - mean_played).mean()),
        "mean_correlation": float(np.corrcoef(mean, mean_played)[0, 1]),
        "sigma_error": float(np.sqrt(((sigma - sigma_played) ** 2).mean())),
        "sigma_bias": float((sigma - sigma_played).mean()),
        "sigma_correlation": float(np.corrcoef(sigma, sigma_played)[0, 1]),
    }


def histogram(points: NDArray[np.float32]) -> list[tuple[int, float]]:
    """Return the share of scores in bins of ten points, each by its lowest."""
    bins = np.floor(points / BIN).astype(int)
    return [(BIN * one, float((bins == one).mean())) for one in range(bins.min(), bins.max() + 1)]


def csv(rows: Sequence[Decision] | Sequence[Check]) -> str:
    """Return rows as CSV with a header."""
    lines = [",".join(asdict(rows[0]))] if rows else []
    for row in rows:
        values = asdict(row).values()
        lines.append(",".join(f"{x:.4f}" if isinstance(x, float) else str(x) for x in values))
    return "\n".join(lines) + "\n"


def draw(rows: Sequence[Check], file: Path) -> None:
    """Plot the estimates of the network against the games played; SVG or PNG; needs matplotlib."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra(f"plots need matplotlib: {install('report')}") from None
    with mpl.rc_context({"svg.hashsalt": "kibitz"}):
        figure = Figure(figsize=(9, 4.5), layout="constrained")
        for axes, name in zip(figure.subplots(1, 2), ("mean", "sigma"), strict=True):
            predicted = [getattr(row, name) for row in rows]
            played = [getattr(row, f"{name}_played") for row in rows]
            low, high = min(*predicted, *played), max(*predicted, *played)
            axes.plot([low, high], [low, high], color="0.7", linewidth=1)
            axes.scatter(played, predicted, s=8)
            axes.set_xlabel(f"{name} of the games played, points")
            axes.set_ylabel(f"{name} by the network, points")
        figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)
