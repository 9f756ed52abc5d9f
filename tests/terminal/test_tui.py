"""The terminal table, by keyboard and mouse: a whole game, help, undo, resume, small terminals."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Markdown, OptionList, RichLog, Static

import kibitz
from kibitz.core import home as homes
from kibitz.core.files import BadFile
from kibitz.games.description import rules_text
from kibitz.terminal import drawing
from kibitz.terminal.app import KibitzApp
from kibitz.terminal.help import HelpScreen
from kibitz.terminal.menu import MenuScreen, ResumeScreen
from kibitz.terminal.moves import Moves
from kibitz.terminal.open_game import Opening, Request
from kibitz.terminal.result import ResultScreen
from kibitz.terminal.table import TableScreen
from tests.support.found import GAMES

SIZE = (80, 24)


class Tables:
    """Makes applications, and closes their journals when the test is over."""

    def __init__(self) -> None:
        self.apps: list[KibitzApp] = []

    def __call__(self, name: str | None, **words: Any) -> KibitzApp:
        self.close()  # what came before has left the table
        request = Request(**words)
        opening = None if name is None else Opening(name, request)
        self.apps.append(KibitzApp(opening, request, 0))
        return self.apps[-1]

    def close(self) -> None:
        for app in self.apps:
            if app.opening is not None:
                app.opening.journal.close()
        self.apps = []


@pytest.fixture
def tables() -> Iterator[Tables]:
    tables = Tables()
    yield tables
    tables.close()


def table(app: KibitzApp) -> TableScreen:
    (screen,) = [s for s in app.screen_stack if isinstance(s, TableScreen)]
    return screen


def actions(app: KibitzApp) -> list[int]:
    assert app.sitting is not None
    return list(table(app).sitting.record()["actions"])


async def wait_for(pilot: Pilot[Any], screen: type) -> None:
    """Let everything that is under way happen, until this kind of screen is shown."""
    for _ in range(200):
        await pilot.pause()
        if isinstance(pilot.app.screen, screen):
            await pilot.pause()
            return
    raise AssertionError(f"{screen.__name__} did not come; {pilot.app.screen} is there")


async def test_a_whole_game_by_keyboard(tables: Tables) -> None:
    app = tables("ohhell", options=("schedule=[1, 2]",), seed=4)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for(pilot, TableScreen)
        for _ in range(20):
            if isinstance(app.screen, ResultScreen):
                break
            await pilot.press("right", "enter")
            await pilot.pause()
        await wait_for(pilot, ResultScreen)
        assert table(app).sitting.done
        assert not homes.journal_path("ohhell").exists()
        assert len(homes.finished_path("ohhell").read_text().splitlines()) == 1
        # Look at the table, see the result again, and play again.
        await pilot.press("escape")
        await wait_for(pilot, TableScreen)
        await pilot.press("enter")
        await wait_for(pilot, ResultScreen)
        first = table(app).sitting.seed
        await pilot.press("n")
        await wait_for(pilot, TableScreen)
        assert not table(app).sitting.done
        assert table(app).sitting.seed != first
        assert homes.journal_path("ohhell").exists()
        moves = app.screen.query_one(Moves)
        assert moves.size.height == -(-len(moves._shown) // moves._columns)
        await pilot.press("ctrl+q")
    assert app.return_value == 0


@pytest.mark.parametrize("name", GAMES)
async def test_every_game_in_terminals_of_all_sizes(tables: Tables, name: str) -> None:
    app = tables(name, seed=2)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for(pilot, TableScreen)
        for size in ((80, 24), (120, 40), (50, 16), (20, 8)):
            await pilot.resize_terminal(*size)
            assert table(app).sitting.my_turn
            before = len(actions(app))
            await pilot.press("enter")
            await pilot.pause()
            assert len(actions(app)) > before
            assert app.screen.query_one("#log").display == (size[0] >= 72)
            assert app.screen.query_one("#drawing").region.right <= size[0]
            assert app.screen.query_one("#drawing", Static).size.height > 3
            assert app.export_screenshot()


@pytest.mark.parametrize("name", GAMES)
async def test_no_line_of_the_table_is_wrapped(tables: Tables, name: str) -> None:
    app = tables(name, seed=3)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for(pilot, TableScreen)
        drawn = table(app).query_one("#drawing", Static)
        width = drawn.size.width
        lines = drawing.draw(table(app).sitting.view, width).plain.split("\n")
        assert drawn.size.height == len(lines), f"drawn wider than {width} columns"


async def test_typing_filters_and_names_a_move(tables: Tables) -> None:
    app = tables("ohhell", options=("schedule=[12]",), seed=3)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for(pilot, TableScreen)
        moves = app.screen.query_one(Moves)
        await pilot.press("1")
        assert [app.sitting.game.action_name(a) for a in moves._shown] == [  # type: ignore[union-attr]
            "bid 1",
            "bid 10",
            "bid 11",
            "bid 12",
        ]
        await pilot.press("x")
        assert moves._shown == []
        await pilot.press("enter")  # says why, and does nothing
        assert actions(app) == []
        await pilot.press("backspace", "2", "enter")
        await pilot.pause()
        assert actions(app)[0] == 52 + 12
        await pilot.press("escape", "up", "down", "left", "right")
        assert moves.marked == 1


async def test_a_click_plays(tables: Tables) -> None:
    app = tables("ohhell", options=("schedule=[3]",), seed=5)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for(pilot, TableScreen)
        before = len(actions(app))
        moves = app.screen.query_one(Moves)
        third = moves._shown[2]
        await pilot.click(Moves, offset=(2 * moves._cell + 1, 0))
        await pilot.pause()
        assert actions(app)[before] == third


async def test_help_shows_keys_and_rules(tables: Tables) -> None:
    app = tables("ohhell", seed=1)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for(pilot, TableScreen)
        await pilot.press("question_mark")
        await wait_for(pilot, HelpScreen)
        shown = app.screen.query_one(Markdown)
        texts = [str(part.render()) for part in shown.query(Static)]
        for key in ("u, Ctrl+Z", "undo your last move", "Ctrl+Q, Ctrl+C"):
            assert key in texts
        rules = [line[3:] for line in rules_text("ohhell").splitlines() if line.startswith("## ")]
        assert "Rules" in rules
        assert [text for text in texts if text in {"Keys", *rules}] == ["Keys", *rules]
        await pilot.press("escape")
        await wait_for(pilot, TableScreen)


async def test_undo(tables: Tables) -> None:
    app = tables("ohhell", options=("schedule=[4, 2]",), seed=3)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for(pilot, TableScreen)
        before = actions(app)
        lines = app.screen.query_one(RichLog).lines
        await pilot.press("u")  # nothing to take back: a word, no change
        assert actions(app) == before
        await pilot.press("enter")
        await pilot.pause()
        assert len(actions(app)) > len(before)
        await pilot.press("u")
        await pilot.pause()
        assert actions(app) == before
        assert app.screen.query_one(RichLog).lines == lines
        while sum(e.kind == "deal" for e in table(app).sitting.view.history) < 2:
            await pilot.press("enter")
            await pilot.pause()
        kept = actions(app)
        await pilot.press("u")  # a new deal came since
        await pilot.pause()
        assert actions(app) == kept


async def test_resume(tables: Tables) -> None:
    app = tables("ohhell", options=("schedule=[4]",), seed=3)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for(pilot, TableScreen)
        await pilot.press("enter")
        await pilot.pause()
        saved = actions(app)
        await pilot.press("ctrl+c")
    assert app.return_value == 130
    for key, expected in (("r", saved), ("enter", saved), ("n", None)):
        app = tables("ohhell", seed=None)
        async with app.run_test(size=SIZE) as pilot:
            await wait_for(pilot, ResumeScreen)
            await pilot.press(key)
            await wait_for(pilot, TableScreen)
            if expected is None:
                assert table(app).sitting.game.chosen_options() == {}
            else:
                assert actions(app) == expected


async def test_the_menu_offers_every_game(tables: Tables) -> None:
    app = tables(None)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for(pilot, MenuScreen)
        menu = app.screen.query_one(OptionList)
        assert [menu.get_option_at_index(i).id for i in range(menu.option_count)] == GAMES
        menu.highlighted = GAMES.index("ohhell")
        await pilot.press("enter")
        await wait_for(pilot, TableScreen)
        assert table(app).sitting.game == kibitz.game("ohhell")


async def test_a_journal_that_cannot_be_written_ends_with_its_error(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = tables("ohhell", seed=3)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for(pilot, TableScreen)

        def full(path: Path, text: str) -> None:
            raise BadFile("cannot write: No space left on device")

        monkeypatch.setattr("kibitz.core.files.write_atomic", full)
        await pilot.press("enter")
        await pilot.pause()
    assert isinstance(app.return_value, BadFile)


async def test_the_result_buttons(tables: Tables) -> None:
    app = tables("ohhell", options=("schedule=[1]",), seed=4)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for(pilot, TableScreen)
        while not table(app).sitting.done:
            await pilot.press("enter")
            await pilot.pause()
        await wait_for(pilot, ResultScreen)
        assert app.screen.query_one("#again", Button).has_focus
        await pilot.press("right", "right", "enter")
        await pilot.pause()
    assert app.return_value is None
