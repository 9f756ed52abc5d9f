"""Hints: a whole distribution, a confidence, and an outlook that can be checked by hand."""

import json
from typing import Any

import pytest

import kibitz
from kibitz import bots
from kibitz.advice import outlook
from kibitz.advice.evaluation import SHARE_MAX
from kibitz.advice.hint import EVALUATION, ask, hint
from kibitz.advice.shares import _Thought, best_chances, level, shares
from kibitz.core.errors import NoDecision, OracleOnly
from kibitz.core.view import View
from kibitz.games.codepiece.view import CodepieceView
from kibitz.search import double_dummy
from tests.advice.games import played

BOTS = [
    ("belote", "pimc_fast", 5, "chances"),
    ("belote", "solver", 0, "chances"),
    ("belote", "ismcts_fast", 9, "visits"),
    ("codepiece", "pimc_fast", 8, "chances"),
    ("codepiece", "rule", 0, "certain"),
    ("ohhell", "ismcts_fast", 2, "visits"),
    ("ohhell", "rollout_fast", 9, "chances"),
    ("qwixx", "mcts_fast", 3, "visits"),
    ("dubito", "reader_fast", 0, "chances"),
    ("dubito", "reader_fast", 7, "chances"),
    ("dubito", "honest", 7, "certain"),
]


def view_after(game: str, plies: int, seed: int = 3, **options: Any) -> View:
    state = played(kibitz.game(game, **options), seed, "simple", plies)
    return state.view(state.player)


@pytest.mark.parametrize(("game", "bot", "plies", "kind"), BOTS)
def test_a_whole_distribution(game: str, bot: str, plies: int, kind: str) -> None:
    view = view_after(game, plies)
    advice = hint(view, bot, seed=4, worlds=3)
    assert advice.shares_are == (kind if len(view.legal_actions) > 1 else "certain")
    assert {one.action for one in advice.shares} == set(view.legal_actions)
    assert sum(one.share for one in advice.shares) == pytest.approx(1)
    assert advice.shares[0].action == advice.action
    assert advice.confidence >= min(SHARE_MAX, advice.shares[0].share)
    assert (advice.level == "certain") == (advice.shares_are == "certain"), (
        "a sample proves nothing"
    )
    assert advice.outlook is not None
    assert sum(total.share for total in advice.outlook.totals) == pytest.approx(1)
    json.dumps(advice.as_dict())
    again = hint(view, bot, seed=4, worlds=3)
    assert (again.action, again.shares, again.outlook) == (
        advice.action,
        advice.shares,
        advice.outlook,
    )


def test_an_option_that_was_not_tried_is_no_thought() -> None:
    """Dubito's reader does not try what is the only action that comes into question."""
    view = view_after("dubito", 7)
    advice = {"options": [{"action": view.legal_actions[0], "win": 0.0, "rollouts": 0}]}
    found = shares(view, view.legal_actions[0], advice)
    assert found.kind == "certain"
    assert found.confidence(view.legal_actions[0]) == 1
    assert {one.value for one in found.actions} == {None}


@pytest.mark.parametrize("game", kibitz.names())
def test_every_game_has_advice(game: str) -> None:
    view = view_after(game, 6)
    reply = hint(view, worlds=2)
    assert reply.name == view.game.action_name(reply.action)
    assert reply.bot == EVALUATION
    assert reply.bot not in bots.names(game)


def test_the_outlook_of_cards_is_the_solver() -> None:
    """With every card known the outlook is what the solver says, in every world."""
    state = played(kibitz.game("belote"), 5, "rule")
    game = state.game
    before = game.rebuild(state.chance, state.actions[:-8])
    view = before.view(before.player)
    action = view.legal_actions[0]
    found = outlook.outlook(view, action, 40, 1)
    assert found is not None
    worlds = [view.worlds(seed, 1)[0] for seed in range(40)]
    margins = set()
    for world in worlds:
        world.apply(action)
        value = double_dummy.solve(world)
        assert isinstance(value, double_dummy.Points)
        assert value.marks is not None
        margins.add(value.marks[view.seat % 2] - value.marks[1 - view.seat % 2])
    assert found.expected is not None
    assert min(margins) <= found.expected <= max(margins)
    assert (found.by, found.unit, found.reward) == ("solver", "points", "margin")
    assert found.contract is not None
    assert 0 <= found.contract <= 1


def test_the_last_card_is_certain() -> None:
    """One card is left to each: the outlook is the result of the deal."""
    for name in ("belote", "codepiece", "ohhell"):
        options: dict[str, Any] = {"schedule": [3]} if name == "ohhell" else {}
        end = played(kibitz.game(name, **options), 2, "rule" if name != "ohhell" else "smart")
        before = end.game.rebuild(end.chance, end.actions[:-1])
        view = before.view(before.player)
        if len(view.hand) > 1:  # type: ignore[attr-defined]
            continue  # Codepiece may end early
        found = outlook.outlook(view, end.actions[-1], 5, 1)
        assert found is not None
        assert (len(found.totals), found.error) == (1, 0.0)
        seat, points = view.seat, end.returns()
        margin = points[seat] - points[(seat + 1) % 4]
        assert found.expected == (points[seat] if name == "ohhell" else margin)


def test_chances() -> None:
    even = best_chances([_Thought(1.0, 0.5), _Thought(1.0, 0.5)])
    assert even == pytest.approx([0.5, 0.5])
    clear = best_chances([_Thought(9.0, 0.1), _Thought(1.0, 0.1), _Thought(0.0, None)])
    assert clear[0] > 0.999
    # Two normal numbers a standard error of their difference apart: Phi(1).
    apart = best_chances([_Thought(2**0.5, 1.0), _Thought(0.0, 1.0)])
    assert apart[0] == pytest.approx(0.8413, abs=0.003)
    assert [level(x) for x in (1.0, 0.8, 0.6, 0.2)] == ["certain", "high", "fair", "low"]


