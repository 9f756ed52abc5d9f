"""Belote by rule: sound cards, a native twin that plays alike, and strength in the right order."""

from __future__ import annotations

import functools
import random
import time

import numpy as np
import pytest

import kibitz
from kibitz.arena import match, native
from kibitz.bots.bot import RuleBot
from kibitz.core.rng import Stream
from kibitz.errors import BadOption
from kibitz.players.belote import bidding, rule
from kibitz.players.belote.cardplay import PLAY, choose_card
from tests.games.belote.habits import choose
from tests.games.belote.table import position
from tests.support.found import replay_line

GAME = kibitz.game("belote", engine="native")


def played(hands: list[str], **changes: object) -> str:
    """The card of the seat on turn, in a play of 80S by N unless changed."""
    state = GAME.new(position=position(hands, **changes))
    view = state.view(state.player)
    return GAME.action_name(choose_card(view))


def test_gives_points_to_the_partners_sure_trick() -> None:
    """S holds the trick with the ace of trump's king gone: N, last to play, adds its ten."""
    assert (
        played(
            ["10H 7H", "8D", "8C", "7C"],
            leader=1,
            player=0,
            trick="8H AH 9H",
            won=["JS 9S AS 10S", "KS QS 8S 7S"],
        )
        == "10H"
    )


def test_keeps_points_from_the_opponents_trick() -> None:
    assert (
        played(
            ["10H 7H", "8D", "8C", "7C"],
            leader=1,
            player=0,
            trick="AH 8H 9H",
            won=["JS 9S AS 10S", "KS QS 8S 7S"],
        )
        == "7H"
    )


def test_ruffs_with_the_cheapest_trump() -> None:
    assert (
        played(
            ["JS 7S", "8D", "8C", "7C"],
            leader=1,
            player=0,
            trick="AH 8H 9H",
            won=["10H KH AS 10S", "KS QS 8S 9S"],
        )
        == "7S"
    )


def test_cashes_a_master_rather_than_a_small_card() -> None:
    """All trumps are gone: who gives the lead away never makes the ace."""
    assert (
        played(
            ["AH 7D", "8D 9D", "8C 9C", "7C JC"],
            won=["JS 9S AS 10S", "KS QS 8S 7S"],
        )
        == "AH"
    )


def test_legal_and_the_same_card_in_every_world() -> None:
    for seed in range(8):
        rng, state = random.Random(seed), GAME.new(seed)
        while not state.done:
            if state.phase == "play":
                view = state.view(state.player)
                card = choose_card(view)
                assert card in state.legal(), replay_line(state)
                world = view.worlds(Stream(seed), 1)[0]
                assert choose_card(world.view(view.seat)) == card, replay_line(state)
            state.apply(choose(state, rng))


@pytest.mark.native_smoke
def test_the_native_twin_plays_alike() -> None:
    """Whole games, decision by decision; in matches too, where one deal follows another."""
    games = [(GAME, 40), (kibitz.game("belote", engine="native", match=True, target=500), 3)]
    names = [("rule", ()), ("rule", rule.NATIVE("improved_v2")[1])]  # type: ignore[index]
    for game, count in games:
        for seed in range(count):
            seating = [(seat + seed) % 2 for seat in range(4)]
            fast = native.play_many(game, names, [seating], [seed], keep=True)
            bidders = [("parametric", "improved_v2")[k] for k in seating]
            slow = match.play(game, [player(bidder) for bidder in bidders], seed)
            assert fast.actions == [slow.record["actions"]], f"seed {seed}, {dict(game.options)}"


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_the_native_twin_plays_alike_for_long() -> None:
    for seed in range(1000, 4000):
        fast = native.play_many(GAME, [("rule", ())], [[0] * 4], [seed], keep=True)
        slow = match.play(GAME, [player("parametric") for _ in range(4)], seed)
        assert fast.actions == [slow.record["actions"]], f"seed {seed}"


def player(bidder: str) -> RuleBot:
    return RuleBot(functools.partial(rule.choose, bidder=bidder))


def test_the_native_twin_is_fast() -> None:
    """At least 50 times as fast a decision as the Python form; it is about 500 times."""
    begin = time.process_time()
    decisions = 0
    for seed in range(10):
        found = match.play(GAME, [player("parametric") for _ in range(4)], seed)
        decisions += len(found.record["actions"])
    slow = (time.process_time() - begin) / decisions
    begin = time.process_time()
    fast_games = native.play_many(GAME, [("rule", ())], np.zeros((2000, 4)), range(2000))
    fast = (time.process_time() - begin) / fast_games.lengths.sum()
    assert slow > 50 * fast


def margin(one: native.Player, other: native.Player, deals: int = 2000) -> tuple[float, float]:
    """Marks a deal of one player over another on duplicate deals, and the standard error."""
    seating = np.concatenate([np.tile([0, 1, 0, 1], (deals, 1)), np.tile([1, 0, 1, 0], (deals, 1))])
    seeds = np.tile(np.arange(deals), 2)
    returns = native.play_many(GAME, [one, other], seating, seeds).returns
    first, second = np.split(returns[:, 0] - returns[:, 1], 2)
    pairs = (first - second) / 2
    return float(pairs.mean()), float(pairs.std() / deals**0.5)


def test_strength_is_in_order() -> None:
    """parametric > improved_v2 > random, all with the same cards; and rule's cards > others."""
    ours = ("rule", ())
    straight = ("rule", rule.NATIVE("improved_v2")[1])  # type: ignore[index]
    gain, error = margin(ours, straight)
    assert gain > 3 * error, (gain, error)
    gain, error = margin(straight, ("random", ()))
    assert gain > 100
    # The same bids; cards by numbers that know nothing of what a card is worth later.
    naive = [0.0] * 16 + [0, 0, 0, 0, 0, 0, 10, 0, 35, 80, 0, 0, 0, 0, 0]
    gain, error = margin(ours, ("rule", naive))
    assert gain > 3 * error, (gain, error)


def test_numbers_are_checked() -> None:
    assert len(PLAY.flat()) == 31
    for numbers in ([1.0], [float("nan")] * 31, [2000.0] * 31):
        with pytest.raises(kibitz.errors.Malformed):
            native.play_many(GAME, [("rule", numbers)], [[0] * 4], [1])


def test_any_bidder_by_name() -> None:
    with pytest.raises(BadOption, match="heuristic"):
        rule.choose(GAME.new(1).view(GAME.new(1).player), Stream(1), bidder="nobody")
    for name in bidding.names():
        found = rule.NATIVE(name)
        assert (found is None) != bidding.is_native(bidding.find(name)), name
    assert rule.NATIVE() == ("rule", [])
