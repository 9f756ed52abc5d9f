"""Belote's layouts for belief networks against numbers worked out by hand."""

from __future__ import annotations

import numpy as np

import kibitz
from kibitz.games.belote import encode_belief
from kibitz.games.belote.suits import PERMUTATIONS, permute_action, permute_card
from tests.games.belote.encodings import on, state


def test_every_number_of_an_auction() -> None:
    """N passes, E bids 80 hearts, S coinches; E's own hand, hearts, comes first."""
    code = state("pass 80H coinche").view(1).encode("belief_bid")
    assert code.shape == (237,)
    ones = {
        *range(8),  # E holds all hearts, the suit of the last bid
        32,  # slot 0 bid 80 in the first suit
        192 + 9,  # slot 3, N, has passed once
        204 + 1,  # slot 1, S, has coinched
        *(212, 222, 226 + 1),
        229 + 1,
        233 + 3,  # N passed before anyone had bid
    }
    assert on(code) == dict.fromkeys(ones, 1.0)


def test_every_number_of_a_play() -> None:
    """N's 80S; first trick JS 7H 7D 7C, then 9S by N: E sees it."""
    view = state("80S pass pass pass JS 7H 7D 7C 9S").view(1)
    code = view.encode("belief_play")
    assert code.shape == (1181,)
    rows = encode_belief.card_rows(view)
    spades, hearts = range(8), range(8, 16)
    assert [rows[card] for card in (*spades, *hearts)] == list(range(16))  # trump, then the longest
    unseen = [card for card in range(32) if card not in (*hearts, 2, 3, 16, 24)]
    lacks = [rows[card] for card in unseen if card in spades]
    ones = {
        *(rows[card] for card in hearts),
        *(237 + rows[card] for card in unseen),
        *(269 + row for row in lacks),  # S has shown no spade,
        *(269 + 32 + row for row in lacks),  # nor has W
        365 + 96 + rows[3],  # led by slot 3: JS
        365 + 96 + rows[2],  # and 9S
        365 + 5 * 128 + rows[8],  # off suit under an opponent: 7H by slot 0,
        365 + 4 * 128 + 32 + rows[16] - 128 * 0,  # 7D by slot 1, N's partner: under the partner
        365 + 5 * 128 + 64 + rows[24],  # 7C by slot 2
        *(1133 + 3, 1137 + 1),
    }
    tricks = {1149 + rows[3]: 0.125, 1149 + rows[8]: 0.125, 1149 + rows[16]: 0.125}
    tricks |= {1149 + rows[24]: 0.125, 1149 + rows[2]: 0.25}
    assert on(code[237:]) == {
        i - 237: x for i, x in (dict.fromkeys(ones, 1.0) | tricks).items() if i >= 237
    }


def test_the_bid_layout_begins_the_play_layout() -> None:
    view = state("80S coinche pass pass pass JS 7H").view(2)
    bid, play = view.encode("belief_bid"), view.encode("belief_play")
    assert play[:237].tolist() == bid.tolist()
    assert bid[:32].sum() == 8  # the hand as it was dealt


def test_renamed_suits_give_the_same_observation() -> None:
    """A layout in canonical order does not depend on the names of the suits."""
    game = kibitz.game("belote")
    played = game.new(11)
    deal = played.chance[0]
    bot = kibitz.bots.bot("belote", "rule")
    bot.start(game, 0, 0)
    while not played.done and len(played.actions) < 30:
        played.apply(bot.choose(played.view(played.player)))
    for perm in PERMUTATIONS[::5]:
        hands = [sorted(permute_card(card, perm) for card in hand) for hand in deal["hands"]]
        same = game.new(deal={**deal, "hands": hands})
        for action in played.actions:
            same.apply(permute_action(action, perm))
        for seat in range(4):
            lengths = [sum(c // 8 == s for c in deal["hands"][seat]) for s in range(4)]
            if len({(n, tuple(c % 8 for c in deal["hands"][seat] if c // 8 == s))
                    for s, n in enumerate(lengths)}) < 4:  # fmt: skip
                continue  # suits that only their names tell apart
            one = played.view(seat).encode("belief_play")
            other = same.view(seat).encode("belief_play")
            assert np.array_equal(one, other)
