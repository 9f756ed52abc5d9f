"""Training targets from search: the policy a searcher prefers, and its value.

    searched   a searcher of kibitz.search (ismcts, rollout) without a network: its visit shares,
               and the mean reward of its simulations
    improved   the network looks one decision ahead: in worlds drawn from the view every action is
               tried, the network plays for everyone up to the seat's next decision (or the end),
               and its value there is the value of the action. The target policy is the network's
               own times exp(advantage / temperature); the target value is the game's result.

The targets themselves play the games, one seed after another; a chunk of samples depends only on
its seed and the network. Values are of what is still to be paid, as in the other collectors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Game
from kibitz.core.rng import Stream, mix
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.learning.batch import Samples
from kibitz.learning.python_collector import accrued, payment
from kibitz.nets.net import Net, softmax
from kibitz.search.ismcts import ismcts
from kibitz.search.result import Search
from kibitz.search.rollout import rollout

SEARCHES: dict[str, Callable[..., Search]] = {"ismcts": ismcts, "rollout": rollout}
DRAW_STREAM = 3

GAMES = 64  # played in parallel, if a chunk is large enough
ROWS_OF_GAME = 8  # at least so many rows of a chunk per game in parallel


@dataclass(frozen=True)
class Decided:
    """What a search says about some decisions, one per row."""

    shares: NDArray[np.float64]  # target policy
    played: NDArray[np.float64]  # probabilities to draw the action from
    values: NDArray[np.float64] | None = None  # instead of the game's result


Decide = Callable[[list[State], Stream], Decided]


@dataclass(frozen=True)
class Source:
    """The kinds of games to draw targets from, and their reward."""

    kinds: Sequence[Game]
    weights: Sequence[float]
    encoding: str | None
    reward: str
    scale: float

    def encode(self, view: View) -> NDArray[np.float32]:
        found = view.encode() if self.encoding is None else view.encode(self.encoding)
        return np.asarray(found, np.float32)

    def begin(self, seed: int) -> State:
        rng = np.random.default_rng(seed % (1 << 63))
        chances = np.array(self.weights) / sum(self.weights)
        return self.kinds[int(rng.choice(len(self.kinds), p=chances))].new(seed)


@dataclass(frozen=True)
class Row:
    """A searched decision of a game that is under way."""

    seat: int
    observation: NDArray[np.float32]
    mask: NDArray[np.bool_]
    share: NDArray[np.float32]
    paid: float  # to the seat before the decision
    value: float | None  # by the search


def searched(
    search: str, settings: dict[str, Any], source: Source, unit: float | None = None
) -> Decide:
    """Return targets from a searcher's visit shares, and its values if their unit is known.

    `unit` is how much of the search's reward one unit of the training reward is.
    """

    def decide(states: list[State], stream: Stream) -> Decided:
        shares = np.zeros((len(states), states[0].game.num_actions))
        values = np.zeros(len(states))
        for i, state in enumerate(states):
            seed = stream.word() & 0xFFFFFFFF
            found = SEARCHES[search](state.view(state.player), seed=seed, **settings)
            for candidate in found.candidates:
                shares[i, candidate.action] = candidate.visits
                if candidate.value is not None:
                    values[i] += candidate.visits * candidate.value
            values[i] /= shares[i].sum()
            shares[i] /= shares[i].sum()
            if unit is not None:
                paid = accrued(state, source.reward, source.scale)
                values[i] = values[i] / unit - paid[state.player]
        return Decided(shares, shares, None if unit is None else values)

    return decide


def improved(source: Source, net: Net, worlds: int, temperature: float) -> Decide:
    """Return targets from the network's policy, improved by looking ahead."""

    def decide(states: list[State], stream: Stream) -> Decided:
        x = np.stack([source.encode(state.view(state.player)) for state in states])
        mask = np.stack([np.asarray(state.mask(), bool) for state in states])
        heads = net.forward(x)
        prior = softmax(heads["policy"], mask)
        worth = look_ahead(source, net, states, worlds, stream)
        mean = (prior * np.where(mask, worth, 0)).sum(axis=1, keepdims=True)
        better = prior * np.exp(np.clip((worth - mean) / temperature, -20, 20)) * mask
        return Decided(better / better.sum(axis=1, keepdims=True), prior)

    return decide


