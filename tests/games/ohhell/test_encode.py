"""Oh Hell's observations against numbers worked out by hand, on both engines."""

from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.core.cards import parse_card
from kibitz.errors import NoSuchEncoding
from tests.games.ohhell.tables import example, play, start
from tests.support.found import ENGINES

pytestmark = pytest.mark.parametrize("engine", ENGINES)

# Cards of the example: AC 12, KC 11, 5C 3, QD 23, JD 22, 4D 15, 2H 26, 3H 27, 9H 33, TS 47.


def numbers(size: int, ones: list[int], others: dict[int, float]) -> list[float]:
    """A vector of zeros but for these."""
    x = np.zeros(size, dtype=np.float32)
    x[ones] = 1
    for i, value in others.items():
        x[i] = value
    return x.tolist()


def unseen(*seen: int) -> list[int]:
    return [389 + card for card in range(52) if card not in seen]


def test_version_1_while_bidding(engine: str) -> None:
    """Seat 1 (AC 5C 3H went to seat 0) before its bid; seat 0 has bid 1; three cards of M = 12."""
    view = example(engine, "1").view(1)
    ones = [11, 15, 33]  # KC 4D 9H in hand
    ones += [52 + 2]  # trump hearts
    ones += [56]  # bidding
    ones += [58 + 1]  # three players
    ones += unseen(11, 15, 33, 26)  # all but the own hand and the turned 2H
    ones += [443 + 2]  # seat 1 sits two left of dealer 2
    others = {62: -1, 63: -1, 64: 1 / 3, 65: -1, 66: -1}  # slot 2 is seat 0
    others |= {442: 3 / 12}
    assert view.encode().tolist() == numbers(453, ones, others)
    assert view.encode(1).tolist() == view.encode().tolist()


MIDDLE = "1 1 0  AC KC TS  5C 9H"  # seat 2 is to play the last card of the second trick
MIDDLE_ONES = [
    *(23, 22),  # QD JD in hand
    52 + 2,  # trump hearts
    57,  # playing
    58 + 1,  # three players
    *(73 + 3, 73 + 33),  # 5C 9H on the table
    125 + 0,  # clubs were led
    129 + 47,  # slot 0 (seat 2) has played TS
    *(129 + 52 + 12, 129 + 52 + 3),  # slot 1 (seat 0): AC 5C
    *(129 + 104 + 11, 129 + 104 + 33),  # slot 2 (seat 1): KC 9H
    *unseen(23, 22, 26, 47, 12, 3, 11, 33),
    441,  # broken by 9H
    443 + 0,  # the dealer
    448 + 2,  # two cards before this seat's
]
MIDDLE_OTHERS = {
    62: 0,
    63: 1 / 3,
    64: 1 / 3,
    65: -1,
    66: -1,  # bids of seats 2, 0, 1
    67: 0,
    68: 1 / 3,
    69: 0,  # tricks of seats 2, 0, 1
    72: 0,  # bid 0, won 0
    442: 3 / 12,
}


def test_version_1_while_playing(engine: str) -> None:
    view = example(engine, MIDDLE).view(2)
    assert view.encode().tolist() == numbers(453, MIDDLE_ONES, MIDDLE_OTHERS)


def test_version_2_adds_scores_rounds_voids_and_order(engine: str) -> None:
    view = example(engine, MIDDLE).view(2)
    ones = [
        *MIDDLE_ONES,
        459,  # one round of one is left
        460 + 0,  # slot 0 (seat 2) has no clubs
        460 + 8 + 0,  # slot 2 (seat 1) has none any more
        584 + 1,  # slot 1 (seat 0) leads the trick
        589 + 26,  # 2H is turned
    ]
    order = {480 + 3: 1 / 3, 480 + 33: 2 / 3}
    order |= {532 + card: (i + 1) / 9 for i, card in enumerate((12, 11, 47, 3, 33))}
    assert view.encode(2).tolist() == numbers(641, ones, MIDDLE_OTHERS | order)


