"""What the calls of a deal have told: last bids, jumps, suits."""

from kibitz.games.belote.heard import Heard, heard
from tests.games.belote.table import ids


def told(text: str) -> Heard:
    """The calls of these names, the first by seat 0."""
    return heard([(i % 4, action - 32) for i, action in enumerate(ids(text))])


def test_nothing() -> None:
    assert told("") == Heard()


def test_bids_and_jumps() -> None:
    found = told("80S pass 100H 110S pass 120S")
    assert found.spoke == [True] * 4
    assert [bid + 32 for bid in found.last] == [ids("80S")[0], *ids("120S 100H 110S")]
    assert found.jump == [0, 0, 1, 0]
    assert found.suits == [1, 2, -1, -1]


def test_a_capot_is_a_jump_of_all_steps() -> None:
    found = told("pass capotD")
    assert found.jump[1] == 9
    assert found.spoke == [True, True, False, False]


def test_coinche_is_no_bid() -> None:
    found = told("90C coinche pass surcoinche")
    assert found.last[1] == found.last[3] == 0
    assert found.suits[3] == 0
