"""Nothing on the screen or in the log depends on what the seat may not know.

Another world that fits the view is swapped in: drawing, moves and log must be the same, and on the
terminal the whole picture.
"""

import random
from typing import Any

import pytest
from rich.text import Text
from textual.pilot import Pilot

import kibitz
from kibitz.terminal import drawing
from kibitz.terminal.app import KibitzApp
from kibitz.terminal.open_game import Request
from kibitz.terminal.sitting import Sitting
from kibitz.terminal.table import TableScreen
from tests.support.found import GAMES, choose, replay_line, round_options

STATES = 40
WIDTH = 54


def random_state(name: str, rng: random.Random) -> kibitz.State:
    state = kibitz.game(name, **round_options(name, rng)).new(rng.getrandbits(64))
    for _ in range(rng.randrange(60)):
        before = state.copy()
        state.apply(choose(state, rng))
        if state.done:
            return before
    return state


def markup(texts: list[Text]) -> list[str]:
    return [text.markup for text in texts]


def picture(view: kibitz.View) -> list[str]:
    labels = [drawing.label(view, action) for action in drawing.arrange(view)]
    names = [Text(drawing.seat_name(view, seat)) for seat in range(view.game.players)]
    return markup([drawing.draw(view, WIDTH), *drawing.story(view), *labels, *names])


@pytest.mark.parametrize("name", GAMES)
def test_drawings_are_the_same_in_every_world(name: str) -> None:
    rng = random.Random(5)
    for _ in range(STATES):
        state = random_state(name, rng)
        for seat in range(state.game.players):
            view = state.view(seat)
            (world,) = view.worlds(rng, 1)
            assert picture(world.view(seat)) == picture(view), replay_line(state)


async def settled(pilot: Pilot[Any]) -> str:
    """The screen, once nothing moves on it any more."""
    shots = [""]
    for _ in range(100):
        await pilot.pause()
        shots.append(pilot.app.export_screenshot())
        if len(shots) > 5 and len(set(shots[-5:])) == 1:
            return shots[-1]
    raise AssertionError("the screen does not come to rest")


@pytest.mark.parametrize("name", GAMES)
async def test_the_whole_screen_is_the_same_in_another_world(name: str) -> None:
    rng = random.Random(6)
    state = random_state(name, rng)
    seat = state.player
    (world,) = state.view(seat).worlds(rng, 1)
    app, shots = KibitzApp(None, Request(), 0), []
    async with app.run_test(size=(100, 40)) as pilot:
        for true_or_not in (state, world):
            sitting = Sitting(true_or_not, seat)
            await app.push_screen(TableScreen(sitting, 0))
            shots.append(await settled(pilot))
            assert sitting.my_turn, "no bot has moved"
            assert app.screen.query_one("#drawing").size.height > 3
            app.pop_screen()
    assert shots[0] == shots[1], replay_line(state)
