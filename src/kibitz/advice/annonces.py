"""Annonces: what a Belote hand is worth in each suit, by the oracle and by a player.

    found = annonces(view, deals=200, simulations=50, bot="rule")

Values: what a bidding network thinks of every call, in points; without a network, what the bidder
`solver` thinks (advice/games/belote/call_values.py).

The sampled deals fit the hand, and the calls made so far: each call is read as the parametric
bidder, bolder or more careful, would mean it (the soft belief `bids`), and a deal is drawn in
proportion to how likely it makes those calls. `beliefs="uniform"` ignores everything but the hand.

Oracle: solve these deals double dummy and count how often the seat's side makes each value in each
suit. The result is raw: the solver sees all cards, for both sides.

Simulation: in each deal the bot plays all four hands in a contract that this seat bought after the
auction so far, uncoinched. Each deal is played once per suit; the resulting points decide for every
value whether it would have been made (players play for points, not for a value). As at a table,
each decision starts with a fresh player and a seed of its own, so that the page without a server
plays the same cards; its twin of this module is frontend/src/games/belote/annonces_job.ts.

Both count contracts made and tried. Colours follow the Wilson lower bound (z = 1.645, 95 %
one-sided), not the rate, so that a few lucky deals are not shown in green.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from kibitz import bots
from kibitz.advice.errors import BadEntry
from kibitz.advice.games.belote.call_values import CallValues, call_values
from kibitz.bots import beliefs as soft
from kibitz.bots.bot import Bot
from kibitz.core.errors import NoDecision
from kibitz.core.game import Game
from kibitz.core.rng import Stream, mix
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games import game as make_game
from kibitz.games.belote.cards import DECK, SUITS
from kibitz.games.belote.rules import BID, COINCHE, PASS, bid_value, other_of_belote
from kibitz.games.belote.view import BeloteView
from kibitz.search import double_dummy
from kibitz.search.beliefs import Belief, pick
from kibitz.search.double_dummy import Points, Position

Z = 1.645
GREEN, GOLD = 0.6, 0.4  # of the Wilson lower bound
VALUES = (80, 90, 100, 110, 120, 130, 140, 150, 160, 250)
SLICE = 10  # deals solved between two checks of the clock
PLAYER = "rule"
CAPOT = 250
BELOTE_POINTS = 20
TRIES = 200  # most deals drawn to find one that fits the auction well


@dataclass(frozen=True)
class Cell:
    """How often a contract was made."""

    suit: str
    value: int
    made: int
    of: int
    share: float
    low: float
    colour: str


@dataclass
class Counts:
    """Contracts made and tried, for each suit and value."""

    made: dict[tuple[int, int], int] = field(default_factory=dict)
    of: list[int] = field(default_factory=lambda: [0] * 4)

    def add(self, trump: int, points: int, capot: bool) -> None:
        """Add a deal: the side's points including belote, and whether it took all tricks."""
        self.of[trump] += 1
        for value in VALUES:
            made = capot if value == CAPOT else points >= value
            self.made[trump, value] = self.made.get((trump, value), 0) + made

    def cells(self) -> list[Cell]:
        return [cell(SUITS[t], v, self.made[t, v], self.of[t]) for t, v in sorted(self.made)]


@dataclass
class Annonces:
    hand: list[int]
    seat: int
    dealer: int
    calls: list[int]
    bot: str
    beliefs: str = "bids"  # how the calls of others are read
    lowest: int | None = VALUES[0]  # lowest value that may still be bid; None: none
    oracle: Counts = field(default_factory=Counts)
    simulation: Counts = field(default_factory=Counts)
    values: CallValues = field(default_factory=CallValues)
    ended: str = "all"  # all, time or stopped

    def as_dict(self) -> dict[str, Any]:
        names = ("hand", "seat", "dealer", "calls", "bot", "beliefs", "lowest")
        data = {name: getattr(self, name) for name in names}
        counts = {name: getattr(self, name).cells() for name in ("oracle", "simulation")}
        cells = {name: [asdict(one) for one in found] for name, found in counts.items()}
        best = self.values.best_first()
        values = [{"action": a, "value": v, "loss": best[0][1] - v} for a, v in best]
        return data | cells | {"values": values, "by": self.values.by, "ended": self.ended}


