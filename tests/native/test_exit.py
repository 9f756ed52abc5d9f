"""A process that used the native engine ends without nanobind's list of leaked instances."""

import subprocess
import sys

import pytest

from kibitz.core import engine

PROGRAM = """
import kibitz
from kibitz import bots
from kibitz.table import bot_move

kept = []
for name in kibitz.games.names():
    game = kibitz.game(name)
    state = game.new(1)
    view = state.view(state.player)
    for bot in ("simple", "net"):
        bot_move.answer(bot_move.for_view(view, bot, 1))  # it keeps the bot for the next question
    searcher = bots.bot(name, "ismcts", simulations=20)
    searcher.start(game, state.player, 1)
    searcher.choose(view)
    try:
        state.apply(-1)
    except kibitz.errors.KibitzError as error:
        kept.append(error)  # and with its traceback the state
    state.copy(seed=2).apply(state.legal()[0])
    vector = kibitz.vector(name, 4, seed=1)
    kept += [state, vector, searcher]
assert all(one.engine == "native" for one in map(kibitz.game, kibitz.games.names()))
"""


@pytest.mark.skipif(engine.native() is None, reason="needs the native engine")
def test_nothing_is_left_at_the_end() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
