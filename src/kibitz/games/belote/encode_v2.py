"""Belote observations, version 2: auction and play in one layout that omits nothing public.

The box of version 1 lacks the match score in the auction and the announcement of belote, has
exclusions by suit only, and encodes speakers as fractions. This layout has them all, card by card
and bit by bit, for a network with a sparse first layer. Slot 0 is the observing seat, slot 1 its
left, slot 2 its partner. Suits are in the order S H D C, cards in the order of their ids; levels
are 80, 90 .. 160, capot. The last bid is the contract once the auction is over.

752 numbers:
    [0:32)     own hand, one bit per card
    [32:107)   legal actions of this seat, one bit per action; zero when it is not its turn
    [107:235)  current trick: the card of each of four slots, one-hot
    [235:363)  cards played in this deal, including the current trick: 32 bits for each slot
    [363:395)  unseen: cards of this deal that are neither in the own hand nor played
    [395:491)  for slots 1, 2, 3: unseen cards that play has proved not to be in its hand
    [491:495)  suit of the last bid, one-hot; zero before the first bid
    [495:505)  level of the last bid, one-hot
    [505:509)  slot of the last bid, one-hot
    [509:512)  none, coinche, surcoinche, one-hot; zero before the first bid
    [512:672)  bids of each slot: for each level its suit, one-hot
    [672:684)  passes of each slot in this auction: at least 1, 2, 3
    [684:692)  coinche by each slot, then surcoinche by each slot
    [692:694)  phase: auction, play; both 0 at the end
    [694:698)  own position after the dealer, one-hot: 0 = the dealer's left, 3 = the dealer
    [698:702)  slot to act, one-hot; zero at the end
    [702:706)  leader of the current trick, one-hot by slot; zero in the auction
    [706:710)  who is winning the current trick, one-hot by slot; zero if it is empty
    [710:714)  led suit, one-hot; zero before the lead
    [714:722)  tricks finished, one-hot of 0..7
    [722:740)  tricks of the own side, then of the other, one-hot of 0..8
    [740]      card points in the current trick / 162
    [741:743)  card points / 162 of the own side and of the other; the last trick's bonus at the end
    [743]      points that the bidding side lacks / 162: value (of capot 162), less its card points,
               less 20 for its belote; 0 before the first bid
    [744:748)  who announced belote, one-hot by slot
    [748]      1 in a match
    [749:751)  match total / target of the own side and of the other; 0 outside a match
    [751]      (own total - other total) / target, from -1 to 1; 0 outside a match
In a game that started from a position, earlier calls and plays are omitted, as in version 1.
Between deals everything is 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from kibitz.core.encoding import Observation
from kibitz.games.belote.cards import card_points, suit_of
from kibitz.games.belote.rules import BID, CAPOT, COINCHE, PASS, best_place, bid_value, side_of

if TYPE_CHECKING:
    from kibitz.games.belote.view import BeloteView

SIZE = 752
POINTS = 162  # all cards and the last trick
BELOTE = 20


def encode_2(view: BeloteView) -> Observation:
    x = np.zeros(SIZE, dtype=np.float32)
    if view.phase == "deal":
        return x
    _encode_cards(view, x)
    _encode_auction(view, x)
    _encode_trick(view, x)
    _encode_score(view, x)
    return x


def _encode_cards(view: BeloteView, x: Observation) -> None:
    """[0:491): where the cards are."""
    deal = view.deal()
    assert deal is not None
    hidden, excluded = deal.hidden(), deal.excluded()
    x[_at(0, view.hand)] = 1
    x[_at(32, view.legal_actions)] = 1
    for i, card in enumerate(view.trick):
        x[107 + 32 * ((view.leader + i - view.seat) % 4) + card] = 1
    x[_at(363, hidden)] = 1
    for slot in range(4):
        other = (view.seat + slot) % 4
        x[_at(235 + 32 * slot, view.played[other])] = 1
        if slot > 0:
            lacks = [card for card in hidden if excluded[other] >> card & 1]
            x[_at(395 + 32 * (slot - 1), lacks)] = 1


def _encode_auction(view: BeloteView, x: Observation) -> None:
    """[491:694) and [694:698): bids, contract, phase, and the own position."""
    if view.bid != PASS:
        x[491 + view.trump] = 1
        x[495 + (view.bid - 1) // 4] = 1
        x[505 + (view.bidder - view.seat) % 4] = 1
        x[509 + view.coinche] = 1
    passes = [0] * 4
    for speaker, bid in view.calls:
        slot = (speaker - view.seat) % 4
        if bid == PASS:
            passes[slot] += 1
        elif bid >= COINCHE:
            x[684 + 4 * (bid - COINCHE) + slot] = 1
        else:
            x[512 + 40 * slot + bid - 1] = 1
    for slot, n in enumerate(passes):
        x[672 + 3 * slot : 672 + 3 * slot + min(3, n)] = 1
    x[692] = view.phase == "bid"
    x[693] = view.phase == "play"
    x[694 + (view.seat - view.dealer - 1) % 4] = 1


def _encode_trick(view: BeloteView, x: Observation) -> None:
    """[698:741): the current trick, and the number of finished ones."""
    if view.player >= 0:
        x[698 + (view.player - view.seat) % 4] = 1
    if view.contract:
        x[702 + (view.leader - view.seat) % 4] = 1
    if view.trick:
        best = best_place(list(view.trick), view.trump)
        x[706 + (view.leader + best - view.seat) % 4] = 1
        x[710 + suit_of(view.trick[0])] = 1
        x[740] = card_points(view.trick, view.trump) / POINTS
    own = side_of(view.seat)
    if sum(view.tricks) < 8:
        x[714 + sum(view.tricks)] = 1
    x[722 + view.tricks[own]] = 1
    x[731 + view.tricks[1 - own]] = 1


def _encode_score(view: BeloteView, x: Observation) -> None:
    """[741:752): points of this deal, and the match score."""
    own = side_of(view.seat)
    x[741:743] = view.points[own] / POINTS, view.points[1 - own] / POINTS
    if view.bid != PASS:
        taker = side_of(view.bidder)
        needed = POINTS if view.bid >= CAPOT else bid_value(view.bid)
        belote = BELOTE if view.belote >= 0 and side_of(view.belote) == taker else 0
        x[743] = (needed - view.points[taker] - belote) / POINTS
    if view.belote >= 0:
        x[744 + (view.belote - view.seat) % 4] = 1
    if view.game.options["match"]:
        target, totals = view.game.options["target"], view.totals
        x[748] = 1
        x[749:751] = totals[own] / target, totals[1 - own] / target
        x[751] = max(-target, min(target, totals[own] - totals[1 - own])) / target


def _at(offset: int, numbers: Iterable[int]) -> list[int]:
    return [offset + number for number in numbers]


assert SIZE == 32 + BID + COINCHE + 2 + 645, "the layout in the docstring"
