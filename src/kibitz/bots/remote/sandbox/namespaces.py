"""Namespaces: isolate a process from the network, other processes and shared memory.

Root may create them directly. Others need a user namespace around them, which not every system
grants. A process namespace starts with the next fork: its first process is the bot, and when the
bot ends, the kernel ends everything that it started.
"""

from __future__ import annotations

import os

from kibitz.bots.remote.sandbox import system

NEW_USER, NEW_PID, NEW_NET, NEW_IPC = 0x10000000, 0x20000000, 0x40000000, 0x08000000
KINDS = {"pid": NEW_PID, "net": NEW_NET, "ipc": NEW_IPC}


def enter() -> list[str]:
    """Enter namespaces; return those that this process, or its next child, is now in."""
    wanted = sum(KINDS.values())
    if os.geteuid() == 0 and _unshare(wanted):
        return list(KINDS)
    if _unshare(NEW_USER | wanted):
        return ["user", *KINDS]
    return [name for name, flag in KINDS.items() if _unshare(flag)]


def _unshare(flags: int) -> bool:
    try:
        system.call("unshare", flags)
    except OSError:
        return False
    return True
