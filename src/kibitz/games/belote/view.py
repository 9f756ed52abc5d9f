"""What a seat at Belote may know, and the worlds that fit it.

The other hands are hidden; those of a void deal stay hidden for good. Everything else is public,
including the set of cards of a short deal. deduce.py derives what play proves about hidden hands.

History events: ("deal", seat, (dealer, *own hand)), ("action", seat, id), ("reveal", -1, cards of a
short deal), ("reveal", seat, (king or queen of trump,)) for the announcement of belote, and
("score", -1, (score NS, score EW, card points NS, card points EW, tricks NS, tricks EW)) at the end
of a deal.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from kibitz.core.events import NOBODY, Event
from kibitz.core.game import Game
from kibitz.core.rng import Stream
from kibitz.core.shape import unflatten
from kibitz.core.state import CHANCE, Outcome, State
from kibitz.core.view import Unseen, View
from kibitz.games.belote import notation
from kibitz.games.belote.cards import DECK, card_points
from kibitz.games.belote.deduce import SeenDeal
from kibitz.games.belote.rules import BID, COINCHE, DEAL_SHAPE, PASS, trump_of


@dataclass(frozen=True)
class BeloteView(View):
    deals: int  # finished
    totals: tuple[int, ...]  # score of NS and EW
    dealer: int
    deck: tuple[int, ...]  # the cards of this deal, ascending
    dealt: tuple[int, ...]  # the own hand as dealt, or as in the given position
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    calls: tuple[tuple[int, int], ...]  # the auction: (seat, bid) in order
    bid: int
    bidder: int
    coinche: int
    passes: int
    trump: int  # the suit of the last bid, -1 without one
    leader: int
    trick: tuple[int, ...]
    played: tuple[tuple[int, ...], ...]  # each seat's cards of this deal, in the order played
    won: tuple[tuple[int, ...], ...]  # the cards in the tricks of NS and of EW
    tricks: tuple[int, ...]  # of NS and EW
    points: tuple[int, ...]  # of NS and EW; includes the last trick's bonus once it is won
    belote: int  # the seat that announced it, or -1

    def text(self) -> str:
        return notation.show(self)

    @property
    def contract(self) -> bool:
        """Whether the auction of this deal ended with a contract."""
        return self.leader != NOBODY

    def deal(self) -> SeenDeal | None:
        """The deal on the table as this seat saw it, not to be changed; None while one is
        pending."""
        return self._deal

    def excluded(self) -> list[int]:
        """For each seat a mask of 32 bits: the cards that its play proves it does not hold."""
        return list(self._excluded)

    def unseen(self) -> Unseen | None:
        """The cards of the other hands, constrained by play and the announcement."""
        return self._unseen

    # A searcher, its belief and the belief's encoding ask several times.

    @functools.cached_property
    def _deal(self) -> SeenDeal | None:
        return None if self.phase == "deal" else seen_deals(self.seat, self.start, self.history)[-1]

    @functools.cached_property
    def _excluded(self) -> list[int]:
        deal = self.deal()
        return [0] * 4 if deal is None else deal.excluded()

    @functools.cached_property
    def _unseen(self) -> Unseen | None:
        deal = None if self.done else self.deal()
        if deal is None:
            return None
        others = [seat for seat in range(4) if seat != self.seat]
        sizes, excluded = deal.sizes(), self._excluded
        return Unseen(
            cards=tuple(deal.hidden()),
            seats=tuple(others),
            sizes=tuple(sizes[seat] for seat in others),
            excluded=tuple(excluded[seat] for seat in others),
        )

    def sample(self, rng: Stream) -> tuple[list[Outcome], list[int], dict[str, Any] | None]:
        deals = seen_deals(self.seat, self.start, self.history)
        start = None
        if self.start is not None:
            start = {name: value for name, value in self.start.items() if name != "deck"}
            if start["player"] != CHANCE:
                start["hands"] = deals.pop(0).sample(rng)
        chance = [{"hands": deal.sample(rng), "dealer": deal.dealer} for deal in deals]
        actions = [e.data for e in self.history if e.kind == "action" and isinstance(e.data, int)]
        return chance, actions, start


def see(game: Game, state: State, seat: int) -> BeloteView:
    """Build the view of one seat, field by field."""
    p = state.position()
    history = tuple(project(event, seat) for event in state.events)
    start = _see_start(state.start, seat)
    deal = None if state.phase == "deal" else seen_deals(seat, start, history)[-1]
    points = [card_points(won, trump_of(p["bid"])) for won in p["won"]]
    if state.done and deal is not None:
        points = [int(x) for x in history[-1].data[2:4]]  # type: ignore[index]
    plays = deal.all_plays() if deal else []
    return BeloteView(
        game=game,
        seat=seat,
        player=state.player,
        phase=state.phase,
        done=state.done,
        legal_actions=tuple(state.legal()) if state.player == seat else (),
        history=history,
        start=start,
        deals=p["deals"],
        totals=tuple(p["totals"]),
        dealer=p["dealer"],
        deck=tuple(deal.deck) if deal else (),
        dealt=tuple(deal.dealt()) if deal else (),
        hand=tuple(p["hands"][seat]),
        hand_sizes=tuple(len(hand) for hand in p["hands"]),
        calls=tuple(deal.calls) if deal else (),
        bid=p["bid"],
        bidder=p["bidder"],
        coinche=p["coinche"],
        passes=p["passes"],
        trump=trump_of(p["bid"]),
        leader=p["leader"],
        trick=tuple(p["trick"]),
        played=tuple(tuple(card for s, card in plays if s == other) for other in range(4)),
        won=tuple(tuple(cards) for cards in p["won"]),
        tricks=tuple(len(cards) // 4 for cards in p["won"]),
        points=tuple(points),
        belote=p["belote"],
    )


def project(event: Event, seat: int) -> Event:
    """An event as one seat saw it: a deal shows only the own hand."""
    if event.kind != "deal":
        return event
    assert isinstance(event.data, tuple)
    deal = unflatten(DEAL_SHAPE, list(event.data))
    return Event("deal", seat, (deal["dealer"], *deal["hands"][seat]))


def seen_deals(
    seat: int, start: dict[str, Any] | None, history: tuple[Event, ...]
) -> list[SeenDeal]:
    """Each deal of a history with its events; a given position counts as the first."""
    deals = []
    if start is not None and start["player"] != CHANCE:
        deals.append(_deal_of_start(seat, start))
    for event in history:
        data = event.data
        if event.kind == "deal":
            assert isinstance(data, tuple)
            deals.append(SeenDeal(seat, data[0], list(data[1:]), list(DECK)))
        elif event.kind == "reveal" and event.seat == NOBODY:
            assert isinstance(data, tuple)
            deals[-1].deck = list(data)
        elif event.kind == "reveal":
            deals[-1].announcer = event.seat
        elif event.kind == "action" and isinstance(data, int):
            _note_action(deals[-1], event.seat, data)
    return deals


def _note_action(deal: SeenDeal, seat: int, action: int) -> None:
    if action < BID:
        deal.plays.append((seat, action))
        return
    bid = action - BID
    deal.calls.append((seat, bid))
    if PASS < bid < COINCHE:
        deal.bid = bid


def _deal_of_start(seat: int, start: dict[str, Any]) -> SeenDeal:
    leader = start["leader"]
    return SeenDeal(
        seat,
        start["dealer"],
        own=list(start["hands"][seat]),
        deck=list(start["deck"]),
        start_trick=[((leader + i) % 4, card) for i, card in enumerate(start["trick"])],
        start_won=[card for won in start["won"] for card in won],
        bid=start["bid"],
        calls=_calls_of_start(start),
        announcer=start["belote"],
    )


def _calls_of_start(start: dict[str, Any]) -> list[tuple[int, int]]:
    """The calls that can be inferred from a position in the auction: last bid, coinche, passes."""
    if start["leader"] != NOBODY:
        return []
    last = start["player"] - 1 - start["passes"]
    calls = [] if start["bid"] == PASS else [(start["bidder"], start["bid"])]
    calls += [(last % 4, COINCHE)] * start["coinche"]
    return calls + [((last + 1 + i) % 4, PASS) for i in range(start["passes"])]


def _see_start(start: dict[str, Any] | None, seat: int) -> dict[str, Any] | None:
    """The starting position with the own hand only, and the set of its cards."""
    if start is None:
        return None
    hands: list[list[int]] = [[], [], [], []]
    hands[seat] = list(start["hands"][seat])
    groups = [*start["hands"], *start["won"], start["trick"]]
    return start | {"hands": hands, "deck": sorted(card for group in groups for card in group)}
