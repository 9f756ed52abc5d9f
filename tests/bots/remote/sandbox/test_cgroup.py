"""Control groups: what is written where, on a tree with the names of cgroup v2.

A group that systemd has delegated is not to be had in most places where tests run, so the kernel's
part (the files of a new group) is played by `Tree`.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kibitz.bots.remote.sandbox import cgroup
from kibitz.bots.remote.sandbox.limits import PROGRAM, Layers, holds

FILES = ("memory.max", "memory.swap.max", "pids.max", "cpu.max", "cgroup.procs", "cgroup.kill")


class Tree:
    """A tree of groups in an ordinary folder."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch, files: tuple[str, ...]) -> None:
        self.service = root / "system.slice" / "kibitz.service"
        (self.service / "main").mkdir(parents=True)
        (self.service / "cgroup.controllers").write_text("cpu memory pids\n")
        (self.service / "cgroup.subtree_control").write_text("")
        own = root / "own"
        own.write_text("0::/system.slice/kibitz.service/main\n")
        monkeypatch.setattr(cgroup, "ROOT", root)
        monkeypatch.setattr(cgroup, "OWN", own)
        self.delegated = True
        monkeypatch.setattr(os, "getxattr", self._getxattr)
        make, remove = Path.mkdir, Path.rmdir

        def mkdir(path: Path) -> None:
            make(path)
            for name in files:
                (path / name).write_text("")

        def rmdir(path: Path) -> None:
            for name in files:
                (path / name).unlink(missing_ok=True)
            remove(path)

        monkeypatch.setattr(Path, "mkdir", mkdir)
        monkeypatch.setattr(Path, "rmdir", rmdir)

    def _getxattr(self, path: Path, name: str) -> bytes:
        assert (path, name) == (self.service, "user.delegate")
        if not self.delegated:
            raise OSError
        return b"1"

    def groups(self) -> list[str]:
        return sorted(path.name for path in self.service.iterdir() if path.is_dir())


def test_a_group_has_the_limits_and_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = Tree(tmp_path, monkeypatch, FILES)
    group = cgroup.create(PROGRAM)
    assert group == tree.service / f"kibitz-bot-{os.getpid()}"
    assert cgroup.enter(group)
    written = {name: (group / name).read_text() for name in FILES}
    assert written == {
        "memory.max": str(PROGRAM.memory_bytes_max),
        "memory.swap.max": "0",
        "pids.max": "33",
        "cpu.max": "100000 100000",
        "cgroup.procs": "0",
        "cgroup.kill": "",
    }
    cgroup.end(group)
    assert tree.groups() == ["main"]
    cgroup.end(group)  # a second time is harmless


def test_without_swap_or_cpu_the_rest_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Tree(tmp_path, monkeypatch, ("memory.max", "pids.max", "cgroup.procs"))
    group = cgroup.create(PROGRAM)
    assert group is not None
    assert not (group / "cpu.max").exists()
    assert cgroup.enter(group)


def test_nothing_is_touched_that_is_not_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = Tree(tmp_path, monkeypatch, FILES)
    tree.delegated = False
    assert cgroup.create(PROGRAM) is None
    tree.delegated = True
    (tree.service / "cgroup.controllers").write_text("cpu\n")
    assert cgroup.create(PROGRAM) is None
    (tmp_path / "own").write_text("4:memory:/elsewhere\n")  # cgroup v1
    assert cgroup.create(PROGRAM) is None
    assert tree.groups() == ["main"]
    assert (tree.service / "cgroup.subtree_control").read_text() == ""
    assert not cgroup.enter(None)
    cgroup.end(None)


def test_a_group_without_its_files_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = Tree(tmp_path, monkeypatch, ("memory.max",))
    assert cgroup.create(PROGRAM) is None
    assert tree.groups() == ["main"]


def test_what_it_holds() -> None:
    held = {hold.what: hold.by for hold in holds(PROGRAM, Layers(cgroup=True)) if hold.held}
    assert held["1024 MB of memory"] == held["32 more processes"] == "control group"
