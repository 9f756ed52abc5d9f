"""Codepiece observations against numbers worked out by hand."""

import numpy as np
import pytest

import kibitz
from kibitz.errors import NoSuchEncoding
from kibitz.games.codepiece import encode
from tests.games.codepiece.tables import cards, deal_of, play, table

HANDS = ["2C 3H AS", "5H KH 2S", "9D 4S 7S", "TH QD KD"]


def ones(view: kibitz.View) -> dict[int, float]:
    """The places that are not zero, with their numbers."""
    code = view.encode()
    assert code.shape == (846,)
    assert code.dtype == np.float32
    return {int(i): float(code[i]) for i in np.flatnonzero(code)}


def at(offset: int, text: str) -> set[int]:
    return {offset + card for card in cards(text)}


def expect(view: kibitz.View, places: set[int], numbers: dict[int, float]) -> None:
    found = ones(view)
    assert set(found) == places | set(numbers)
    assert all(found[place] == 1 for place in places)
    for place, number in numbers.items():
        assert found[place] == pytest.approx(number)


def test_before_the_first_deal() -> None:
    game = kibitz.game("codepiece", engine="python")
    assert ones(game.new(chance="explicit").view(0)) == {0: 1}


def test_the_first_bid() -> None:
    view = table("python", HANDS).view(0)  # dealer 3: seat 0 is on turn
    places = {1, 109, 117, 125, 133, 156 + 3, 160, 748, 762}
    places |= at(5, "2C 3H AS") | at(57, "5H KH 2S 9D 4S 7S TH QD KD")
    places |= {780 + action for action in range(7)}
    expect(view, places, {776 + slot: 3 / 13 for slot in range(4)})


def test_in_the_middle_of_a_trick() -> None:
    """Seat 1 has bid 8 over a pass and leads; seat 0 is to play fourth, seen by seats 0 and 2."""
    state = table("python", HANDS, "pass bid_8 pass pass trump_S 5H 4S TH")
    assert [state.game.action_name(a) for a in state.legal()] == ["3H"]
    places = {3}  # play
    places |= at(5, "2C 3H AS") | at(57, "KH 2S 9D 7S QD KD")
    places |= {109 + 1, 117 + 2, 125 + 1, 133 + 1}  # pass, 8, pass, pass
    places |= {141 + 1, 148 + 1, 152 + 3, 156 + 3, 160, 164 + 1}
    places |= at(168 + 52, "5H") | at(168 + 104, "4S") | at(168 + 156, "TH")
    places |= {376 + 2, 380 + 2}  # slot 2 has ruffed; hearts were led
    places |= at(384 + 52, "5H") | at(384 + 104, "4S") | at(384 + 156, "TH")
    # Slot 2 had no hearts. Slot 3 followed with the suit, so only its hearts are known, and
    # those cannot beat a trump.
    places |= at(592 + 52, "KH")
    places |= {748, 762, *at(780 + 11, "3H")}
    sizes = {776: 3 / 13, 777: 2 / 13, 778: 2 / 13, 779: 2 / 13}
    expect(state.view(0), places, sizes)

    places = {3} | at(5, "9D 7S") | at(57, "2C 3H AS KH 2S QD KD")
    places |= {109 + 1, 117 + 1, 125 + 1, 133 + 2}
    places |= {141 + 1, 148 + 3, 152 + 3, 156 + 1, 160 + 2, 164 + 3}
    places |= at(168, "4S") | at(168 + 52, "TH") | at(168 + 156, "5H") | {376, 380 + 2}
    places |= at(384, "4S") | at(384 + 52, "TH") | at(384 + 156, "5H")
    places |= {748, 762}
    sizes = {776: 2 / 13, 777: 2 / 13, 778: 3 / 13, 779: 2 / 13}
    expect(state.view(2), places, sizes)


def test_what_a_missed_overtake_proves() -> None:
    """Seat 1 plays low under seat 0's nine: no unseen heart above the nine is there."""
    hands = ["9H 2C", "5H 2S", "TH 4S", "KH QD"]
    view = table("python", hands, "bid_8 pass pass pass trump_S 9H 5H").view(0)
    code = view.encode()
    assert set(np.flatnonzero(code[592:644])) == set(cards("TH KH"))
    assert not code[644:748].any()


def test_all_passed_and_the_end() -> None:
    state = table("python", HANDS, "pass pass pass pass trump_H 2C KH 9D KD")
    code = state.view(1).encode()
    assert code[141] == 1  # a bid of 7
    assert code[148 + 3] == 1  # by the seat on the right
    assert code[152:156].tolist() == [0, 0, 1, 0]
    assert code[748:762].tolist() == [0, 1] + [0] * 12
    assert code[762:776].tolist() == [1] + [0] * 13
    play(state, "2S 7S TH AS QD 3H 5H 4S")
    code = state.view(1).encode()
    assert code[:5].tolist() == [0, 0, 0, 0, 1]
    assert not code[160:164].any()
    assert not code[780:843].any()
    assert code[844] == 1
    assert code[845] == pytest.approx(14 / 26)
    assert state.view(0).encode()[845] == pytest.approx(-14 / 26)


def test_a_match_has_its_sums() -> None:
    game = kibitz.game("codepiece", engine="python", match=True, deals=4, target=40)
    deal = deal_of("AS", "AH", "AD", "AC")
    state = play(
        game.new(deal=deal, chance="explicit"), "bid_13 pass pass pass trump_H AS AH AD AC"
    )
    for seat, sign in ((0, -1), (1, 1)):
        code = state.view(seat).encode()
        assert code[:5].tolist() == [1, 0, 0, 0, 0]
        assert code[843:846].tolist() == pytest.approx([1, 0.25, sign * 26 / 40])


def test_versions() -> None:
    game = kibitz.game("codepiece", engine="python")
    assert game.observation_size == encode.SIZE == 846
    view = game.new(1).view(0)
    assert (view.encode() == view.encode(1)).all()
    for version in (2, "1", 0):
        with pytest.raises(NoSuchEncoding):
            view.encode(version)
