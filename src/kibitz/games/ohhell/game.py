"""Oh Hell as a Game: options, sizes, and checks of deals and positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kibitz.core.cards import card_name, small_deck
from kibitz.core.errors import BadDeal, BadOption, BadPosition
from kibitz.core.game import Game, check_deal_shape
from kibitz.core.options import ANY_CARD, Choice, Flag, Integer, Integers, Option
from kibitz.core.state import Outcome, State
from kibitz.games.ohhell import encode, notation
from kibitz.games.ohhell.position import check_cards, check_position
from kibitz.games.ohhell.rules import (
    DEAL_SHAPE,
    HAND_MAX,
    POSITION_SHAPE,
    ROUNDS_MAX,
    OhHellState,
    default_schedule,
)
from kibitz.games.ohhell.view import OhHellView, see


class OhHell(Game):
    name = "ohhell"
    title = "Oh Hell"
    version = 1
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "players": Integer(4, "the number of players", 2, 5),
        "largest": Integer(None, "largest hand M; 12, or 10 with five players", 1, HAND_MAX, True),
        "schedule": Integers(
            None, "hand size of each round; [8] is one round of 8", 1, HAND_MAX, ROUNDS_MAX
        ),
        "hook": Flag(True, "the dealer may not make the bids add up to the tricks"),
        "trump_lead": Choice("broken", "when trump may be led", ("broken", "free")),
        "miss": Choice("zero", "what a missed bid scores", ("zero", "tricks")),
        "no_trump_rounds": Integer(0, "the number of final rounds without trump", 0, ROUNDS_MAX),
        "turned": Integers(
            None,
            "card turned up in each round; - draws it",
            -1,
            51,
            ROUNDS_MAX,
            cards=True,
        ),
        "suits": Integer(4, "suits in the deck: C, D, H, S", 1, 4, small=True),
        "ranks": Integer(13, "ranks in the deck, from the ace down", 1, 13, small=True),
    }
    PHASES = ("deal", "bid", "play", "over")
    CHANCE_SHAPE = DEAL_SHAPE
    POSITION_SHAPE = POSITION_SHAPE
    num_actions = 65
    ENCODINGS = encode.ENCODINGS

    def __init__(self, engine: str = "python", **options: Any) -> None:
        super().__init__(engine, **options)
        self.players: int = self.options["players"]
        self.deck = small_deck(self.options["suits"], self.options["ranks"])
        most = min(HAND_MAX, (len(self.deck) - 1) // self.players)  # one card is turned up
        if most < 1:
            raise BadOption(f"a deck of {len(self.deck)} cards is too small for this table")
        schedule, largest = self.options["schedule"], self.options["largest"]
        if schedule is not None and largest is not None:
            raise BadOption("give a schedule or the largest hand, not both")
        # A custom schedule leaves M unchanged: a round is encoded the same alone and within a game.
        self.largest: int = largest or most
        self.schedule: tuple[int, ...] = schedule or default_schedule(self.largest)
        if max(self.schedule) > most:
            raise BadOption(f"{self.players} players can be dealt at most {most} cards each")
        if self.options["no_trump_rounds"] > len(self.schedule):
            raise BadOption(f"there are only {len(self.schedule)} rounds to play without trump")
        self.turned: tuple[int, ...] = self.options["turned"] or ()
        if len(self.turned) > len(self.schedule):
            raise BadOption(
                f"turned names {len(self.turned)} cards, but there are {len(self.schedule)} rounds"
            )
        if not set(self.turned) <= {ANY_CARD, *self.deck}:
            raise BadOption(f"the deck of this game has only {len(self.deck)} cards")
        self.max_length = sum(self.players * (1 + size) for size in self.schedule)

    def book(self) -> OhHellState:
        return OhHellState(self)

    def view(self, state: State, seat: int) -> OhHellView:
        return see(self, state, seat)

    def check_outcome(self, state: State, outcome: Outcome) -> Outcome:
        deal = check_deal_shape(self, outcome)
        position = state.position()
        size = self.schedule[position["round"]]
        if [len(hand) for hand in deal["hands"]] != [size] * self.players:
            raise BadDeal(f"this round must deal {size} cards to each of {self.players} seats")
        cards = [*(card for hand in deal["hands"] for card in hand), deal["turned"]]
        check_cards(cards, BadDeal, self.deck)
        self.check_turned(position["round"], deal["turned"], BadDeal)
        if not 0 <= deal["dealer"] < self.players:
            raise BadDeal(f"the dealer must be a seat from 0 to {self.players - 1}")
        if position["dealer"] >= 0 and deal["dealer"] != (position["dealer"] + 1) % self.players:
            raise BadDeal(
                "the deal moves left each round: the dealer is now "
                f"{(position['dealer'] + 1) % self.players}"
            )
        deal["hands"] = [sorted(hand) for hand in deal["hands"]]
        return deal

    def turned_in(self, round_: int) -> int:
        """Return the card that the options turn up in a round; ANY_CARD where it is drawn."""
        return self.turned[round_] if round_ < len(self.turned) else ANY_CARD

    def check_turned(
        self, round_: int, card: int, error: type[BadDeal] | type[BadPosition]
    ) -> None:
        chosen = self.turned_in(round_)
        if chosen not in (ANY_CARD, card):
            raise error(f"the options of this game turn up {card_name(chosen)} in this round")

    def check_position(self, position: Mapping[str, Any]) -> dict[str, Any]:
        return check_position(self, position)

    def action_name(self, action: int) -> str:
        return notation.action_name(self.check_action(action))

    def read_action(self, text: str) -> int:
        return notation.parse_action(text)

    def outcome_name(self, outcome: Outcome) -> str:
        deal = check_deal_shape(self, outcome)
        cards = [*(card for hand in deal["hands"] for card in hand), deal["turned"]]
        check_cards(cards, BadDeal, self.deck)
        return notation.deal_name(deal)

    def read_outcome(self, text: str) -> Outcome:
        return notation.parse_deal(text)
