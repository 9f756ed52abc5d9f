"""Leave when the terminal goes away.

A closed terminal sends SIGHUP, which ends the process, unless SIGHUP is ignored (nohup, some
supervisors). Then reading says "end of input" without end, the toolkit reads again and again, and a
core is busy for nobody. So a thread sleeps until the terminal hangs up. There is no screen left to
restore, what is written may block for ever, and every action is saved already: the process ends
there and then.
"""

from __future__ import annotations

import os
import select
import threading

HANGUP = 128 + 1  # the exit code that SIGHUP gives


def leave_on_hangup(fd: int) -> None:
    """End the process when the terminal behind this file descriptor is gone."""
    if hasattr(select, "poll"):  # not on Windows, where there is no such signal either
        threading.Thread(target=_watch, args=(fd,), name="hangup", daemon=True).start()


def _watch(fd: int) -> None:
    waiting = select.poll()
    waiting.register(fd, 0)  # nothing but what is always told: hang-up and errors
    for _, event in waiting.poll():
        if event & select.POLLHUP:
            os._exit(HANGUP)
