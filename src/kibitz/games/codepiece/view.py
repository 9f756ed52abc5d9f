"""What a seat at Codepiece may know, and the worlds that fit it.

The other hands are hidden, even after a deal that ended early (rule 8): nobody shows the remaining
cards. Everything else is public, including the set of cards of a short deal. Every play of a hidden
seat proves something (rule 6): a seat that did not follow has none of the led suit, and one that
did not beat an opponent's card could not. Worlds are uniform over the hands that make every play so
far legal, in all deals of a match.

History events: ("deal", seat, (dealer, *own hand)), then, if the deal is short, ("reveal", -1, all
its cards); ("action", seat, id); ("score", -1, payoff of each seat).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kibitz.core.cards import DECK
from kibitz.core.events import NOBODY, Event
from kibitz.core.game import Game
from kibitz.core.rng import Stream
from kibitz.core.shape import unflatten
from kibitz.core.state import Outcome, State
from kibitz.core.view import Unseen, View
from kibitz.games.codepiece import notation
from kibitz.games.codepiece.legal_moves import CARD, BidPhase
from kibitz.games.codepiece.rules import DEAL_SHAPE
from kibitz.games.codepiece.seen import SeenDeal, Trick


@dataclass(frozen=True)
class CodepieceView(View):
    deal: int  # deals finished
    dealer: int
    deck: tuple[int, ...]  # the cards of this deal; all 52 unless it is short
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    played: tuple[tuple[int, ...], ...]
    bids: tuple[int | None, ...]  # of each seat: none yet, 0 for a pass, or 8 to 13
    bidder: int  # seat of the highest bid so far or of the contract; -1 if none
    bid: int  # that bid: 0 while nobody has bid, 7 when all have passed
    trump: int | None
    tricks: tuple[int, ...]  # of the two teams
    leader: int  # of the current trick; -1 before the first
    trick: tuple[int, ...]
    total: int  # sum of payoffs of finished deals for seats 0 and 2; negated for 1 and 3
    payoffs: tuple[int, ...] | None  # of the deal on the table, once it is finished

    def text(self) -> str:
        return notation.show(self)

    @property
    def completed(self) -> tuple[Trick, ...]:
        """Every completed trick of the deal on the table, as far as this seat has seen it."""
        return self.deals[-1].tricks if self.deals else ()

    def excluded(self) -> tuple[int, ...]:
        """For each seat 52 bits: the cards that play proves it does not hold."""
        return self.deals[-1].disproved if self.deals else (0, 0, 0, 0)

    def unseen(self) -> Unseen | None:
        """The cards of the other hands, constrained by play."""
        if self.phase not in ("bid", "trump", "play"):
            return None
        others = [seat for seat in range(4) if seat != self.seat]
        seen = {*self.hand, *(card for cards in self.played for card in cards)}
        excluded = self.excluded()
        return Unseen(
            cards=tuple(card for card in self.deck if card not in seen),
            seats=tuple(others),
            sizes=tuple(self.hand_sizes[seat] for seat in others),
            excluded=tuple(excluded[seat] for seat in others),
        )

    def sample(self, rng: Stream) -> tuple[list[Outcome], list[int], dict[str, Any] | None]:
        actions = [int(e.data) for e in self.history if e.kind == "action"]  # type: ignore[arg-type]
        worlds: list[Outcome] = [
            {"hands": deal.sample(rng), "dealer": deal.dealer} for deal in self.deals
        ]
        if self.start is None:
            return worlds, actions, None
        start = {name: value for name, value in self.start.items() if name != "cards"}
        start["hands"] = worlds.pop(0)["hands"]
        return worlds, actions, start

    @cached_property
    def deals(self) -> tuple[SeenDeal, ...]:
        """All deals in order, each as this seat saw it; a given position starts the first."""
        heads: list[dict[str, Any]] = [] if self.start is None else [_from_position(self)]
        actions: list[list[tuple[int, int]]] = [[] for _ in heads]
        for event in self.history:
            if event.kind == "action":
                assert isinstance(event.data, int)
                actions[-1].append((event.seat, event.data))
            elif event.kind == "deal":
                heads.append(_from_deal(event))
                actions.append([])
            elif event.kind == "reveal":
                heads[-1]["cards"] = event.data
        return tuple(
            SeenDeal(seat=self.seat, actions=tuple(done), **head)
            for head, done in zip(heads, actions, strict=True)
        )


def _from_deal(event: Event) -> dict[str, Any]:
    assert isinstance(event.data, tuple)
    dealer, *own = event.data
    return {
        "dealer": dealer,
        "cards": DECK,  # unless a reveal follows, which marks a short deal
        "own": tuple(own),
        "sizes": (len(own),) * 4,
        "trump_before": None,
        "leader": NOBODY,
        "trick": (),
    }


def _from_position(view: CodepieceView) -> dict[str, Any]:
    start = view.start
    assert start is not None
    gone = [(start["leader"] + place) % 4 for place in range(len(start["trick"]))]
    own = start["hands"][view.seat]
    whole = len(own) + (view.seat in gone)  # size of a hand that has not yet played to the trick
    return {
        "dealer": start["dealer"],
        "cards": tuple(start["cards"]),
        "own": tuple(own),
        "sizes": tuple(whole - (seat in gone) for seat in range(4)),
        "trump_before": start["trump"],
        "leader": start["leader"],
        "trick": tuple(start["trick"]),
    }


def see(game: Game, state: State, seat: int) -> CodepieceView:
    """Build the view of one seat, field by field."""
    p = state.position()
    bidder, bid = contract_so_far(p["bids"], p["dealer"])
    events = state.events
    return CodepieceView(
        game=game,
        seat=seat,
        player=state.player,
        phase=state.phase,
        done=state.done,
        legal_actions=tuple(state.legal()) if state.player == seat else (),
        history=tuple(project(event, seat) for event in events),
        start=_see_start(state.start, events, seat),
        deal=p["deal"],
        dealer=p["dealer"],
        deck=tuple(sorted(c for part in ("hands", "played") for held in p[part] for c in held)),
        hand=tuple(p["hands"][seat]),
        hand_sizes=tuple(len(hand) for hand in p["hands"]),
        played=tuple(tuple(cards) for cards in p["played"]),
        bids=tuple(p["bids"]),
        bidder=bidder,
        bid=bid,
        trump=p["trump"],
        tricks=tuple(p["tricks"]),
        leader=p["leader"],
        trick=tuple(p["trick"]),
        total=p["total"],
        payoffs=_payoffs(events),
    )


def project(event: Event, seat: int) -> Event:
    """An event as one seat saw it: a deal shows only the own hand."""
    if event.kind != "deal":
        return event
    assert isinstance(event.data, tuple)
    deal = unflatten(DEAL_SHAPE, list(event.data))
    return Event("deal", seat, (deal["dealer"], *deal["hands"][seat]))


def contract_so_far(bids: list[int | None], dealer: int) -> tuple[int, int]:
    """The seat and value of the highest bid so far; rule 3 when all have passed."""
    if None in bids and BidPhase.highest(bids) == 0:
        return NOBODY, 0
    return BidPhase.contract(bids, dealer)


def _payoffs(events: tuple[Event, ...]) -> tuple[int, ...] | None:
    """The payoffs of the deal on the table, if finished: nothing follows its score."""
    if events and events[-1].kind == "score":
        assert isinstance(events[-1].data, tuple)
        return events[-1].data
    return None


def _see_start(
    start: dict[str, Any] | None, events: tuple[Event, ...], seat: int
) -> dict[str, Any] | None:
    """The starting position, with other hands only as far as they were played."""
    if start is None:
        return None
    hands: list[list[int]] = [[], [], [], []]
    for event in events:
        if event.kind == "deal":
            break
        if event.kind == "action" and isinstance(event.data, int) and event.data >= CARD:
            hands[event.seat].append(event.data - CARD)
    hands[seat] = list(start["hands"][seat])
    return start | {
        "hands": [sorted(hand) for hand in hands],
        "cards": sorted(card for hand in start["hands"] for card in hand),
    }
