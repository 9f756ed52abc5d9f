"""Annonces: counts that agree with the solver, and colours that wait for observations."""

import pytest

import kibitz
from kibitz.advice.annonces import Annonces, _bought, annonces, cell, view_of, wilson
from kibitz.advice.errors import BadEntry
from kibitz.advice.games.belote import call_values
from kibitz.core.errors import (
    BadModel,
    BadOption,
    IllegalAction,
    KibitzError,
    MissingModel,
    NoDecision,
)
from kibitz.core.rng import Stream, mix
from kibitz.games.belote.view import BeloteView
from kibitz.search import double_dummy

STRONG = [3, 2, 7, 6, 15, 14, 8, 16]  # jack, nine, ace and ten of spades; ace and ten of hearts


def test_wilson() -> None:
    # By the formula, with z = 1.645: 8 of 10 and 80 of 100.
    assert wilson(8, 10) == pytest.approx(0.5408, abs=1e-3)
    assert wilson(80, 100) == pytest.approx(0.7268, abs=1e-3)
    assert wilson(0, 0) == 0
    assert wilson(0, 5) == 0
    assert wilson(5, 5) < wilson(50, 50) < 1


def test_few_observations_are_not_green() -> None:
    assert [cell("S", 80, n, n).colour for n in (1, 2, 50)] == ["red", "gold", "green"]
    assert cell("S", 80, 25, 50).colour == "red"


def test_the_oracle_counts_what_the_solver_says() -> None:
    view = view_of(STRONG, 0, 3)
    found = annonces(view, deals=6, simulations=0, seed=5)
    made = 0
    for i in range(6):
        deal = view.sample(Stream(mix(5, i)))[0][-1]
        value = double_dummy.solve_table("belote", deal)[0][0]  # seat 0 leads, spades are trump
        assert isinstance(value, double_dummy.Points)
        belote = any({5, 4} <= set(deal["hands"][seat]) for seat in (0, 2))
        made += value.points[0] + 20 * belote >= 130
    cells = {(c.suit, c.value): c for c in found.oracle.cells()}
    assert (cells["S", 130].made, cells["S", 130].of) == (made, 6)
    assert not found.simulation.cells()


def test_a_simulation_by_a_bot() -> None:
    view = view_of(STRONG, 2, 3, [32, 32])
    received: list[float] = []
    found = annonces(
        view, deals=10, simulations=4, bot="simple", report=lambda part, _: received.append(part)
    )
    cells = {(c.suit, c.value): c for c in found.simulation.cells()}
    assert {c.of for c in cells.values()} == {4}
    for suit in "SHDC":
        made = [cells[suit, value].made for value in (80, 90, 100, 110, 120, 130, 140, 150, 160)]
        assert made == sorted(made, reverse=True)
    assert cells["S", 80].made > cells["C", 120].made
    assert received == sorted(received)
    data = found.as_dict()
    assert (data["bot"], data["calls"], data["ended"]) == ("simple", [32, 32], "all")
    assert len(data["oracle"]) == len(data["simulation"]) == 40


# Jack, nine and ace of spades, and rags: in hearts it is worth what the partner brings.
SPADES = [3, 2, 7, 16, 17, 24, 25, 30]


def hearts(*calls: str, beliefs: str = "bids") -> tuple[float, int | None]:
    """How often 80 hearts is made after these calls from the partner on, and what may be bid."""
    game = kibitz.game("belote")
    view = view_of(SPADES, 0, 1, [game.parse_action(call) for call in calls])
    found = annonces(view, deals=40, simulations=0, beliefs=beliefs)
    cells = {(c.suit, c.value): c for c in found.oracle.cells()}
    return cells["H", 80].share, found.lowest


def test_the_auction_is_evidence_about_the_other_hands() -> None:
    silent, lowest = hearts()
    assert lowest == 80
    partner, lowest = hearts("80H", "pass")
    assert lowest == 90
    assert partner > silent + 0.25, "the partner has hearts"
    opponent, _ = hearts("pass", "80H")
    assert opponent < silent, "the opponent has them"
    assert hearts("80H", "pass", beliefs="uniform") == (silent, 90), "calls are ignored"
    assert hearts("80H", "coinche")[1] is None, "nobody may bid any more"


