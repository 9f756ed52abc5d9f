"""The bidder that solves worlds: replays from its seed, and sees no more than its view."""

from __future__ import annotations

import random

import numpy as np
import pytest

import kibitz
from kibitz.core import engine
from kibitz.core.rng import Stream
from kibitz.errors import BadEngine, BadOption
from kibitz.games.belote.cards import bits
from kibitz.players.belote.bidding import parametric, solver
from tests.games.belote.habits import choose
from tests.games.belote.table import ids, play_all
from tests.support.found import replay_line

GAME = kibitz.game("belote")
QUICK = solver.Settings(worlds=8, drawn=10)


def with_hand(hand: str, seat: int = 0, dealer: int = 3) -> kibitz.State:
    """A deal in which a seat has this hand, and the others the rest."""
    rest = [card for card in range(32) if card not in ids(hand)]
    hands = [sorted(rest[8 * i : 8 * i + 8]) for i in range(3)]
    hands.insert(seat, sorted(ids(hand)))
    return GAME.new(deal={"hands": hands, "dealer": dealer})


def test_legal_and_the_same_call_in_every_world() -> None:
    for seed in range(4):
        rng, state = random.Random(seed), GAME.new(seed)
        while state.phase == "bid":
            view = state.view(state.player)
            thought = solver.think(view, Stream(seed), QUICK)
            assert thought.call + 32 in view.legal(), replay_line(state)
            world = view.worlds(Stream(seed), 1)[0].view(view.seat)
            assert solver.think(world, Stream(seed), QUICK) == thought, replay_line(state)
            state.apply(thought.call + 32 if rng.random() < 0.5 else choose(state, rng))


def test_drawn_hands_fit_the_view_and_are_spread_evenly() -> None:
    view = GAME.new(5).view(2)
    hands = solver.draw_hands(view, 7, 0, 3000)
    assert (hands[:, 2] == bits(view.hand)).all()
    assert (np.bitwise_or.reduce(hands, axis=1) == 0xFFFFFFFF).all()
    assert (np.bitwise_count(hands) == 8).all()
    for card in range(32):
        if card not in view.hand:
            shares = [(hands[:, seat] >> card & 1).mean() for seat in (0, 1, 3)]
            assert all(abs(share - 1 / 3) < 0.05 for share in shares), (card, shares)
    again = solver.draw_hands(view, 7, 1000, 10)
    assert (again == hands[1000:1010]).all(), "a slice is the same whatever was drawn before it"


def test_a_sure_capot() -> None:
    capot = with_hand("JS 9S AS 10S KS QS AH AD")
    assert GAME.action_name(solver.bid(capot.view(0), Stream(1))) == "capotS"


def test_a_sure_coinche() -> None:
    doubt = play_all(with_hand("JH 9H AH 10H 8H AS AD 7C", seat=1), "120H")
    assert GAME.action_name(solver.bid(doubt.view(1), Stream(1))) == "coinche"


def test_explains_itself() -> None:
    bidder = solver.Bidder(worlds=8)
    bidder.start(GAME, 0, 1)
    assert bidder.explain() == {}
    state = with_hand("JS 9S AS 8S 7H AH 7D 8C")
    action = bidder.choose(state.view(0))
    explanation = bidder.explain()
    assert GAME.action_name(action) in explanation["values"]
    assert explanation["worlds"] == 8
    assert "pass" in explanation["values"]


def test_calls_are_weighed_softly() -> None:
    """What the rule says itself fits best; what is further from it fits less."""
    received = 4 * 2 + 1  # 100 in spades
    said = np.array([received, 4 * 3 + 1, 4 * 4 + 1, 4 * 2 + 2, 0])
    odds = solver.against(said, received, solver.Settings())
    assert odds[0] == 0
    assert odds[0] > odds[1] > odds[2]
    assert odds[1] > odds[3] > odds[4]


def test_a_position_in_mid_auction_is_bid_by_rule() -> None:
    state = play_all(GAME.new(3), "80S")
    later = GAME.new(position=state.position())
    view = later.view(later.player)
    thought = solver.think(view, Stream(1), QUICK)
    assert thought.worlds == 0
    assert thought.call == parametric.call(parametric.AuctionView.of(view), parametric.weights())


def test_budgets_and_engines_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadOption, match="worlds"):
        solver.Bidder(worlds=0)
    with pytest.raises(BadOption, match="seconds"):
        solver.Bidder(seconds=-1.0)
    view = GAME.new(1).view(GAME.new(1).player)
    quick = solver.Settings(worlds=1000, seconds=0.02)
    assert 0 < solver.think(view, Stream(1), quick).worlds < 1000
    monkeypatch.setattr(engine, "native", lambda: None)
    with pytest.raises(BadEngine, match="native"):
        solver.think(view, Stream(1), QUICK)
