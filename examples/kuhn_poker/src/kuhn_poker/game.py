"""Kuhn poker as a Game: its sizes, the names of its actions, and the checks of deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kibitz.core import shape as shapes
from kibitz.core.coerce import short
from kibitz.core.errors import BadAction, BadDeal, BadPosition, BadText
from kibitz.core.game import Game, check_deal_shape
from kibitz.core.options import Option
from kibitz.core.state import Outcome, State
from kuhn_poker.rules import BET, CARDS, DEAL_SHAPE, ENDS, PASS, PHASES, POSITION_SHAPE, KuhnState
from kuhn_poker.view import ENCODINGS, KuhnView, see

NAMES = ("pass", "bet")


class KuhnPoker(Game):
    name = "kuhn"
    title = "Kuhn poker"
    version = 1
    OPTIONS: ClassVar[Mapping[str, Option]] = {}
    PHASES = PHASES
    CHANCE_SHAPE = DEAL_SHAPE
    POSITION_SHAPE = POSITION_SHAPE
    ENCODINGS = ENCODINGS
    num_actions = 2

    def __init__(self, engine: str = "python", **options: Any) -> None:
        super().__init__(engine, **options)
        self.players = 2
        self.max_length = 3

    def book(self) -> State:
        return KuhnState(self)

    def view(self, state: State, seat: int) -> KuhnView:
        return see(self, state, seat)

    def check_outcome(self, state: State, outcome: Outcome) -> Outcome:  # noqa: ARG002
        deal = check_deal_shape(self, outcome)
        _check_hands(deal["hands"], BadDeal)
        return deal

    def check_position(self, position: Mapping[str, Any]) -> dict[str, Any]:
        p: dict[str, Any] = shapes.check(POSITION_SHAPE, position, "position", BadPosition)
        if not p["hands"] and not p["bets"]:
            return p  # before the deal
        _check_hands(p["hands"], BadPosition)
        begun = [end[: len(p["bets"])] for end in ENDS if len(p["bets"]) < len(end)]
        if tuple(p["bets"]) not in begun:
            raise BadPosition(f"no game continues after the bets {short(p['bets'])}")
        return p

    def action_name(self, action: int) -> str:
        return NAMES[self.check_action(action)]

    def read_action(self, text: str) -> int:
        word = text.strip().lower()
        if word not in NAMES:
            raise BadAction(f"{short(text)} is not an action; actions are pass and bet")
        return (PASS, BET)[NAMES.index(word)]

    def outcome_name(self, outcome: Outcome) -> str:
        deal = self.check_outcome(self.book(), outcome)
        return "".join(CARDS[hand[0]] for hand in deal["hands"])

    def read_outcome(self, text: str) -> Outcome:
        word = text.strip().upper()
        if len(word) != 2 or any(card not in CARDS for card in word):
            raise BadText(f"a deal is two of J, Q and K, like QK; not {short(text)}")
        return {"hands": [[CARDS.index(card)] for card in word]}


def _check_hands(hands: list[list[int]], error: type[BadDeal] | type[BadPosition]) -> None:
    cards = [card for hand in hands for card in hand]
    if [len(hand) for hand in hands] != [1, 1] or not all(0 <= c < len(CARDS) for c in cards):
        raise error("two hands have one card each, from 0 (jack) to 2 (king)")
    if cards[0] == cards[1]:
        raise error("both hands have the same card")
