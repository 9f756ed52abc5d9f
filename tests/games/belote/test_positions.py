"""Positions of Belote: what is refused and why, and starts in every phase."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kibitz
from kibitz.errors import BadPosition
from tests.games.belote.habits import choose
from tests.games.belote.table import names, play_all, position

BOTH = pytest.mark.parametrize("engine", ["python", "native"])
HANDS = ["JS AH", "9S 10H", "AS KH", "10S QH"]


def auction(**changes: Any) -> dict[str, Any]:
    """N has bid 80S and E is to speak."""
    return position(HANDS, **({"passes": 0, "leader": -1, "player": 1} | changes))


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "a card twice": (position(["JS AH", "JS 10H", "AS KH", "10S QH"]), "twice"),
    "a card in hand and pile": (position(HANDS, won=["JS 7H 8H 9H", ""]), "twice"),
    "no such card": (position(HANDS) | {"trick": [32]}, "0 to 31"),
    "three hands": (position(HANDS) | {"hands": [[1], [2], [3]]}, "hands needs 4"),
    "three totals": (position(HANDS) | {"totals": [0, 0, 0]}, "totals needs 2"),
    "unequal hands": (
        position(["JS", "9S 10H", "AS KH", "10S QH"]),
        "all hands must be equal|at least one card",
    ),
    "no hands": (position(["", "", "", ""]), "at least one card"),
    "no hands in the auction": (auction() | {"hands": [[], [], [], []]}, "1 to 8"),
    "half a trick won": (position(HANDS, won=["7H 8H", ""]), "complete tricks"),
    "first lead": (position(HANDS, leader=1), "left of the dealer"),
    "complete trick": (position(HANDS, trick="7H 8H 9H JH", player=0), "next seat after"),
    "not the turn": (position(HANDS, player=2), "next seat after"),
    "no such player": (position(HANDS, player=4), "player must be"),
    "over": (position(HANDS, player=-2), "game is over"),
    "no dealer": (position(HANDS, dealer=-1), "dealer must be"),
    "no such bid": (position(HANDS, bid=41), "0 to 40"),
    "no such coinche": (position(HANDS, coinche=3), "from 0 to 2"),
    "bid of nobody": (position(HANDS, bidder=-1), "needs a bidder"),
    "coinche of nothing": (auction(bid=0, bidder=-1, coinche=1), "only a bid"),
    "surcoinche and passes": (position(HANDS, coinche=2), "at once"),
    "play before the end": (position(HANDS, passes=2), "no leader"),
    "auction after the end": (auction(passes=3, player=0), "needs a leader"),
    "four passes": (auction(bid=0, bidder=-1, passes=4, player=0), "cannot continue"),
    "speaker": (auction(player=2), "inconsistent"),
    "first speaker": (auction(bid=0, bidder=-1, passes=1, player=0), "inconsistent"),
    "coinche by a partner": (auction(coinche=1, player=3), "opponent"),
    "cards in the auction": (auction(trick="7H"), "no card can be played"),
    "belote in the auction": (auction(belote=0), "no card can be played"),
    "totals outside a match": (position(HANDS) | {"totals": [10, 0]}, "outside a match"),
    "revoke": (
        position(["JS", "10H", "AS KH", "10S QH"], trick="AH 7D"),
        "1 could not have played 7D",
    ),
    "no cut": (
        position(["JS", "9S", "AS KH", "10S QH"], trick="AH 7D"),
        "1 could not have played 7D",
    ),
    "no such announcer": (position(HANDS, belote=4), "or -1"),
    "belote without its cards": (position(HANDS, belote=0), "lacks"),
    "belote before it is played": (position(["KS QS", *HANDS[1:]], belote=0), "first of its cards"),
    "belote of two hands": (
        position(["KS AH", "QS 10H", "AS KH", "10S"], trick="9S", leader=3, dealer=2, belote=0),
        "lacks",
    ),
    "silent belote": (
        position(["QS", "9S 10H", "AS KH", "10S QH"], trick="KS", belote=-1),
        "must have announced",
    ),
    "missing key": ({"deals": 0}, "lacks"),
    "unknown key": (position(HANDS) | {"points": [0, 0]}, "points"),
}


@BOTH
@pytest.mark.parametrize(("bad", "why"), BAD.values(), ids=BAD)
def test_impossible_positions(engine: str, bad: dict[str, Any], why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        kibitz.game("belote", engine=engine).new(position=bad)


@BOTH
def test_match_figures(engine: str) -> None:
    game = kibitz.game("belote", engine=engine, match=True, target=1000, deals_max=20)
    good = position(HANDS) | {"deals": 3, "totals": [900, 990]}
    assert game.new(position=good).scores() == [900.0, 990.0, 900.0, 990.0]
    assert game.new(position=good | {"totals": [1000, 1000]}).player == 0
    for bad in (
        {"totals": [1000, 999]},
        {"totals": [-1, 0]},
        {"totals": [3 * 1022 + 1, 0]},
        {"deals": 20},
        {"deals": -1},
        {"deals": 0},
    ):
        with pytest.raises(BadPosition):
            game.new(position=good | bad)


@BOTH
def test_between_deals(engine: str) -> None:
    game = kibitz.game("belote", engine=engine, match=True)
    state = game.new(3)
    play_all(state, "pass pass pass pass")
    waiting = game.rebuild(state.chance[:1], state.actions)
    assert waiting.player == kibitz.CHANCE
    again = game.new(7, position=waiting.position())
    assert again.chance[0]["dealer"] == (state.chance[0]["dealer"] + 1) % 4
    assert again.view(0).worlds(1, 2)[0].player == again.player
    for bad in ({"bid": 1}, {"hands": [[1], [2], [3], [4]]}, {"dealer": -1}, {"leader": 0}):
        with pytest.raises(BadPosition):
            game.new(position=waiting.position() | bad)
    blank = game.new(chance="explicit").position()
    assert game.new(5, position=blank).chance == game.new(5).chance


@BOTH
def test_auction_positions_go_on(engine: str) -> None:
    game = kibitz.game("belote", engine=engine)
    state = game.new(position=auction(passes=2, player=3))
    assert state.view(0).calls == ((0, 1), (1, 0), (2, 0))
    assert names(state.legal()) >= {"pass", "coinche", "90S"}
    state = game.new(position=auction(coinche=1, passes=1, player=3))
    assert state.view(0).calls == ((0, 1), (1, 41), (2, 0))
    assert names(state.legal()) == {"pass"}
    play_all(state, "pass")
    assert names(state.legal()) == {"pass", "surcoinche"}
    state = game.new(position=auction(bid=0, bidder=-1, passes=3, player=3))
    play_all(state, "pass")
    assert state.done


@BOTH
def test_positions_of_random_games_play_on_alike(engine: str) -> None:
    """From any moment on the same actions give the same rest of the game."""
    for seed in range(40):
        rng = random.Random(seed)
        state = kibitz.game("belote", engine=engine, match=True, deals_max=2).new(seed)
        for _ in range(rng.randrange(60)):
            if not state.done:
                state.apply(choose(state, rng))
        if state.done:
            continue
        again = state.game.new(1, position=state.position())
        deals = state.position()["deals"]
        while not state.done and state.position()["deals"] == deals:
            assert again.position() == state.position()
            action = choose(state, rng)
            state.apply(action)
            again.apply(action)
        assert again.scores() == state.scores()
