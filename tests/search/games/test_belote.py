"""The memory of an auction at Belote: last bids, jumps, suits."""

from kibitz.search.games.belote.auction_memory import AuctionMemory, auction_memory
from tests.games.belote.table import ids


def remembered(text: str) -> AuctionMemory:
    """After the calls of these names, the first by seat 0."""
    return auction_memory([(i % 4, action - 32) for i, action in enumerate(ids(text))])


def test_nothing() -> None:
    assert remembered("") == AuctionMemory()


def test_bids_and_jumps() -> None:
    memory = remembered("80S pass 100H 110S pass 120S")
    assert memory.spoke == [True] * 4
    assert [bid + 32 for bid in memory.last] == [ids("80S")[0], *ids("120S 100H 110S")]
    assert memory.jump == [0, 0, 1, 0]
    assert memory.suits == [1, 2, -1, -1]


def test_a_capot_is_a_jump_of_all_steps() -> None:
    memory = remembered("pass capotD")
    assert memory.jump[1] == 9
    assert memory.spoke == [True, True, False, False]


def test_coinche_is_no_bid() -> None:
    memory = remembered("90C coinche pass surcoinche")
    assert memory.last[1] == memory.last[3] == 0
    assert memory.suits[3] == 0
