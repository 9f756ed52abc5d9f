"""How long a player takes for a move: CPU time, over whole games against simple players."""

from __future__ import annotations

from kibitz import bots, games
from kibitz.arena.match import play
from kibitz.bots.defaults import timing_options
from kibitz.bots.spec.spec import Spec


def milliseconds_a_move(spec: Spec, games_played: int = 2) -> float:
    """The mean over decisions with a choice, all phases of the game together."""
    game = games.game(spec.game, **timing_options(spec.game))
    moves, seconds = 0, 0.0
    for seed in range(games_played):
        seat = seed % game.players
        seated = [bots.bot(spec.game, "simple") for _ in range(game.players)]
        seated[seat] = spec.bot()
        played = play(game, seated, seed)
        moves += played.moves[seat]
        seconds += played.seconds[seat]
    return 1000 * seconds / max(moves, 1)