def look_ahead(
    source: Source, net: Net, states: list[State], worlds: int, stream: Stream
) -> NDArray[np.float64]:
    """Return the value of each legal action to the seat to act: [states, actions]."""
    worth = np.zeros((len(states), states[0].game.num_actions))
    branches: list[tuple[int, int, int, State]] = []
    for i, state in enumerate(states):
        view = state.view(state.player)
        worth[i] -= accrued(state, source.reward, source.scale)[view.seat]
        for world in view.worlds(stream, worlds):
            for action in state.legal():
                branch = world.copy(seed=stream.word())
                branch.apply(action)
                branches.append((i, action, view.seat, branch))
    going = branches
    while going:
        waiting = []
        for i, action, seat, branch in going:
            while not branch.done and len(branch.legal()) == 1:
                branch.apply(branch.legal()[0])
            if branch.done:
                worth[i, action] += payment(branch, source.reward, source.scale)[seat] / worlds
            else:
                waiting.append((i, action, seat, branch))
        going = _play_on(source, net, waiting, worth, worlds, stream)
    return worth


def _play_on(
    source: Source, net: Net, waiting: list[Any], worth: Any, worlds: int, stream: Stream
) -> list[Any]:
    """Make one decision in every branch; branches back at their seat get the network's value."""
    if not waiting:
        return []
    x = np.stack([source.encode(branch.view(branch.player)) for *_, branch in waiting])
    heads = net.forward(x)
    mask = np.stack([np.asarray(branch.mask(), bool) for *_, branch in waiting])
    chances = softmax(heads["policy"], mask).cumsum(axis=1)
    going = []
    for k, (i, action, seat, branch) in enumerate(waiting):
        if branch.player == seat:
            paid = accrued(branch, source.reward, source.scale)[seat]
            worth[i, action] += (paid + float(heads["value"][k, 0])) / worlds
            continue
        draw = (stream.word() >> 11) * 2.0**-53
        made = int(np.searchsorted(chances[k], draw, side="right"))
        branch.apply(made if made < mask.shape[1] and mask[k, made] else branch.legal()[0])
        going.append((i, action, seat, branch))
    return going


def play(source: Source, decide: Decide, rows: int, seed: int) -> Samples:
    """Play games in parallel with every decision searched; moves are drawn by `played`."""
    stream = Stream(mix(seed, DRAW_STREAM))
    games = min(GAMES, max(1, rows // ROWS_OF_GAME))
    found: list[Row] = []
    values: list[float] = []
    number = 0
    under_way: list[tuple[State, list[Row]]] = []
    while len(found) < rows:
        while len(under_way) < games:
            under_way.append((source.begin(mix(seed, number)), []))
            number += 1
        asked = [(state, seen) for state, seen in under_way if _advance(state)]
        if asked:
            _decide(source, decide, asked, stream)
        for state, seen in under_way:
            if state.done:
                paid = payment(state, source.reward, source.scale)
                found += seen
                values += [paid[r.seat] - r.paid if r.value is None else r.value for r in seen]
        under_way = [(state, seen) for state, seen in under_way if not state.done]
    shares = np.stack([row.share for row in found])
    return Samples(
        np.stack([row.observation for row in found]),
        np.stack([row.mask for row in found]),
        shares.argmax(axis=1).astype(np.int32),
        np.array(values, np.float32),
        shares,
    )


def _advance(state: State) -> bool:
    """Make forced moves; return whether a decision is left."""
    while not state.done and len(state.legal()) == 1:
        state.apply(state.legal()[0])
    return not state.done


def _decide(
    source: Source, decide: Decide, asked: list[tuple[State, list[Row]]], stream: Stream
) -> None:
    found = decide([state for state, _ in asked], stream)
    for i, (state, seen) in enumerate(asked):
        seat = state.player
        seen.append(
            Row(
                seat, source.encode(state.view(seat)), np.asarray(state.mask(), bool),
                found.shares[i].astype(np.float32),
                accrued(state, source.reward, source.scale)[seat],
                None if found.values is None else float(found.values[i]),
            )
        )  # fmt: skip
        draw = (stream.word() >> 11) * 2.0**-53
        made = int(np.searchsorted(found.played[i].cumsum(), draw, side="right"))
        legal = state.legal()
        state.apply(made if made in legal else legal[0])
