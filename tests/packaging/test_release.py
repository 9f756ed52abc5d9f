"""Version, citation, changelog and tag agree; and the check notices when they do not."""

import json
import runpy
import shutil
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
check_release = runpy.run_path(str(ROOT / "tools" / "check_release.py"))
problems = check_release["problems"]

FILES = ("CITATION.cff", "CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md")


def test_this_tree_is_consistent() -> None:
    assert problems(ROOT, None) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "reason"),
    [
        ("CITATION.cff", "\nversion: ", "\nversion: 9", "CITATION.cff does not name"),
        ("CHANGELOG.md", "## 0.", "## 9.", "CHANGELOG.md has no section"),
        ("src/kibitz/_version.py", "__version__", "version", "no version of the form"),
    ],
)
def test_a_difference_is_named(tmp_path: Path, file: str, old: str, new: str, reason: str) -> None:
    (tmp_path / "src/kibitz").mkdir(parents=True)
    for name in (*FILES, "src/kibitz/_version.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    path = tmp_path / file
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    (line,) = problems(tmp_path, None)
    assert reason in line


def test_no_other_file_of_the_programs_has_a_version() -> None:
    """The wheel and the extension take it from the package."""
    for name in ("frontend/package", "extension/package", "extension/public/manifest"):
        assert "version" not in json.loads((ROOT / f"{name}.json").read_text("utf-8")), name
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert settings["project"]["dynamic"] == ["version"]
    source = settings["tool"]["scikit-build"]["metadata"]["version"]["input"]
    assert source == "src/kibitz/_version.py"


def test_a_tag_is_the_version() -> None:
    (line,) = problems(ROOT, "v99.0.0")
    assert "v99.0.0" in line
