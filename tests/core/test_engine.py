"""The two engines: which one a game gets, and what happens where the native one is missing."""

import importlib
import subprocess
import sys
import types
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.core import engine
from kibitz.errors import BadEngine


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test loads the extension anew, and leaves the next one to do so."""
    monkeypatch.delenv(engine.VARIABLE, raising=False)
    forget()
    yield
    forget()


def forget() -> None:
    engine._load.cache_clear()
    engine._say_missing.cache_clear()


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation without the extension."""
    real = importlib.import_module

    def import_module(name: str, package: str | None = None) -> Any:
        if name == "kibitz._native":
            raise ImportError("No module named 'kibitz._native'")
        return real(name, package)

    monkeypatch.setattr(importlib, "import_module", import_module)


def test_native_where_there_is_one() -> None:
    assert engine.engine_name() == "native"
    assert engine.cpu_path() in ("avx512", "avx2", "portable")
    assert kibitz.game("ohhell").engine == "native"
    assert kibitz.game("ohhell", engine="python").engine == "python"
    assert "native" in repr(kibitz.game("ohhell"))


def test_the_engine_can_be_asked_for_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(engine.VARIABLE, "python")
    assert kibitz.game("ohhell").engine == "python"
    assert engine.engine_name() == "python"
    assert engine.cpu_path() == "portable"
    monkeypatch.setenv(engine.VARIABLE, "native")
    assert kibitz.game("ohhell").engine == "native"
    for value in ("", "auto"):
        monkeypatch.setenv(engine.VARIABLE, value)
        assert kibitz.game("ohhell").engine == "native"
    monkeypatch.setenv(engine.VARIABLE, "fortran")
    with pytest.raises(BadEngine, match="fortran"):
        kibitz.game("ohhell")


@pytest.mark.usefixtures("missing")
def test_without_the_extension_the_book_plays_and_says_so_once() -> None:
    with pytest.warns(engine.NativeEngineMissing, match="slower") as said:
        game = kibitz.game("ohhell")
    assert len(said) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = kibitz.game("ohhell")
    assert game.engine == again.engine == "python"
    assert engine.engine_name() == "python"
    state = game.new(seed=1)
    while not state.done:
        state.apply(state.legal()[0])
    with pytest.raises(BadEngine, match="no native engine"):
        kibitz.game("ohhell", engine="native")


@pytest.mark.usefixtures("missing")
def test_without_the_extension_the_environment_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(engine.VARIABLE, "python")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert kibitz.game("ohhell").engine == "python"  # without a word
    monkeypatch.setenv(engine.VARIABLE, "native")
    with pytest.raises(BadEngine, match="KIBITZ_ENGINE=native"):
        kibitz.game("ohhell")


@pytest.mark.parametrize("old", [{"version": "0.0.1"}, {"version": kibitz.__version__}])
def test_an_extension_of_other_sources_is_not_used(
    monkeypatch: pytest.MonkeyPatch, old: dict[str, str]
) -> None:
    """Of another version, or of this one before it was done."""
    module = types.ModuleType("kibitz._native")
    vars(module).update(old)
    monkeypatch.setitem(sys.modules, "kibitz._native", module)
    with pytest.warns(engine.NativeEngineMissing, match="make build"):
        assert kibitz.game("ohhell").engine == "python"
    monkeypatch.setenv(engine.VARIABLE, "native")
    with pytest.raises(BadEngine, match="built from other sources"):
        kibitz.game("ohhell")


def test_unknown_engines() -> None:
    for wrong in ("rust", "", "auto"):
        with pytest.raises(BadEngine):
            kibitz.game("ohhell", engine=wrong)


def test_a_process_without_the_extension_warns_once() -> None:
    """The whole way, as a user would see it: a fresh interpreter that cannot import it."""
    code = (
        "import sys; sys.modules['kibitz._native'] = None\n"
        "import kibitz\n"
        "for _ in range(3): kibitz.game('ohhell').new(seed=1)\n"
    )
    source = str(Path(kibitz.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": source, "PATH": ""},
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("NativeEngineMissing") == 1
