"""The workflows: valid, clean by zizmor, and every step is a make target that exists."""

import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / ".github/workflows").glob("*.yml"))
PROGRAMS = Path(sys.executable).parent
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def steps(file: Path) -> list[dict[str, Any]]:
    jobs = yaml.safe_load(file.read_text("utf-8"))["jobs"].values()
    return [step for job in jobs for step in job["steps"]]


def test_they_are_valid_and_safe() -> None:
    for words in (
        ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", *map(str, FILES)],
        ["zizmor", "--offline", "--no-progress", str(ROOT / ".github")],
    ):
        done = subprocess.run(
            [PROGRAMS / words[0], *words[1:]], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_step_is_a_make_target_or_an_official_action(file: Path) -> None:
    for step in steps(file):
        if "run" in step:
            word, target, *_ = step["run"].split()
            assert word == "make"
            assert target in TARGETS, step["run"]
        else:
            assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"])


def test_wheels_are_built_or_tested_on_every_python_and_system() -> None:
    """A wheel of the stable ABI is built once, and tested on every newer Python selected."""
    wheels = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["cibuildwheel"]

    def selected(identifier: str) -> bool:
        found = [fnmatch(identifier, pattern) for pattern in wheels["build"]]
        return any(found) and not any(fnmatch(identifier, pattern) for pattern in wheels["skip"])

    for python in ("cp311", "cp312", "cp313", "cp314"):
        for system in ("manylinux_x86_64", "manylinux_aarch64", "macosx_arm64", "win_amd64"):
            assert selected(f"{python}-{system}")
        assert not selected(f"{python}-win32")
    assert wheels["config-settings"]["wheel.py-api"] == "cp312"
    jobs = yaml.safe_load((ROOT / ".github/workflows/wheels.yml").read_text("utf-8"))["jobs"]
    systems = " ".join(jobs["wheels"]["strategy"]["matrix"]["os"])
    for system in ("ubuntu-24.04 ", "ubuntu-24.04-arm", "macos", "windows"):
        assert system in systems
    assert jobs["publish"]["if"] == "startsWith(github.ref, 'refs/tags/v')"


@pytest.mark.parametrize("target", ["test", "sdist", "site"])
def test_the_page_comes_with_its_offline_engine(target: str) -> None:
    """Without Clang for WebAssembly it is built without one, and the tests of that are skipped."""
    jobs = [
        job for file in FILES for job in yaml.safe_load(file.read_text("utf-8"))["jobs"].values()
    ]
    runs = [[step["run"] for step in job["steps"] if "run" in step] for job in jobs]
    (found,) = (run for run in runs if f"make {target}" in run)
    assert "make wasm-setup" in found[: found.index(f"make {target}")]


def test_clang_is_installed_before_the_page_is_built() -> None:
    """Otherwise `make test` would skip the tests without a server on a new machine."""
    found = re.search(r"^test: (.*?) ##", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    wanted = found[1].split()
    assert wanted.index("$(VENV)/stamp-clang") < wanted.index("offline")


def test_there_are_tests_wheels_and_pages() -> None:
    runs = {step["run"].split()[1] for file in FILES for step in steps(file) if "run" in step}
    assert {"test", "compilers", "sdist", "wheels", "publish", "site", "release-check"} <= runs