def test_equal_cards_are_no_doubt() -> None:
    """Touching cards are worth the same: the advice is sure of either."""
    found = None
    for seed in range(20):
        view = view_after("belote", 12, seed)
        if view.phase == "play" and len(view.legal_actions) > 1:
            found = hint(view, "pimc_fast", worlds=0)
            same = [one for one in found.shares if one.value == found.shares[0].value]
            if len(same) > 1:
                assert found.confidence == pytest.approx(min(SHARE_MAX, sum(o.share for o in same)))
                assert found.outlook is None
                return
    raise AssertionError("no equal cards in 20 deals")


def test_what_is_refused() -> None:
    state = played(kibitz.game("belote"), 3, "simple", 4)
    other = state.view((state.player + 1) % 4)
    with pytest.raises(NoDecision, match="nothing to decide"):
        hint(other)
    view = state.view(state.player)
    with pytest.raises(OracleOnly):
        hint(view, "oracle_dd")
    with bots.bot("belote", "oracle_dd") as oracle:
        advice = ask(view, oracle, "oracle_dd", state=state, worlds=0)
    assert advice.kind == "oracle"
    end = played(kibitz.game("belote"), 3, "simple")
    with pytest.raises(NoDecision, match="over"):
        hint(end.view(0))


@pytest.mark.parametrize(("game", "options"), [("ohhell", {}), ("codepiece", {"match": True})])
def test_a_later_deal_is_valued_by_what_it_brings(game: str, options: dict[str, Any]) -> None:
    """Points of earlier deals are no news: a bid is worth what the outlook says of its deal."""
    table = kibitz.game(game, **options)
    state = played(table, 3, "simple", 0)
    with bots.bot(game, "simple") as player:
        while state.phase != "bid" or state.scores()[state.player] == 0:
            player.start(table, state.player, 1)
            state.apply(player.choose(state.view(state.player)))
    view = state.view(state.player)
    found = hint(view, worlds=0)
    ahead = outlook.outlook(view, found.action, 400, 1)
    assert ahead is not None
    assert found.expected is not None
    assert ahead.expected is not None
    assert abs(found.expected - ahead.expected) < abs(state.scores()[view.seat]) / 2


def test_the_outlook_of_a_match_knows_whose_contract_it_was() -> None:
    """A match clears the table after a deal, which a lone deal does not."""
    for match in (False, True):
        view = view_after("belote", 0, match=match)
        ahead = outlook.outlook(view, view.game.parse_action("capotS"), 12, 5)
        assert ahead is not None
        assert ahead.contract_seat == view.seat  # nobody can bid higher
        assert ahead.contract == 0.0  # and it is not this hand that takes all tricks


@pytest.mark.parametrize("plies", [5, 20, 27, 34, 41, 42])
def test_the_chance_of_a_codepiece_contract_is_what_its_points_mean(plies: int) -> None:
    """Rule 9: the bidders are 2B points ahead, or 4B behind."""
    view = view_after("codepiece", plies)
    assert isinstance(view, CodepieceView)
    advice = hint(view, worlds=20)
    ahead = advice.outlook
    assert ahead is not None
    assert ahead.contract is not None
    assert advice.expected is not None
    assert ahead.contract_seat == view.bidder
    own = view.bidder % 2 == view.seat % 2
    gain = 2 * view.bid * ahead.contract - 4 * view.bid * (1 - ahead.contract)
    assert (gain if own else -gain) == pytest.approx(advice.expected)
    needed = view.bid if own else 14 - view.bid
    made = sum(total.share for total in ahead.totals if (total.low >= needed) == own)
    if 0 < made < 1:
        assert made == pytest.approx(ahead.contract)
    assert sum(total.share for total in ahead.totals) == pytest.approx(1)


@pytest.mark.parametrize("plies", [2, 9])
def test_the_chance_to_meet_a_bid_is_what_its_points_mean(plies: int) -> None:
    """Rule 7 of Oh Hell: 10 plus the bid, or nothing."""
    view = view_after("ohhell", plies)
    advice = hint(view, worlds=20)
    ahead = advice.outlook
    assert ahead is not None
    assert ahead.contract is not None
    assert advice.expected is not None
    bid = advice.action - 52 if view.phase == "bid" else view.bids[view.seat]  # type: ignore[attr-defined]
    assert (10 + bid) * ahead.contract == pytest.approx(advice.expected)
    assert sum(total.share for total in ahead.totals) == pytest.approx(1)


def test_a_deal_of_a_match_is_valued_in_the_match() -> None:
    """A hint says so, because 400 points of the deal may count as 470 there."""
    for match, unit in ((False, "margin"), (True, "match")):
        for plies in (0, 12):
            view = view_after("belote", plies, match=match)
            advice = hint(view, worlds=4)
            assert len(view.legal_actions) > 1
            assert advice.outlook is not None
            assert advice.reward == advice.outlook.reward == unit


def test_a_call_has_no_second_chance_to_win() -> None:
    """The outlook's rule player wins fewer deals than solved worlds promise."""
    view = view_after("belote", 0)
    advice = hint(view, worlds=4)
    assert advice.method == "bidder"
    assert advice.outlook is not None
    assert advice.outlook.win is None
    ahead = outlook.outlook(view, advice.action, 4, 1)
    assert ahead is not None
    assert ahead.win is not None
