"""Dubito observations, number by number. Seats are relative: slot 0 is the observing seat.

Version 2, with rates of bluffs and doubts by the size of a play, is in encode_v2.py.

There are eight slots; those without a player are 0. Version 1, 427 numbers:
    [0:14)     own hand: cards of value 0 (joker), 1 .. 13, / 4
    [14:28)    own cards on the board, face down for the others: of each value, / 4
    [28:42)    cards of each value in the game, in hands and on the board, / 4
    [42:55)    declared number 1..13, one-hot; zero before it is declared
    [55:59)    phase, one-hot: declare, lay, turn, over
    [59]       an opening: the board is empty
    [60]       the seat to act may doubt
    [61]       cards on the board / 54
    [62]       streak: plays on the board / 54
    [63]       turns / max_turns
    [64:70)    number of players 3..8, one-hot
    [70]       players not out / players
    [71:79)    slot to act, one-hot; zero when the game is over
    [79:87)    slot holds cards or is pending: it is still in the game
    [87:95)    finishing place of each slot / (players - 2); 0 while in the game or after losing
    [95:103)   slot is pending
    [103:111)  size of each hand / 54
    [111:119)  cards on the board laid by each slot / 54
    [119:231)  known cards: for each slot, of each value, / 4; picked up in public and still with
               it, in its hand or in what it has laid since (slot 0: public own cards)
    [231:271)  statistics: for each slot turns / max_turns, not-first turns / max_turns,
               doubts / not-first turns (0 without any), times doubted / 10 (at most 1),
               share of these that were bluffs (0.5 without any)
    [271:427)  the last twelve plays on the board, the latest first: for each its slot, one-hot (8),
               its size 1, 2, 3, one-hot (3), whether it opened the round, and 1 for being there
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kibitz.core.encoding import Encoding, Observation
from kibitz.games.dubito import encode_v2
from kibitz.games.dubito.rules import VALUES

if TYPE_CHECKING:
    from kibitz.games.dubito.view import DubitoView

SLOTS = 8
CARDS = 54
PLAYS = 12  # of the board, encoded one by one
PLAY_SIZE = SLOTS + 3 + 2
PHASES = ("declare", "lay", "turn", "over")
SIZE = 271 + PLAYS * PLAY_SIZE


def encode_1(view: DubitoView) -> Observation:
    x = np.zeros(SIZE, dtype=np.float32)
    if view.phase == "deal":
        return x  # nothing is known before the deal
    _encode_table(view, x)
    _encode_slots(view, x)
    encode_plays(view, x[271:])
    return x


def _encode_table(view: DubitoView, x: NDArray[np.float32]) -> None:
    """[0:71): the own cards, and what belongs to no seat."""
    players = view.game.players
    for card in view.hand:
        x[card] += 1 / 4
    for play in view.board:
        for card in play.cards:
            x[14 + card] += 1 / 4
    x[28:42] = np.array(view.in_game) / 4
    if view.number:
        x[42 + view.number - 1] = 1
    x[55 + PHASES.index(view.phase)] = 1
    x[59] = not view.board
    x[60] = not view.done and bool(view.board) and view.board[-1].seat not in view.out
    x[61] = sum(play.size for play in view.board) / CARDS
    x[62] = len(view.board) / CARDS
    x[63] = view.turns / view.game.options["max_turns"]
    x[64 + players - 3] = 1
    x[70] = (players - len(view.out)) / players


def _encode_slots(view: DubitoView, x: NDArray[np.float32]) -> None:
    """[71:271): what is known about each seat."""
    players, max_turns = view.game.players, view.game.options["max_turns"]
    known, stats = view.known(), view.stats()
    for slot in range(players):
        seat = (view.seat + slot) % players
        x[71 + slot] = seat == view.player
        x[79 + slot] = seat not in view.out
        if seat in view.out:
            x[87 + slot] = (view.out.index(seat) + 1) / (players - 2)
        x[95 + slot] = seat == view.pending
        x[103 + slot] = view.hand_sizes[seat] / CARDS
        x[111 + slot] = sum(play.size for play in view.board if play.seat == seat) / CARDS
        first = 119 + VALUES * slot
        x[first : first + VALUES] = np.array(known[seat]) / 4
        did = stats[seat]
        doubted = did.honest_times + did.dishonest_times
        x[231 + 5 * slot : 236 + 5 * slot] = (
            did.turns / max_turns,
            did.not_first_turns / max_turns,
            did.doubts / max(1, did.not_first_turns),
            min(1, doubted / 10),
            did.dishonest_times / doubted if doubted else 0.5,
        )


def encode_plays(view: DubitoView, x: Observation) -> None:
    """The last plays on the board."""
    for i, play in enumerate(view.board[: -PLAYS - 1 : -1]):
        first = PLAY_SIZE * i
        x[first + (play.seat - view.seat) % view.game.players] = 1
        x[first + SLOTS + play.size - 1] = 1
        x[first + SLOTS + 3] = i == len(view.board) - 1
        x[first + SLOTS + 4] = 1


def encode_2(view: DubitoView) -> Observation:
    x = encode_v2.encode_2(view)
    encode_plays(view, x[encode_v2.PLAYS :])
    return x


ENCODINGS = {"v1": Encoding(SIZE, encode_1), "v2": Encoding(encode_v2.SIZE, encode_2)}
