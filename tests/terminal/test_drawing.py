"""Drawings: every one found keeps its width, and a game without one is drawn from its text."""

import pytest
from rich.text import Text

import kibitz
from kibitz.bots import simple
from kibitz.core import registry
from kibitz.core.events import Event
from kibitz.core.rng import Stream
from kibitz.terminal import drawing
from kibitz.terminal.canvas import Canvas
from kibitz.terminal.result import headline
from tests.support.found import GAMES


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [30, 54, 100])
def test_a_drawing_keeps_its_width_all_through_a_game(name: str, width: int) -> None:
    state, stream = kibitz.game(name).new(9), Stream(9)
    for number in range(120):
        view = state.view(number % state.game.players)
        drawn = drawing.draw(view, width)
        if registry.find("terminal", name) is not None:
            assert max(len(line) for line in drawn.plain.split("\n")) <= width
        if state.done:
            break
        state.apply(simple.choose(state.view(state.player), stream))
    assert all(sentence.plain for sentence in drawing.story(state.view(0)))


@pytest.mark.parametrize("name", GAMES)
def test_without_a_drawing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sixth game, on its first day."""
    monkeypatch.setattr(drawing, "_special", lambda *_: None)
    state, stream = kibitz.game(name).new(9), Stream(9)
    for _ in range(60):
        if state.done:
            break
        state.apply(simple.choose(state.view(state.player), stream))
    view = state.view(0)
    assert drawing.draw(view, 54).plain == view.text()
    assert drawing.arrange(view) == view.legal()
    assert len(drawing.story(view)) == len(view.history)
    assert drawing.seat_name(view, 0) == "You"
    if state.game.players > 1:
        assert drawing.seat_name(view, 1) == "Seat 1"


def test_an_event_of_an_unknown_shape_is_shown() -> None:
    view = kibitz.game("ohhell").new(1).view(0)
    drawn = drawing.describe(view, Event("reveal", 2, (1, 2)))
    assert drawn == Text("Seat 2: reveal 1 2")


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ([1, 0, 0, 0], "You win."),
        ([0, 1, 0, 0], "You lose."),
        ([0.5, 0, 0.5, 0], "You win, with Seat 2."),
        ([0.25] * 4, "A draw."),
        ([0.25, 0.75, 0, 0], "You have 25% of the win."),
        ([1], "The game is over."),
    ],
)
def test_headline(shares: list[float], words: str) -> None:
    assert headline(kibitz.game("ohhell").new(1).view(0), shares) == words


def test_canvas_loses_what_falls_off() -> None:
    canvas = Canvas(4, 2)
    canvas.put(2, 0, "abc")
    canvas.put(-1, 1, "xyz")
    canvas.put(0, 5, "no")
    canvas.put_right(4, 1, Text("R", "bold"))
    assert canvas.text().plain == "  ab\nyz R"
