"""Codepiece as a Game: options, sizes, and checks of deals and positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kibitz.core import shape as shapes
from kibitz.core.cards import small_deck
from kibitz.core.errors import BadDeal, BadOption, BadPosition
from kibitz.core.events import NOBODY
from kibitz.core.game import Game, check_deal_shape
from kibitz.core.options import Flag, Integer, Option
from kibitz.core.state import Outcome, State
from kibitz.games.codepiece import encode, notation
from kibitz.games.codepiece import position as positions
from kibitz.games.codepiece.legal_moves import BID_MAX, CARD
from kibitz.games.codepiece.rules import DEAL_SHAPE, PHASES, POSITION_SHAPE, CodepieceState
from kibitz.games.codepiece.view import CodepieceView, see

DEALS_MAX = 1000
TARGET_MAX = 2 * BID_MAX * DEALS_MAX  # the most that a match can pay


class Codepiece(Game):
    name = "codepiece"
    title = "Codepiece"
    version = 1
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "match": Flag(False, "play a match of several deals instead of one deal"),
        "target": Integer(50, "the sum of payoffs that wins a match", 1, TARGET_MAX),
        "deals": Integer(16, "the maximum number of deals in a match", 1, DEALS_MAX),
        "suits": Integer(4, "suits in the deck: C, D, H, S", 1, 4, small=True),
        "ranks": Integer(13, "ranks in the deck, from the ace down", 1, 13, small=True),
    }
    PHASES = PHASES
    CHANCE_SHAPE: ClassVar[shapes.Shape] = DEAL_SHAPE
    POSITION_SHAPE: ClassVar[shapes.Shape] = POSITION_SHAPE
    num_actions = CARD + 52
    ENCODINGS = encode.ENCODINGS

    def __init__(self, engine: str = "python", **options: Any) -> None:
        super().__init__(engine, **options)
        for name in ("target", "deals"):
            if not self.options["match"] and self.options[name] != self.OPTIONS[name].default:
                raise BadOption(f"{name} needs match=True")
        self.players = 4
        self.deck = small_deck(self.options["suits"], self.options["ranks"])
        if len(self.deck) % 4:
            raise BadOption(f"{len(self.deck)} cards cannot be dealt to four equal hands")
        self.hand = len(self.deck) // 4
        self.deals: int = self.options["deals"] if self.options["match"] else 1
        # Any payoff ends a single deal, so its running total is always 0.
        self.target: int = self.options["target"] if self.options["match"] else 1
        self.max_length = self.deals * (4 + 1 + len(self.deck))

    def book(self) -> State:
        return CodepieceState(self)

    def view(self, state: State, seat: int) -> CodepieceView:
        return see(self, state, seat)

    def side(self, seat: int) -> tuple[int, ...]:
        return (seat % 2, seat % 2 + 2)

    def check_outcome(self, state: State, outcome: Outcome) -> Outcome:
        """Check a deal of 1 to 13 cards per seat; in a match the deal moves to the next dealer."""
        deal = check_deal_shape(self, outcome)
        sizes = {len(hand) for hand in deal["hands"]}
        if len(deal["hands"]) != 4 or len(sizes) != 1 or not 1 <= sizes.pop() <= self.hand:
            raise BadDeal(f"a deal has four hands of equal size, at most {self.hand} cards each")
        cards = [card for hand in deal["hands"] for card in hand]
        positions.check_cards(cards, BadDeal)
        if not set(cards) <= set(self.deck):
            raise BadDeal(f"the deck of this game has only {len(self.deck)} cards")
        if not 0 <= deal["dealer"] < 4:
            raise BadDeal("the dealer must be a seat from 0 to 3")
        last = state.position()["dealer"]
        if last != NOBODY and deal["dealer"] != (last + 1) % 4:
            raise BadDeal(f"the deal moves left (rule 10): the dealer is now {(last + 1) % 4}")
        deal["hands"] = [sorted(hand) for hand in deal["hands"]]
        return deal

    def check_position(self, position: Mapping[str, Any]) -> dict[str, Any]:
        p = positions.check(position, self.deals, self.target)
        if not {c for name in ("hands", "played") for held in p[name] for c in held} <= {
            *self.deck
        }:
            raise BadPosition(f"the deck of this game has only {len(self.deck)} cards")
        return p

    def action_name(self, action: int) -> str:
        return notation.action_name(self.check_action(action))

    def read_action(self, text: str) -> int:
        return notation.parse_action(text)

    def outcome_name(self, outcome: Outcome) -> str:
        return notation.deal_name(check_deal_shape(self, outcome))

    def read_outcome(self, text: str) -> Outcome:
        return notation.parse_deal(text)
