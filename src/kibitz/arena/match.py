"""One game between bots: seats them, tells them what they may know, and carries out their actions.

    played = play(kibitz.game("ohhell"), [bot, bot, bot, bot], seed=7)

The bots' seeds follow from the game's seed and their seats, so a game of bots with a simulation
budget replays from its seed. A bot that sits on several seats must be given as so many bots.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.bots.bot import Bot, decide
from kibitz.core.game import Game
from kibitz.core.record import Record
from kibitz.core.rng import mix
from kibitz.core.state import State

BOT_STREAM = 0x626F7473  # keeps the bots' numbers apart from those of the game


@dataclass(frozen=True)
class Played:
    """A finished game."""

    record: Record
    returns: list[float]
    outcome: list[float]
    moves: list[int]  # decisions of each seat that had a choice
    seconds: list[float]  # CPU time of each seat


def bot_seed(seed: int, seat: int) -> int:
    """The seed of the bot on a seat of the game with this seed."""
    return mix(mix(seed, BOT_STREAM), seat)


def play(game: Game, bots: Sequence[Bot], seed: int, state: State | None = None) -> Played:
    """Play a game to its end; from `state` on, where one is given. An illegal action raises."""
    assert len(bots) == game.players, "one bot a seat"
    assert len(set(map(id, bots))) == len(bots), "a bot sits on one seat"
    state = game.new(seed) if state is None else state
    told = [0] * game.players
    listens = [bot.listens for bot in bots]
    moves, seconds = [0] * game.players, [0.0] * game.players
    for seat, bot in enumerate(bots):
        bot.start(game, seat, bot_seed(seed, seat))
    while not state.done:
        seat = state.player
        bot, view = bots[seat], state.view(seat)
        begin = time.process_time()
        if listens[seat]:
            for event in view.history[told[seat] :]:
                bot.observe(event)
            told[seat] = len(view.history)
        action = decide(bot, state, view)
        seconds[seat] += time.process_time() - begin
        moves[seat] += len(view.legal_actions) > 1
        state.apply(action)
    return Played(state.record(), state.returns(), state.outcome(), moves, seconds)
