"""Codepiece observations, number by number.

Seats are relative: slot 0 is the observing seat, slot 2 its partner, slots 1 and 3 the opponents.
Cards and suits are in the order C D H S.

Version 1, 846 numbers:
    [0:5)      phase, one-hot: deal, bid, trump, play, over
    [5:57)     own hand, one bit per card
    [57:109)   unseen: cards of this deal that are neither in the own hand nor played
    [109:141)  bids: for each slot one-hot of not spoken, pass, 8, 9, 10, 11, 12, 13
    [141:148)  the highest bid so far or the contract, one-hot of 7..13; zero while there is none
    [148:152)  who made it, one-hot by slot
    [152:156)  trump suit, one-hot; zero until it is named
    [156:160)  dealer, one-hot by slot
    [160:164)  who is on turn, one-hot by slot; zero at a deal and at the end
    [164:168)  leader of the current trick, one-hot by slot; zero before the first
    [168:376)  current trick: for each slot the card that it has played, one-hot of 52
    [376:380)  who is winning the current trick, one-hot by slot; zero if it is empty
    [380:384)  led suit, one-hot; zero before the lead
    [384:592)  cards played in this deal, including the current trick: 52 bits for each slot
    [592:748)  for slots 1, 2, 3: the unseen cards that play has proved the slot lacks
    [748:762)  tricks of the own team, one-hot of 0..13
    [762:776)  tricks of the other team, one-hot of 0..13
    [776:780)  cards in hand / 13 of each slot
    [780:843)  legal actions of this seat, one bit per action
    [843]      1 in a match
    [844]      deals finished / deals of the match (1 for a single deal)
    [845]      own team's sum of payoffs / target, from -1 to 1; in a single deal / 26, the maximum
Before the first deal only the phase and the last three numbers are nonzero.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kibitz.core.cards import suit_of
from kibitz.core.encoding import Encoding, Observation
from kibitz.games.codepiece.legal_moves import BID_MIN, CARD, FORCED, PlayPhase
from kibitz.games.codepiece.rules import HAND, PHASES

if TYPE_CHECKING:
    from kibitz.games.codepiece.view import CodepieceView

SIZE = 846


def encode_1(view: CodepieceView) -> Observation:
    x = np.zeros(SIZE, dtype=np.float32)
    x[PHASES.index(view.phase)] = 1
    _encode_match(view, x)
    if view.deck:
        _encode_cards(view, x)
        _encode_contract(view, x)
        _encode_play(view, x)
        x[[780 + action for action in view.legal_actions]] = 1
    return x


def _encode_match(view: CodepieceView, x: NDArray[np.float32]) -> None:
    options = view.game.options
    own = view.total if view.seat % 2 == 0 else -view.total
    x[843] = options["match"]
    x[844] = view.deal / (options["deals"] if options["match"] else 1)
    x[845] = max(-1, min(1, own / (options["target"] if options["match"] else 2 * HAND)))


def _encode_cards(view: CodepieceView, x: NDArray[np.float32]) -> None:
    hidden = set(view.deck).difference(view.hand, *view.played)
    x[_at(5, view.hand)] = 1
    x[_at(57, hidden)] = 1
    excluded = view.excluded()
    for slot in range(4):
        other = (view.seat + slot) % 4
        x[_at(384 + 52 * slot, view.played[other])] = 1
        x[776 + slot] = view.hand_sizes[other] / HAND
        if slot > 0:
            lacks = [card for card in hidden if excluded[other] >> card & 1]
            x[_at(592 + 52 * (slot - 1), lacks)] = 1


def _encode_contract(view: CodepieceView, x: NDArray[np.float32]) -> None:
    for slot in range(4):
        bid = view.bids[(view.seat + slot) % 4]
        said = 0 if bid is None else 1 if bid < BID_MIN else bid - BID_MIN + 2
        x[109 + 8 * slot + said] = 1
    if view.bid:
        x[141 + view.bid - FORCED] = 1
        x[148 + (view.bidder - view.seat) % 4] = 1
    if view.trump is not None:
        x[152 + view.trump] = 1
    x[156 + (view.dealer - view.seat) % 4] = 1
    if view.player >= 0:
        x[160 + (view.player - view.seat) % 4] = 1


def _encode_play(view: CodepieceView, x: NDArray[np.float32]) -> None:
    if view.leader >= 0:
        x[164 + (view.leader - view.seat) % 4] = 1
    for place, card in enumerate(view.trick):
        x[168 + 52 * ((view.leader + place - view.seat) % 4) + card] = 1
    if view.trick:
        assert view.trump is not None
        best = PlayPhase.winner(view.trick, view.trump)
        x[376 + (view.leader + best - view.seat) % 4] = 1
        x[380 + suit_of(view.trick[0])] = 1
    own = view.seat % 2
    x[748 + view.tricks[own]] = 1
    x[762 + view.tricks[1 - own]] = 1


def _at(offset: int, cards: Iterable[int]) -> list[int]:
    return [offset + card for card in cards]


assert SIZE == 780 + CARD + 52 + 3, "the layout in the docstring"


ENCODINGS = {"v1": Encoding(SIZE, encode_1)}
