"""Belote observations, number by number. Slot 0 is the observing seat, slot 1 its left.

Version 2, which omits nothing public, is in encode_v2.py; the layouts for networks that say where
the hidden cards are, in encode_belief.py.

A level is 0 for no bid, (index + 1) / 10 for 80, 90 .. 160 (0.1 .. 0.9) and 1 for capot.
Suits are in the order S H D C, cards in the order of their ids.

History, 12 rows of 6: the last twelve calls of this deal, oldest first, then empty rows.
    [0]        (slot of the speaker + 1) / 4
    [1]        level of the bid; pass 0, coinche -0.5, surcoinche -1
    [2:6)      suit of the bid, one-hot; zero for the other calls

"bid", 108 numbers:
    [0:32)     own hand, one bit per card
    [32:104)   history
    [104:108)  own position after the dealer, one-hot: 0 = the dealer's left, 3 = the dealer

"bid114", 114 numbers: bid, then the state of the auction
    [108]      level of the last bid, negative if made by the opponents
    [109:113)  its suit, one-hot
    [113]      coinche: 0, 0.5 coinched, 1 surcoinched

"bid_match", 118 numbers: bid114, then the match; all 0 outside a match
    [114]      1 in a match
    [115:117)  match total / target of the own side and of the other
    [117]      (own total - other total) / target, from -1 to 1

"play", 415 numbers:
    [0:32)     own hand
    [32:160)   current trick: the card of each of four slots, one-hot
    [160:256)  cards played in this deal, including the current trick, by slots 1, 2, 3
    [256:260)  trump suit, one-hot; zero before the first bid
    [260]      level of the last bid: the contract
    [261]      1 if the own side bid it
    [262]      coinche: 0, 0.5, 1
    [263:275)  voids: for slots 1, 2, 3 the suits of which they can hold no card (all seen, or
               excluded by their play)
    [275:277)  card points / 162 of the own side and of the other; the last trick's bonus at the end
    [277:279)  match total / target of the own side and of the other; 0 outside a match
    [279:351)  history
    [351:383)  trick of each card played: (its number from 0 + 1) / 8
    [383:415)  order of each card played: (its place in the deal from 0 + 1) / 32

"canonical", 411 numbers: play with its suits in canonical order (suits.py), no trump suit
    [0:256) as play; [256:259) contract; [259:271) voids; [271:275) scores; [275:347) history;
    [347:379) trick of each card; [379:411) order of each card

"box", 525 numbers, the default:
    [0:2)      phase: auction, play; both 0 at the end and between deals
    [2:110)    bid until a contract stands, then 0
    [110:525)  play once a contract stands, before that 0

In a game that started from a position in mid-play, earlier tricks appear in no slot (who played
which card is unknown) and have no order; tricks and cards are still counted from the start of the
deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.core.encoding import Encoding, Observation
from kibitz.games.belote import encode_belief, encode_v2
from kibitz.games.belote.cards import bits, suit_bits
from kibitz.games.belote.rules import COINCHE, PASS, side_of, trump_of
from kibitz.games.belote.suits import canonical_order, inverse, permute_observation

if TYPE_CHECKING:
    from kibitz.games.belote.view import BeloteView

SIZES = {"box": 525, "bid": 108, "bid114": 114, "bid_match": 118, "play": 415, "canonical": 411}
HISTORY_ROWS = 12


def encode_box(view: BeloteView) -> Observation:
    x = np.zeros(SIZES["box"], dtype=np.float32)
    if view.phase == "deal":
        return x
    x[0] = view.phase == "bid"
    x[1] = view.phase == "play"
    if view.contract:
        x[110:] = encode_play(view)
    else:
        x[2:110] = encode_bid(view)
    return x


def encode_bid(view: BeloteView) -> Observation:
    x = np.zeros(SIZES["bid"], dtype=np.float32)
    if view.phase == "deal":
        return x
    x[list(view.hand)] = 1
    x[32:104] = encode_history(view)
    x[104 + (view.seat - view.dealer - 1) % 4] = 1
    return x


def encode_bid114(view: BeloteView) -> Observation:
    x = np.zeros(SIZES["bid114"], dtype=np.float32)
    x[:108] = encode_bid(view)
    if view.bid != PASS:
        own = side_of(view.bidder) == side_of(view.seat)
        x[108] = level(view.bid) if own else -level(view.bid)
        x[109 + view.trump] = 1
        x[113] = view.coinche / 2
    return x


def encode_bid_match(view: BeloteView) -> Observation:
    x = np.zeros(SIZES["bid_match"], dtype=np.float32)
    x[:114] = encode_bid114(view)
    if view.game.options["match"] and view.phase != "deal":
        own, target = side_of(view.seat), view.game.options["target"]
        mine, theirs = view.totals[own], view.totals[1 - own]
        x[114] = 1
        x[115:117] = mine / target, theirs / target
        x[117] = max(-target, min(target, mine - theirs)) / target
    return x


def encode_play(view: BeloteView) -> Observation:
    x = np.zeros(SIZES["play"], dtype=np.float32)
    if view.phase == "deal":
        return x
    x[list(view.hand)] = 1
    for i, card in enumerate(view.trick):
        slot = (view.leader + i - view.seat) % 4
        x[32 + 32 * slot + card] = 1
    for slot in (1, 2, 3):
        x[[128 + 32 * slot + card for card in view.played[(view.seat + slot) % 4]]] = 1
    own = side_of(view.seat)
    if view.bid != PASS:
        x[256 + view.trump] = 1
        x[260] = level(view.bid)
        x[261] = side_of(view.bidder) == own
        x[262] = view.coinche / 2
    x[263:275] = encode_voids(view)
    x[275:277] = view.points[own] / 162, view.points[1 - own] / 162
    if view.game.options["match"]:
        target = view.game.options["target"]
        x[277:279] = view.totals[own] / target, view.totals[1 - own] / target
    x[279:351] = encode_history(view)
    gone = len(view.won[0]) + len(view.won[1]) + len(view.trick)
    plays = cards_in_order(view)
    for place, card in enumerate(plays, start=gone - len(plays)):
        x[351 + card] = (place // 4 + 1) / 8
        x[383 + card] = (place + 1) / 32
    return x


def encode_canonical(view: BeloteView) -> Observation:
    order = canonical_order(view.trump, view.dealt)
    x = permute_observation(encode_play(view), inverse(order), "play")
    return np.delete(x, np.s_[256:260])


def encode_history(view: BeloteView) -> Observation:
    x = np.zeros((HISTORY_ROWS, 6), dtype=np.float32)
    for row, (speaker, bid) in zip(x, view.calls[-HISTORY_ROWS:], strict=False):
        row[0] = ((speaker - view.seat) % 4 + 1) / 4
        if bid >= COINCHE:
            row[1] = -0.5 if bid == COINCHE else -1
        elif bid != PASS:
            row[1] = level(bid)
            row[2 + trump_of(bid)] = 1
    return x.reshape(-1)


def encode_voids(view: BeloteView) -> Observation:
    x = np.zeros(12, dtype=np.float32)
    deal = view.deal()
    if deal is not None:
        hidden, excluded = bits(deal.hidden()), deal.excluded()
        for slot in (1, 2, 3):
            possible = hidden & ~excluded[(view.seat + slot) % 4]
            for suit in range(4):
                x[4 * (slot - 1) + suit] = not possible & suit_bits(suit)
    return x


def cards_in_order(view: BeloteView) -> list[int]:
    """The cards of this deal in the order played, as far as this seat has seen them."""
    deal = view.deal()
    return [card for _, card in deal.all_plays()] if deal else []


def level(bid: int) -> float:
    """0.1 for 80 up to 0.9 for 160, 1 for capot."""
    return ((bid - 1) // 4 + 1) / 10


ENCODINGS = {
    "box": Encoding(SIZES["box"], encode_box),
    "bid": Encoding(SIZES["bid"], encode_bid),
    "bid114": Encoding(SIZES["bid114"], encode_bid114),
    "play": Encoding(SIZES["play"], encode_play),
    "canonical": Encoding(SIZES["canonical"], encode_canonical),
    "bid_match": Encoding(SIZES["bid_match"], encode_bid_match),
    "v2": Encoding(encode_v2.SIZE, encode_v2.encode_2),
    "belief_bid": Encoding(encode_belief.BID_SIZE, encode_belief.encode_belief_bid),
    "belief_play": Encoding(encode_belief.PLAY_SIZE, encode_belief.encode_belief_play),
}
