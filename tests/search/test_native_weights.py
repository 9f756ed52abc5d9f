"""Weights of many worlds at once are those of one world after another."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from kibitz.bots import beliefs
from kibitz.bots.simple import choose
from kibitz.core.assign import assign
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.search.beliefs import WorldBuilder
from kibitz.search.native_weights import weights_of
from tests.support.found import replay_line

MODELS = [("belote", "bids"), ("belote", "play"), ("belote", "all"), ("belote", "net")]
MODELS += [("ohhell", "net"), ("ohhell", "bids")]


def drawn(view: View, truth: kibitz.State, rng: Stream, count: int) -> np.ndarray:
    """Hands of worlds that fit the view; the truth is the first."""
    rows = []
    unseen = view.unseen()
    assert unseen is not None
    for i in range(count):
        hands = [list(hand) for hand in truth.position()["hands"]]
        if i:
            dealt = assign(unseen.cards, unseen.sizes, unseen.excluded, rng)
            for seat, cards in zip(unseen.seats, dealt, strict=False):
                hands[seat] = cards
        rows.append([sum(1 << card for card in hand) for hand in hands])
    return np.array(rows, dtype=np.uint64)


@pytest.mark.native_smoke
@pytest.mark.parametrize(("game", "name"), MODELS)
def test_all_at_once_or_one_by_one(game: str, name: str) -> None:
    belief = beliefs.find(game, name)
    assert belief is not None
    for seed, moment in ((1, 3), (2, 12), (3, 25)):
        state, stream = kibitz.game(game).new(seed), Stream(seed)
        while len(state.actions) < moment or len(state.legal()) == 1:
            state.apply(choose(state.view(state.player), stream))
        view = state.view(state.player)
        hands = drawn(view, state, stream, 6)
        build = WorldBuilder(view)
        single = np.array([belief(view, build(row)) for row in hands.tolist()])
        many = weights_of(belief, view, hands)
        assert (many > 0).all()
        np.testing.assert_allclose(
            many / many.sum(), single / single.sum(), rtol=1e-3, err_msg=replay_line(state)
        )
