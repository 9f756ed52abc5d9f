"""What a bidder can say about its seat in words: features of a hand and an auction, and calls as
answers to them.

A network reads 108 numbers and values 43 calls, both bound to suits by name. To explain it, both
are put relative to the seat: features of its best suit and of its partner's suit, and calls such as
"the lowest bid in the partner's suit". `classes` and `calls` translate between calls and classes;
`STRENGTH` says which suit is the best one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.games.belote.cards import KING, QUEEN, TRUMP_POINTS
from kibitz.games.belote.rules import CAPOT, COINCHE, PASS, SURCOINCHE
from kibitz.learning.games.belote.auctions import Auctions

Ints = NDArray[np.int64]

STRENGTH = 6  # points that each card of a suit adds to its trump points
NINE, JACK, TEN, ACE = 2, 3, 6, 7  # ranks
LEVELS = 10  # 80 .. 160, capot

FEATURES = {
    "trumps": "cards in the own suit (the strongest as trump)",
    "trump_points": "points of these cards as trump",
    "jack": "whether the own suit has the jack",
    "nine": "whether it has the nine",
    "ace": "whether it has the ace",
    "belote": "whether it has king and queen",
    "side_aces": "aces in the other suits",
    "side_tens": "tens in the other suits, with another card of the suit",
    "voids": "suits without a card",
    "second_points": "points of the second strongest suit as trump",
    "partner_bid": "the partner's last bid; 0 without one",
    "partner_passed": "whether the partner spoke and only passed",
    "support": "cards in the partner's suit",
    "support_points": "their points as trump",
    "support_jack_nine": "how many of jack and nine of the partner's suit",
    "their_bid": "the opponents' highest bid; 0 without one",
    "their_trumps": "cards in the suit of that bid",
    "their_trump_points": "their points as trump",
    "own_bid": "the own last bid; 0 without one",
    "standing": "the bid that stands; 0 without one",
    "ours": "whether the own side made it",
    "doubled": "0, 1 after coinche, 2 after surcoinche",
    "passes": "passes since the last other call",
    "position": "1 for the seat that speaks first",
    "calls": "calls so far",
}
STEPS = 5  # levels above the lowest bid that are told apart; the last one includes higher ones
ROLES = ("partner", "own", "second", "third", "fourth")  # suits: the partner's, then by strength
CLASSES = (
    "pass", "coinche", "surcoinche",
    *(f"{role} +{step}" for role in ROLES for step in range(STEPS)),
    *(f"{role} capot" for role in ROLES),
)  # fmt: skip
PASSES, DOUBLES, REDOUBLES, BIDS = range(4)
CAPOTS = BIDS + len(ROLES) * STEPS


@dataclass(frozen=True)
class Seats:
    """The seats on turn in some auctions."""

    features: Ints  # [rows, FEATURES]
    roles: Ints  # [rows, 4 suits]: the place of its role in ROLES
    suits: Ints  # [rows, ROLES]: the suit of a role; -1 if no suit has it
    lowest: Ints  # the lowest level that may be bid


def seats(auctions: Auctions, rows: Ints) -> Seats:
    """Describe the seats on turn."""
    n, every = len(rows), np.arange(len(rows))
    player = auctions.player[rows]
    held = (auctions.holders[rows] == player[:, None]).reshape(n, 4, 8)
    lengths = held.sum(axis=2)
    points = (held * np.array(TRUMP_POINTS)).sum(axis=2)
    order = np.argsort(-(points + STRENGTH * lengths), axis=1, kind="stable")
    own, second = order[:, 0], order[:, 1]
    speakers, calls = auctions.speakers[rows], auctions.calls[rows]
    is_bid = (calls > PASS) & (calls < COINCHE)
    mate, self_ = (player + 2) % 4, player
    partner, partner_bid = _last(calls, is_bid & (speakers == mate[:, None]))
    _, own_bid = _last(calls, is_bid & (speakers == self_[:, None]))
    enemy, their_bid = _last(calls, is_bid & ((speakers - player[:, None]) % 2 == 1))
    spoke = (speakers == mate[:, None]).any(axis=1)
    aces, tens = held[:, :, ACE], held[:, :, TEN]
    guarded = tens & (lengths > 1)

    def of(suit: Ints, table: Ints) -> Ints:
        """A figure of the suit, or 0 where there is none."""
        found: Ints = np.where(suit >= 0, table[every, np.maximum(suit, 0)], 0)
        return found

    bid = auctions.bid[rows]
    columns = {
        "trumps": lengths[every, own],
        "trump_points": points[every, own],
        "jack": held[every, own, JACK],
        "nine": held[every, own, NINE],
        "ace": held[every, own, ACE],
        "belote": held[every, own, KING] & held[every, own, QUEEN],
        "side_aces": aces.sum(axis=1) - aces[every, own],
        "side_tens": guarded.sum(axis=1) - guarded[every, own],
        "voids": (lengths == 0).sum(axis=1),
        "second_points": points[every, second],
        "partner_bid": partner_bid,
        "partner_passed": spoke & (partner < 0),
        "support": of(partner, lengths),
        "support_points": of(partner, points),
        "support_jack_nine": of(partner, held[:, :, JACK] + held[:, :, NINE].astype(np.int64)),
        "their_bid": their_bid,
        "their_trumps": of(enemy, lengths),
        "their_trump_points": of(enemy, points),
        "own_bid": own_bid,
        "standing": _values(bid),
        "ours": (bid != PASS) & ((auctions.bidder[rows] - player) % 2 == 0),
        "doubled": auctions.coinche[rows],
        "passes": auctions.passes[rows],
        "position": (player - auctions.dealer[rows] - 1) % 4 + 1,
        "calls": auctions.length[rows],
    }
    features = np.stack([columns[name].astype(np.int64) for name in FEATURES], axis=1)
    roles = np.zeros((n, 4), np.int64)
    for k in range(4):
        roles[every, order[:, k]] = 1 + k
    has = np.flatnonzero(partner >= 0)
    roles[has, partner[has]] = ROLES.index("partner")
    suits = np.full((n, len(ROLES)), -1)
    for suit in range(4):
        suits[every, roles[:, suit]] = suit
    lowest = np.where(bid == PASS, 0, (bid - 1) // 4 + 1)
    return Seats(features, roles, suits, lowest)


def classes(found: Seats, calls: Ints) -> Ints:
    """The class of each seat's call, as a place in CLASSES."""
    every = np.arange(len(calls))
    level, suit = (calls - 1) // 4, (calls - 1) % 4
    role = found.roles[every, suit]
    step = np.clip(level - found.lowest, 0, STEPS - 1)
    bids = np.where(calls >= CAPOT, CAPOTS + role, BIDS + STEPS * role + step)
    doubles = np.where(calls == COINCHE, DOUBLES, REDOUBLES)
    return np.where(calls == PASS, PASSES, np.where(calls >= COINCHE, doubles, bids))


