"""Training targets from search: the policy a searcher prefers, and its value.

    searched   a searcher of kibitz.search (ismcts, rollout) without a network: its visit shares
    improved   the network looks one decision ahead: in worlds drawn from the view every action is
               tried, the network plays for everyone up to the seat's next decision (or the end),
               and its value there is the value of the action. The target policy is the network's
               own times exp(advantage / temperature).

The targets themselves play the games, one seed after another; a chunk of samples depends only on
its seed and the network.
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
from kibitz.learning.python_collector import payment
from kibitz.nets.net import Net, softmax
from kibitz.search.ismcts import ismcts
from kibitz.search.result import Search
from kibitz.search.rollout import rollout

SEARCHES: dict[str, Callable[..., Search]] = {"ismcts": ismcts, "rollout": rollout}
DRAW_STREAM = 3

Decide = Callable[[list[State], Stream], tuple[NDArray[np.float64], NDArray[np.float64]]]


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


def searched(search: str, settings: dict[str, Any]) -> Decide:
    """Return targets from a searcher's visit shares."""

    def decide(states: list[State], stream: Stream) -> tuple[Any, Any]:
        actions = states[0].game.num_actions
        shares = np.zeros((len(states), actions))
        for share, state in zip(shares, states, strict=True):
            seed = stream.word() & 0xFFFFFFFF
            found = SEARCHES[search](state.view(state.player), seed=seed, **settings)
            for candidate in found.candidates:
                share[candidate.action] = candidate.visits
            share /= share.sum()
        return shares, shares

    return decide


def improved(source: Source, net: Net, worlds: int, temperature: float) -> Decide:
    """Return targets from the network's policy, improved by looking ahead."""

    def decide(states: list[State], stream: Stream) -> tuple[Any, Any]:
        x = np.stack([source.encode(state.view(state.player)) for state in states])
        mask = np.stack([np.asarray(state.mask(), bool) for state in states])
        heads = net.forward(x)
        prior = softmax(heads["policy"], mask)
        worth = look_ahead(source, net, states, worlds, stream)
        mean = (prior * np.where(mask, worth, 0)).sum(axis=1, keepdims=True)
        better = prior * np.exp(np.clip((worth - mean) / temperature, -20, 20)) * mask
        return better / better.sum(axis=1, keepdims=True), prior

    return decide


def look_ahead(
    source: Source, net: Net, states: list[State], worlds: int, stream: Stream
) -> NDArray[np.float64]:
    """Return the value of each legal action to the seat to act: [states, actions]."""
    worth = np.zeros((len(states), states[0].game.num_actions))
    branches: list[tuple[int, int, int, State]] = []
    for i, state in enumerate(states):
        view = state.view(state.player)
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
            worth[i, action] += float(heads["value"][k, 0]) / worlds
            continue
        draw = (stream.word() >> 11) * 2.0**-53
        made = int(np.searchsorted(chances[k], draw, side="right"))
        branch.apply(made if made < mask.shape[1] and mask[k, made] else branch.legal()[0])
        going.append((i, action, seat, branch))
    return going


def play(source: Source, decide: Decide, rows: int, games: int, seed: int) -> Samples:
    """Play games in parallel with every decision searched; moves are drawn by the second shares."""
    stream = Stream(mix(seed, DRAW_STREAM))
    found: list[tuple[Any, Any, Any]] = []
    values: list[float] = []
    number = 0
    under_way: list[tuple[State, list[tuple[int, Any]]]] = []
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
                found += [row for _, row in seen]
                values += [paid[seat] for seat, _ in seen]
        under_way = [(state, seen) for state, seen in under_way if not state.done]
    observation, mask, shares = (np.stack(part) for part in zip(*found, strict=True))
    action = shares.argmax(axis=1).astype(np.int32)
    return Samples(observation, mask, action, np.array(values, np.float32), shares)


def _advance(state: State) -> bool:
    """Make forced moves; return whether a decision is left."""
    while not state.done and len(state.legal()) == 1:
        state.apply(state.legal()[0])
    return not state.done


def _decide(source: Source, decide: Decide, asked: list[Any], stream: Stream) -> None:
    shares, played = decide([state for state, _ in asked], stream)
    for (state, seen), share, chances in zip(asked, shares, played, strict=True):
        seat = state.player
        row = (source.encode(state.view(seat)), np.asarray(state.mask(), bool),
               share.astype(np.float32))  # fmt: skip
        seen.append((seat, row))
        draw = (stream.word() >> 11) * 2.0**-53
        made = int(np.searchsorted(chances.cumsum(), draw, side="right"))
        legal = state.legal()
        state.apply(made if made in legal else legal[0])
