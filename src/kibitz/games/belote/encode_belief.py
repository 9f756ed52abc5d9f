"""Belote observations for networks that say where the hidden cards are.

What matters here is how each card came to the table, not what to do next. Slot 0 is the observing
seat, slot 1 its left, slot 2 its partner. Suits are in canonical order (suits.py): the suit of the
last bid first, then the others by the dealt hand; `card_rows` maps cards to that order. So one
sample stands for all 24 permutations of the suits, and a network answers in the same order.

A layout never changes under its name: another one would be "belief_bid_2", and a file of weights
holds the name of the layout that it reads.

"belief_bid", 237 numbers, for the auction and what it says about the deal:
    [0:32)     own hand as it was dealt, one bit per card
    [32:192)   bids of each slot: for each level its suit, one-hot
    [192:204)  passes of each slot in this auction: at least 1, 2, 3
    [204:212)  coinche by each slot, then surcoinche by each slot
    [212:222)  level of the last bid, one-hot; zero before the first bid
    [222:226)  slot of the last bid, one-hot
    [226:229)  none, coinche, surcoinche, one-hot; zero before the first bid
    [229:233)  own position after the dealer, one-hot: 0 = the dealer's left, 3 = the dealer
    [233:237)  for each slot, 1 if it passed before anyone had bid

"belief_play", 1181 numbers: belief_bid, then the play
    [237:269)   unseen: cards of this deal that are neither in the own hand nor played
    [269:365)   for slots 1, 2, 3: unseen cards that play has proved not to be in its hand
    [365:1133)  cards played, by how and by whom: six blocks of four slots of 32 bits
                    led; followed suit and took the lead of the trick; followed suit under the
                    partner; under an opponent; off suit while the partner was winning; while an
                    opponent was
    [1133:1137) leader of the current trick, one-hot by slot; zero in the auction
    [1137:1145) tricks finished, one-hot of 0..7
    [1145:1149) who announced belote, one-hot by slot
    [1149:1181) trick of each card played: (its number from 0 + 1) / 8

In a game that started from a position, earlier calls and plays are omitted. Between deals
everything is 0. The native twin is native/games/belote_encode_belief.hpp.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.core.encoding import Observation
from kibitz.games.belote.cards import suit_of
from kibitz.games.belote.rules import COINCHE, PASS, best_place
from kibitz.games.belote.suits import (
    Suits,
    canonical_order,
    inverse,
    permute_card,
)

if TYPE_CHECKING:
    from kibitz.games.belote.view import BeloteView

BID_SIZE, PLAY_SIZE = 237, 1181
LED, TOOK, UNDER_PARTNER, UNDER_OPPONENT, OFF_PARTNER, OFF_OPPONENT = range(6)


def renamed_suits(view: BeloteView) -> Suits:
    """For each suit its place in the canonical order of this view."""
    return inverse(canonical_order(view.trump, view.dealt))


def card_rows(view: BeloteView) -> list[int]:
    """For each card its row in the observation, and in the answer of a network."""
    names = renamed_suits(view)
    return [permute_card(card, names) for card in range(32)]


def encode_belief_bid(view: BeloteView) -> Observation:
    x = np.zeros(BID_SIZE, dtype=np.float32)
    if view.phase != "deal":
        _encode_auction(view, renamed_suits(view), x)
    return x


def encode_belief_play(view: BeloteView) -> Observation:
    x = np.zeros(PLAY_SIZE, dtype=np.float32)
    if view.phase != "deal":
        names = renamed_suits(view)
        _encode_auction(view, names, x)
        _encode_hidden(view, names, x)
        _encode_plays(view, names, x)
    return x


def _encode_auction(view: BeloteView, names: Suits, x: Observation) -> None:
    """[0:237)."""
    x[[permute_card(card, names) for card in view.dealt]] = 1
    passes, opened = [0] * 4, False
    for speaker, bid in view.calls:
        slot = (speaker - view.seat) % 4
        if bid == PASS:
            passes[slot] += 1
            x[233 + slot] = max(x[233 + slot], not opened)
        elif bid >= COINCHE:
            x[204 + 4 * (bid - COINCHE) + slot] = 1
        else:
            opened = True
            x[32 + 40 * slot + 4 * ((bid - 1) // 4) + names[(bid - 1) % 4]] = 1
    for slot, n in enumerate(passes):
        x[192 + 3 * slot : 192 + 3 * slot + min(3, n)] = 1
    if view.bid != PASS:
        x[212 + (view.bid - 1) // 4] = 1
        x[222 + (view.bidder - view.seat) % 4] = 1
        x[226 + view.coinche] = 1
    x[229 + (view.seat - view.dealer - 1) % 4] = 1


def _encode_hidden(view: BeloteView, names: Suits, x: Observation) -> None:
    """[237:365)."""
    deal = view.deal()
    assert deal is not None, "a view between deals"
    excluded = view.excluded()
    for card in deal.hidden():
        row = permute_card(card, names)
        x[237 + row] = 1
        for slot in (1, 2, 3):
            x[237 + 32 * slot + row] = excluded[(view.seat + slot) % 4] >> card & 1


def _encode_plays(view: BeloteView, names: Suits, x: Observation) -> None:
    """[365:1181)."""
    deal = view.deal()
    assert deal is not None, "a view between deals"
    plays = deal.all_plays()
    gone = len(view.won[0]) + len(view.won[1]) + len(view.trick) - len(plays)
    for i, (seat, card) in enumerate(plays):
        trick = [played for _, played in plays[i - i % 4 : i]]
        row, slot = permute_card(card, names), (seat - view.seat) % 4
        x[365 + 128 * _how(card, trick, view.trump) + 32 * slot + row] = 1
        x[1149 + row] = ((gone + i) // 4 + 1) / 8
    if view.contract:
        x[1133 + (view.leader - view.seat) % 4] = 1
    if sum(view.tricks) < 8:
        x[1137 + sum(view.tricks)] = 1
    if view.belote >= 0:
        x[1145 + (view.belote - view.seat) % 4] = 1


def _how(card: int, trick: list[int], trump: int) -> int:
    """How a card was played to a trick."""
    if not trick:
        return LED
    partner = len(trick) >= 2 and best_place(trick, trump) == len(trick) - 2
    if suit_of(card) != suit_of(trick[0]):
        return OFF_PARTNER if partner else OFF_OPPONENT
    if best_place([*trick, card], trump) == len(trick):
        return TOOK
    return UNDER_PARTNER if partner else UNDER_OPPONENT
