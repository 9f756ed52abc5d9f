"""A blueprint bot at a seat of Kibitz: a View in, five answers, an action out.

The engine asks for an opening in two steps, the number and then the cards; the blueprint answers
both at once, so the second half is kept for the next question. Events arrive in the blueprint's
vocabulary as they happen, with `self.cards` up to date. Every game has a fresh bot, so that games
replay independently.
"""

from __future__ import annotations

import random
import types
from typing import Any

from kibitz.bots.bot import Bot
from kibitz.bots.remote.forfeit import BadAnswer, CardsNotHeld, IllegalMove
from kibitz.core.coerce import as_int, items, short
from kibitz.core.events import Event
from kibitz.core.game import Game
from kibitz.core.view import View
from kibitz.games.dubito.rules import DECLARE, DOUBT, LAY_ID, LAY_MAX, NUMBERS
from kibitz.games.dubito.view import DubitoView
from kibitz.players.dubito.blueprint.base import BotBase
from kibitz.players.dubito.blueprint.follower import Follower
from kibitz.players.dubito.blueprint.game_data import TurnData, TurnOutput
from kibitz.players.dubito.blueprint.hand import Hand
from kibitz.players.dubito.blueprint.names import OWN_RANDOM


class BlueprintBot(Bot):
    """Wraps a blueprint bot."""

    plays = ("dubito",)

    def __init__(self, kind: type[BotBase], own_random: types.ModuleType | None = None) -> None:
        self.player_type = kind
        self._random = own_random
        self.player: BotBase | None = None

    @property
    def class_name(self) -> str:
        return self.player_type.__name__

    def start(self, game: Game, seat: int, seed: int) -> None:
        super().start(game, seat, seed)
        if self._random is not None:
            self._random.seed(self.rng.word())
        rng = random.Random(self.rng.word())  # noqa: S311 (cards, not secrets)
        player = self.player_type(seat)
        player._rng = rng
        player.reset()
        self.player = player
        self._follower = Follower(seat)
        self._observed = 0  # events of the history passed on
        self._lay: int | None = None  # the second half of an opening

    def choose(self, view: View) -> int:
        assert isinstance(view, DubitoView)
        if view.phase == "lay" and self._lay is not None:
            action, self._lay = self._lay, None
            return action
        player, turn = self.player, turn_data(view)
        assert player is not None
        if view.start is not None and self._observed == 0:
            self._follower.begin_at(view.start)
        for event in view.history[self._observed :]:  # what nobody has passed on
            self._pass_on(event)
        return self._action(view, self._ask(view, player, turn))

    def observe(self, event: Event) -> None:
        """Pass an event on. Before a given position is known, the next `choose` does so."""
        if self._observed > 0 or event.kind == "deal":
            self._pass_on(event)

    def _pass_on(self, event: Event) -> None:
        self._observed += 1
        player, happened = self.player, self._follower.follow(event)
        assert player is not None
        if happened is not None:
            player.cards = Hand(self._follower.hand, player._rng)
            player.observe(happened)

    def _ask(self, view: DubitoView, player: BotBase, turn: TurnData) -> TurnOutput:
        player._must_lay = view.phase == "turn" and DOUBT not in view.legal_actions
        player.cards = Hand(view.hand, player._rng)
        output: Any = player.play(turn)
        if player._must_lay and isinstance(output, TurnOutput) and output.doubt is True:
            # Rule 7, immediate: there is nobody to doubt. The framework asks for a play.
            player.cards = Hand(view.hand, player._rng)
            output = BotBase.play_regular_turn(player, turn)
        if not isinstance(output, TurnOutput):
            raise BadAnswer(f"play returned {short(output)}, not a TurnOutput")
        return output

    def _action(self, view: DubitoView, output: TurnOutput) -> int:
        if type(output.doubt) is not bool:
            raise BadAnswer(f"TurnOutput.doubt is {short(output.doubt)}, not True or False")
        if output.doubt:
            if DOUBT not in view.legal_actions:
                raise IllegalMove("it doubted while the board was empty")
            return DOUBT
        lay = lay_of(view.hand, output.cards)
        number = as_int(output.number)
        if view.phase != "declare":
            # None and 0 mean the number of the round. An opening whose number a given position has
            # declared accepts any cards.
            meant = output.number is None or number in (view.number, 0)
            if view.phase == "turn" and not meant:
                raise IllegalMove(
                    f"it claimed {short(output.number)}, but this round's number is {view.number}"
                )
            return lay
        if number is None or number not in NUMBERS:
            raise IllegalMove(f"it declared {short(output.number)}; numbers must be 1 to 13")
        self._lay = lay
        return DECLARE + number - 1

    def explain(self) -> dict[str, Any]:
        return {"bot": self.class_name}


def lay_of(hand: tuple[int, ...], claimed: object) -> int:
    """The action that plays these cards, which the hand must hold."""
    cards = [as_int(card) for card in items(claimed) or ()]
    numbers = sorted(card for card in cards if card is not None)
    if len(numbers) != len(cards) or not 1 <= len(cards) <= LAY_MAX:
        raise IllegalMove(f"it played {short(claimed)}; a play must have one to three cards")
    if any(hand.count(card) < numbers.count(card) for card in numbers):
        raise CardsNotHeld(f"it played {numbers}, which it does not hold: its hand is {list(hand)}")
    return LAY_ID[tuple(numbers)]


def turn_data(view: DubitoView) -> TurnData:
    """A view in the vocabulary of both generations of the blueprint."""
    me, players, sizes = view.seat, view.stats(), view.hand_sizes
    active = [seat for seat in range(view.game.players) if seat not in view.out]
    place = active.index(me)
    previous = view.board[-1].seat if view.board else active[place - 1]
    following = active[(place + 1) % len(active)]
    return TurnData(
        board_cards=sum(play.size for play in view.board),
        playing_cards=list(view.playing_cards),
        current_number=view.number if view.board else 0,
        n_cards_played=view.board[-1].size if view.board else 0,
        streak=view.streak,
        n_players=len(active),
        my_n_cards=sizes[me],
        me=players[me],
        prev=players[previous],
        next=players[following],
        my_cards=list(view.hand),
        player_card_counts=dict(enumerate(sizes)),
        my_player_id=me,
        prev_player_id=previous,
        next_player_id=following,
        history=view.events(),
    )


def own_random(module: types.ModuleType) -> types.ModuleType | None:
    """The copy of `random` that a file received."""
    found: types.ModuleType | None = module.__dict__["__builtins__"].get(OWN_RANDOM)
    return found
