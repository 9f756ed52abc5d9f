"""Exit when the terminal goes away.

A closed terminal sends SIGHUP, which ends the process unless the signal is ignored (nohup, some
supervisors). In that case every read returns end-of-file at once, and the toolkit would spin on it
forever. So a thread waits for the terminal to hang up. There is no screen left to restore, a write
may block forever, and every action is already saved, so the process exits on the spot.
"""

from __future__ import annotations

import os
import select
import threading

HANGUP = 128 + 1  # the exit code of a process killed by SIGHUP


def leave_on_hangup(fd: int) -> None:
    """Exit the process when the terminal behind this file descriptor is gone."""
    if hasattr(select, "poll"):  # Windows has neither poll nor SIGHUP
        threading.Thread(target=_watch, args=(fd,), name="hangup", daemon=True).start()


def _watch(fd: int) -> None:
    waiting = select.poll()
    waiting.register(fd, 0)  # no events but those always reported: hang-up and errors
    for _, event in waiting.poll():
        if event & select.POLLHUP:
            os._exit(HANGUP)