def test_version_2_of_a_later_round(engine: str) -> None:
    """Totals 11, 10, 0 after the first of two rounds; 22 is the most that a round can give."""
    state = start(engine, ["AC", "KC", "QC"], 2, "2H", schedule=[1, 2])
    play(state, "1 0 1  AC KC QC")
    state.apply_chance({"hands": [[0, 1], [2, 3], [4, 5]], "dealer": 0, "turned": 30})
    x = state.view(1).encode(2)
    assert x[453:458].tolist() == numbers(5, [], {0: 10 / 44, 1: 0, 2: 11 / 44})
    assert x[458:460].tolist() == [0.5, 0.5]  # round 1 of 0, 1; one of two is left
    assert x[442] == np.float32(2 / 12)
    assert not x[460:589].any()  # bidding: no voids, no cards played, no leader
    assert x[589:].tolist() == numbers(52, [30], {})


def test_deficit_is_what_is_still_missing(engine: str) -> None:
    state = example(engine, "3 0 1  AC")
    assert [state.view(seat).encode()[72] for seat in range(3)] == [1, 0, np.float32(1 / 3)]
    play(state, "KC TS  5C 9H QD")
    assert [state.view(seat).encode()[72] for seat in range(3)] == [
        np.float32(2 / 3),
        np.float32(-1 / 3),
        np.float32(1 / 3),
    ]


def test_a_leader_of_trump_alone_is_void_in_the_rest(engine: str) -> None:
    state = play(start(engine, ["AH 5H", "KC 4D", "QD 7S"], 2, "2H"), "0 0 0  AH KC")
    voids = state.view(2).encode(2)[460:480].reshape(5, 4)
    assert voids.tolist() == [[0, 0, 0, 0], [1, 1, 0, 1], [0, 0, 1, 0], [0] * 4, [0] * 4]


@pytest.mark.parametrize(("players", "largest"), [(2, 12), (4, 12), (5, 10)])
def test_the_hand_size_is_over_m(engine: str, players: int, largest: int) -> None:
    """A round of four cards looks the same alone and in a whole game."""
    alone = kibitz.game("ohhell", engine=engine, players=players, schedule=[4]).new(seed=1)
    assert alone.view(0).encode()[442] == np.float32(4 / largest)
    first = kibitz.game("ohhell", engine=engine, players=players).new(seed=1)
    assert first.view(0).encode()[442] == 1
    small = kibitz.game("ohhell", engine=engine, players=players, largest=5).new(seed=1)
    assert small.view(0).encode()[442] == 1


def test_no_trump_and_number_of_players(engine: str) -> None:
    for players in range(2, 6):
        game = kibitz.game(
            "ohhell", engine=engine, players=players, schedule=[2], no_trump_rounds=1
        )
        x = game.new(seed=4).view(1).encode()
        assert x[52:56].tolist() == [0] * 4
        assert x[58:62].tolist() == [int(players == n) for n in (2, 3, 4, 5)]
        assert x[62:67].tolist() == [-1] * 5


def test_before_the_first_deal_all_is_zero(engine: str) -> None:
    view = kibitz.game("ohhell", engine=engine).new(chance="explicit").view(0)
    assert not view.encode(2).any()


def test_a_game_begun_in_the_middle_looks_the_same(engine: str) -> None:
    """All but what the position lacks: the order of cards in finished tricks, and voids."""
    state = example(engine, MIDDLE)
    again = state.game.new(position=state.position(), chance="explicit")
    mine, other = state.view(2).encode(2), again.view(2).encode(2)
    differ = set(np.flatnonzero(mine != other).tolist())
    assert differ == {460, *(532 + parse_card(card) for card in ("AC", "KC", "TS"))}


@pytest.mark.parametrize("version", [0, 3, "canonical", 1.5])
def test_unknown_versions(engine: str, version: Any) -> None:
    with pytest.raises(NoSuchEncoding):
        example(engine).view(0).encode(version)
