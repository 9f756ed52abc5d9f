"""Dubito: the rules, readable. Rule numbers in comments refer to README.md.

This is the reference; its fast twin, native/games/dubito.hpp, must agree after every action.

Two facts keep it short. Only a pick-up adds cards to a hand, so only the loser of a doubt can
complete four of a kind. And a seat whose turn comes always holds a card: the only seat that may be
empty and still in the game, the pending one, has just played.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from kibitz.core.events import NOBODY
from kibitz.core.python_state import PythonState
from kibitz.core.rng import Stream
from kibitz.core.shape import flatten
from kibitz.core.state import OVER, Outcome

if TYPE_CHECKING:
    from kibitz.games.dubito.game import Dubito

JOKER = 0
VALUES = 14  # the joker and 1 to 13
NUMBERS = range(1, VALUES)  # what can be declared with the whole deck
COPIES = (2, *[4] * 13)  # of each value in the whole deck
DECK = tuple(value for value in range(VALUES) for _ in range(COPIES[value]))
FOUR = 4  # of a kind: they leave the game

DECLARE = 0  # the action "declare 1"; "declare 13" is 12
DOUBT = 13
LAY = 14  # the first of the lays
LAY_MAX = 3  # cards in one play

# Rule 2: multisets of one to three cards with at most two jokers, by size, then in lexical order.
LAYS: tuple[tuple[int, ...], ...] = tuple(
    cards
    for size in range(1, LAY_MAX + 1)
    for cards in combinations_with_replacement(range(VALUES), size)
    if cards.count(JOKER) <= COPIES[JOKER]
)
LAY_ID = {cards: LAY + i for i, cards in enumerate(LAYS)}
NUM_ACTIONS = LAY + len(LAYS)

DEAL_SHAPE = {"hands": [[int]]}
POSITION_SHAPE = {
    "hands": [[int]],  # values of each seat, ascending
    "board": [{"seat": int, "cards": [int]}],  # the plays of this round, in order
    "number": int,  # declared for this round; 0 before that
    "player": int,  # the seat to act
    "out": [int],  # seats that have gone out, the first winner first
    "turns": int,  # finished
}

Play = tuple[int, tuple[int, ...]]  # a seat, and the cards that it played, ascending


class DubitoState(PythonState):
    """One game of Dubito."""

    game: Dubito

    def _setup(self) -> None:
        self.hands: list[list[int]] = [[] for _ in range(self.game.players)]
        self.board: list[Play] = []
        self.number = 0
        self.out: list[int] = []
        self.turns = 0
        self.pending = NOBODY  # Rule 7: a seat that has played its last cards and can be doubted

    # Rule 1: the deal ---------------------------------------------------------------------------

    def _draw(self, stream: Stream) -> Outcome:
        players = self.game.players
        while True:
            deck = list(self.game.deck)
            stream.shuffle(deck)
            hands = [sorted(deck[seat::players]) for seat in range(players)]
            if not any(fours(hand) for hand in hands):
                return {"hands": hands}

    def _deal_out(self, outcome: Outcome) -> None:
        self.hands = [list(hand) for hand in outcome["hands"]]
        self._player, self._phase = 0, "declare"
        self._log("deal", NOBODY, tuple(flatten(DEAL_SHAPE, outcome)))

    # Rule 2: what is legal ----------------------------------------------------------------------

    def _legal(self) -> list[int]:
        if self._phase == "declare":
            return [DECLARE + number - 1 for number in self.game.numbers]
        doubt = [DOUBT] if self.can_doubt() else []
        return doubt + lays_of(self.hands[self._player])

    def _is_legal(self, action: int) -> bool:
        if self._phase == "declare":
            return DECLARE <= action < DECLARE + len(self.game.numbers)
        if action == DOUBT:
            return self.can_doubt()
        if not LAY <= action < NUM_ACTIONS:
            return False
        cards, hand = LAYS[action - LAY], self.hands[self._player]
        return all(hand.count(card) >= cards.count(card) for card in cards)

    def can_doubt(self) -> bool:
        """Rule 2: not when opening. Rule 7, immediate: not when the latest player is out."""
        return bool(self.board) and self.board[-1][0] not in self.out

    # What actions do ----------------------------------------------------------------------------

    def _apply(self, action: int) -> None:
        if self._phase == "declare":
            self.number = action - DECLARE + 1
            self._phase = "lay"  # Rule 2: the same turn continues with the cards
        elif action == DOUBT:
            self.doubt()
        else:
            self.lay(LAYS[action - LAY])

    def lay(self, cards: tuple[int, ...]) -> None:
        seat = self._player
        for card in cards:
            self.hands[seat].remove(card)
        self.board.append((seat, cards))
        before, self.pending = self.pending, NOBODY
        self.turns += 1
        # Rule 7: the seat that was pending before this turn has not been doubted.
        leavers = [] if before == NOBODY else [before]
        if not self.hands[seat]:
            if self.game.options["exit"] == "immediate":
                leavers.append(seat)
            else:
                self.pending = seat
        self.end_turn(leavers, self.seat_after(seat))

    def doubt(self) -> None:
        """Rules 3 to 5: reveal the board, give it to the loser, and start the next round."""
        doubter = self._player
        target, latest = self.board[-1]
        bluff = not all(card in (JOKER, self.number) for card in latest)
        cards = [card for _, play in self.board for card in play]
        # Rule 4: jokers of an honest latest play leave the game; those below it do not.
        jokers = 0 if bluff else latest.count(JOKER)
        self._log("reveal", doubter, (target, self.number, int(bluff), jokers, *self.flat_board()))
        for _ in range(jokers):
            cards.remove(JOKER)
        loser = target if bluff else doubter
        self.hands[loser] = sorted(self.hands[loser] + cards)
        self.board, self.number = [], 0
        before, self.pending = self.pending, NOBODY
        self.turns += 1
        self.drop_fours(loser)
        # Rule 7: first the seat pending from before this turn, then a hand emptied by rule 6.
        leavers = [s for s in (before, loser) if s != NOBODY and not self.hands[s]]
        # Rule 5: the doubter opens at once. Rule 4: the seat after the doubter opens.
        self.end_turn(leavers, doubter if bluff else self.seat_after(doubter))

    def drop_fours(self, seat: int) -> None:
        """Rule 6, for the one hand that has grown."""
        for value in fours(self.hands[seat]):
            self.hands[seat] = [card for card in self.hands[seat] if card != value]
            self._log("discard", seat, (value,))

    def end_turn(self, leavers: list[int], coming: int) -> None:
        """Rules 7 to 9: decide who goes out, whether the game is over, and whose turn it is."""
        for seat in leavers:
            if seat in self.out:
                continue  # the doubted seat was pending and discarded its whole pick-up by rule 6
            self.out.append(seat)
            self._log("out", seat, (len(self.out),))
            if len(self.out) == self.game.players - 2:
                self.end_game()  # Rule 8: immediately, so a second empty hand loses
                return
        if self.turns >= self.game.options["max_turns"]:
            self.end_game()  # Rule 8: cut off; a pending seat has lost too
            return
        while coming in self.out:
            coming = self.seat_after(coming)  # Rule 9
        self._player = coming
        self._phase = "turn" if self.board else "declare"

    def end_game(self) -> None:
        self._player, self._phase = OVER, "over"
        self.pending = NOBODY
        self._log("score", NOBODY, tuple(half_points(self.out, self.game.players)))

    # Results ------------------------------------------------------------------------------------

    def scores(self) -> list[float]:
        return [half / 2 for half in half_points(self.out, self.game.players)]

    def _points(self) -> list[float]:
        return self.scores()

    def _shares(self) -> list[float]:
        """The first seat out has won; if none got out before the cut-off, nobody is ahead."""
        players = self.game.players
        if not self.out:
            return [1 / players] * players
        return [float(seat == self.out[0]) for seat in range(players)]

    # Positions ----------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        return {
            "hands": [list(hand) for hand in self.hands],
            "board": [{"seat": seat, "cards": list(cards)} for seat, cards in self.board],
            "number": self.number,
            "player": self._player,
            "out": list(self.out),
            "turns": self.turns,
        }

    def _load_position(self, position: dict[str, Any]) -> None:
        self.hands = [list(hand) for hand in position["hands"]]
        self.board = [(play["seat"], tuple(play["cards"])) for play in position["board"]]
        self.number = position["number"]
        self.out = list(position["out"])
        self.turns = position["turns"]
        self.pending = pending_of(self.hands, self.board, self.out)
        self._player = position["player"]
        self._phase = "turn" if self.board else "lay" if self.number else "declare"

    # Helpers ------------------------------------------------------------------------------------

    def seat_after(self, seat: int) -> int:
        return (seat + 1) % self.game.players

    def flat_board(self) -> list[int]:
        """The whole board in order: for each play its seat, its size and its cards."""
        return [x for seat, cards in self.board for x in (seat, len(cards), *cards)]


def copies_of(values: int, jokers: int) -> tuple[int, ...]:
    """How many cards of each value a deck with these numbers and jokers has."""
    return (jokers, *[FOUR] * values, *[0] * (VALUES - 1 - values))


def fours(hand: list[int]) -> list[int]:
    """Rule 6: the values that a hand holds four times, ascending."""
    return [value for value in NUMBERS if hand.count(value) == FOUR]


def lays_of(hand: list[int]) -> list[int]:
    """The ids of all multisets of one to three cards of a hand, ascending."""
    held = sorted(set(hand))
    count = [hand.count(value) for value in range(VALUES)]
    ids = [LAY_ID[a,] for a in held]
    ids += [LAY_ID[a, b] for i, a in enumerate(held) for b in held[i:] if a != b or count[a] >= 2]
    for i, a in enumerate(held):
        for j, b in enumerate(held[i:], i):
            for c in held[j:]:
                if count[a] >= 1 + (a == b) + (a == c) and count[b] >= 1 + (b == c):
                    ids.append(LAY_ID[a, b, c])
    return ids


def half_points(out: list[int], players: int) -> list[int]:
    """Rule 8 in half points, to keep them whole: hard win 2, soft win 1, loss 0."""
    return [0 if s not in out else 2 if s == out[0] else 1 for s in range(players)]


def pending_of(hands: list[list[int]], board: list[Play], out: list[int]) -> int:
    """Rule 7: the seat of the latest play, if it has no cards left and is not out."""
    if not board or hands[board[-1][0]] or board[-1][0] in out:
        return NOBODY
    return board[-1][0]
