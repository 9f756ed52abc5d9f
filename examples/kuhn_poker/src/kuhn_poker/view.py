"""What one seat of Kuhn poker may know: its card, the bets, and at a showdown both cards.

The encoding v1: the own card (3 numbers, one of them 1), the seat (2), and for each of three
actions whether it was a pass or a bet (2 each, both 0 before it).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core.encoding import Encoding, Observation
from kibitz.core.events import NOBODY, Event
from kibitz.core.rng import Stream
from kibitz.core.state import Outcome, State
from kibitz.core.view import View
from kuhn_poker.rules import CARDS

if TYPE_CHECKING:
    from kuhn_poker.game import KuhnPoker

SIZE = len(CARDS) + 2 + 3 * 2


@dataclass(frozen=True)
class KuhnView(View):
    game: KuhnPoker
    hand: tuple[int, ...]  # one card; none before the deal
    bets: tuple[int, ...]

    def text(self) -> str:
        card = f"You hold the {CARDS[self.hand[0]]}." if self.hand else "No card is dealt yet."
        bets = ", ".join(self.game.action_name(action) for action in self.bets) or "none yet"
        return f"{card}\nActions: {bets}."

    def sample(self, rng: Stream) -> tuple[list[Outcome], list[int], dict[str, Any] | None]:
        """The other card is one of the two that this seat does not hold, unless it was shown."""
        since = [event.data for event in self.history if event.kind == "action"]
        actions = [action for action in since if isinstance(action, int)]
        if self.start is None and not self.hand:
            return [], [], None
        hands = self._hands(rng)
        if self.start is None or (not self.start["bets"] and "hands" not in self.start):
            return [{"hands": hands}], actions, None
        return [], actions, {"hands": hands, "bets": list(self.start["bets"])}

    def _hands(self, rng: Stream) -> list[list[int]]:
        for event in self.history:
            if event.kind == "reveal" and isinstance(event.data, tuple):
                return [[card] for card in event.data]
        others = [card for card in range(len(CARDS)) if card not in self.hand]
        other = others[rng.below(len(others))]
        hands = [list(self.hand), [other]]
        return hands if self.seat == 0 else hands[::-1]


def encode(view: KuhnView) -> Observation:
    """Write the encoding v1."""
    code = np.zeros(SIZE, dtype=np.float32)
    for card in view.hand:
        code[card] = 1
    code[len(CARDS) + view.seat] = 1
    for place, action in enumerate(view.bets):
        code[len(CARDS) + 2 + 2 * place + action] = 1
    return code


ENCODINGS = {"v1": Encoding(SIZE, encode)}


def see(game: KuhnPoker, state: State, seat: int) -> KuhnView:
    """The view of one seat, field by field."""
    p = state.position()
    start = state.start
    known = None
    if start is not None:
        known = {"hands": start["hands"][seat : seat + 1], "bets": list(start["bets"])}
    return KuhnView(
        game=game,
        seat=seat,
        player=state.player,
        phase=state.phase,
        done=state.done,
        legal_actions=tuple(state.legal()) if state.player == seat else (),
        history=tuple(_project(event, seat) for event in state.events),
        start=known,
        hand=tuple(p["hands"][seat]) if p["hands"] else (),
        bets=tuple(p["bets"]),
    )


def _project(event: Event, seat: int) -> Event:
    """A deal with the own card only; everything else is public."""
    if event.kind != "deal" or not isinstance(event.data, tuple):
        return event
    return Event("deal", NOBODY, (event.data[seat],))
