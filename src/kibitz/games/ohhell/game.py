"""Oh Hell as a Game: its options, its sizes, and the checks of deals and positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kibitz.core import shape as shapes
from kibitz.core.errors import BadDeal, BadOption, BadPosition
from kibitz.core.game import Game, Outcome, State, check_deal_shape
from kibitz.core.options import Choice, Flag, Integer, Integers, Option
from kibitz.games.ohhell import encode, notation
from kibitz.games.ohhell.rules import (
    DEAL_SHAPE,
    HAND_MAX,
    POSITION_SHAPE,
    OhHellState,
    default_schedule,
)
from kibitz.games.ohhell.view import OhHellView, see

ROUNDS_MAX = 64


class OhHell(Game):
    name = "ohhell"
    title = "Oh Hell"
    version = 1
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "players": Integer(4, "how many play", 2, 5),
        "largest": Integer(None, "largest hand M; 12, or 10 with five players", 1, HAND_MAX, True),
        "schedule": Integers(
            None, "hand size of each round; [8] is one round of 8", 1, HAND_MAX, ROUNDS_MAX
        ),
        "hook": Flag(True, "the dealer may not make the bids add up to the tricks"),
        "trump_lead": Choice("broken", "when trump may be led", ("broken", "free")),
        "miss": Choice("zero", "what a missed bid scores", ("zero", "tricks")),
        "no_trump_rounds": Integer(0, "so many rounds at the end have no trump", 0, ROUNDS_MAX),
    }
    PHASES = ("deal", "bid", "play", "over")
    CHANCE_SHAPE = DEAL_SHAPE
    POSITION_SHAPE = POSITION_SHAPE
    num_actions = 65

    def __init__(self, engine: str = "python", **options: Any) -> None:
        super().__init__(engine, **options)
        self.players: int = self.options["players"]
        most = min(HAND_MAX, 51 // self.players)
        schedule, largest = self.options["schedule"], self.options["largest"]
        if schedule is not None and largest is not None:
            raise BadOption("give a schedule or the largest hand, not both")
        self.schedule: tuple[int, ...] = schedule or default_schedule(largest or most)
        if max(self.schedule) > most:
            raise BadOption(f"{self.players} players can be dealt at most {most} cards each")
        if self.options["no_trump_rounds"] > len(self.schedule):
            raise BadOption(f"there are only {len(self.schedule)} rounds to play without trump")
        self.observation_size = encode.SIZE
        self.max_length = sum(self.players * (1 + size) for size in self.schedule)

    @property
    def largest(self) -> int:
        """The largest hand M of the schedule in use."""
        return max(self.schedule)

    def book(self) -> State:
        return OhHellState(self)

    def view(self, state: State, seat: int) -> OhHellView:
        return see(self, state, seat)

    def check_outcome(self, state: State, outcome: Outcome) -> Outcome:
        deal = check_deal_shape(self, outcome)
        position = state.position()
        size = self.schedule[position["round"]]
        if [len(hand) for hand in deal["hands"]] != [size] * self.players:
            raise BadDeal(f"this round deals {size} cards to each of {self.players} seats")
        cards = [*(card for hand in deal["hands"] for card in hand), deal["turned"]]
        _check_cards(cards, BadDeal)
        if not 0 <= deal["dealer"] < self.players:
            raise BadDeal(f"the dealer is a seat from 0 to {self.players - 1}")
        if position["dealer"] >= 0 and deal["dealer"] != (position["dealer"] + 1) % self.players:
            raise BadDeal(
                "the deal moves left each round: the dealer is "
                f"{(position['dealer'] + 1) % self.players} now"
            )
        deal["hands"] = [sorted(hand) for hand in deal["hands"]]
        return deal

    def check_position(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """Rules that every position in the middle of a round keeps; hands may be short."""
        p: dict[str, Any] = shapes.check(POSITION_SHAPE, position, "position", BadPosition)
        players = self.players
        if not 0 <= p["round"] < len(self.schedule):
            raise BadPosition(f"round must be from 0 to {len(self.schedule) - 1}")
        for name in ("hands", "played", "bids", "tricks", "totals"):
            if len(p[name]) != players:
                raise BadPosition(f"{name} needs one entry for each of {players} seats")
        for name in ("dealer", "leader"):
            if not 0 <= p[name] < players:
                raise BadPosition(f"{name} must be a seat from 0 to {players - 1}")
        for name in ("hands", "played"):
            p[name] = [sorted(cards) for cards in p[name]]
        _check_cards(
            [c for name in ("hands", "played") for cards in p[name] for c in cards] + [p["turned"]],
            BadPosition,
        )
        size = self.schedule[p["round"]]
        if any(t < 0 for t in p["tricks"]) or any(not 0 <= t < 1 << 15 for t in p["totals"]):
            raise BadPosition("tricks and totals are not negative")
        if any(b is not None and not 0 <= b <= size for b in p["bids"]):
            raise BadPosition(f"bids are from 0 to {size}")
        self._check_turns(p, size)
        return p

    def _check_turns(self, p: dict[str, Any], size: int) -> None:
        players = self.players
        order = [(p["dealer"] + 1 + i) % players for i in range(players)]
        made = [p["bids"][seat] is not None for seat in order]
        if made != sorted(made, reverse=True):
            raise BadPosition("bids are made in turn from the dealer's left")
        if not all(made):
            if p["trick"] or any(p["tricks"]) or p["leader"] != order[0]:
                raise BadPosition("no card is played before all have bid; the dealer's left leads")
        elif self.options["hook"] and sum(p["bids"]) == size:
            raise BadPosition("the bids add up to the tricks, which the dealer may not make them")
        if len(p["trick"]) >= players:
            raise BadPosition("the current trick is complete")
        on_trick = [(p["leader"] + i) % players for i in range(len(p["trick"]))]
        for seat, card in zip(on_trick, p["trick"], strict=True):
            if card not in p["played"][seat]:
                raise BadPosition("the cards of the current trick are in `played` of their seats")
        left = size - sum(p["tricks"])
        if left < 1 or any(
            len(hand) != left - (seat in on_trick) for seat, hand in enumerate(p["hands"])
        ):
            raise BadPosition(
                f"with {sum(p['tricks'])} tricks taken of {size} each seat holds "
                f"{left} cards, one less if it has played to the current trick"
            )

    def action_name(self, action: int) -> str:
        return notation.action_name(self.check_action(action))

    def parse_action(self, text: str) -> int:
        return notation.parse_action(text)

    def outcome_name(self, outcome: Outcome) -> str:
        return notation.deal_name(check_deal_shape(self, outcome))

    def parse_outcome(self, text: str) -> Outcome:
        return notation.parse_deal(text)


def _check_cards(cards: list[int], error: type[BadDeal] | type[BadPosition]) -> None:
    if any(not 0 <= card < 52 for card in cards):
        raise error("a card is a number from 0 to 51")
    if len(set(cards)) != len(cards):
        raise error("a card is there twice")
