"""Bids by solved worlds: makes the call with the highest expected score of the deal.

It draws hands for the others that fit its own, and prefers those with which they would have made
the same calls: the partner by the rule of `parametric`, the opponents by that or by `improved_v2`
(the evidence of a call is soft, because others may bid differently). In each world it tries every
plausible call, and completes the auction by the same rules, which covers competing bids, raises,
coinche and capot. The resulting contracts are solved double dummy, corrected for what players
without sight of all hands make of them (expect.py), and scored; in a match, by the chance to win it
(equity.py). It deviates from the call of `parametric` only for one that is better by some standard
errors of the difference over the worlds, since a few worlds are a small sample.

    bid(view, rng)              with the budget below
    Bidder(worlds=100)          the same as a part of a player
    think(view, rng, settings)  with all statistics, for display
    Worths(view, calls, seed)   the worth of given calls world by world, for an evaluation

The same seed and number of worlds give the same call; a budget in seconds may vary.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.bots.bot import Bot
from kibitz.core import engine
from kibitz.core.errors import BadEngine, BadOption
from kibitz.core.rng import Stream
from kibitz.core.stream_words import stream_words
from kibitz.core.view import View
from kibitz.games.belote.cards import bits
from kibitz.games.belote.rules import AUCTION_MAX, BID, CAPOT, COINCHE, PASS, trump_of
from kibitz.games.belote.view import BeloteView
from kibitz.players.belote.bidding import expect, improved_v2, parametric
from kibitz.players.belote.bidding.evaluation import takes_all
from kibitz.players.belote.bidding.forecast import Values
from kibitz.search import double_dummy
from kibitz.search.games.belote.auction_memory import CAPOT_LEVEL, level_of
from kibitz.search.games.belote.goal import goal_of

Hands = NDArray[np.uint32]  # one row per world, one column per seat
Ends = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
Cell = tuple[NDArray[np.int64], ...]  # an index of the tables of expect.py, for each world
VERSION = 2
HOPELESS = 2.5  # standard errors
SHARE_UNIT = 2.0**28  # of a share in resampling: sums are exact, so both engines choose the same


@dataclass(frozen=True)
class Settings:
    worlds: int = 60  # solved for a decision
    seconds: float | None = None  # wall time; `worlds` is then the maximum
    drawn: int = 40  # hands drawn for each world solved, of which the likeliest are kept
    errors: float = 1.0  # standard errors by which another call must be better
    pass_odds: float = 2.0  # log odds against a hand that would have passed, or would not have
    suit_odds: float = 1.5  # that would have bid another suit
    level_odds: float = 0.4  # for each step that it would have bid more or less
    levels: int = 2  # bids considered above the lowest, in each suit

    def __post_init__(self) -> None:
        if not 1 <= self.worlds <= 10_000 or not 1 <= self.drawn <= 1000:
            raise BadOption("worlds must be 1 to 10,000, and drawn hands 1 to 1,000")
        if self.seconds is not None and not 0 < self.seconds <= 86_400:
            raise BadOption("seconds must be above 0")


@dataclass(frozen=True)
class Thought:
    """A decision and its basis: the expected score of each call, and its error."""

    call: int
    base: int  # the call of `parametric`
    calls: tuple[int, ...]
    values: tuple[float, ...]  # own score minus the opponents'
    errors: tuple[float, ...]  # standard errors of the difference from `base`
    worlds: int
    solved: int


def bid(view: View, rng: Stream) -> int:
    return BID + think(view, rng, Settings()).call


class Bidder(Bot):
    """The strategy as a part of a player."""

    kind = "search"

    def __init__(self, worlds: int = 60, seconds: float | None = None) -> None:
        self.settings = Settings(worlds=worlds, seconds=seconds)
        self.thought: Thought | None = None

    def choose(self, view: View) -> int:
        self.thought = think(view, self.rng, self.settings)
        return BID + self.thought.call

    def explain(self) -> dict[str, Any]:
        if self.thought is None:
            return {}
        t, name = self.thought, self.game.action_name
        return {
            "worlds": t.worlds,
            "solved": t.solved,
            "rule": name(BID + t.base),
            "values": {
                name(BID + call): round(value, 1)
                for call, value in zip(t.calls, t.values, strict=True)
            },
            # Of the difference from the rule's call, over the same worlds.
            "errors": {
                name(BID + call): round(error, 2)
                for call, error in zip(t.calls, t.errors, strict=True)
            },
        }


def think(view: View, rng: Stream, settings: Settings, also: Iterable[int] = ()) -> Thought:
    """Return the decision with all its statistics; calls in `also` are always considered."""
    assert isinstance(view, BeloteView)
    base = parametric.call(parametric.AuctionView.of(view), parametric.weights())
    calls = sorted({*candidates(view, base, settings.levels), *also})
    seed = rng.word()
    # A position in mid-auction does not contain all earlier calls. A capot that the hand is sure of
    # needs no worlds: the correction covers only the common ones, which often fail.
    sure = base >= CAPOT and base < COINCHE and takes_all(bits(view.hand), trump_of(base))
    if len(calls) == 1 or view.start is not None or sure:
        return Thought(base, base, (base,), (0.0,), (0.0,), 0, 0)
    search = _Search(view, calls, seed, settings)
    search.run(base)
    return search.thought(base)


class Worths:
    """What calls are worth, world by world, with none dropped: by score, in a match by equity.

    A point of equity counts as in `Goal.worths`, like that of a card.
    """

    def __init__(self, view: BeloteView, calls: list[int], seed: int) -> None:
        self._search = _Search(view, calls, seed, Settings())
        goal = goal_of(view)
        self._scale = 1.0 if goal is None else max(expect.POINT_MIN, goal.point()) / goal.unit()

    def rows(self, calls: list[int], first: int, count: int) -> NDArray[np.float64]:
        """Worlds first .. first + count - 1, with a column for each call."""
        found = self._search.worth(*self._worlds(calls, first, count))
        return self._scale * np.array([found[call] for call in calls]).T

    def chances(self, calls: list[int], first: int, count: int) -> NDArray[np.float64]:
        """[world, call, 2] of the same worlds: who plays the contract, and the chance to make it.

        Who: 1 the own side, -1 the other one, 0 nobody.
        """
        search = self._search
        found = search.contracts_after(*self._worlds(calls, first, count))
        shares = expect.endings(search.view.game.options["scoring"] == "exact")[0]
        out = np.empty((count, len(calls), 2))
        for i, call in enumerate(calls):
            bids, sides, cell = found[call]
            who = np.where(sides == search.view.seat % 2, 1, -1)
            out[:, i, 0] = np.where(bids == PASS, 0, who)
            out[:, i, 1] = shares[cell][:, :2].sum(axis=1)  # made, or by a capot
        return out

    def _worlds(self, calls: list[int], first: int, count: int) -> tuple[Hands, NDArray[np.intp]]:
        search, drawn = self._search, self._search.settings.drawn
        search.open = calls
        hands = draw_hands(search.view, search.seed, first * drawn, count * drawn)
        return search.likely(count, hands)


def candidates(view: BeloteView, base: int, levels: int) -> list[int]:
    """The plausible calls: the lowest bids of each suit, capot, and everything that is not a
    bid."""
    legal = [action - BID for action in view.legal_actions]
    lowest = level_of(view.bid) + 1 if view.bid != PASS else 0
    highest = min(lowest + levels, CAPOT_LEVEL - 1)
    wanted = {base}
    for call in legal:
        is_bid = PASS < call < COINCHE
        if not is_bid or level_of(call) <= highest or call >= CAPOT:
            wanted.add(call)
    return sorted(wanted)


class _Search:
    """One decision in progress, in slices of worlds."""

    SLICE = 20

    def __init__(self, view: BeloteView, calls: list[int], seed: int, settings: Settings) -> None:
        native = engine.native()
        if native is None:
            raise BadEngine("the bidder that solves worlds needs the native engine")
        self.native, self.view, self.settings = native, view, settings
        self.own = parametric.weights().flat()
        self.models = [self.own, improved_v2.weights().flat()]  # how the opponents may bid
        self.calls = [bid for _, bid in view.calls]
        self.seed = seed
        self.contracts = Values.of(view)
        # Own score minus the opponents': a list of worlds for each call, the same worlds for all.
        self.values: dict[int, list[float]] = {call: [] for call in calls}
        self.open = list(calls)  # still under consideration
        self.worlds = self.solved = 0

    def run(self, base: int) -> None:
        begin, s = time.perf_counter(), self.settings
        while self.worlds < s.worlds and len(self.open) > 1:
            n = min(self.SLICE, s.worlds - self.worlds)
            drawn = draw_hands(self.view, self.seed, self.worlds * s.drawn, n * s.drawn)
            for call, values in self.worth(*self.likely(n, drawn)).items():
                self.values[call] += values
            self.worlds += n
            self.drop(base)
            if s.seconds is not None and time.perf_counter() - begin >= s.seconds:
                break

    def drop(self, base: int) -> None:
        """Drop calls that are worse than the best by HOPELESS standard errors."""
        best = max(self.open, key=lambda call: (sum(self.values[call]), -call))
        for call in list(self.open):
            gain, error = self.gain(call, best)
            if call != base and gain + HOPELESS * error < 0:
                self.open.remove(call)

    def gain(self, call: int, other: int) -> tuple[float, float]:
        """How much better a call is than another over the worlds of both, and its error."""
        a, b = self.values[call], self.values[other]
        n = min(len(a), len(b))
        gains = np.array(a[:n]) - np.array(b[:n])
        return float(gains.mean()), float(gains.std() / max(1, n - 1) ** 0.5)

    def likely(self, n: int, hands: Hands) -> tuple[Hands, NDArray[np.intp]]:
        """Resample n of these hands, each with an opponent model, by how well the calls fit them.

        Half of the hands come with each model, so the opponents' calls also reveal which kind of
        bidder they are.
        """
        which = np.arange(len(hands)) % len(self.models)
        odds = np.zeros(len(hands))
        if self.calls:
            said = [self.answers(hands, model) for model in self.models]
            for i, (seat, call) in enumerate(self.view.calls):
                if seat == self.view.seat ^ 2:
                    odds += against(said[0][:, i], call, self.settings)
                elif seat != self.view.seat:
                    each = np.stack([answer[:, i] for answer in said])
                    odds += against(each[which, np.arange(len(hands))], call, self.settings)
        upto = np.cumsum(np.floor(np.exp(odds - odds.max()) * SHARE_UNIT + 0.5))
        # Systematic resampling: which hand's share contains the middle of the k-th of n equal
        # parts? Both sides times 2n, which keeps them whole numbers.
        chosen = np.searchsorted(2 * n * upto, (2 * np.arange(n) + 1) * upto[-1])
        return hands[chosen], which[chosen]

    def answers(self, hands: Hands, weights: list[float]) -> NDArray[np.int64]:
        """[world, call]: what a bidder with these weights calls in place of each call made."""
        said = np.empty((len(hands), len(self.calls)), dtype=np.int8)
        self.native.belote_answers(hands, self.view.dealer, self.calls, weights, said)
        return said.astype(np.int64)

    def worth(self, hands: Hands, which: NDArray[np.intp]) -> dict[int, list[float]]:
        """For each call and world: the own score minus the opponents' at the end of the auction."""
        side, out = self.view.seat % 2, {}
        for call, (bids, sides, cell) in self.contracts_after(hands, which).items():
            own = np.where(sides == side, self.contracts.ours[cell], -self.contracts.theirs[cell])
            out[call] = np.where(bids == PASS, 0.0, own).tolist()  # rule 4: nobody has bid
        return out

    def contracts_after(
        self, hands: Hands, which: NDArray[np.intp]
    ) -> dict[int, tuple[NDArray[np.int64], NDArray[np.int64], Cell]]:
        """For each call, world by world: the bid, the side of the bidder, the cell of expect.py."""
        ends = {call: self.end(hands, which, call) for call in self.open}
        codes = self.solve(hands, list(ends.values()))
        pair, worlds = belote_sides(hands), np.arange(len(hands))
        out: dict[int, tuple[NDArray[np.int64], NDArray[np.int64], Cell]] = {}
        for call, (bids, sides, doubles) in ends.items():
            level, trump = (bids - 1) // 4, (bids - 1) % 4
            owner = pair[worlds, trump]
            belote = np.where(owner < 0, 0, np.where(owner == sides, 1, 2))
            leads = (sides == (self.view.dealer + 1) % 2).astype(np.int64)
            out[call] = bids, sides, (leads, codes[worlds, trump, sides], level, doubles, belote)
        return out

    def end(self, hands: Hands, which: NDArray[np.intp], call: int) -> Ends:
        """The contract of each world after a call: bid, side of the bidder, coinche."""
        calls = np.empty((len(hands), AUCTION_MAX), dtype=np.int8)
        for i, model in enumerate(self.models):
            mine = np.nonzero(which == i)[0]
            out = np.empty((len(mine), AUCTION_MAX), dtype=np.int8)
            weights = [self.own, model] if self.view.seat % 2 == 0 else [model, self.own]
            chosen = np.ascontiguousarray(hands[mine])
            self.native.belote_auctions(chosen, self.view.dealer, [*self.calls, call], weights, out)
            calls[mine] = out
        is_bid = (calls > PASS) & (calls < COINCHE)
        places = np.where(is_bid, np.arange(AUCTION_MAX), -1).max(axis=1)
        bids = np.where(places < 0, PASS, calls[np.arange(len(hands)), places]).astype(np.int64)
        sides = (self.view.dealer + 1 + places) % 2
        return bids, sides, (calls >= COINCHE).sum(axis=1)

    def solve(self, hands: Hands, ends: list[Ends]) -> NDArray[np.int64]:
        """[world, trump, side]: the codes of expect.py, where some contract needs them."""
        needed: dict[tuple[bytes, int], list[int]] = {}
        for bids, _, _ in ends:
            for world in np.nonzero(bids)[0].tolist():
                key = (hands[world].tobytes(), trump_of(int(bids[world])))
                needed.setdefault(key, []).append(world)
        # Equal hands in a row share the solver's transposition table.
        wanted = sorted(needed)
        leader = (self.view.dealer + 1) % 4
        positions = [
            double_dummy.Position("belote", _cards(hands[needed[key][0]]), key[1], leader)
            for key in wanted
        ]
        self.solved += len(positions)
        codes = np.zeros((len(hands), 4, 2), dtype=np.int64)
        for key, value in zip(wanted, double_dummy.solve_many(positions), strict=True):
            assert isinstance(value, double_dummy.Points)
            for side in range(2):
                codes[needed[key], key[1], side] = _code(value, side)
        return codes

    def thought(self, base: int) -> Thought:
        gains = {call: self.gain(call, base) for call in self.values}
        sure = {call: gain - self.settings.errors * error for call, (gain, error) in gains.items()}
        best = max(self.open, key=lambda call: (sure[call], -call))
        return Thought(
            call=best if sure[best] > 0 else base,
            base=base,
            calls=tuple(self.values),
            values=tuple(float(np.mean(values)) for values in self.values.values()),
            errors=tuple(error for _, error in gains.values()),
            worlds=self.worlds,
            solved=self.solved,
        )


