"""What a seat at Qwixx may know, and the worlds that fit it.

Dice and sheets are public. The only hidden information is in the white step of the order
`simultaneous`: the decisions of earlier seats, until all have decided. The history therefore omits
other seats' actions in a white step; one reveal at its end shows them all.

History events: ("chance", -1, roll), ("action", seat, id), ("reveal", -1, decisions of the white
step from the active seat on), ("score", -1, the final scores).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kibitz.core.events import Event
from kibitz.core.game import Game
from kibitz.core.rng import Stream
from kibitz.core.state import Outcome, State
from kibitz.core.view import View
from kibitz.games.qwixx import notation
from kibitz.games.qwixx.rules import (
    PASS,
    dice_of,
    score,
    white_marks,
)

UNKNOWN = -1  # a decision in a given position that this seat does not know


@dataclass(frozen=True)
class QwixxView(View):
    active: int
    dice: tuple[int, ...]  # W1 W2 R Y G B; empty before a roll and at the end
    sheets: tuple[tuple[int, ...], ...]  # four rows per seat, one bit per number from the left
    strikes: tuple[int, ...]
    closed: tuple[bool, ...]  # rows in which nobody may mark any more
    marked: bool  # in the colour step: the active player marked the white sum
    pending: int | None  # this seat's own decision, until the others' are known
    scores: tuple[int, ...]

    def text(self) -> str:
        return notation.show(self)

    @property
    def hides(self) -> bool:
        return self.game.options["order"] == "simultaneous" and self.phase == "white"

    def sample(self, rng: Stream) -> tuple[list[Outcome], list[int], dict[str, Any] | None]:
        chance = [event.data for event in self.history if event.kind == "chance"]
        if self.game.options["order"] == "sequential":  # nothing is hidden
            return chance, [_number(e) for e in self.history if e.kind == "action"], self.start
        actions: list[int] = []
        for event, white in _with_step(self.history, self.start):
            if event.kind == "reveal":
                assert isinstance(event.data, tuple)
                actions += event.data
            elif event.kind == "action" and not white:
                actions.append(_number(event))
        actions += self._sample_decisions(rng)
        if self.start is None:
            return chance, actions, None
        # The first decisions are those that the starting position holds.
        given = len(self.start["answers"])
        return chance, actions[given:], self.start | {"answers": actions[:given]}

    def _sample_decisions(self, rng: Stream) -> list[int]:
        """Draw the decisions of earlier seats in this white step, each uniform over its choices."""
        if self.phase != "white":
            return []
        players = self.game.players
        decided = []
        for i in range((self.player - self.active) % players):
            seat = (self.active + i) % players
            if seat == self.seat:
                assert self.pending is not None
                decided.append(self.pending)
            else:
                sheet = list(self.sheets[seat])
                choices = [PASS, *white_marks(sheet, list(self.closed), self.dice)]
                decided.append(choices[rng.below(len(choices))])
        return decided


def see(game: Game, state: State, seat: int) -> QwixxView:
    """Build the view of one seat, field by field."""
    p = state.position()
    hidden = game.options["order"] == "simultaneous"
    place = (seat - p["active"]) % game.players
    decided = hidden and place < len(p["answers"])
    return QwixxView(
        game=game,
        seat=seat,
        player=state.player,
        phase=state.phase,
        done=state.done,
        legal_actions=tuple(state.legal()) if state.player == seat else (),
        history=project(state.events, state.start, seat) if hidden else state.events,
        start=_see_start(game, state.start, seat) if hidden else state.start,
        active=p["active"],
        dice=() if p["dice"] is None else dice_of(p["dice"]),
        sheets=tuple(tuple(sheet) for sheet in p["sheets"]),
        strikes=tuple(p["strikes"]),
        closed=tuple(p["closed"]),
        marked=p["marked"],
        pending=p["answers"][place] if decided else None,
        scores=tuple(score(*of) for of in zip(p["sheets"], p["strikes"], strict=True)),
    )


def project(events: Iterable[Event], start: dict[str, Any] | None, seat: int) -> tuple[Event, ...]:
    """A simultaneous game's events as one seat saw them: only its own decision in a white step."""
    return tuple(
        event
        for event, white in _with_step(events, start)
        if not (white and event.kind == "action" and event.seat != seat)
    )


def _with_step(
    events: Iterable[Event], start: dict[str, Any] | None
) -> Iterable[tuple[Event, bool]]:
    """Each event of a simultaneous game, and whether it fell into a white step (roll to reveal)."""
    white = start is not None and start["step"] == "white"
    for event in events:
        yield event, white
        if event.kind in ("chance", "reveal"):
            white = event.kind == "chance"


def _see_start(game: Game, start: dict[str, Any] | None, seat: int) -> dict[str, Any] | None:
    """The starting position, without what others had decided in its white step."""
    if start is None:
        return None
    place = (seat - start["active"]) % game.players
    answers = [a if i == place else UNKNOWN for i, a in enumerate(start["answers"])]
    return start | {"answers": answers}


def _number(event: Event) -> int:
    assert isinstance(event.data, int)
    return event.data
