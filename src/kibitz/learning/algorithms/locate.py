"""Card locations: learn where hidden cards are, from deals whose cards are known afterwards.

The loss is the negative log-probability of the true deal among all deals that the observer cannot
rule out. A deal's weight is the product of its cards' weights, the exponentials of the logits, so
its probability needs the sum over all deals: over cards and free slots, as in search/locations.py,
but for a whole batch at once. The gradient is then simply the probability of each place less 1
where the card really is. Losses are in nats for each hidden card; `gain` is how much better that is
than all deals being equally likely, which only a measurement computes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from kibitz.learning.algorithms.supervised import Shard, Supervised
from kibitz.learning.shards import Part
from kibitz.learning.sparse import Inputs

HIDDEN_NOT = -1  # the place of a card that is not hidden
LEAST = 1e-35  # a total weight below this is taken for it
SPAN = 12.0  # as in search/location_belief.py


@dataclass(frozen=True)
class Located:
    """Positions, and where the hidden cards are."""

    observation: NDArray[np.float32]  # [n, size]
    place: NDArray[np.int8]  # [n, cards]; HIDDEN_NOT for cards that the observer sees
    allowed: NDArray[np.bool_]  # [n, cards, places]: what is not ruled out

    def __len__(self) -> int:
        return len(self.place)


class Locate(Supervised[Located]):
    """Supervised learning on chunks of positions from `source`; chunk k depends on k alone."""

    name = "locate"
    names = ("loss", "accuracy")

    def sharded(self, samples: Located) -> Shard:
        observation = self.learner.inputs(samples.observation, self.shards)
        place, allowed = torch.from_numpy(samples.place), torch.from_numpy(samples.allowed)
        return lambda rows: self._shard(observation.pick(rows), place[rows], allowed[rows])

    def _shard(self, x: Inputs, place: torch.Tensor, allowed: torch.Tensor) -> Part:
        logits = self.learner.model(x)["locations"]
        with torch.no_grad():
            found = judge(logits, place, allowed)
        gradient = self.learner.gradient((logits * found.slope).sum())
        return Part(np.array([found.loss, found.accuracy]), gradient)


@dataclass(frozen=True)
class Judged:
    """How well logits predict locations, and in which direction they improve."""

    loss: float
    accuracy: float
    slope: torch.Tensor  # [n, cards, places], of the mean loss


def judge(logits: torch.Tensor, place: torch.Tensor, allowed: torch.Tensor) -> Judged:
    """Compare logits with the true places; needs no gradients of torch."""
    hidden = place != HIDDEN_NOT
    top = logits.masked_fill(~allowed, -1e9).amax(dim=2, keepdim=True)
    spread = (logits - top).clamp(min=-SPAN)
    weights = torch.where(allowed, spread.exp(), 0.0)
    truly = torch.nn.functional.one_hot(place.clamp(min=0).long(), allowed.shape[2]).bool()
    truly &= hidden[..., None]
    chances, log_total = chances_of(weights, truly, hidden)
    count = hidden.sum(dim=1).clamp(min=1)
    log_true = torch.where(truly, spread, 0.0).sum(dim=(1, 2))
    loss = (log_total - log_true) / count
    right = (chances.argmax(dim=2) == place) & hidden
    slope = torch.where(hidden[..., None], chances - truly.float(), 0.0)
    slope = slope / (count[:, None, None] * len(place))
    return Judged(float(loss.mean()), float((right.sum(dim=1) / count).mean()), slope)


def gain(logits: torch.Tensor, place: torch.Tensor, allowed: torch.Tensor) -> float:
    """How much better than uniform logits predict the places, in nats a card."""
    even = torch.zeros_like(logits)
    return judge(even, place, allowed).loss - judge(logits, place, allowed).loss


def chances_of(
    weights: torch.Tensor, truly: torch.Tensor, hidden: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """The probability of each place, and the logarithm of the total weight of all deals.

    A card that is not hidden stays out: it goes to the third place, whose number of slots follows
    from the other two, with weight 1.
    """
    n, cards, places = weights.shape
    assert places == 3, "three places, as in search/locations.py"
    w = torch.where(hidden[..., None], weights, torch.tensor([0.0, 0.0, 1.0]))
    room = truly.sum(dim=1)  # the true deal fills every place
    size = int(room.max()) + 1
    before = [torch.zeros(n, size, size)]
    before[0][:, 0, 0] = 1.0
    for card in range(cards):
        before.append(_placed(w[:, card], before[-1]))
    rows = torch.arange(n)
    total = before[-1][rows, room[:, 0], room[:, 1]]
    total = total.clamp(min=LEAST)
    # Backwards: after[a, b] is the weight of all ways to go on from a and b slots taken.
    after = torch.zeros(n, size, size)
    after[rows, room[:, 0], room[:, 1]] = 1.0
    found = torch.zeros(n, cards, places)
    for card in range(cards - 1, -1, -1):
        one, done = w[:, card], before[card]
        found[:, card, 0] = one[:, 0] * (done[:, :-1] * after[:, 1:]).sum(dim=(1, 2))
        found[:, card, 1] = one[:, 1] * (done[:, :, :-1] * after[:, :, 1:]).sum(dim=(1, 2))
        found[:, card, 2] = one[:, 2] * (done * after).sum(dim=(1, 2))
        less = one[:, 2, None, None] * after
        less[:, :-1] += one[:, 0, None, None] * after[:, 1:]
        less[:, :, :-1] += one[:, 1, None, None] * after[:, :, 1:]
        after = less
    return found / total[:, None, None], total.log()


def _placed(one: torch.Tensor, sums: torch.Tensor) -> torch.Tensor:
    more = one[:, 2, None, None] * sums
    more[:, 1:] += one[:, 0, None, None] * sums[:, :-1]
    more[:, :, 1:] += one[:, 1, None, None] * sums[:, :, :-1]
    return more
