"""What bids reveal about the hands at Oh Hell: soft beliefs for the searchers.

`bids`: bids are close to the expected tricks of a hand: the weight of a world is, for each other
seat, a bell curve around the estimate for its hand (as in `sharp`), normalised over all bids that
it could make. `play`: others play roughly like `smart` (PolicyBelief). `all` combines both.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games.ohhell.view import OhHellView
from kibitz.players.ohhell import sharp, smart
from kibitz.search.beliefs import Belief, PolicyBelief, product

BELL = 1.0  # tricks: how far bids are from the estimate
LEAST_BID = 0.02
SLIP = 0.4


def by_bids(view: View, world: State) -> float:
    """The likelihood of the other seats' bids, given the hands of this world."""
    assert isinstance(view, OhHellView)
    if view.phase not in ("bid", "play") or not world.chance:
        return 1.0
    deal, players, weight = world.chance[-1], view.game.players, 1.0
    for seat, bid in enumerate(view.bids):
        if seat == view.seat or bid is None:
            continue
        hand, deck = deal["hands"][seat], view.game.deck
        promise = sharp.promise_of(deck, hand, deal["turned"], view.trump, players)
        bells = [math.exp(-0.5 * ((x - promise) / BELL) ** 2) for x in range(view.hand_size + 1)]
        weight *= LEAST_BID + (1 - LEAST_BID) * bells[bid] / sum(bells)
    return weight


def by_play() -> Belief:
    return PolicyBelief(smart.choose, SLIP, phase="play")


BELIEFS: dict[str, Callable[[], Belief]] = {
    "bids": lambda: by_bids,
    "play": by_play,
    "all": lambda: product(by_bids, by_play()),
}
