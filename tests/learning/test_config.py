"""Settings: defaults < file < command line, and errors that name the nearest right key."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from kibitz.core.files import BadFile
from kibitz.learning import config
from kibitz.learning.config import BadConfig, changed, setting
from kibitz.learning.recipe import listing


@dataclass(frozen=True)
class Base:
    lr: float = setting(3e-4, "learning rate", group="ppo", low=0, high=1)
    steps: int = setting(1000, "steps")
    trunk: tuple[int, ...] = setting((256,), "widths", group="net", low=1)
    mode: str = setting("pool", "opponents", choices=("pool", "self"))
    deep: bool = setting(False, "deep")


@dataclass(frozen=True)
class Own(Base):
    lr: float = changed(Base, "lr", 1e-3)


def test_later_ones_win(tmp_path: Path) -> None:
    file = tmp_path / "run.toml"
    file.write_text("steps = 7\n[ppo]\nlr = 0.5\n[net]\ntrunk = [8, 4]\n")
    assert config.resolve(Base) == Base()
    assert config.resolve(Base, file) == Base(lr=0.5, steps=7, trunk=(8, 4))
    assert config.resolve(Base, file, ["lr=1e-4", "steps=2M"]).lr == 1e-4
    assert config.resolve(Base, file, ["steps=2M"]).steps == 2_000_000


def test_texts_of_the_command_line() -> None:
    found = config.resolve(Base, None, ["trunk=512,64", "deep=true", "mode=self", "steps=1.5k"])
    assert found == Base(trunk=(512, 64), deep=True, mode="self", steps=1500)
    assert config.resolve(Base, None, ["trunk=[]"]).trunk == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("lrr=1", "did you mean 'lr'"),
        ("stepps=1", "did you mean 'steps'"),
        ("learning_rate=1", "did you mean 'lr'"),
        ("lr=2", "at most 1"),
        ("lr=-1", "at least 0"),
        ("lr=nan", "a number"),
        ("steps=1.5", "a whole number"),
        ("mode=sefl", "did you mean 'self'"),
        ("deep=maybe", "true or false"),
        ("trunk=8,0", "at least 1"),
        ("steps", "key=value"),
    ],
)
def test_what_is_wrong_is_named(text: str, words: str) -> None:
    with pytest.raises(BadConfig, match=words):
        config.resolve(Base, None, [text])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("lrate = 1", "there is no setting 'lrate'"),
        ("[pppo]\nlr = 1", r"did you mean 'ppo'"),
        ("[net]\nlr = 0.1", r"lr belongs in \[ppo\]"),
        ("steps = true", "a whole number"),
        ("trunk = 4", "must be a list"),
        ("lr = ", "is not valid TOML"),
    ],
)
def test_wrong_files_are_named(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "run.toml"
    file.write_text(text)
    with pytest.raises(BadConfig, match=words):
        config.resolve(Base, file)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadFile):
        config.resolve(Base, tmp_path / "none.toml")


def test_a_recipe_changes_defaults_and_keeps_ranges() -> None:
    assert config.resolve(Own).lr == 1e-3
    with pytest.raises(BadConfig, match="at most 1"):
        config.resolve(Own, None, ["lr=3"])


@pytest.mark.parametrize("recipe", list(listing()), ids=lambda r: f"{r.game}_{r.what}")
def test_what_is_written_is_read_again(tmp_path: Path, recipe: object) -> None:
    kind = recipe.module.Settings  # type: ignore[attr-defined]
    file = tmp_path / "config.toml"
    config.write(file, kind())
    assert config.resolve(kind, file) == kind()
    for field in config.fields(kind):
        assert field.help
        assert field.group
