"""What a blueprint file imports as `bots.base`: the framework that asks five questions.

    MY TURN
      the board is empty:  [A] bluff_first_hand     [B] maximize_first_hand
      otherwise:           [C] should_doubt; if not
                           [D] bluff_regular, where the number is held   [E] maximize_regular

Each answer is exactly True or False. The framework turns the answers into a TurnOutput. A file may
override `play`, `play_first_turn` or `play_regular_turn` and return its own.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

from kibitz.bots.remote.forfeit import FrameworkCall, NotBool
from kibitz.core.coerce import short
from kibitz.games.dubito.events import DubitoEvent
from kibitz.games.dubito.rules import JOKER, LAY_MAX
from kibitz.players.dubito.blueprint.game_data import TurnData, TurnOutput
from kibitz.players.dubito.blueprint.hand import Hand


class BotBase:
    """The base class of a blueprint bot."""

    uncertainty_value = 0.05  # files compare their estimates with it
    _asking = False  # inside one of the five questions
    _must_lay = False  # there is nobody to doubt
    registry: ClassVar[dict[str, type[BotBase]]] = {}  # by class name; subclasses add themselves

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        BotBase.registry[cls.__name__] = cls

    def __init__(self, id: int) -> None:  # noqa: A002 (the blueprint's name)
        self.id = id
        self._rng = random.Random(id)  # noqa: S311 (replaced by one with the game's seed)
        self.cards = Hand((), self._rng)

    # The five questions --------------------------------------------------------------------------

    def bluff_first_hand(self, p: TurnData) -> bool:
        raise NotImplementedError

    def maximize_first_hand(self, p: TurnData) -> bool:
        raise NotImplementedError

    def should_doubt(self, p: TurnData) -> bool:
        raise NotImplementedError

    def bluff_regular(self, p: TurnData) -> bool:
        raise NotImplementedError

    def maximize_regular(self, p: TurnData) -> bool:
        raise NotImplementedError

    # Further overridable methods -----------------------------------------------------------------

    def observe(self, event: DubitoEvent) -> None:
        """Handle an event, at this seat or another."""

    def reset(self) -> None:
        """Start a new game."""
        self.cards = Hand((), self._rng)

    def play(self, p: TurnData) -> TurnOutput:
        return self.play_first_turn(p) if self.is_first_turn(p) else self.play_regular_turn(p)

    def play_first_turn(self, p: TurnData) -> TurnOutput:
        bluff = self._ask(self.bluff_first_hand, p)
        maximize = self._ask(self.maximize_first_hand, p)
        return self.bluff(p, maximize) if bluff else self.play_truthfully(p, maximize)

    def play_regular_turn(self, p: TurnData) -> TurnOutput:
        # The play of a seat that has left the game cannot be doubted: then there is no question.
        if not self._must_lay and self._ask(self.should_doubt, p):
            return self.doubt(p)
        bluff = not self.can_play_truthfully(p) or self._ask(self.bluff_regular, p)
        maximize = self._ask(self.maximize_regular, p)
        return self.bluff(p, maximize) if bluff else self.play_truthfully(p, maximize)

    # Helpers, callable anywhere ------------------------------------------------------------------

    def can_play_truthfully(self, p: TurnData) -> bool:
        return self.cards.has(p.current_number)

    def all_equal(self) -> bool:
        """Whether all cards of the hand have the same value."""
        return self.cards.all_equal()

    def prev_player_started_turn(self, p: TurnData) -> bool:
        """Whether the previous player opened this round, and so chose the number."""
        return p.n_cards_played == p.board_cards

    def is_first_turn(self, p: TurnData) -> bool:
        return p.board_cards == 0

    # How answers become a move; not to be called inside a question -------------------------------

    def bluff(self, p: TurnData, maximize: bool = False) -> TurnOutput:
        """Random cards; when opening also a random number of those in the game."""
        self._forbid_inside_question("bluff")
        cards = self.cards.pick_random(LAY_MAX if maximize else self._rng.randint(1, LAY_MAX))
        number = p.current_number
        if self.is_first_turn(p):
            number = self._rng.choice(p.playing_cards or [1])
        return TurnOutput(False, number, cards)

    def play_truthfully(self, p: TurnData, maximize: bool = False) -> TurnOutput:
        """Cards of the number (when opening, of the most common one): all, or some of them."""
        self._forbid_inside_question("play_truthfully")
        opening = self.is_first_turn(p)
        value = self.cards.most_common() if opening else p.current_number
        held = min(LAY_MAX, self.cards.count(value))
        cards = self.cards.pick(value, held if maximize else self._rng.randint(1, held))
        if opening and value == JOKER:  # only jokers: any number is honest
            value = self._rng.choice(p.playing_cards or [1])
        return TurnOutput(False, value, cards)

    def doubt(self, p: TurnData) -> TurnOutput:
        self._forbid_inside_question("doubt")
        return TurnOutput(True, p.current_number)

    def _ask(self, question: Callable[[TurnData], bool], p: TurnData) -> bool:
        self._asking = True
        try:
            answer: Any = question(p)
        finally:
            self._asking = False
        if type(answer) is not bool:
            name = getattr(question, "__name__", "a question")
            raise NotBool(f"{name} returned {short(answer)}; it must be True or False")
        return bool(answer)

    def _forbid_inside_question(self, name: str) -> None:
        if self._asking:
            raise FrameworkCall(f"{name}() was called inside a question: the framework calls it")
