"""The filter of system calls, run step by step: what it refuses on both machines."""

from __future__ import annotations

import errno
import os

import pytest

from kibitz.bots.remote.sandbox import seccomp
from kibitz.bots.remote.sandbox.seccomp import (
    ABOVE,
    ALLOW,
    ARCH,
    ARGUMENTS,
    CLONE_THREAD,
    EQUAL,
    LOAD,
    MACHINE,
    MACHINES,
    MEMORY,
    NETWORK,
    NR,
    OTHERS,
    PRIORITY,
    PROCESSES,
    REFUSE,
    RETURN,
    SET,
    WRITING,
    Step,
)

READ, GETPID = (0, 63), (39, 172)
PID = 77


def run(steps: list[Step], arch: int, number: int, *arguments: int) -> int:
    """What the kernel would answer: ALLOW, or an errno."""
    data = {NR: number, ARCH: arch}
    data |= {ARGUMENTS + 8 * i: x & 0xFFFFFFFF for i, x in enumerate(arguments)}
    at, word = 0, 0
    while True:
        code, if_true, if_false, k = steps[at]
        at += 1
        if code == LOAD:
            word = data.get(k, 0)
        elif code == RETURN:
            return k if k == ALLOW else k - REFUSE
        else:
            true = {EQUAL: word == k, ABOVE: word >= k, SET: bool(word & k)}[code]
            at += if_true if true else if_false


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def strict(machine: str) -> list[Step]:
    return seccomp.build(
        machine, pid=PID, processes=False, writing=False, opening=False, signals=False
    )


def numbers(machine: str, *tables: seccomp.CallTable) -> list[int]:
    column, _ = MACHINES[machine]
    found = [pair[column] for table in tables for pair in table.values()]
    return [number for number in found if number is not None]


def test_a_bot_may_compute_and_nothing_else(machine: str) -> None:
    column, arch = MACHINES[machine]
    steps = strict(machine)
    assert len(steps) < 4096  # the kernel's limit
    for number in numbers(machine, PROCESSES, NETWORK, OTHERS, MACHINE, WRITING, PRIORITY, MEMORY):
        assert run(steps, arch, number) == errno.EPERM, number
    assert run(steps, arch, seccomp.SETSID[column]) == 0  # not carried out, but no error either
    for number in (READ[column], GETPID[column]):
        assert run(steps, arch, number) == ALLOW


def test_threads_but_no_processes(machine: str) -> None:
    column, arch = MACHINES[machine]
    clone = seccomp.CLONE[column]
    assert run(strict(machine), arch, clone, 17) == errno.EPERM
    assert run(strict(machine), arch, clone, CLONE_THREAD | 0x100) == ALLOW
    assert run(strict(machine), arch, seccomp.CLONE3[column]) == errno.ENOSYS


def test_files_are_opened_for_reading_only(machine: str) -> None:
    column, arch = MACHINES[machine]
    calls = [(seccomp.OPENAT[column], (3, 0)), (seccomp.OPEN[column], (0,))]
    for number, before in calls:
        if number is None:
            continue
        for flags in (os.O_RDONLY, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY):
            assert run(strict(machine), arch, number, *before, flags) == ALLOW
        for flags in (os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_TRUNC, os.O_APPEND):
            assert run(strict(machine), arch, number, *before, flags) == errno.EPERM
    assert run(strict(machine), arch, seccomp.OPENAT2[column]) == errno.ENOSYS


def test_signals_go_to_itself_only(machine: str) -> None:
    column, arch = MACHINES[machine]
    for number in (seccomp.KILL[column], seccomp.TGKILL[column]):
        assert run(strict(machine), arch, number, PID, 6) == ALLOW
        assert run(strict(machine), arch, number, PID + 1, 6) == errno.EPERM
        assert run(strict(machine), arch, number, -1, 6) == errno.EPERM
    assert run(strict(machine), arch, seccomp.PRLIMIT[column], 0) == ALLOW
    assert run(strict(machine), arch, seccomp.PRLIMIT[column], 1) == errno.EPERM


def test_another_machines_calls_are_refused(machine: str) -> None:
    column, arch = MACHINES[machine]
    assert run(strict(machine), arch ^ 1, READ[column]) == errno.EPERM
    assert run(strict(machine), arch, READ[column] | seccomp.X32) == errno.ENOSYS


def test_a_program_may_start_processes(machine: str) -> None:
    column, arch = MACHINES[machine]
    steps = seccomp.build(
        machine, pid=PID, processes=True, writing=True, opening=True, signals=True
    )
    for number in numbers(machine, PROCESSES, WRITING):
        assert run(steps, arch, number) == ALLOW
    assert run(steps, arch, seccomp.CLONE[column], 17) == ALLOW
    assert run(steps, arch, seccomp.OPENAT[column], 3, 0, os.O_WRONLY) == ALLOW
    for number in numbers(machine, NETWORK, OTHERS, MACHINE, PRIORITY, MEMORY):
        assert run(steps, arch, number) == errno.EPERM
    assert run(steps, arch, seccomp.SETSID[column]) == 0  # not carried out
