"""Qwixx observations, version 2: the dice, the step of the turn, legal marks, and every sheet.

Version 1 does not see the dice, so rolls with different legal marks look alike. This version shows
everything that a seat may know, for 1 to 5 players in one layout. Almost every number is 0 or 1 and
most are 0, which suits a network with a sparse first layer. Slot 0 is the observing seat, slot 1
its left; slots without a player are 0. Rows are red, yellow, green, blue; cells 0 to 10 are counted
from the left. A row is closed for a player if it is closed for all, or if this player has locked
it. Pending decisions of a simultaneous white step are not yet on any sheet.

A margin m is m / 100, between -1 and 1, and its class, one-hot of 13: -50 or less, -49 to -30,
-29 to -20, -19 to -10, -9 to -5, -4 to -1, 0, and the same upwards to 50 or more.

1079 numbers:
    [0:13)     legal actions of this seat, one bit per action; zero when it is not its turn
    [13:49)    dice W1 W2 R Y G B, one-hot of 1..6 each; zero without dice
    [49:60)    sum of the white dice, one-hot of 2..12
    [60:65)    phase, one-hot: roll, white, colour, answer, over
    [65:70)    active player, one-hot by slot
    [70:75)    player to act, one-hot by slot; zero at a roll and at the end
    [75]       in the colour step: the active player marked the white sum
    [76:81)    own decision that is pending, one-hot: pass, white sum in red, yellow, green, blue
    [81:85)    rows closed for all
    [85:89)    rows that any player has locked: closed for all by the end of the turn
    [89:94)    number of players 1..5, one-hot
    [94:96)    order, one-hot: simultaneous, sequential
    [96:228)   for each of the actions 1..12, if legal: cells that it skips, one-hot of 0..10
    [228:240)  for each of the actions 1..12, if legal: points that it adds / 12
    [240]      margin of the own score over the best opponent's; 0 without opponents
    [241:254)  class of this margin; zero without opponents
    [254:1079) 165 numbers for each of five slots:
        [0]        1 for a player
        [1:45)     marked cells, 11 bits for each row
        [45:93)    frontier of each row, one-hot of 12: the first cell that may still be marked,
                   or 11 for a closed row
        [93:145)   marks of each row, one-hot of 0..12; the lock counts as one more
        [145:150)  strikes, one-hot of 0..4
        [150]      score / 100
        [151]      margin of the own score over this slot's
        [152:165)  class of this margin
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.core.encoding import Observation
from kibitz.games.qwixx.rules import (
    CELLS,
    LAST,
    PASS,
    PHASES,
    frontier,
    locked,
    marks,
    target,
)

if TYPE_CHECKING:
    from kibitz.games.qwixx.view import QwixxView

SLOTS = 5
SLOT = 254  # where the slots begin
SLOT_SIZE = 165
SIZE = SLOT + SLOTS * SLOT_SIZE
CLASSES = (1, 5, 10, 20, 30, 50)  # the smallest margin of each class above 0


def encode_2(view: QwixxView) -> Observation:
    x = np.zeros(SIZE, dtype=np.float32)
    _encode_turn(view, x)
    _encode_marks(view, x)
    players, own = view.game.players, view.scores[view.seat]
    if players > 1:
        best = max(view.scores[seat] for seat in range(players) if seat != view.seat)
        _encode_margin(own - best, x[240:254])
    for slot in range(players):
        seat = (view.seat + slot) % players
        first = SLOT + SLOT_SIZE * slot
        _encode_sheet(view, seat, x[first : first + SLOT_SIZE])
    return x


def _encode_turn(view: QwixxView, x: Observation) -> None:
    """[0:96): what belongs to no sheet."""
    players = view.game.players
    x[list(view.legal_actions)] = 1
    for i, die in enumerate(view.dice):
        x[13 + 6 * i + die - 1] = 1
    if view.dice:
        x[49 + view.dice[0] + view.dice[1] - 2] = 1
    x[60 + PHASES.index(view.phase)] = 1
    x[65 + (view.active - view.seat) % players] = 1
    if view.player >= 0:
        x[70 + (view.player - view.seat) % players] = 1
    x[75] = view.marked
    if view.pending is not None:
        x[76 + view.pending] = 1
    x[81:85] = view.closed
    for row in range(4):
        x[85 + row] = any(locked(sheet[row]) for sheet in view.sheets)
    x[89 + players - 1] = 1
    x[94 + (view.game.options["order"] == "sequential")] = 1


def _encode_marks(view: QwixxView, x: Observation) -> None:
    """[96:240): what each legal mark does to the own sheet."""
    for action in view.legal_actions:
        if action == PASS:
            continue
        row, cell = target(action, view.dice)
        bits = view.sheets[view.seat][row]
        before, after = marks(bits), marks(bits | 1 << cell)
        x[96 + CELLS * (action - 1) + cell - frontier(bits)] = 1
        x[228 + action - 1] = (after * (after + 1) - before * (before + 1)) // 2 / 12


def _encode_sheet(view: QwixxView, seat: int, x: Observation) -> None:
    """The 165 numbers of one slot."""
    x[0] = 1
    for row, bits in enumerate(view.sheets[seat]):
        closed = view.closed[row] or locked(bits)
        x[[1 + CELLS * row + cell for cell in range(CELLS) if bits >> cell & 1]] = 1
        x[45 + 12 * row + (LAST + 1 if closed else frontier(bits))] = 1
        x[93 + 13 * row + marks(bits)] = 1
    x[145 + view.strikes[seat]] = 1
    x[150] = view.scores[seat] / 100
    _encode_margin(view.scores[view.seat] - view.scores[seat], x[151:165])


def _encode_margin(margin: int, x: Observation) -> None:
    x[0] = min(100, max(-100, margin)) / 100
    steps = sum(abs(margin) >= least for least in CLASSES)
    x[1 + 6 + (steps if margin > 0 else -steps)] = 1
