"""Oh Hell observations, number by number. Seats are relative: slot 0 is the observing seat.

Version 1, 453 numbers:
    [0:52)     own hand, one bit per card
    [52:56)    trump suit, one-hot (C D H S); all zero in a round without trump
    [56:58)    phase: bidding, playing
    [58:62)    number of players 2..5, one-hot
    [62:67)    bid / h of each slot; -1 if not made or slot unused (h = cards dealt this round)
    [67:72)    tricks won / h of each slot
    [72]       (own bid - own tricks) / h; 0 while bidding
    [73:125)   cards of the current trick
    [125:129)  led suit, one-hot; zero while bidding and before the lead
    [129:389)  cards played this round, 52 bits for each of five slots
    [389:441)  cards of the deck unseen: not in hand, not played, not turned
    [441]      trump is broken
    [442]      h / M (M = 12, or 10 with five players, or the option `largest`)
    [443:448)  own position relative to the dealer, one-hot: 0 = dealer, 1 = the dealer's left
    [448:453)  cards played before this seat in the current trick, one-hot; zero while bidding

Version 2, 641 numbers: version 1, then
    [453:458)  total score of each slot / (22 * rounds), 22 being the maximum of a round
    [458]      round / rounds
    [459]      rounds left, including this one / rounds
    [460:480)  voids: for each of five slots, suits C D H S that play has proved empty
    [480:532)  order in the current trick: (place + 1) / players at the card's number
    [532:584)  order in this round: (place + 1) / (players * h) at the card's number
    [584:589)  leader of the current trick, one-hot by slot; zero while bidding
    [589:641)  the turned card, one-hot
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.core.cards import suit_of
from kibitz.core.encoding import Encoding, Observation

if TYPE_CHECKING:
    from kibitz.games.ohhell.view import OhHellView

SIZE = 453
SIZE_2 = 641


def encode_1(view: OhHellView) -> Observation:
    x = np.zeros(SIZE, dtype=np.float32)
    players, seat, size = view.game.players, view.seat, view.hand_size
    if view.turned < 0:
        return x  # nothing is known before the first deal
    x[list(view.hand)] = 1
    if view.trump >= 0:
        x[52 + view.trump] = 1
    playing = view.phase != "bid"
    x[56 + playing] = 1
    x[58 + players - 2] = 1
    x[62:67] = -1
    for slot in range(players):
        other = (seat + slot) % players
        bid = view.bids[other]
        x[62 + slot] = -1 if bid is None else bid / size
        x[67 + slot] = view.tricks[other] / size
        x[129 + 52 * slot + np.array(view.played[other], dtype=int)] = 1
    own = view.bids[seat]
    if playing and own is not None:
        x[72] = (own - view.tricks[seat]) / size
    x[73 + np.array(view.trick, dtype=int)] = 1
    if view.trick:
        x[125 + suit_of(view.trick[0])] = 1
    x[389 + np.array(view.game.deck)] = 1
    seen = [view.turned, *view.hand, *(card for cards in view.played for card in cards)]
    x[389 + np.array(seen, dtype=int)] = 0
    x[441] = view.broken
    x[442] = size / view.game.largest
    x[443 + (seat - view.dealer) % players] = 1
    if playing:
        x[448 + (seat - view.leader) % players] = 1
    return x


def encode_2(view: OhHellView) -> Observation:
    return np.concatenate([encode_1(view), encode_2_extra(view)])


def encode_2_extra(view: OhHellView) -> Observation:
    x = np.zeros(SIZE_2 - SIZE, dtype=np.float32)
    if view.turned < 0:
        return x
    players, seat, size = view.game.players, view.seat, view.hand_size
    voids = view.voids()
    for slot in range(players):
        other = (seat + slot) % players
        x[slot] = view.totals[other] / (22 * view.rounds)
        for suit in range(4):
            whole = ((1 << 13) - 1) << (13 * suit)
            x[7 + 4 * slot + suit] = voids[other] & whole == whole
    x[5] = view.round / view.rounds
    x[6] = (view.rounds - view.round) / view.rounds
    for place, card in enumerate(view.trick):
        x[27 + card] = (place + 1) / players
    for place, _, card in view.plays():
        x[79 + card] = (place + 1) / (players * size)
    if view.phase != "bid":
        x[131 + (view.leader - seat) % players] = 1
    x[136 + view.turned] = 1
    return x


ENCODINGS = {"v1": Encoding(SIZE, encode_1), "v2": Encoding(SIZE_2, encode_2)}
