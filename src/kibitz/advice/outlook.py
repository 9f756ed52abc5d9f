"""Outlook: how the deal (or game) ends after an action, over worlds that fit a view.

Card play in Belote and Codepiece is continued by the solver, everything else by the game's own rule
player (`OUTLOOK` of players/<game>/defaults.py). The same view and seed give the same worlds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz import bots
from kibitz.advice import exact
from kibitz.advice.games import known, search_of
from kibitz.bots.bot import Bot
from kibitz.bots.defaults import outlook_player
from kibitz.core.game import Game
from kibitz.core.rng import Stream, mix
from kibitz.core.state import CHANCE, State
from kibitz.core.view import View
from kibitz.search.settings import Settings
from kibitz.search.simulation import has_dice, judge


@dataclass(frozen=True)
class Total:
    """A range of totals, both ends inclusive."""

    low: float
    high: float
    share: float


@dataclass(frozen=True)
class Outlook:
    worlds: int
    by: str  # solver or playouts
    player: str | None
    unit: str
    totals: tuple[Total, ...]
    expected: float | None  # None beside the numbers of a bot that has its own
    error: float | None
    reward: str
    contract: float | None
    contract_seat: int | None
    win: float | None


@dataclass(frozen=True)
class _End:
    """One world at its end."""

    total: float
    value: float
    contract: tuple[int, bool] | None
    win: float | None = None


def outlook(
    view: View, action: int, worlds: int, seed: int, stop: Callable[[], bool] | None = None
) -> Outlook | None:
    """Return the outlook of this action; None without worlds. `stop` is polled between worlds."""
    by_solver = exact.solvable(view)
    ends: list[_End] = []
    for end in (_solved if by_solver else _played)(view, action, worlds, seed):
        ends.append(end)
        if stop is not None and stop():
            break
    if not ends:
        return None
    n, game = len(ends), known(view.game.name)
    values = [end.value for end in ends]
    mean = sum(values) / n
    spread = math.sqrt(sum((x - mean) ** 2 for x in values) / max(1, n - 1))
    contracts = [end.contract for end in ends if end.contract is not None]
    seats = {seat for seat, _ in contracts}
    wins = [end.win for end in ends if end.win is not None]
    return Outlook(
        worlds=n,
        by="solver" if by_solver else "playouts",
        player=None if by_solver else outlook_player(view.game.name),
        unit=game.UNIT,
        totals=_totals([end.total for end in ends], game.STEP),
        expected=mean,
        error=spread / math.sqrt(n),
        reward=reward_of(view.game),
        # In an auction anyone may end up with the contract: there is no single chance to report.
        contract=sum(made for _, made in contracts) / n if len(seats) == 1 else None,
        contract_seat=seats.pop() if len(seats) == 1 else None,
        win=sum(wins) / n if len(wins) == n else None,
    )


def contracts(view: View, action: int, worlds: int, seed: int) -> list[tuple[int, bool] | None]:
    """Return who has the contract after an action, and whether it is made, world by world."""
    return [end.contract for end in _played(view, action, worlds, seed)]


def reward_of(game: Game) -> str:
    """Return the unit of expected values; with sides it is always the margin."""
    return "margin" if exact.has_solver(game.name) else search_of(game)["reward"]


def _solved(view: View, action: int, worlds: int, seed: int) -> Iterator[_End]:
    seat = view.seat
    for world in _worlds(view, worlds, seed):
        before = world.scores()
        world.apply(action)
        if world.phase != "play":
            yield _ended(world, seat, before)
            continue
        found = exact.exact(world, seat)
        bidder = known(view.game.name).contract(world, seat)
        assert bidder is not None
        yield _End(found.sides[seat % 2], found.margin, (bidder[0], found.made))


def _played(view: View, action: int, worlds: int, seed: int) -> Iterator[_End]:
    spec = bots.spec(view.game.name, outlook_player(view.game.name))
    players = [spec.bot() for _ in range(view.game.players)]
    for i, world in enumerate(_worlds(view, worlds, seed)):
        before = world.scores()
        play_on(world, players, action, mix(seed ^ 1, i))
        yield _ended(world, view.seat, before)


def play_on(world: State, players: Sequence[Bot], action: int, seed: int) -> None:
    """Make an action, then let the players finish the deal (or the game)."""
    for seat, bot in enumerate(players):
        bot.start(world.game, seat, mix(seed, seat))
    world.apply(action)
    while world.player >= 0:
        world.apply(players[world.player].choose(world.view(world.player)))


def _worlds(view: View, n: int, seed: int) -> Iterator[State]:
    """Sample worlds that stop at the next deal; dice are rolled automatically."""
    dice = has_dice(view.game)
    for i in range(n):
        stream = Stream(mix(seed, i))
        if dice:
            yield from view.worlds(stream, 1)
        else:
            yield view.game.rebuild(*view.sample(stream))


def _ended(world: State, seat: int, before: list[float]) -> _End:
    assert world.done or world.player == CHANCE
    game = known(world.game.name)
    win = world.outcome()[seat] if world.done else None
    side = world.game.side(seat)
    return _End(
        total=game.total(world, seat),
        value=_value(world, seat, before),
        contract=game.contract(world, seat),
        win=None if win is None else win * len(side),
    )


def _value(world: State, seat: int, before: list[float]) -> float:
    """Return what the deal, or the game, brought a seat."""
    name = world.game.name
    if exact.has_solver(name):
        gained = [now - then for now, then in zip(world.scores(), before, strict=True)]
        return gained[seat] - gained[(seat + 1) % 4]
    counted: dict[str, Any] = search_of(world.game)
    settings = Settings(simulations=1, **counted)
    value = judge(world, None, settings)[seat]
    return value - before[seat] if settings.horizon == "deal" else value


def _totals(totals: list[float], step: int) -> tuple[Total, ...]:
    """Return the probability of each range that occurred."""
    n = len(totals)
    if step == 0:  # each total separately
        return tuple(Total(x, x, k / n) for x, k in sorted(Counter(totals).items()))
    counts = Counter(math.floor(x / step) for x in totals)
    return tuple(
        Total(place * step, place * step + step - 1, k / n) for place, k in sorted(counts.items())
    )
