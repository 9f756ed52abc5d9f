"""Games of an evaluation: the network on one seat or side, one opponent on all other seats.

There are three ways to play them, with the same kind of result:

    collected   a network's decisions in batches, inside the native engine
    recorded    whole games of any native players inside the native engine, with their actions
                wherever bids have to be counted
    plain       in Python, one game after another, if a player has no native form

Bids are counted as in the arena: `BIDS` in arena/games/<game>.py names its figure of bids made.
Where a missed bid scores nothing (`scored_bids`), collected deals tell as much at less cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz import bots
from kibitz.arena import native
from kibitz.arena.statistics import style
from kibitz.arena.statistics.tally import Tally
from kibitz.bots.method import Native
from kibitz.bots.net import native_form
from kibitz.bots.spec import Spec
from kibitz.core.game import Game
from kibitz.core.rng import mix
from kibitz.core.state import State
from kibitz.envs.seats import Player
from kibitz.learning.batch import Guest
from kibitz.learning.collector import Collector
from kibitz.learning.python_collector import ask
from kibitz.nets.net import Net, softmax

ROWS = 8  # per game and collector call: few surplus games are played

Subject = Net | Spec  # a network that plays by its policy, or a player that uses one in its own way


@dataclass(frozen=True)
class Table:
    """Who plays what, and how often."""

    game: Game
    subject: Subject
    other: Guest
    games: int
    seed: int
    temperature: float = 0.0
    threads: int = 1
    scored_bids: bool = False

    @property
    def seats(self) -> NDArray[np.int64]:
        """The subject's seat in each game: they rotate."""
        return np.arange(self.games) % self.game.players

    def seating(self) -> NDArray[np.int32]:
        """Rows of 0 for the subject and 1 for the opponent."""
        found = np.ones((self.games, self.game.players), np.int32)
        for row, seat in zip(found, self.seats, strict=True):
            row[list(self.game.side(int(seat)))] = 0
        return found


@dataclass(frozen=True)
class Played:
    """Finished games: rows are games, columns are seats."""

    seats: NDArray[np.int64]  # of the subject
    returns: NDArray[np.float64]
    outcome: NDArray[np.float64]
    bids: tuple[int, int] | None = None  # made, total


def play(table: Table) -> Played:
    """Play all games of a table, the fastest way there is."""
    game, other = table.game, _native(table.game, table.other)
    if game.engine != "native" or (other is None and table.other.net is None):
        return plain(table)
    own = _subject_form(table)
    counted = style.bid_figure(game.name) is not None and not table.scored_bids
    if own is not None and other is not None and (counted or not isinstance(table.subject, Net)):
        return recorded(table, own, other)
    return collected(table) if isinstance(table.subject, Net) else plain(table)


def _native(game: Game, guest: Guest) -> Native | None:
    if guest.net is not None:
        return native_form(guest.net, guest.temperature)
    return bots.spec(game.name, guest.name).native


def _subject_form(table: Table) -> Native | None:
    subject = table.subject
    return native_form(subject, table.temperature) if isinstance(subject, Net) else subject.native


def collected(table: Table) -> Played:
    """Play the first game of each of `games` tables in the collector."""
    game, games, other = table.game, table.games, table.other
    net = table.subject
    assert isinstance(net, Net), "a collector batches the decisions of a network"
    scored = table.scored_bids
    collector = Collector(
        [game], games, seed=table.seed, encoding=net.description.encoding, reward="returns",
        horizon="deal" if scored else "game", skip_forced=not scored,
    )  # fmt: skip
    player = (
        Player.of(game, other.name)
        if other.net is None
        else Player(other.name, net=other.net, temperature=other.temperature)
    )
    returns, outcome = np.zeros((games, game.players)), np.zeros((games, game.players))
    seen = np.zeros(games, bool)
    deals: list[Any] = []
    seeds = np.zeros(games, np.uint64)
    seating = table.seating()
    while not seen.all():
        batch = collector.collect(
            net, [player], seating, ROWS * games, temperature=table.temperature,
            threads=table.threads,
        )  # fmt: skip
        ended = batch.finished
        for i in range(len(ended)):
            e = int(ended.game[i])
            if not seen[e]:
                seen[e], seeds[e] = True, ended.seed[i]
                returns[e] = ended.returns[i, : game.players]
                outcome[e] = ended.outcome[i, : game.players]
        if scored:
            last = batch.next == -2
            deals.append((batch.seed[last], batch.reward[last] > 0))
    bids = None
    if scored:
        counted = [np.isin(of, seeds) for of, _ in deals]
        made = sum(int(hit[c].sum()) for (_, hit), c in zip(deals, counted, strict=True))
        bids = (made, sum(int(c.sum()) for c in counted))
    return Played(table.seats, returns, outcome, bids)


