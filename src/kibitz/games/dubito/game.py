"""Dubito as a Game: options, sizes, and checks of deals and positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from kibitz.core import shape as shapes
from kibitz.core.errors import BadDeal, BadOption, BadPosition
from kibitz.core.game import Game, check_deal_shape
from kibitz.core.options import Choice, Integer, Option
from kibitz.core.state import OVER, Outcome, State
from kibitz.games.dubito import encode, notation
from kibitz.games.dubito.rules import (
    COPIES,
    DEAL_SHAPE,
    JOKER,
    LAY,
    LAY_MAX,
    LAYS,
    NUM_ACTIONS,
    POSITION_SHAPE,
    VALUES,
    DubitoState,
    copies_of,
    fours,
)
from kibitz.games.dubito.view import DubitoView, see

PLAYERS_MIN, PLAYERS_MAX = 3, 8
TURNS_MAX = 100_000  # for the option max_turns; the record of such a long game is still readable


class Dubito(Game):
    name = "dubito"
    title = "Dubito"
    version = 1
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "players": Integer(4, "the number of players", PLAYERS_MIN, PLAYERS_MAX),
        "exit": Choice(
            "challenge",
            "whether the play that empties a hand can still be doubted",
            ("challenge", "immediate"),
        ),
        "max_turns": Integer(1000, "turns after which all remaining players lose", 1, TURNS_MAX),
        "values": Integer(13, "numbers in the deck, from 1", 1, VALUES - 1, small=True),
        "jokers": Integer(2, "jokers in the deck", 0, COPIES[JOKER], small=True),
    }
    PHASES = ("deal", "declare", "lay", "turn", "over")
    CHANCE_SHAPE = DEAL_SHAPE
    POSITION_SHAPE = POSITION_SHAPE
    num_actions = NUM_ACTIONS
    ENCODINGS = encode.ENCODINGS

    def __init__(self, engine: str = "python", **options: Any) -> None:
        super().__init__(engine, **options)
        self.players: int = self.options["players"]
        values = self.options["values"]
        self.numbers = range(1, values + 1)  # what can be declared
        self.copies = copies_of(values, self.options["jokers"])
        self.deck = tuple(value for value in range(VALUES) for _ in range(self.copies[value]))
        if len(self.deck) < 2 * self.players:  # with two cards each, a deal without four exists
            raise BadOption(
                f"a deck of {len(self.deck)} cards is too small for {self.players} players"
            )
        # A turn is one action, or two when opening, and a doubt lies between two openings.
        turns: int = self.options["max_turns"]
        self.max_length = turns + (turns + 1) // 2

    def book(self) -> State:
        return DubitoState(self)

    def view(self, state: State, seat: int) -> DubitoView:
        return see(self, state, seat)

    def seen(self, state: State, action: int, seat: int) -> int:
        """Another seat's lay shows only its number of cards."""
        if action < LAY or seat == state.player:
            return action
        return self.num_actions + len(LAYS[action - LAY])

    def check_outcome(self, _state: State, outcome: Outcome) -> Outcome:
        """Check rule 1; hands may be short and of any size, but not empty."""
        deal = check_deal_shape(self, outcome)
        if len(deal["hands"]) != self.players:
            raise BadDeal(f"a deal needs one hand for each of {self.players} seats")
        deal["hands"] = [sorted(hand) for hand in deal["hands"]]
        self._check_cards([card for hand in deal["hands"] for card in hand], BadDeal)
        for seat, hand in enumerate(deal["hands"]):
            if not hand:
                raise BadDeal(f"seat {seat} is dealt no card")
            if fours(hand):
                raise BadDeal(f"seat {seat} is dealt four of {fours(hand)[0]}: deal again")
        return deal

    def check_position(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """Check what holds in every position before the end; cards may be missing from the game."""
        p: dict[str, Any] = shapes.check(POSITION_SHAPE, position, "position", BadPosition)
        if p["player"] == OVER:
            raise BadPosition("the game is over in this position")
        if len(p["hands"]) != self.players:
            raise BadPosition(f"hands needs one entry for each of {self.players} seats")
        p["hands"] = [sorted(hand) for hand in p["hands"]]
        for play in p["board"]:
            play["cards"] = sorted(play["cards"])
            self._check_seat(play["seat"], "the seat of a play")
            if not 1 <= len(play["cards"]) <= LAY_MAX:
                raise BadPosition(f"a play has 1 to {LAY_MAX} cards")
        hands, plays = p["hands"], [play["cards"] for play in p["board"]]
        self._check_cards([card for cards in hands + plays for card in cards], BadPosition)
        least, most = int(bool(plays)), self.numbers[-1]
        if not least <= p["number"] <= most:
            raise BadPosition(f"the number must be from {least} to {most} here")
        # A declared number waits for its cards; a play is a finished turn.
        if not len(plays) <= p["turns"] < self.options["max_turns"]:
            raise BadPosition(
                f"turns must be from {len(plays)}, the plays on the board, "
                f"to {self.options['max_turns'] - 1}"
            )
        self._check_out(p)
        self._check_hands(p)
        self._check_order(p)
        return p

    def _check_cards(self, cards: list[int], error: type[BadDeal] | type[BadPosition]) -> None:
        for value, count in Counter(cards).items():
            if not 0 <= value < VALUES:
                raise error(f"a card must be a value from 0 (joker) to {VALUES - 1}, not {value}")
            if count > self.copies[value]:
                raise error(
                    f"the deck has {self.copies[value]} cards of value {value}, not {count}"
                )

    def _check_seat(self, seat: int, what: str) -> None:
        if not 0 <= seat < self.players:
            raise BadPosition(f"{what} must be from 0 to {self.players - 1}, not {seat}")

    def _check_out(self, p: dict[str, Any]) -> None:
        for seat in p["out"]:
            self._check_seat(seat, "a seat that is out")
        if len(set(p["out"])) != len(p["out"]):
            raise BadPosition("a seat can go out only once")
        if len(p["out"]) > self.players - PLAYERS_MIN:
            raise BadPosition("with two players left the game is over")
        # Seats that went out in this round did so in the order of their last plays, after all
        # others.
        lasts = {play["seat"]: i for i, play in enumerate(p["board"])}
        order = [lasts.get(seat, -1) for seat in p["out"]]
        if order != sorted(order):
            raise BadPosition("seats must go out in the order of their last plays")

    def _check_hands(self, p: dict[str, Any]) -> None:
        """Rules 6 and 7: check which hands may be empty, and that none has kept four of a kind."""
        latest = p["board"][-1]["seat"] if p["board"] else None
        for seat, hand in enumerate(p["hands"]):
            if seat in p["out"]:
                if hand:
                    raise BadPosition(f"seat {seat} is out but holds cards")
            elif not hand and (seat != latest or self.options["exit"] == "immediate"):
                raise BadPosition(f"seat {seat} has no cards and should be out")
            laid = [c for play in p["board"] if play["seat"] == seat for c in play["cards"]]
            if fours(hand + laid):
                raise BadPosition(
                    f"seat {seat} started this round with four of {fours(hand + laid)[0]}, "
                    "which leave the game at the end of a turn"
                )
        if latest in p["out"] and self.options["exit"] == "challenge":
            raise BadPosition(f"seat {latest} has just played, so it cannot be out yet")

    def _check_order(self, p: dict[str, Any]) -> None:
        """Rule 9: plays follow clockwise, skipping only seats that are out."""
        self._check_seat(p["player"], "player")
        seats = [*(play["seat"] for play in p["board"]), p["player"]]
        for i in range(1, len(seats)):
            seat = (seats[i - 1] + 1) % self.players
            while seat != seats[i]:
                if seat not in p["out"] or seat in seats[i:]:
                    raise BadPosition(f"seat {seat} was skipped between two turns of this round")
                seat = (seat + 1) % self.players
        if p["player"] in p["out"]:
            raise BadPosition(f"seat {p['player']} is out and cannot be the player")

    def action_name(self, action: int) -> str:
        return notation.action_name(self.check_action(action))

    def read_action(self, text: str) -> int:
        return notation.parse_action(text)

    def outcome_name(self, outcome: Outcome) -> str:
        return notation.deal_name(check_deal_shape(self, outcome))

    def read_outcome(self, text: str) -> Outcome:
        return notation.parse_deal(text)
