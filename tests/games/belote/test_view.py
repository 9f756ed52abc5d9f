"""What a seat at Belote knows, and what play proves about hidden hands."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kibitz
from kibitz.core.assign import count_assignments
from kibitz.games.belote.cards import bits
from kibitz.games.belote.deduce import ruled_out
from kibitz.games.belote.rules import legal_cards
from tests.games.belote.habits import choose
from tests.games.belote.table import FOUR_SUITS, deal, ids, play_all, position

BOTH = pytest.mark.parametrize("engine", ["python", "native"])


def new(engine: str, options: dict[str, Any] | None = None, **start: Any) -> kibitz.State:
    return kibitz.game("belote", engine=engine, **(options or {})).new(**start)


def held(view: Any, seat: int, n: int = 60) -> tuple[set[int], set[int]]:
    """Cards that a seat holds in every, and in some of n worlds."""
    hands = [set(world.position()["hands"][seat]) for world in view.worlds(1, n)]
    return set.intersection(*hands), set.union(*hands)


@BOTH
def test_fields(engine: str) -> None:
    state = new(engine, deal=FOUR_SUITS)
    play_all(state, "pass 80H pass 90D coinche surcoinche 7S")
    view = state.view(2)
    assert view.hand == view.dealt == tuple(range(16, 24))
    assert view.hand_sizes == (7, 8, 8, 8)
    assert (view.bid, view.bidder, view.coinche, view.passes, view.trump) == (7, 3, 2, 0, 2)
    assert view.calls == ((0, 0), (1, 2), (2, 0), (3, 7), (0, 41), (1, 42))
    assert (view.dealer, view.leader, view.trick, view.belote) == (3, 0, (0,), -1)
    assert view.played == ((0,), (), (), ())
    assert view.deck == tuple(range(32))
    assert view.history[0] == ("deal", 2, (3, *range(16, 24)))
    assert view.history[-1] == ("action", 0, 0)
    assert view.legal() == []
    assert state.view(1).legal() == list(range(8, 16))


@BOTH
def test_points_and_tricks(engine: str) -> None:
    state = new(engine, deal=FOUR_SUITS)
    play_all(state, "80S pass pass pass JS 8H 8D 8C")
    assert (state.view(0).tricks, state.view(0).points) == ((1, 0), (20, 0))
    while not state.done:
        state.apply(state.legal()[0])
    view = state.view(3)
    assert view.points == (252, 0)
    assert view.totals == (252 + 80 + 20, 0)  # N had belote
    assert "NS 252" in view.text()


def test_ruled_out_follows_the_rule() -> None:
    """For random tricks: exactly the cards that, held beside it, make the played card illegal."""
    rng = random.Random(3)
    for _ in range(3000):
        trump = rng.randrange(4)
        *trick, card = rng.sample(range(32), rng.randint(1, 4))
        others = [c for c in range(32) if c != card and c not in trick]
        illegal = [c for c in others if card not in legal_cards(sorted([c, card]), trick, trump)]
        assert ruled_out(card, trick, trump) & bits(others) == bits(illegal)


def test_exclusions_are_pairwise() -> None:
    """A card is legal in a hand exactly when it is with every single card of that hand."""
    rng = random.Random(4)
    for _ in range(3000):
        cards = rng.sample(range(32), 11)
        trick, hand, trump = cards[: rng.randint(0, 3)], sorted(cards[3:]), rng.randrange(4)
        legal = legal_cards(hand, trick, trump)
        for card in hand:
            assert (card in legal) == (not ruled_out(card, trick, trump) & bits(hand))


@BOTH
def test_void_and_ceiling(engine: str) -> None:
    """S cuts N's heart with the nine, W discards: it has no heart, and no trump above the nine."""
    hands = ["KH AH 7D 8D", "7H 8H KD QD", "9S AS 7C 8C", "7S AC KC QC"]
    state = new(engine, position=position(hands))
    play_all(state, "KH 8H 9S AC")
    excluded = state.view(0).excluded()
    hearts = bits(range(8, 16))
    assert excluded[2] == hearts  # it cut; its trumps may be any
    assert excluded[3] == hearts | bits(ids("JS"))  # "ne pisse pas": nothing above the nine
    _, some = held(state.view(0), 3)
    assert some <= set(ids("7S KC QC AS 7C 8C KD QD"))


