"""The hash of the native sources: CMake and Python agree, and any change shows."""

from pathlib import Path

from kibitz.core import engine
from kibitz.core.source_hash import SOURCES, source_hash


def sources(folder: Path, **files: str) -> Path:
    folder.mkdir()
    (folder / "source_hash.cmake").touch()
    for name, text in files.items():
        (folder / f"{name}.cpp").write_text(text, encoding="utf-8")
    return folder


def test_cmake_computes_the_same() -> None:
    module = engine.native()
    assert module is not None
    assert module.source_hash == source_hash(SOURCES)


def test_a_change_a_new_name_and_a_new_file_show(tmp_path: Path) -> None:
    found = {
        source_hash(sources(tmp_path / "a", one="1")),
        source_hash(sources(tmp_path / "b", one="2")),
        source_hash(sources(tmp_path / "c", two="1")),
        source_hash(sources(tmp_path / "d", one="1", two="1")),
    }
    assert len(found) == 4
    again = sources(tmp_path / "e", one="1")
    (again / "notes.md").write_text("not compiled")
    assert source_hash(again) == source_hash(tmp_path / "a")


def test_an_installed_package_has_none(tmp_path: Path) -> None:
    assert source_hash(tmp_path) is None