def wilson(made: int, of: int, z: float = Z) -> float:
    """Return the Wilson lower bound of a proportion; z = 1.645 gives 95 % one-sided."""
    if of == 0:
        return 0.0
    share, square = made / of, z * z / of
    middle = share + square / 2
    spread = z * math.sqrt(share * (1 - share) / of + square / (4 * of))
    return max(0.0, (middle - spread) / (1 + square))


def cell(suit: str, value: int, made: int, of: int) -> Cell:
    low = wilson(made, of)
    colour = "green" if low >= GREEN else "gold" if low >= GOLD else "red"
    return Cell(suit, value, made, of, made / of if of else 0.0, low, colour)


def view_of(hand: Sequence[int], seat: int, dealer: int, calls: Sequence[int] = ()) -> View:
    """Return what a seat with this hand sees after these calls, given as action ids."""
    game = make_game("belote")
    held = sorted(set(hand))
    if len(held) != 8 or len(hand) != 8 or any(card not in DECK for card in held):
        raise BadEntry("a hand needs eight different cards from 0 to 31")
    game.check_seat(seat)
    game.check_seat(dealer)
    rest = [card for card in DECK if card not in held]
    hands = [rest[8 * i : 8 * i + 8] for i in range(3)]
    hands.insert(seat, held)  # the others' cards do not affect what this seat sees
    state = game.new(deal={"hands": hands, "dealer": dealer}, chance="explicit")
    for call in calls:
        state.apply(call)
    return state.view(seat)


Report = Callable[[float, Annonces], None]


def annonces(
    view: View,
    *,
    deals: int = 100,
    simulations: int = 50,
    bot: str | None = None,
    beliefs: str = "bids",
    values: str | None = None,
    seed: int = 0,
    seconds: float | None = None,
    report: Report | None = None,
    stop: Callable[[], bool] | None = None,
) -> Annonces:
    """Count contracts for the hand of a view in the auction, and value its calls.

    `values` names a bidding network or `solver`; `report` gets the progress.
    """
    if not isinstance(view, BeloteView) or view.phase != "bid":
        raise NoDecision("annonces need a Belote hand before or during the auction")
    name = bot or PLAYER
    calls = [BID + bid for _, bid in view.calls]
    found = Annonces(list(view.dealt), view.seat, view.dealer, calls, name, beliefs, _lowest(view))
    belief = soft.find("belote", beliefs)
    if all(seat == view.seat for seat, _ in view.calls):
        belief = None  # nobody has called yet
    begin, total = time.perf_counter(), deals + simulations
    found.values = call_values(view, by=values, seed=seed)

    def go_on(done: int) -> bool:
        if report is not None:
            report(done / max(1, total), found)
        if stop is not None and stop():
            found.ended = "stopped"
        elif seconds is not None and time.perf_counter() - begin >= seconds:
            found.ended = "time"
        return found.ended == "all"

    done = 0
    while done < deals and go_on(done):
        count = min(SLICE, deals - done)
        _solve(view, belief, found.oracle, [mix(seed, i) for i in range(done, done + count)])
        done += count
    player = _player(name) if simulations else None
    while player is not None and done < total and go_on(done):
        _simulate(view, belief, found.simulation, player, mix(seed ^ 1, done))
        done += 1
    return found


def _lowest(view: BeloteView) -> int | None:
    """Return the lowest value above the last bid (rule 2); None once the bidding has ended."""
    highest = 0 if view.bid == PASS else bid_value(view.bid)
    free = [value for value in VALUES if value > highest] if view.coinche == 0 else []
    return min(free, default=None)


