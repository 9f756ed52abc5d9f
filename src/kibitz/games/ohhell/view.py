"""What a seat at Oh Hell may know, and the worlds that fit it.

The other hands and the stock (the cards never dealt) are hidden. Everything else is public. Play
proves things about hidden hands: a seat that did not follow a suit has none of it, and a seat that
led trump before it was broken holds nothing but trump.

History events: ("deal", seat, (dealer, turned, *own hand)), ("action", seat, id), ("score", -1,
points of each seat in the round).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kibitz.core.assign import assign
from kibitz.core.cards import suit_of
from kibitz.core.coerce import duplicate
from kibitz.core.events import Event
from kibitz.core.rng import Stream
from kibitz.core.shape import unflatten
from kibitz.core.state import Outcome, State
from kibitz.core.view import Unseen, View
from kibitz.games.ohhell import notation
from kibitz.games.ohhell.position import may_be_broken_before
from kibitz.games.ohhell.rules import BID, DEAL_SHAPE, trump_of

if TYPE_CHECKING:
    from kibitz.games.ohhell.game import OhHell


@dataclass(frozen=True)
class OhHellView(View):
    game: OhHell = field(repr=False, compare=False)
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

    def text(self) -> str:
        return notation.show(self)

    def plays(self) -> list[tuple[int, int, int]]:
        """(place, seat, card) for each play of this round, in order.

        For a round that started in the middle, only what this seat has seen: the current trick of
        the position, and what followed.
        """
        players, start = self.game.players, self._round_start()
        seen, first = [], 0
        if start is not None:
            seen = [((start["leader"] + i) % players, c) for i, c in enumerate(start["trick"])]
            first = players * sum(start["tricks"])
        seen += _cards(self._round_events())
        return [(place, seat, card) for place, (seat, card) in enumerate(seen, first)]

    def voids(self) -> list[int]:
        """For each seat a mask of 52 bits: the cards that its play proves it cannot hold."""
        excluded = [0] * self.game.players
        start, led = self._round_start(), -1
        broken = start is not None and may_be_broken_before(start, self.trump)
        closed = self.game.options["trump_lead"] == "broken"
        for place, seat, card in self.plays():
            suit = suit_of(card)
            if place % self.game.players == 0:
                led = suit
                if closed and suit == self.trump and not broken:
                    excluded[seat] |= ~_suit_mask(suit)  # Rule 4
            else:
                if suit != led:
                    excluded[seat] |= _suit_mask(led)  # Rule 5
                broken |= suit == self.trump
        return excluded

    def sample(self, rng: Stream) -> tuple[list[Outcome], list[int], dict[str, Any] | None]:
        actions = [e.data for e in self.history if e.kind == "action" and isinstance(e.data, int)]
        chance = [self._known_deal(deal, events) for deal, events in self._rounds()]
        start = duplicate(self.start)
        if self.phase in ("bid", "play"):
            hands = chance[-1]["hands"] if chance else start["hands"]
            for seat, cards in self._sample_hands(rng).items():
                hands[seat] = sorted([*hands[seat], *cards])
        return chance, actions, start

    def unseen(self) -> Unseen | None:
        """The cards of the other hands and of the stock, constrained by play."""
        return self._unseen if self.phase in ("bid", "play") else None

    @cached_property
    def _unseen(self) -> Unseen:
        seen = {self.turned, *self.hand, *(card for cards in self.played for card in cards)}
        cards = [card for card in self.game.deck if card not in seen]
        others = [s for s in range(self.game.players) if s != self.seat]
        on_trick = {(self.leader + i) % self.game.players for i in range(len(self.trick))}
        left = self.hand_size - sum(self.tricks)
        sizes = [left - (seat in on_trick) for seat in others]
        voids = self.voids()
        return Unseen(
            cards=tuple(cards),
            seats=tuple(others),
            sizes=(*sizes, len(cards) - sum(sizes)),
            excluded=(*(voids[s] for s in others), 0),
        )

    def _sample_hands(self, rng: Stream) -> dict[int, list[int]]:
        """Draw the cards that the other seats hold now, uniformly over the unseen cards."""
        unseen = self.unseen()
        assert unseen is not None
        hands = assign(unseen.cards, unseen.sizes, unseen.excluded, rng)
        return dict(zip(unseen.seats, hands, strict=False))

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

    def _round_start(self) -> dict[str, Any] | None:
        """The position that this very round started from, if any."""
        return None if any(event.kind == "deal" for event in self.history) else self.start

    def _known_deal(self, deal: Event, events: list[Event]) -> Outcome:
        """A deal as far as this seat knows it: its own hand, and the cards that others have
        played."""
        assert isinstance(deal.data, tuple)
        dealer, turned, *own = deal.data
        hands: list[list[int]] = [[] for _ in range(self.game.players)]
        for seat, card in _cards(events):
            hands[seat].append(card)
        hands[self.seat] = list(own)
        return {"hands": [sorted(hand) for hand in hands], "dealer": dealer, "turned": turned}


def see(game: OhHell, state: State, seat: int) -> OhHellView:
    """Build the view of one seat, field by field."""
    p = state.position()
    schedule = game.schedule
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
    """An event as one seat saw it: a deal shows only the own hand."""
    if event.kind != "deal":
        return event
    assert isinstance(event.data, tuple)
    deal = unflatten(DEAL_SHAPE, list(event.data))
    return Event("deal", seat, (deal["dealer"], deal["turned"], *deal["hands"][seat]))


def _see_start(
    start: dict[str, Any] | None, events: tuple[Event, ...], seat: int
) -> dict[str, Any] | None:
    if start is None:
        return None
    kinds = [event.kind for event in events]
    end = kinds.index("deal") if "deal" in kinds else len(kinds)
    hands: list[list[int]] = [[] for _ in start["hands"]]
    for player, card in _cards(events[:end]):
        hands[player].append(card)
    hands[seat] = start["hands"][seat]
    return start | {"hands": [sorted(hand) for hand in hands]}


def _cards(events: Iterable[Event]) -> Iterator[tuple[int, int]]:
    """(seat, card) of every card played."""
    for event in events:
        if event.kind == "action" and isinstance(event.data, int) and event.data < BID:
            yield event.seat, event.data


def _suit_mask(suit: int) -> int:
    return ((1 << 13) - 1) << (13 * suit)
