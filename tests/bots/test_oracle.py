"""Oracles see all hands: they reach what the solver says, are marked, and take no view."""

import pytest

import kibitz
from kibitz import bots
from kibitz.arena.match import play
from kibitz.bots.oracle import Oracle
from kibitz.core.errors import OracleOnly
from kibitz.search.double_dummy import Points, Tricks, solve, solve_table


def test_all_oracles_are_marked() -> None:
    for game in kibitz.names():
        for name in bots.names(game):
            spec = bots.spec(game, name)
            made = spec.bot()
            assert made.oracle == spec.oracle == (spec.kind == "oracle")
            assert spec.oracle == ("oracle" in name)
            assert spec.oracle == ("ORACLE" in spec.about)


@pytest.mark.parametrize(("game", "name"), [("belote", "oracle_dd"), ("ohhell", "oracle")])
def test_refuses_a_view(game: str, name: str) -> None:
    state = kibitz.game(game).new(1)
    bot = bots.bot(game, name)
    assert isinstance(bot, Oracle)
    bot.start(state.game, state.player, 1)
    with pytest.raises(OracleOnly, match="sees all hands"):
        bot.choose(state.view(state.player))


@pytest.mark.parametrize("seed", range(4))
def test_belote_is_played_to_its_solved_value(seed: int) -> None:
    game = kibitz.game("belote")
    state = game.new(seed)
    for call in ("90H", "pass", "pass", "pass"):
        state.apply(game.parse_action(call))
    value = solve(state)
    assert isinstance(value, Points)
    played = play(game, [bots.bot("belote", "oracle_dd") for _ in range(4)], seed, state.copy())
    assert value.marks == tuple(played.returns[:2])


def test_codepiece_is_played_to_its_solved_value() -> None:
    seed = 10  # a deal that is solved quickly
    game = kibitz.game("codepiece")
    deal = game.new(seed).chance[0]
    played = play(game, [bots.bot("codepiece", "oracle_dd") for _ in range(4)], seed)
    actions = [game.action_name(a) for a in played.record["actions"]]
    bids = {(deal["dealer"] + 1 + i) % 4: call for i, call in enumerate(actions[:4])}
    highest = max((int(call[4:]), seat) for seat, call in bids.items() if call != "pass")
    tricks = solve_table("codepiece", deal, leader=highest[1])[highest[1]]
    best = max(v.tricks[highest[1] % 2] for v in tricks.values() if isinstance(v, Tricks))
    assert best == highest[0], "the highest contract that its side makes is bid, and no more"
    assert played.returns[highest[1]] == highest[0]


def test_belote_contracts_are_made_or_cheap() -> None:
    """Over some deals: whoever buys the contract against equals loses by it only as a sacrifice."""
    game = kibitz.game("belote")
    made = 0
    for seed in range(12):
        played = play(game, [bots.bot("belote", "oracle_dd") for _ in range(4)], seed)
        made += max(played.returns) > 0
    assert made == 12


def test_sees_what_a_fair_player_cannot() -> None:
    game = kibitz.game("belote")
    margin = 0.0
    for seed in range(6):
        for place in range(2):
            cheat = [bots.bot("belote", "oracle_dd") for _ in range(4)]
            seated = [
                cheat[s] if s % 2 == place else bots.bot("belote", "simple") for s in range(4)
            ]
            returns = play(game, seated, seed).returns
            margin += returns[place] - returns[1 - place]
    assert margin / 12 > 100
