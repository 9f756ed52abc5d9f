"""Dubito observations, version 2: how often each seat bluffs and doubts, and what a claim can be.

Version 1 counts only plays that were doubted, whatever their size, although a doubt reveals the
whole board; and it leaves the network to find the declared number among the counts. This version
has, for each seat and each size of play, how many of its revealed plays were bluffs and how many of
the plays that it could doubt it did; how many honest cards the latest player can possibly hold; and
small counts as bits, for a network with a sparse first layer.

Slot 0 is the observing seat, slot 1 its left; slots without a player are 0. A count "from 1, 2, 3"
is one bit for each bound that it reaches. A hand's class is one-hot of 14: 0 to 9 cards, 10-11,
12-14, 15-19, 20 or more. A rate of n times in m is (n + 1) / (m + 2), followed by m / 8, at most 1.

1200 numbers:
    [0:42)     own hand: for each value 0 (joker), 1 .. 13, a count from 1, 2, 3
    [42:98)    own cards on the board: for each value a count from 1, 2, 3, 4
    [98:154)   cards that are neither own nor known to be another's: for each value from 1, 2, 3, 4
    [154:168)  value is in the game
    [168:181)  declared number 1..13, one-hot; zero before it is declared
    [181:185)  phase, one-hot: declare, lay, turn, over
    [185]      an opening: the board is empty
    [186]      the seat to act may doubt
    [187:193)  number of players 3..8, one-hot
    [193:205)  cards on the board from 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25
    [205:213)  plays on the board from 1, 2, .. 8
    [213:216)  own cards of the declared number in hand from 1, 2, 3
    [216:218)  own jokers in hand from 1, 2
    [218:225)  the latest play, if another's: jokers and cards of the number that can be its
               player's, in hand or on the board, one-hot of 0..6
    [225]      the latest play has more cards than that: certainly a bluff
    [226:229)  size of the latest play 1, 2, 3, one-hot
    [229:237)  slot of the latest play, one-hot
    [237:245)  slot of the next seat that is in the game, one-hot
    [245:259)  class of the hand behind the latest play
    [259:273)  class of the next seat's hand
    [273:275)  rate of bluffs in shown plays of that size by the latest play's seat
    [275:281)  rates at which the next seat doubts plays of 1, 2, 3 cards
    [281]      turns left / max_turns
    [282]      the last play of a hand can be doubted (exit is challenge)
    [283]      players out / (players - 2)
    [284:1044) 95 numbers for each of eight slots:
        [0:3)      to act; in the game; pending
        [3]        finishing place / (players - 2); 0 while in the game or after losing
        [4:18)     class of the hand
        [18]       size of the hand / 54
        [19:25)    cards on the board from 1, 2, 3, 4, 6, 9
        [25:81)    known cards (as in version 1): for each value from 1, 2, 3, 4
        [81:87)    rates of bluffs in its shown plays of 1, 2, 3 cards
        [87:93)    rates at which it doubts plays of 1, 2, 3 cards
        [93:95)    rate of bluffs in its shown openings
    [1044:1200) the last twelve plays on the board, as in version 1
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from kibitz.core.encoding import Observation
from kibitz.games.dubito.events import lay_size
from kibitz.games.dubito.rules import JOKER, LAY_MAX, VALUES

if TYPE_CHECKING:
    from kibitz.games.dubito.view import DubitoView

SLOTS = 8
SLOT = 284  # where the slots begin
SLOT_SIZE = 95
PLAYS = SLOT + SLOTS * SLOT_SIZE
SIZE = PLAYS + 156
CARDS = 54
BOARD_CARDS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25)
LAID_CARDS = (1, 2, 3, 4, 6, 9)
HANDS = (10, 12, 15, 20)  # the smallest hand of each class above 9
PHASES = ("declare", "lay", "turn", "over")


@dataclass
class Habits:
    """What a seat has shown: for plays of 1, 2, 3 cards how often it did so, and out of how
    many."""

    bluffs: list[int] = field(default_factory=lambda: [0] * LAY_MAX)
    shown: list[int] = field(default_factory=lambda: [0] * LAY_MAX)
    doubts: list[int] = field(default_factory=lambda: [0] * LAY_MAX)
    faced: list[int] = field(default_factory=lambda: [0] * LAY_MAX)
    opening_bluffs: int = 0
    openings: int = 0


def habits(view: DubitoView) -> list[Habits]:
    """The habits of each seat, counted from the starting position if there is one."""
    found = [Habits() for _ in range(view.game.players)]
    size, laid_by = 0, -1  # of the latest play; 0 if it cannot be doubted
    if view.start is not None and view.start["board"]:
        laid_by, size = view.start["board"][-1].seat, view.start["board"][-1].size
        size = 0 if laid_by in view.start["out"] else size
    for event in view.history:
        if event.kind == "reveal":
            found[event.seat].doubts[size - 1] += 1
            found[event.seat].faced[size - 1] += 1
            size = 0
        elif event.kind == "out" and event.seat == laid_by:
            size = 0  # Rule 7: a play that can no longer be doubted
        elif laid := lay_size(event):
            if size:
                found[event.seat].faced[size - 1] += 1
            laid_by, size = event.seat, laid
    for reveal, _ in view.reveals:
        for i, (seat, cards) in enumerate(reveal.plays):
            bluff = not all(card in (JOKER, reveal.number) for card in cards)
            found[seat].bluffs[len(cards) - 1] += bluff
            found[seat].shown[len(cards) - 1] += 1
            found[seat].opening_bluffs += bluff and i == 0
            found[seat].openings += i == 0
    return found


def encode_2(view: DubitoView) -> Observation:
    """Write everything except the last plays, for which encode.py leaves room at the end."""
    x = np.zeros(SIZE, dtype=np.float32)
    if view.phase == "deal":
        return x  # nothing is known before the deal
    shown, known = habits(view), view.known()
    hand = [view.hand.count(value) for value in range(VALUES)]
    laid = [sum(play.cards.count(value) for play in view.board) for value in range(VALUES)]
    left = [view.in_game[value] - hand[value] - laid[value] for value in range(VALUES)]
    for seat, cards in enumerate(known):
        if seat != view.seat:
            left = [n - cards[value] for value, n in enumerate(left)]
    for value in range(VALUES):
        _reach(hand[value], (1, 2, 3), x[3 * value :])
        _reach(laid[value], (1, 2, 3, 4), x[42 + 4 * value :])
        _reach(left[value], (1, 2, 3, 4), x[98 + 4 * value :])
    _encode_table(view, hand, x)
    _encode_neighbours(view, left, known, shown, x)
    for slot in range(view.game.players):
        seat = (view.seat + slot) % view.game.players
        _encode_slot(view, seat, known[seat], shown[seat], x[SLOT + SLOT_SIZE * slot :])
    return x


def _encode_table(view: DubitoView, hand: list[int], x: Observation) -> None:
    """[154:218) and [281:284): what belongs to no seat, and the own cards of the number."""
    players, options = view.game.players, view.game.options
    x[154:168] = np.array(view.in_game) > 0
    if view.number:
        x[168 + view.number - 1] = 1
        _reach(hand[view.number], (1, 2, 3), x[213:])
    x[181 + PHASES.index(view.phase)] = 1
    x[185] = not view.board
    x[186] = not view.done and bool(view.board) and view.board[-1].seat not in view.out
    x[187 + players - 3] = 1
    _reach(sum(play.size for play in view.board), BOARD_CARDS, x[193:])
    _reach(len(view.board), range(1, 9), x[205:])
    _reach(hand[JOKER], (1, 2), x[216:])
    x[281] = (options["max_turns"] - view.turns) / options["max_turns"]
    x[282] = options["exit"] == "challenge"
    x[283] = len(view.out) / (players - 2)


def _encode_neighbours(
    view: DubitoView,
    left: list[int],
    known: list[tuple[int, ...]],
    shown: list[Habits],
    x: Observation,
) -> None:
    """[218:281): the latest player and the next one."""
    players = view.game.players
    if view.board:
        latest, size = view.board[-1].seat, view.board[-1].size
        x[226 + size - 1] = 1
        x[229 + (latest - view.seat) % players] = 1
        x[245 + _class(view.hand_sizes[latest])] = 1
        _rate(shown[latest].bluffs[size - 1], shown[latest].shown[size - 1], x[273:])
        if latest != view.seat:
            can_be = sum(left[value] + known[latest][value] for value in (JOKER, view.number))
            x[218 + can_be] = 1
            x[225] = size > can_be
    others = [(view.seat + slot) % players for slot in range(1, players)]
    coming = [seat for seat in others if seat not in view.out]
    if coming:
        x[237 + (coming[0] - view.seat) % players] = 1
        x[259 + _class(view.hand_sizes[coming[0]])] = 1
        for i in range(LAY_MAX):
            _rate(shown[coming[0]].doubts[i], shown[coming[0]].faced[i], x[275 + 2 * i :])


def _encode_slot(
    view: DubitoView, seat: int, known: tuple[int, ...], shown: Habits, x: Observation
) -> None:
    """The 95 numbers of one slot."""
    x[0] = seat == view.player
    x[1] = seat not in view.out
    x[2] = seat == view.pending
    if seat in view.out:
        x[3] = (view.out.index(seat) + 1) / (view.game.players - 2)
    x[4 + _class(view.hand_sizes[seat])] = 1
    x[18] = view.hand_sizes[seat] / CARDS
    _reach(sum(play.size for play in view.board if play.seat == seat), LAID_CARDS, x[19:])
    for value in range(VALUES):
        _reach(known[value], (1, 2, 3, 4), x[25 + 4 * value :])
    for i in range(LAY_MAX):
        _rate(shown.bluffs[i], shown.shown[i], x[81 + 2 * i :])
        _rate(shown.doubts[i], shown.faced[i], x[87 + 2 * i :])
    _rate(shown.opening_bluffs, shown.openings, x[93:])


def _reach(count: int, bounds: Iterable[int], x: Observation) -> None:
    for i, bound in enumerate(bounds):
        x[i] = count >= bound


def _rate(times: int, of: int, x: Observation) -> None:
    x[0] = (times + 1) / (of + 2)
    x[1] = min(of, 8) / 8


def _class(size: int) -> int:
    """The index of a hand's class."""
    return size if size < HANDS[0] else 9 + sum(size >= least for least in HANDS)
