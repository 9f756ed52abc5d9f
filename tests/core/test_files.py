"""Files that survive a crash: whole or not at all, named errors, nothing thrown away."""

from pathlib import Path

import pytest

from kibitz.core import files


def test_write_replaces_whole(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.json"
    files.write_atomic(path, "one")
    files.write_atomic(path, "two\n")
    assert path.read_text() == "two\n"
    assert [p.name for p in path.parent.iterdir()] == ["a.json"]  # no temporary file is left


def test_failed_write_leaves_the_old_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    files.write_atomic(path, "old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("kibitz.core.files.os.fsync", full)
    with pytest.raises(files.BadFile, match="No space left"):
        files.write_atomic(path, "new")
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_append_ends_a_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    files.append_line(path, "one")
    with path.open("a") as file:
        file.write("to")  # a crash in the middle of a line
    files.append_line(path, "three")
    assert path.read_text() == "one\nto\nthree\n"


def test_read(tmp_path: Path) -> None:
    path = tmp_path / "a"
    assert files.read(path, 3) is None
    path.write_bytes(b"abc")
    assert files.read(path, 3) == b"abc"
    with pytest.raises(files.BadFile, match="larger than 2 bytes"):
        files.read(path, 2)
    with pytest.raises(files.BadFile, match="cannot read"):
        files.read(tmp_path, 2)


def test_set_aside_takes_the_next_free_number(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    for number in (1, 2):
        path.write_text(str(number))
        assert files.set_aside(path, "damaged").name == f"a.damaged-{number}.json"
    assert not path.exists()
    assert (tmp_path / "a.damaged-1.json").read_text() == "1"


def test_lock_is_held_by_one(tmp_path: Path) -> None:
    lock = files.Lock(tmp_path / "a.lock", "the game")
    with pytest.raises(files.FileInUse, match="the game is open in another process"):
        files.Lock(tmp_path / "a.lock", "the game")
    lock.release()
    files.Lock(tmp_path / "a.lock", "the game").release()


def test_any_text_may_be_asked_about(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")
    assert files.is_there(tmp_path / "a")
    for name in ("b", "x" * 300, "x/" * 3000, "a\0b"):
        assert not files.is_there(tmp_path / name), name[:9]
