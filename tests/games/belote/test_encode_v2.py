"""Belote version 2 against numbers worked out by hand."""

import kibitz
from tests.games.belote.encodings import on, state
from tests.games.belote.table import deal, play_all, position

SPADES = (0, 1, 4, 5, 6, 7)  # without 9S and JS


def test_every_number_of_a_play() -> None:
    """N's 80S, coinched by E; first trick JS 7H 7D 7C, then 9S by N: E sees it."""
    code = state("80S coinche pass pass pass JS 7H 7D 7C 9S").view(1).encode("v2")
    assert code.shape == (752,)
    ones = {
        *range(9, 16),
        *(32 + card for card in range(9, 16)),
        107 + 96 + 2,
        *(235 + 8, 235 + 32 + 16, 235 + 64 + 24, 235 + 96 + 3, 235 + 96 + 2),
        *(363 + card for card in (*SPADES, *range(17, 24), *range(25, 32))),
        *(395 + card for card in SPADES),  # S has shown no spade,
        *(395 + 32 + card for card in SPADES),  # nor has W
        *(491, 495, 505 + 3, 509 + 1),
        512 + 40 * 3,
        *(672 + 3, 672 + 6, 672 + 9),
        684,
        *(693, 694 + 1, 698, 702 + 3, 706 + 3, 710),
        *(714 + 1, 722, 731 + 1),
    }
    points = {740: 14 / 162, 742: 20 / 162, 743: 60 / 162}
    expected = dict.fromkeys(ones, 1.0) | {i: round(x, 4) for i, x in points.items()}
    assert on(code) == expected


def test_the_auction_shows_who_called_what() -> None:
    """Passes are counted for each slot; capot, coinche and surcoinche have their slots."""
    view = state("pass pass pass 80S pass pass pass").view(0)
    assert on(view.encode("v2")[672:684]) == {0: 1, 1: 1, 3: 1, 4: 1, 6: 1, 7: 1}
    view = state("pass capotC coinche surcoinche").view(0)  # W, E's partner, answers S
    code = view.encode("v2")
    assert on(code[491:512]) == {3: 1, 4 + 9: 1, 14 + 1: 1, 18 + 2: 1}
    assert on(code[512:672]) == {40 + 39: 1}
    assert on(code[684:692]) == {2: 1, 4 + 3: 1}
    assert on(code[743:744]) == {0: 1}


def test_belote_counts_for_the_bidding_side() -> None:
    start = position(["KS QS", "9H 8H", "9D 8D", "9C 8C"])
    view = play_all(kibitz.game("belote").new(position=start), "KS").view(1)
    code = view.encode("v2")
    assert on(code[743:748]) == {0: round(60 / 162, 4), 1 + 3: 1}


def test_a_match_shows_in_the_auction() -> None:
    game = kibitz.game("belote", match=True, target=1000)
    hands = ("7S 8S 9S JS", "7H 8H 9H JH", "7D 8D 9D JD", "7C 8C 9C JC")
    start = position(list(hands)) | {"deals": 4, "totals": [250, 500]}
    auction = {"bid": 0, "bidder": -1, "passes": 0, "leader": -1, "player": 0}
    for seat, (own, other) in ((0, (0.25, 0.5)), (1, (0.5, 0.25))):
        code = game.new(position=start | auction).view(seat).encode("v2")
        assert code[748:].tolist() == [1, own, other, own - other]
    single = kibitz.game("belote").new(deal=deal(3, *hands)).view(0)
    assert not single.encode("v2")[748:].any()
