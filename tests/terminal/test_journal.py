"""The journal: every action at once, damaged ones set aside, one process at a time."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.bots import simple
from kibitz.core import home as homes
from kibitz.core.files import BadFile, FileInUse
from kibitz.core.rng import Stream
from kibitz.terminal.journal import BadJournal, Journal
from kibitz.terminal.open_game import Opening, Request
from kibitz.terminal.sitting import CannotUndo, Sitting
from tests.support.found import GAMES


def begin(name: str, journal: Journal, **options: Any) -> Sitting:
    return Sitting.begin(kibitz.game(name, **options), 1, 0, journal)


@pytest.fixture
def journal() -> Iterator[Journal]:
    journal = Journal("ohhell")
    yield journal
    journal.close()


def on_disk(name: str) -> list[int]:
    actions: list[int] = json.loads(homes.journal_path(name).read_text())["record"]["actions"]
    return actions


def step(sitting: Sitting) -> None:
    if sitting.my_turn:
        sitting.act(simple.choose(sitting.view, Stream(sitting.length)))
    else:
        sitting.bot_step()


@pytest.mark.parametrize("name", GAMES)
def test_every_action_is_on_the_disk_and_resumes_to_the_same_game(name: str) -> None:
    with contextlib.closing(Journal(name)) as journal:
        play_and_resume(begin(name, journal), journal)


def play_and_resume(sitting: Sitting, journal: Journal) -> None:
    name = sitting.game.name
    for count in range(1, 13):
        step(sitting)
        assert len(on_disk(name)) == count
    saved = journal.load()
    assert saved is not None
    again = Sitting.resume(saved)
    for _ in range(30):  # the bots continue as they would have
        if sitting.done:
            break
        step(sitting)
        step(again)
    assert again.record() == sitting.record()


DAMAGED = [
    b"",
    b"{",
    b"null",
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"journal": 2, "seat": 0, "record": {}}',
    b'{"journal": 1, "seat": 0}',
    b'{"journal": 1, "seat": 0, "record": {"kibitz": 1}}',
]


@pytest.mark.parametrize("data", DAMAGED)
def test_a_damaged_journal_is_set_aside(data: bytes, home: Path) -> None:
    path = homes.journal_path("ohhell")
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    with pytest.raises(BadJournal, match=r"damaged.*ohhell\.damaged-1\.json"):
        Opening("ohhell", Request())
    assert path.with_name("ohhell.damaged-1.json").read_bytes() == data
    opening = Opening("ohhell", Request())  # and the next one begins anew
    assert opening.saved is None
    opening.journal.close()


@pytest.mark.parametrize(("game", "usual"), [("belote", "level_4"), ("ohhell", "simple")])
def test_who_plays_against_a_person_who_names_nobody(home: Path, game: str, usual: str) -> None:
    assert home.is_absolute()
    opening = Opening(game, Request(seed=1, resume=False))
    sitting = opening.fresh()
    assert {spec.name for spec in sitting.opponents} == {usual}  # in Belote the partner, too
    opening.journal.close()
    again = Opening(game, Request())
    assert "against" not in again.saved_line()
    again.journal.close()


@pytest.mark.parametrize("seat", [9, -1, "a", None, True])
def test_a_seat_that_is_none(journal: Journal, seat: object) -> None:
    begin("ohhell", journal)
    journal.path.write_text(json.dumps(json.loads(journal.path.read_text()) | {"seat": seat}))
    with pytest.raises(BadJournal, match="seat"):
        journal.load()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seed": 2}, "does not reproduce the chance"),
        ({"seed": None}, "no seed"),
        ({"actions": [0]}, "does not replay"),
        ({"game": "chess"}, "has a game of 'chess'"),
        ({"options": {"engine": "python"}}, "no option 'engine'"),
    ],
)
def test_a_changed_game(journal: Journal, change: dict[str, object], reason: str) -> None:
    begin("ohhell", journal)
    entry = json.loads(journal.path.read_text())
    journal.path.write_text(json.dumps(entry | {"record": entry["record"] | change}))
    with pytest.raises(BadJournal, match=reason):
        journal.load()


def test_one_process_holds_it(journal: Journal) -> None:
    with pytest.raises(FileInUse):
        Journal("ohhell")


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "file"))
    with pytest.raises(BadFile):
        Journal("ohhell")


def test_undo_takes_back_the_own_action_and_the_bots(journal: Journal) -> None:
    sitting = begin("ohhell", journal, schedule=[5])
    while not sitting.my_turn:
        sitting.bot_step()
    with pytest.raises(CannotUndo, match="no move to undo"):
        sitting.undo()
    before, length = sitting.view, sitting.length
    sitting.act(sitting.view.legal()[-1])
    while not sitting.my_turn:
        sitting.bot_step()
    sitting.undo()
    assert sitting.view == before
    assert sitting.length == length == len(on_disk("ohhell"))


def test_undo_is_refused_after_a_new_deal(journal: Journal) -> None:
    sitting = begin("ohhell", journal, schedule=[1, 2])
    while sum(event.kind == "deal" for event in sitting.view.history) < 2:
        step(sitting)
    while not sitting.my_turn:
        sitting.bot_step()
    with pytest.raises(CannotUndo, match="new cards were dealt since your move"):
        sitting.undo()
