"""Namespaces: a world with no network, no other processes and no shared memory in it.

Root may make them as it is. Others need a user namespace around them, which not every system
grants. A process namespace begins with the next fork: its first process is the bot, and with the
bot all that it started is ended by the kernel.
"""

from __future__ import annotations

import os

from kibitz.bots.sandbox import system

NEW_USER, NEW_PID, NEW_NET, NEW_IPC = 0x10000000, 0x20000000, 0x40000000, 0x08000000
KINDS = {"pid": NEW_PID, "net": NEW_NET, "ipc": NEW_IPC}


def enter() -> list[str]:
    """The namespaces that this process, or its next child, is in now."""
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
