"""A network as a rollout policy, and the choice by its logits that players share.

An encoding may rename actions (Belote's canonical suits): the game's `outputs(view, encoding)` in
search/games then gives the place of each action among the network's outputs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from kibitz.core import registry
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.nets.net import Floats, Net


def pick(logits: Floats, legal: Sequence[int], temperature: float, rng: Stream) -> int:
    """Return the best legal action, or draw one; draw for draw like the native player."""
    best = legal[0]
    for action in legal:
        if logits[action] > logits[best]:
            best = action
    if temperature <= 0:
        return best
    top = float(logits[best])
    weights = [math.exp((float(logits[action]) - top) / temperature) for action in legal]
    total = 0.0
    for weight in weights:
        total += weight
    left = (rng.word() >> 11) * 2.0**-53 * total
    for action, weight in zip(legal, weights, strict=True):
        left -= weight
        if left < 0:
            return action
    return best


def by_action(row: Floats, view: View, encoding: str) -> Floats:
    """The outputs of a network for a view, in the order of the game's actions."""
    found = getattr(registry.find("search", view.game.name), "outputs", None)
    places = None if found is None else found(view, encoding)
    return row if places is None else row[places]


class NetRule:
    """The policy `net`: draws by the network's chances, at a temperature above 0."""

    def __init__(self, net: Net, temperature: float) -> None:
        self.net, self.temperature = net, temperature

    def __call__(self, view: View, rng: Stream) -> int:
        legal = view.legal_actions
        if len(legal) == 1:
            return legal[0]
        encoding = self.net.description.encoding
        logits = self.net.forward(view.encode(encoding)[None])["policy"][0]
        return pick(by_action(logits, view, encoding), legal, self.temperature, rng)