def recorded(table: Table, own: Native, other: Native) -> Played:
    """Play one game per seed between native players, and count bids in what they did."""
    game = table.game
    seeds = np.array([mix(table.seed, e) for e in range(table.games)], np.uint64)
    bids = Bids(game)
    found = native.play_many(
        game, [own, other], table.seating(), seeds, threads=table.threads, keep=bids.counts
    )
    if found.actions is not None:
        for seed, actions, seat in zip(seeds, found.actions, table.seats, strict=True):
            state = game.new(int(seed))
            for action in actions:
                state.apply(action)
            bids.add(state, game.side(int(seat)))
    return Played(table.seats, found.returns, found.outcome, bids.total())


def plain(table: Table) -> Played:
    """Play in Python, one game after another."""
    game, other = table.game, table.other
    returns = np.zeros((table.games, game.players))
    outcome = np.zeros((table.games, game.players))
    rng = np.random.default_rng(table.seed % (1 << 63))
    bids = Bids(game)
    for e, seat in enumerate(table.seats):
        side = game.side(int(seat))
        deal = mix(table.seed, e)
        state = game.new(deal)
        seen: dict[int, int] = {}
        rules = _sit(table, side, deal)
        while not state.done:
            if state.player in rules:
                state.apply(ask(rules[state.player], state, seen))
            elif state.player in side:
                assert isinstance(table.subject, Net), "other players are bots"
                state.apply(_choose(table.subject, state, table.temperature, rng))
            else:
                assert other.net is not None, "rule players are bots"
                state.apply(_choose(other.net, state, other.temperature, rng))
        returns[e], outcome[e] = state.returns(), state.outcome()
        bids.add(state, side)
    return Played(table.seats, returns, outcome, bids.total())


def _sit(table: Table, side: Sequence[int], deal: int) -> dict[int, Any]:
    """Return the bots of a game by seat; networks that play by their policy are not among them."""
    game, found = table.game, dict[int, Any]()
    for seat in range(game.players):
        if seat not in side and table.other.net is None:
            found[seat] = bots.bot(game.name, table.other.name)
        elif seat in side and isinstance(table.subject, Spec):
            found[seat] = table.subject.bot()
        else:
            continue
        found[seat].start(game, seat, mix(deal, 1 + seat))
    return found


def _choose(net: Net, state: State, temperature: float, rng: np.random.Generator) -> int:
    view = state.view(state.player)
    x = np.asarray(view.encode(net.description.encoding))[None]
    chances = softmax(net.forward(x)["policy"], view.mask()[None], temperature)[0]
    return int(rng.choice(len(chances), p=chances))


class Bids:
    """How many bids of the subject's side were made."""

    def __init__(self, game: Game) -> None:
        self.game, self.figure = game, style.bid_figure(game.name)
        self.own, self.others = Tally(), Tally()

    @property
    def counts(self) -> bool:
        """Whether the game has bids to count."""
        return self.figure is not None

    def add(self, state: State, side: Sequence[int]) -> None:
        """Count a finished game."""
        if self.counts:
            seats = range(self.game.players)
            style.count(state, [self.own if seat in side else self.others for seat in seats])

    def total(self) -> tuple[int, int] | None:
        """Return bids made and all bids; None in a game without bids."""
        if self.figure is None:
            return None
        sums = self.own.sums.get((self.figure, None), {}).values()
        return round(sum(made for made, _ in sums)), round(sum(of for _, of in sums))
