"""Match equity: solved exactly, symmetric, shipped, and used by the bidders."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from kibitz import bots
from kibitz.advice.hint import ask
from kibitz.core.rng import Stream
from kibitz.core.state import CHANCE
from kibitz.games.belote.rules import COINCHE
from kibitz.players.belote import bidding
from kibitz.players.belote.bidding import expect, match_net
from kibitz.search.games.belote import equity
from kibitz.search.games.belote.goal import Goal
from tests.games.belote.table import ids, play_all

RESULTS = {(0, 0): 0.1, (30, 10): 0.4, (0, 40): 0.3, (20, 20): 0.2}
TARGET = 60


def chance(own: int, other: int, depth: int = 0) -> float:
    """The chance of the side that leads next, by plain recursion; deep branches are worth half."""
    if max(own, other) >= TARGET and own != other:
        return float(own > other)
    if depth > 12:
        return 0.5
    return sum(p * (1 - chance(other + y, own + x, depth + 1)) for (x, y), p in RESULTS.items())


@pytest.mark.parametrize("score", [(0, 0), (30, 0), (0, 50), (59, 59), (40, 20)])
def test_the_table_is_exact(score: tuple[int, int]) -> None:
    assert equity.solve(RESULTS, TARGET)[score] == pytest.approx(chance(*score), abs=1e-6)


def test_the_shipped_table() -> None:
    assert equity.equity(0, 0, 2000, leads=True) == pytest.approx(0.5, abs=0.02)
    assert equity.equity(1990, 100, 2000, leads=True) > 0.999
    ahead = [equity.equity(score, 1000, 2000, leads=True) for score in range(0, 2000, 100)]
    assert ahead == sorted(ahead)
    for own, other in ((1500, 1200), (1990, 1900), (300, 1700)):
        both = equity.equity(own, other, 2000, leads=True)
        assert both + equity.equity(other, own, 2000, leads=False) == pytest.approx(1)


@pytest.mark.parametrize("score", [(0, 0), (900, 400), (1500, 1800), (1900, 1000), (1990, 1990)])
def test_the_shipped_table_follows_from_the_shipped_results(score: tuple[int, int]) -> None:
    """A deal ahead, by the measured results: what the table says now (every tenth score)."""
    (own, other), total = score, 0.0
    for (x, y), p in equity.measured().items():
        total += p * equity.equity(own + x, other + y, 2000, leads=False)
    assert total == pytest.approx(equity.equity(own, other, 2000, leads=True), abs=0.01)
    assert sum(equity.measured().values()) == pytest.approx(1)


def test_only_what_is_needed_counts() -> None:
    assert equity.equity(800, 500, 1000, leads=True) == equity.equity(1800, 1500, 2000, leads=True)
    assert equity.equity(0, 0, 4000, leads=True) == equity.equity(0, 0, 2000, leads=True)


def test_a_match_that_is_over_is_decided() -> None:
    assert equity.equity(2010, 1800, 2000, leads=False) == 1
    assert equity.equity(2010, 2100, 2000, leads=True) == 0
    assert equity.equity(2010, 2010, 2000, leads=True) == 0.5


def test_early_in_a_match_equity_is_the_score() -> None:
    goal = Goal(0, 0, 2000, leads=True)
    worths, marks = expect.worths(False, goal).ravel(), expect.marks(False).ravel()
    assert np.corrcoef(worths, marks)[0, 1] > 0.999
    assert np.polyfit(marks, worths, 1)[0] == pytest.approx(1, abs=0.15)


def test_the_last_deal_is_won_by_the_higher_total() -> None:
    goal = Goal(500, 600, 2000, leads=True, last=True)
    assert goal.equities(np.array([200.0, 100.0]), np.array([0.0, 0.0])).tolist() == [1.0, 0.5]


# Bidders ------------------------------------------------------------------------------------------


def auction(own: int, other: int, calls: str, hand: str) -> kibitz.State:
    """E is to call with this hand, at these totals of its side and the other; N deals first."""
    game = kibitz.game("belote", match=True)
    empty = kibitz.game("belote").new(chance="explicit").position()
    deals = 2 + max(own, other) // 1000 if max(own, other) else 1
    before = {"deals": deals, "totals": [other, own], "dealer": 0, "player": CHANCE}
    state = game.new(position=empty | before, chance="explicit")
    rest = [card for card in range(32) if card not in ids(hand)]
    state.apply_chance({"hands": [rest[:8], ids(hand), rest[8:16], rest[16:]], "dealer": 1})
    play_all(state, calls)
    return state


def named(state: kibitz.State, bidder: str) -> str:
    call = bidding.find(bidder).bid(state.view(state.player), Stream(1))
    return state.game.action_name(call)


DEFENCE = "JS 9S 8H 7H AD 8D 7C 8C"
AGAINST = "110S pass pass"


@pytest.mark.parametrize("bidder", ["match", "smart"])
def test_the_totals_change_the_call(bidder: str) -> None:
    """At 1,990 the defence needs ten points; far behind, only a double helps."""
    said = {
        totals: named(auction(*totals, AGAINST, DEFENCE), bidder)
        for totals in ((0, 0), (1990, 100), (100, 1990))
    }
    assert said[100, 1990] == "coinche"
    assert said[1990, 100] == "pass"


@pytest.mark.parametrize("player", ["pimc_fast", "ismcts_fast", "rollout_fast"])
def test_a_searcher_at_1990_calls_otherwise_than_at_0(player: str) -> None:
    said = []
    for totals in ((0, 0), (1990, 100)):
        state = auction(*totals, AGAINST, DEFENCE)
        with bots.bot("belote", player) as bot:
            bot.start(state.game, state.player, 1)
            said.append(state.game.action_name(bot.choose(state.view(state.player))))
    assert said == ["coinche", "pass"]


def test_a_network_with_an_eye_on_the_match() -> None:
    """Around a network that would coinche, it does not at 1,990; elsewhere it is the network."""
    parts = {"bid": {"strategy": "match_net"}, "play": {"method": "rule"}}
    plain = {"bid": {"method": "net"}, "play": {"method": "rule"}}
    said: dict[str, list[str]] = {"match_net": [], "net": []}
    for totals in ((0, 0), (1990, 100)):
        for name, spec in (("match_net", parts), ("net", plain)):
            state = auction(*totals, AGAINST, DEFENCE)
            with bots.bot("belote", spec) as bot:
                bot.start(state.game, state.player, 1)
                said[name].append(state.game.action_name(bot.choose(state.view(state.player))))
    assert said["match_net"][0] == said["net"][0]
    assert said["match_net"][1] == "pass"
    state = kibitz.game("belote").new(4)
    view = state.view(state.player)
    both = [bots.bot("belote", spec) for spec in (parts, plain)]
    for bot in both:
        bot.start(state.game, state.player, 1)
    assert both[0].choose(view) == both[1].choose(view)


def test_a_call_for_the_match_does_not_borrow_the_networks_confidence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The network gives such a call next to nothing, and a hint called it unsure at 0 %."""
    state = auction(0, 0, AGAINST, DEFENCE)
    parts = {"bid": {"strategy": "match_net"}, "play": {"method": "rule"}}
    monkeypatch.setattr(match_net, "depart", lambda _view, _base: COINCHE)
    with bots.bot("belote", parts) as bot:
        found = ask(state.view(state.player), bot, "match_net", worlds=0)
    assert (found.name, found.shares_are, found.level) == ("coinche", "certain", "certain")
    assert found.explain["network"] == "pass"