@BOTH
def test_no_trump_at_all_and_no_higher_trump(engine: str) -> None:
    state = new(engine, position=position(["10H 10S", "AC 7C", "7H 8H", "AD 8C"]))
    play_all(state, "10H AC 7H AD")
    assert state.view(0).excluded()[1] == bits([*range(8, 16), *range(8)])  # did not cut
    state = new(engine, position=position(["10S 10H", "7S 7C", "AS 8H", "8S 8C"]))
    play_all(state, "10S 7S")
    assert state.view(0).excluded()[1] == bits(ids("AS 9S JS"))  # did not overtrump


@BOTH
def test_belote_proves_in_both_directions(engine: str) -> None:
    cards = deal(3, "7S 7H", "KS QS", "8S 8H", "9D JD")
    state = play_all(new(engine, deal=cards), "80S pass pass pass 7S KS")
    every, _ = held(state.view(0), 1)
    assert every == set(ids("QS"))
    cards = deal(3, "7S 7H", "KS 10D", "QS 8H", "9D JD")
    state = play_all(new(engine, deal=cards), "80S pass pass pass 7S KS")
    _, some = held(state.view(0), 1)
    assert ids("QS")[0] not in some
    assert len(some) > 1


@BOTH
def test_belote_of_a_position(engine: str) -> None:
    start = position(["7S 7H", "KS", "8S 8H", "9D JD"], leader=1, trick="QS", belote=1,
                     won=["7D 8D QD KD", ""])  # fmt: skip
    state = new(engine, position=start)
    every, _ = held(state.view(0), 1)
    assert every == set(ids("KS"))
    start = position(["7S 7H", "9D", "KS 8H", "10D JD"], leader=1, trick="QS",
                     won=["7D 8D QD KD", ""])  # fmt: skip
    _, some = held(new(engine, position=start).view(0), 1)
    assert ids("KS")[0] not in some


@BOTH
def test_void_deals_of_a_match_are_drawn(engine: str) -> None:
    """Hands of a void deal are never shown, so worlds differ in them, also at the end."""
    game = kibitz.game("belote", engine=engine, match=True, deals_max=2)
    state = play_all(game.new(5), "pass pass pass pass")
    firsts = {str(w.chance[0]["hands"]) for w in state.view(1).worlds(2, 8)}
    assert len(firsts) == 8
    play_all(state, "pass pass pass pass")
    assert state.done
    worlds = state.view(1).worlds(2, 8)
    assert len({str(w.chance) for w in worlds}) == 8
    assert all(
        w.chance[i]["hands"][1] == state.chance[i]["hands"][1] for w in worlds for i in (0, 1)
    )


@BOTH
def test_the_end_of_a_played_deal_has_one_world(engine: str) -> None:
    rng = random.Random(8)
    state = play_all(new(engine, seed=8), "80S pass pass pass")
    while not state.done:
        state.apply(choose(state, rng))
    for world in state.view(2).worlds(1, 3):
        assert world.chance == state.chance
        assert world.returns() == state.returns()


@BOTH
def test_a_short_deal_shows_its_cards_not_its_hands(engine: str) -> None:
    cards = deal(0, "7S 8H", "9D JC", "QS KH", "10D AC")
    state = new(engine, deal=cards)
    deck = tuple(sorted(ids("7S 8H 9D JC QS KH 10D AC")))
    view = state.view(1)
    assert view.history == (("deal", 1, (0, *ids("9D JC"))), ("reveal", -1, deck))
    assert view.deck == deck
    assert len({str(w.chance) for w in view.worlds(1, 600)}) == 90  # 6! / 2!^3
    deal_seen = view.deal()
    assert count_assignments(deal_seen.hidden(), [2, 2, 2], [0, 0, 0]) == 90


def test_worlds_have_fresh_seeds() -> None:
    state = new("native", {"match": True}, seed=3)
    seeds = {world.seed for world in state.view(0).worlds(1, 5)}
    assert len(seeds) == 5
    assert state.seed not in seeds
