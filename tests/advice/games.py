"""Games for the tests of advice: played by a bot or at random, and as an advisor's entries."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import kibitz
from kibitz import bots
from kibitz.advice.advisor.entries import Act, Deal, Doubt, Entry, Lay, Roll
from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.games.dubito.rules import DOUBT, LAY, LAYS
from kibitz.games.qwixx.rules import dice_of


def played(game: Game, seed: int, bot: str | None = None, plies: int | None = None) -> State:
    """A game after so many actions; to its end, where none are given. At random without a bot."""
    state, rng = game.new(seed), random.Random(seed)
    players = [bots.bot(game.name, bot or "random") for _ in range(game.players)]
    for seat, player in enumerate(players):
        player.start(game, seat, mixed(seed, seat))
    while not state.done and (plies is None or len(state.actions) < plies):
        chosen = players[state.player].choose(state.view(state.player))
        state.apply(chosen if bot else rng.choice(state.legal()))
    return state


def mixed(seed: int, seat: int) -> int:
    return 1000 * seed + seat


def as_entries(end: State, seat: int) -> Iterator[tuple[Entry, State | None]]:
    """What a seat would enter of a game, in order; and the state after it, where all know it."""
    game = end.game
    state = game.rebuild((), ())
    chance = iter(end.chance)
    white: list[tuple[int, int]] = []
    for action in end.actions:
        while state.player == kibitz.CHANCE:
            outcome = next(chance)
            state.apply_chance(outcome)
            yield _chance(game.name, outcome, seat), state.copy() if _known(state, seat) else None
        before = state.copy()
        state.apply(action)
        if _at_once(before):
            # All decide on the white sum at once: the own decision is entered first.
            white.append((before.player, action))
            if len(white) == game.players:
                ordered = sorted(white, key=lambda one: one[0] != seat)
                for i, (_, decided) in enumerate(ordered):
                    last = i == len(ordered) - 1 and _known(state, seat)
                    yield Act(decided), state.copy() if last else None
                white = []
            continue
        yield _action(before, action, state, seat), state.copy()


def _at_once(state: State) -> bool:
    options = state.game.options
    return (
        state.game.name == "qwixx"
        and state.phase == "white"
        and options["order"] == "simultaneous"
        and state.game.players > 1
    )


def _known(state: State, seat: int) -> bool:
    """Whether the advisor stands where the game does: in a white step it waits for the seat."""
    return not _at_once(state) or state.player == seat


def _chance(game: str, outcome: Any, seat: int) -> Entry:
    if game == "qwixx":
        return Roll(tuple(dice_of(outcome)))
    return Deal(tuple(outcome["hands"][seat]), outcome.get("dealer"), outcome.get("turned"))


def _action(before: State, action: int, after: State, seat: int) -> Entry:
    events = after.events[len(before.events) :]
    if before.game.name == "dubito" and action == DOUBT:
        plays = tuple(tuple(play["cards"]) for play in before.position()["board"])
        return Doubt(plays, tuple(e.data[0] for e in events if e.kind == "discard"))  # type: ignore[index]
    if before.game.name == "dubito" and action >= LAY and before.player != seat:
        return Lay(len(LAYS[action - LAY]))
    announced = any(e.kind == "reveal" and e.seat >= 0 for e in events)
    return Act(action, announced and before.player != seat and before.game.name == "belote")
