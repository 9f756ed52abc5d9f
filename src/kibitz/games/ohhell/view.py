"""What a seat at Oh Hell may know, and the worlds that fit it.

Hidden are the other hands and the stock (the cards never dealt). Everything else is public. What
play has proved about a hidden hand: a seat that did not follow a suit has none of it; a seat that
led trump before it was broken holds nothing but trump.

History events: ("deal", seat, (dealer, turned, *own hand)), ("action", seat, id),
("score", -1, points of the round a seat).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.assign import assign
from kibitz.core.cards import DECK, suit_of
from kibitz.core.events import Event
from kibitz.core.game import Game, Outcome, State, View
from kibitz.core.rng import Stream
from kibitz.core.shape import unflatten
from kibitz.games.ohhell import encode, notation
from kibitz.games.ohhell.rules import BID, DEAL_SHAPE, trump_of


@dataclass(frozen=True)
class OhHellView(View):
    game: Game = field(repr=False, compare=False)
    seat: int
    player: int
    phase: str
    done: bool
    legal_actions: tuple[int, ...]
    history: tuple[Event, ...] = field(repr=False)
    start: dict[str, Any] | None = field(repr=False)  # a given position, other hands taken out
    round: int
    rounds: int
    hand_size: int  # cards dealt to a seat in this round
    dealer: int
    turned: int
    trump: int  # -1 in a round without trump
    hand: tuple[int, ...]
    played: tuple[tuple[int, ...], ...]
    bids: tuple[int | None, ...]
    tricks: tuple[int, ...]
    leader: int
    trick: tuple[int, ...]
    broken: bool
    totals: tuple[int, ...]

    def encode(self, version: int | str | None = None) -> NDArray[np.float32]:
        return encode.encode(self, version)

    def text(self) -> str:
        return notation.show(self)

    def voids(self) -> list[int]:
        """For each seat a mask of 52 bits: the cards that its play has proved it cannot hold."""
        excluded = [0] * self.game.players
        broken, trick = False, list[int]()
        if self.start is not None and not any(e.kind == "deal" for e in self.history):
            broken, trick = self.start["broken"], list(self.start["trick"])
        for event in self._round_events():
            if event.kind != "action" or not isinstance(event.data, int) or event.data >= BID:
                continue
            card, suit = event.data, suit_of(event.data)
            if trick and suit != suit_of(trick[0]):
                excluded[event.seat] |= _suit_mask(suit_of(trick[0]))
            must_break = self.game.options["trump_lead"] == "broken"
            if not trick and suit == self.trump and not broken and must_break:
                excluded[event.seat] |= ~_suit_mask(self.trump)
            broken |= bool(trick) and suit == self.trump
            trick.append(card)
            if len(trick) == self.game.players:
                trick = []
        return excluded

    def cards_in_order(self) -> list[int]:
        """The cards of this round in the order played, as far as this seat has seen it."""
        return [
            event.data
            for event in self._round_events()
            if event.kind == "action" and isinstance(event.data, int) and event.data < BID
        ]

    def sample(self, rng: Stream) -> tuple[list[Outcome], list[int], dict[str, Any] | None]:
        actions = [int(e.data) for e in self.history if e.kind == "action"]  # type: ignore[arg-type]
        rounds = self._rounds()
        chance = [self._known_deal(deal, events) for deal, events in rounds]
        start = self.start and self.start | {"hands": [list(h) for h in self.start["hands"]]}
        if not self.done and self.phase != "deal":
            others = self._sample_hands(rng)
            last = chance[-1]["hands"] if chance else start["hands"] if start else []
            for seat, cards in others.items():
                last[seat] = sorted([*last[seat], *cards])
        return chance, actions, start

    def _sample_hands(self, rng: Stream) -> dict[int, list[int]]:
        """The cards that the other seats hold now: uniform over what is unseen."""
        seen = {self.turned, *self.hand, *(card for cards in self.played for card in cards)}
        unseen = [card for card in DECK if card not in seen]
        others = [s for s in range(self.game.players) if s != self.seat]
        on_trick = {(self.leader + i) % self.game.players for i in range(len(self.trick))}
        left = self.hand_size - sum(self.tricks)
        sizes = [left - (seat in on_trick) for seat in others]
        voids = self.voids()
        places = [*sizes, len(unseen) - sum(sizes)]  # the last is the stock
        hands = assign(unseen, places, [*(voids[s] for s in others), 0], rng)
        return dict(zip(others, hands, strict=False))

    def _rounds(self) -> list[tuple[Event, list[Event]]]:
        """Each deal of the history with the events that followed it."""
        rounds: list[tuple[Event, list[Event]]] = []
        for event in self.history:
            if event.kind == "deal":
                rounds.append((event, []))
            elif rounds:
                rounds[-1][1].append(event)
        return rounds

    def _round_events(self) -> list[Event]:
        rounds = self._rounds()
        return rounds[-1][1] if rounds else list(self.history)

    def _known_deal(self, deal: Event, events: list[Event]) -> Outcome:
        """A deal as far as this seat knows it: its own hand, and what the others have played."""
        assert isinstance(deal.data, tuple)
        dealer, turned, *own = deal.data
        hands: list[list[int]] = [[] for _ in range(self.game.players)]
        for event in events:
            if event.kind == "action" and isinstance(event.data, int) and event.data < BID:
                hands[event.seat].append(event.data)
        hands[self.seat] = list(own)
        return {"hands": [sorted(hand) for hand in hands], "dealer": dealer, "turned": turned}


def see(game: Game, state: State, seat: int) -> OhHellView:
    """The view of one seat, field by field."""
    p = state.position()
    schedule: tuple[int, ...] = game.schedule  # type: ignore[attr-defined]
    round_ = p["round"]
    between = round_ > 0 and state.phase in ("deal", "over")
    shown = round_ - 1 if between else round_  # a finished round stays on the table
    return OhHellView(
        game=game,
        seat=seat,
        player=state.player,
        phase=state.phase,
        done=state.done,
        legal_actions=tuple(state.legal()) if state.player == seat else (),
        history=tuple(project(event, seat) for event in state.events),
        start=_see_start(state.start, state.events, seat),
        round=round_,
        rounds=len(schedule),
        hand_size=schedule[shown],
        dealer=p["dealer"],
        turned=p["turned"],
        trump=trump_of(p["turned"], shown, len(schedule), game.options["no_trump_rounds"]),
        hand=tuple(p["hands"][seat]),
        played=tuple(tuple(cards) for cards in p["played"]),
        bids=tuple(p["bids"]),
        tricks=tuple(p["tricks"]),
        leader=p["leader"],
        trick=tuple(p["trick"]),
        broken=p["broken"],
        totals=tuple(p["totals"]),
    )


def project(event: Event, seat: int) -> Event:
    """An event as one seat saw it: of a deal only the own hand."""
    if event.kind != "deal":
        return event
    assert isinstance(event.data, tuple)
    deal = unflatten(DEAL_SHAPE, list(event.data))
    return Event("deal", seat, (deal["dealer"], deal["turned"], *deal["hands"][seat]))


def _see_start(
    start: dict[str, Any] | None, events: tuple[Event, ...], seat: int
) -> dict[str, Any] | None:
    """The position that the game began from, with other hands only as far as they were played."""
    if start is None:
        return None
    hands: list[list[int]] = [[] for _ in start["hands"]]
    for event in events:
        if event.kind == "deal":
            break
        if event.kind == "action" and isinstance(event.data, int) and event.data < BID:
            hands[event.seat].append(event.data)
    hands[seat] = start["hands"][seat]
    return start | {"hands": [sorted(hand) for hand in hands]}


def _suit_mask(suit: int) -> int:
    return ((1 << 13) - 1) << (13 * suit) if suit >= 0 else 0