def test_the_contract_is_bought_after_the_auction() -> None:
    game = kibitz.game("belote")
    view = view_of(SPADES, 0, 1, [game.parse_action("90H"), game.parse_action("pass")])
    assert isinstance(view, BeloteView)
    hands = view.worlds(1)[0].position()["hands"]
    for trump, name in enumerate("SHDC"):
        state = _bought(game, hands, view, trump)
        calls = [game.action_name(a) for a in state.actions]
        assert calls == ["90H", "pass", f"100{name}", "pass", "pass", "pass"]
    coinched = view_of(SPADES, 0, 1, [game.parse_action("90H"), game.parse_action("coinche")])
    assert isinstance(coinched, BeloteView)
    state = _bought(game, hands, coinched, 0)
    assert "80S" in [game.action_name(a) for a in state.actions], "as if nobody had spoken"
    found = annonces(coinched, deals=0, simulations=2, bot="simple")
    assert {c.of for c in found.simulation.cells()} == {2}


def test_an_odd_auction_ends() -> None:
    game = kibitz.game("belote")
    calls = [game.parse_action(call) for call in ("80H", "90S", "capotH")]
    found = annonces(view_of(SPADES, 0, 0, calls), deals=2, simulations=1, bot="simple")
    assert (found.ended, found.lowest, found.oracle.of[0]) == ("all", None, 2)


def test_a_budget_and_a_stop() -> None:
    view = view_of(STRONG, 0, 3)
    assert annonces(view, deals=500, seconds=1e-9).ended == "time"
    seen: list[Annonces] = []
    found = annonces(
        view, deals=500, report=lambda _, so_far: seen.append(so_far), stop=lambda: len(seen) > 2
    )
    assert found.ended == "stopped"
    assert 0 < found.oracle.of[0] < 500


def test_what_is_refused() -> None:
    for hand in ([0] * 8, [0, 1], [0, 1, 2, 3, 4, 5, 6, 99]):
        with pytest.raises(BadEntry):
            view_of(hand, 0, 3)
    with pytest.raises(IllegalAction):
        view_of(STRONG, 0, 3, [0])
    with pytest.raises(KibitzError):
        view_of(STRONG, 4, 3)
    with pytest.raises(NoDecision):
        annonces(kibitz.game("ohhell").new(1).view(0))
    with pytest.raises(NoDecision, match="sees all cards"):
        annonces(view_of(STRONG, 0, 3), deals=1, simulations=1, bot="oracle_dd")
    with pytest.raises(BadOption, match="bids"):
        annonces(view_of(STRONG, 0, 3), deals=1, beliefs="nix")


def named(found: Annonces) -> dict[str, float]:
    game = kibitz.game("belote")
    return {game.action_name(one["action"]): one["loss"] for one in found.as_dict()["values"]}


def test_a_network_values_every_call() -> None:
    found = annonces(view_of(STRONG, 0, 3), deals=0, simulations=0)
    losses = named(found)
    assert (found.values.by, len(losses)) == ("bid_max", 41)
    assert list(losses.values()) == sorted(losses.values())
    assert next(iter(losses)).endswith("S"), "spades, with jack, nine, ace and ten"
    assert next(iter(losses.values())) == 0
    assert losses["pass"] > 100
    weak = annonces(view_of([0, 1, 8, 9, 16, 17, 24, 25], 0, 3), deals=0, simulations=0)
    assert next(iter(named(weak))) == "pass"
    other = annonces(view_of(STRONG, 0, 3), deals=0, simulations=0, values="bid_dd")
    assert other.values.by == "bid_dd"
    assert named(other) != losses


def test_the_solver_fills_in_where_there_is_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(game: str, name: str) -> None:
        raise MissingModel(f"no {name} of {game}")

    monkeypatch.setattr(call_values, "load_network", missing)
    call_values.network.cache_clear()
    found = annonces(view_of(SPADES, 0, 3), deals=0, simulations=0, seed=3)
    call_values.network.cache_clear()
    losses = named(found)
    assert found.values.by == "solver"
    assert {"pass", "80S", "90S", "capotS"} <= set(losses)
    assert losses["80S"] < losses["80H"]
    again = annonces(view_of(SPADES, 0, 3), deals=0, simulations=0, values="solver", seed=3)
    assert named(again) == losses


def test_calls_have_values_only_at_ones_turn() -> None:
    found = annonces(view_of(STRONG, 0, 0), deals=0, simulations=0)
    assert (found.values.by, found.as_dict()["values"]) == (None, [])
    with pytest.raises(MissingModel, match="has no network 'nobody'"):
        annonces(view_of(STRONG, 0, 3), deals=0, values="nobody")
    with pytest.raises(BadModel, match="no values of calls"):
        annonces(view_of(STRONG, 0, 3), deals=0, values="net")
