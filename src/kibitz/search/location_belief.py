"""A belief by networks that say where each hidden card is.

    belief = LocationBelief(bid_net, play_net)
    ismcts(view, simulations=2000, beliefs=belief)

Both networks have the head `locations`: a logit for each card and each other seat. The first knows
the auction, the second the cards played as well; without a second the auction alone counts, to the
last trick. One look at the own view weighs all worlds, so this costs next to nothing: the native
searchers draw their worlds in proportion to the weights (locations.py) instead of weighing worlds
that they have drawn.

A network was trained on games of several players (learning/recipes/belote_belief.py). `trust`
scales its logits: 1 takes it at its word, 0 ignores it. No weight is 0, and what is proved stays
certain: weights apply to the worlds of the view only.
"""

from __future__ import annotations

import numpy as np

from kibitz.core import registry
from kibitz.core.errors import BadModel, BadOption
from kibitz.core.state import State
from kibitz.core.view import Unseen, View
from kibitz.nets.net import Net
from kibitz.search import locations
from kibitz.search.locations import Weights

SPAN = 12.0  # nats between the likeliest and the unlikeliest place of a card
LOG_LEAST = -500.0  # so that no weight is 0


class LocationBelief:
    """Weighs worlds by where networks expect the cards."""

    def __init__(self, bid: Net, play: Net | None = None, trust: float = 1.0) -> None:
        for net in (bid, play):
            if net is not None and not net.description.has("locations"):
                raise BadModel("a belief by location needs a network with the head `locations`")
        if not 0 <= trust <= 1:
            raise BadOption(f"trust of a belief must be a number from 0 to 1, not {trust!r}")
        self.bid, self.play, self.trust = bid, play, float(trust)

    def table(self, view: View, unseen: Unseen) -> Weights | None:
        """The weight of each hidden card in each place; None where the networks do not apply."""
        hook = getattr(registry.find("search", view.game.name), "location_rows", None)
        rows = None if hook is None else hook(view)
        if rows is None or len(unseen.sizes) != locations.PLACES or not unseen.cards:
            return None
        net = self.bid if self.play is None or view.phase == "bid" else self.play
        x = view.encode(net.description.encoding)
        logits = self.trust * net.forward(x[None])["locations"][0].astype(np.float64)
        slots = [(seat - view.seat) % view.game.players - 1 for seat in unseen.seats]
        found = logits[[rows[card] for card in unseen.cards]][:, slots]
        found = np.exp(np.maximum(found - found.max(axis=1, keepdims=True), -SPAN))
        return locations.within(found, unseen)

    def weigh(self, view: View, hands: np.ndarray[tuple[int, ...], np.dtype[np.uint64]]) -> Weights:
        """The weights of worlds; comparable from call to call, as no card's largest exceeds 1."""
        unseen = view.unseen()
        weights = None if unseen is None else self.table(view, unseen)
        if unseen is None or weights is None:
            return np.ones(len(hands))
        return positive(locations.log_weights(weights, unseen, hands))

    def __call__(self, view: View, world: State) -> float:
        unseen = view.unseen()
        weights = None if unseen is None else self.table(view, unseen)
        if unseen is None or weights is None:
            return 1.0
        hands = [sum(1 << card for card in hand) for hand in world.position()["hands"]]
        logs = locations.log_weights(weights, unseen, np.array([hands], dtype=np.uint64))
        return float(positive(logs)[0])


def positive(logs: Weights) -> Weights:
    """Weights from their logarithms; never 0."""
    found: Weights = np.exp(np.maximum(logs, LOG_LEAST))
    return found