# Helpers ----------------------------------------------------------------------------------------


def draw_hands(view: BeloteView, seed: int, first: int, n: int) -> Hands:
    """Worlds first .. first + n - 1: the own hand, and the others' dealt uniformly.

    World i deals by sorting the hidden cards by words of the stream of `seed`, so any slice of the
    worlds is the same whatever was drawn before it.
    """
    hidden = np.array([card for card in view.deck if card not in view.hand], dtype=np.uint32)
    size = len(hidden)
    x = stream_words(seed, n * size, first * size)
    order = np.argsort(x.reshape(n, size), axis=1, kind="stable")
    dealt = np.left_shift(np.uint32(1), hidden[order])
    hands = np.empty((n, 4), dtype=np.uint32)
    hands[:, view.seat] = bits(view.hand)
    each = size // 3
    for k in range(3):
        seat = (view.seat + 1 + k) % 4
        hands[:, seat] = np.bitwise_or.reduce(dealt[:, k * each : (k + 1) * each], axis=1)
    return hands


def against(said: NDArray[np.int64], other: int, s: Settings) -> NDArray[np.float64]:
    """Log odds of a call, for hands with which the rule would call something else."""
    said_bid, other_is_bid = (said > PASS) & (said < COINCHE), PASS < other < COINCHE
    if not other_is_bid:
        return np.where(said == other, 0.0, -s.pass_odds)
    steps = np.abs((said - 1) // 4 - level_of(other))
    suit = np.where((said - 1) % 4 == trump_of(other), 0.0, s.suit_odds)
    return np.where(said_bid, -suit - s.level_odds * steps, -s.pass_odds)


def belote_sides(hands: Hands) -> NDArray[np.int64]:
    """[world, trump]: the side that holds king and queen in one hand, or -1."""
    out = np.full((len(hands), 4), -1, dtype=np.int64)
    for trump in range(4):
        pair = np.uint32(0b110000 << 8 * trump)
        for seat in range(4):
            out[(hands[:, seat] & pair) == pair, trump] = seat % 2
    return out


def _cards(hands: NDArray[np.uint32]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(c for c in range(32) if int(hand) >> c & 1) for hand in hands)


def _code(value: double_dummy.Points, side: int) -> int:
    if value.capot is not None:
        return expect.CAPOT_TAKER if value.capot == side else expect.CAPOT_DEFENCE
    return value.points[side]