def _solve(view: BeloteView, belief: Belief | None, counts: Counts, seeds: list[int]) -> None:
    leader = (view.dealer + 1) % 4
    hands = [_hands(view, belief, Stream(seed)) for seed in seeds]
    positions = [Position("belote", h, trump, leader) for h in hands for trump in range(4)]
    for position, value in zip(positions, double_dummy.solve_many(positions), strict=True):
        assert isinstance(value, Points)
        assert position.trump is not None
        side = view.seat % 2
        points = value.points[side] + _belote(position.hands, position.trump, side)
        counts.add(position.trump, points, value.capot == side)


def _hands(view: BeloteView, belief: Belief | None, stream: Stream) -> tuple[tuple[int, ...], ...]:
    """Draw the hands of a deal that fits the view, with the belief's probability."""
    drawn = view.sample(stream)[0] if belief is None else _likely(view, belief, stream).chance
    return tuple(tuple(hand) for hand in drawn[-1]["hands"])


def _likely(view: BeloteView, belief: Belief, stream: Stream) -> State:
    """Sample by rejection: likelihoods are at most 1, so each one is an acceptance probability."""
    drawn: list[State] = []
    for _ in range(TRIES):
        drawn += view.worlds(stream, 1)
        if stream.word() / 2**64 < belief(view, drawn[-1]):
            return drawn[-1]
    return pick(view, drawn, belief, stream)  # an unusual auction: one of these, in proportion


def _belote(hands: Sequence[Sequence[int]], trump: int, side: int) -> int:
    """Return 20 if one hand of the side holds king and queen of trump (rule 8), else 0."""
    own = (hands[side], hands[side + 2])
    both = any(other_of_belote(card, trump) in hand for hand in own for card in hand)
    return BELOTE_POINTS if both else 0


def _player(name: str) -> Bot:
    spec = bots.spec("belote", name)
    if spec.oracle:
        raise NoDecision(f"{name} sees all cards, which the oracle's table already covers")
    return spec.bot()


def _simulate(
    view: BeloteView, belief: Belief | None, counts: Counts, player: Bot, seed: int
) -> None:
    """Play one deal in each suit, with the player on all four seats."""
    hands, side = _hands(view, belief, Stream(seed)), view.seat % 2
    for trump in range(4):
        state = _bought(view.game, hands, view, trump)
        while state.player >= 0:
            seen = state.view(state.player)
            player.start(state.game, seen.seat, mix(mix(seed, trump), len(state.actions)))
            if player.listens:
                for event in seen.history:
                    player.observe(event)
            state.apply(player.choose(seen))
        score = next(e.data for e in reversed(state.events) if e.kind == "score")
        assert isinstance(score, tuple)
        points = score[2 + side] + _belote(hands, trump, side)
        counts.add(trump, points, score[4 + 1 - side] == 0)


def _bought(game: Game, hands: Sequence[Sequence[int]], view: BeloteView, trump: int) -> State:
    """Return the deal after the auction so far and this seat's lowest bid in a suit; others pass.

    If the seat can no longer bid, the auction so far is ignored.
    """
    single = type(game)(game.engine, scoring=game.options["scoring"])
    deal = {"hands": [list(hand) for hand in hands], "dealer": view.dealer}
    for calls in (view.calls, ()):
        state = single.new(deal=deal, chance="explicit")
        for _, bid in calls:
            state.apply(BID + bid)
        while state.phase == "bid" and state.player != view.seat:
            state.apply(BID + PASS)
        bids = [a for a in state.legal() if _suit_of(a - BID) == trump] if not state.done else []
        if state.phase == "bid" and bids:
            break
    state.apply(bids[0])
    while state.phase == "bid":
        state.apply(BID + PASS)
    return state


def _suit_of(bid: int) -> int | None:
    """Return the suit of a bid: bids 1 to 40 cycle through four suits per value."""
    return (bid - 1) % 4 if PASS < bid < COINCHE else None