def calls_of(found: Seats, chosen: Ints, legal: NDArray[np.bool_]) -> Ints:
    """The call of each class; a pass where the class has no legal call."""
    every = np.arange(len(chosen))
    is_capot = chosen >= CAPOTS
    place = np.maximum(chosen - BIDS, 0)
    role = np.where(is_capot, chosen - CAPOTS, np.minimum(place // STEPS, len(ROLES) - 1))
    level = np.where(is_capot, LEVELS - 1, np.minimum(found.lowest + place % STEPS, LEVELS - 2))
    suit = found.suits[every, role]
    bids = np.where(suit >= 0, 4 * level + suit + 1, PASS)
    doubles = np.where(chosen == DOUBLES, COINCHE, SURCOINCHE)
    calls = np.where(chosen == PASSES, PASS, np.where(chosen < BIDS, doubles, bids))
    allowed: Ints = np.where(legal[every, calls], calls, PASS)
    return allowed


def _values(bid: Ints) -> Ints:
    """The value of a bid; 0 for a pass."""
    level = (bid - 1) // 4
    return np.where(bid == PASS, 0, np.where(level == LEVELS - 1, 250, 80 + 10 * level))


def _last(calls: Ints, which: NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """The suit (-1: none) and the value of the last of these calls."""
    columns = np.arange(calls.shape[1])
    place = np.where(which, columns, -1).max(axis=1)
    call = np.where(place >= 0, calls[np.arange(len(calls)), np.maximum(place, 0)], PASS)
    return np.where(call == PASS, -1, (call - 1) % 4), _values(call)
