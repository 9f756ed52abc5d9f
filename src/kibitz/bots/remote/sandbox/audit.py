"""Names what an external Python bot tries to do.

The kernel's limits hold whatever code runs, but they only answer "not permitted". Python calls its
audit hooks (PEP 578) before it forks, opens a socket or writes a file; here that becomes the reason
for the forfeit, and the process ends before it happens. A bot that bypasses Python meets the
kernel.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from kibitz.bots.remote.forfeit import (
    BotFault,
    Forbidden,
    StartedProcess,
    UsedNetwork,
    WroteFile,
    clean,
)
from kibitz.bots.remote.sandbox.seccomp import WRITING_FLAGS

Report = Callable[[BotFault], NoReturn]

PROCESSES = {
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.posix_spawn",
    "os.spawn",
    "os.system",
    "pty.spawn",
    "subprocess.Popen",
}
NETWORK = {
    "socket.__new__",
    "socket.bind",
    "socket.connect",
    "socket.getaddrinfo",
    "socket.gethostbyaddr",
    "socket.gethostbyname",
    "socket.getnameinfo",
    "socket.sendmsg",
    "socket.sendto",
}
FILES = {
    "os.chflags",
    "os.chmod",
    "os.chown",
    "os.link",
    "os.mkdir",
    "os.remove",
    "os.removexattr",
    "os.rename",
    "os.rmdir",
    "os.setxattr",
    "os.symlink",
    "os.truncate",
    "os.utime",
    "tempfile.mkdtemp",
    "tempfile.mkstemp",
}
SIGNALS = {"os.kill", "os.killpg"}


def watch(report: Report) -> None:
    """From now on and irrevocably, report forbidden actions. `report` ends the process."""

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            _check_open(report, *arguments)
        elif event in PROCESSES:
            report(StartedProcess(f"it tried to start a process ({event})"))
        elif event in NETWORK:
            report(UsedNetwork(f"it tried to use the network ({event})"))
        elif event in FILES:
            report(WroteFile(f"it tried to change files ({event} of {_name(arguments)})"))
        elif event in SIGNALS and arguments[0] != os.getpid():
            report(Forbidden(f"it tried to signal another process ({event})"))

    sys.addaudithook(hook)


def _check_open(report: Report, path: object, _mode: object, flags: object) -> None:
    if isinstance(flags, int) and flags & WRITING_FLAGS and path not in (os.devnull, b"/dev/null"):
        report(WroteFile(f"it tried to write a file ({_name((path,))})"))


def _name(arguments: tuple[Any, ...]) -> str:
    return clean(repr(arguments[0]) if arguments else "?", 200)
