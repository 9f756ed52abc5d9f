"""What a system holds is said as it is."""

from __future__ import annotations

import dataclasses

import pytest

from kibitz.bots.remote.sandbox.limits import (
    FILE,
    PROGRAM,
    Layers,
    Limits,
    NotConfined,
    check,
    holds,
)


def held(limits: Limits, **layers: object) -> set[str]:
    active = Layers(**layers)  # type: ignore[arg-type]
    return {hold.what for hold in holds(limits, active) if hold.held}


ALWAYS = {"time for each answer", "nothing stays behind", "1 MB of output"}


def test_without_any_layer_only_what_we_do_ourselves_holds() -> None:
    assert held(FILE) == ALWAYS
    assert held(PROGRAM) == ALWAYS | {"any file may be read"}


def test_each_layer_holds_its_part() -> None:
    seccomp = {"no other process", "no network", "no file is written", "no reach into others"}
    assert held(FILE, seccomp=True) == ALWAYS | seccomp
    reading = {"no file is written", "only Python's own files are read"}
    assert held(FILE, landlock=1) == ALWAYS | reading
    assert held(FILE, rlimits=["memory"]) == ALWAYS | {"1024 MB of memory"}
    assert held(FILE, namespaces=["net"]) == ALWAYS | {"no network"}


def test_a_limit_of_processes_needs_a_user_of_its_own() -> None:
    name = "32 more processes"
    assert name not in held(PROGRAM, rlimits=["processes"], seccomp=True)
    assert name in held(PROGRAM, rlimits=["processes"], uid=1_800_000_000)
    assert name in held(PROGRAM, rlimits=["processes"], namespaces=["user"])
    assert "no other process" not in held(FILE, rlimits=["processes"], uid=1)


def test_a_supervisor_counts_where_nothing_else_does() -> None:
    assert "32 more processes" in held(PROGRAM, counted=True)
    assert "1024 MB of memory" in held(PROGRAM, counted=True)
    assert "no reach into others" in held(PROGRAM, seccomp=True, landlock=6)
    assert "no reach into others" not in held(PROGRAM, seccomp=True)


def test_a_stranger_is_refused_where_a_promise_does_not_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = Layers(rlimits=["memory"], landlock=6, seccomp=True, counted=True)
    check(FILE, whole)
    check(PROGRAM, whole)
    with pytest.raises(NotConfined, match="no network"):
        check(FILE, Layers(rlimits=["memory"], landlock=6))
    monkeypatch.setenv("KIBITZ_SANDBOX", "partial")
    check(FILE, Layers())


def test_limits_travel_as_plain_data() -> None:
    changed = dataclasses.replace(FILE, memory_bytes_max=7)
    assert Limits(**changed.as_data()) == changed
    assert Layers(**Layers(seccomp=True, uid=3).as_data()) == Layers(seccomp=True, uid=3)
