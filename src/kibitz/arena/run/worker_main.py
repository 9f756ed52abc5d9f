"""The main of a worker process: jobs as JSON lines on stdin, finished games on stdout.

    {"plan": {...}}                         first, once
    {"units": [...], "done": [...]}         a job; `done` are numbers of games not to be played
    -> {"rows": [[...], ...]}               finished games, a few times a second
    -> {"finished": seconds}                the job, with its wall time
    -> {"error": [code, sentence]}          a fatal error; the process exits

When stdin ends, because the parent closed it or was killed, the worker exits at once, even in the
middle of a game. The parent's side of the conversation is processes.py.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
import traceback
from typing import Any, BinaryIO

from kibitz.core.errors import KibitzError


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # keeps a bot's output out of our lines
    jobs: queue.Queue[dict[str, Any]] = queue.Queue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, jobs), daemon=True).start()
    try:
        _work(jobs, answers)
    except BrokenPipeError:
        os._exit(0)
    except KibitzError as error:
        _say(answers, {"error": [error.code, str(error)]})
    except Exception as error:  # noqa: BLE001 (a fault of ours, which the parent reports)
        traceback.print_exc()
        _say(answers, {"error": ["kibitz", f"{type(error).__name__}: {error}"]})


def _read(lines: BinaryIO, jobs: queue.Queue[dict[str, Any]]) -> None:
    for line in lines:
        jobs.put(json.loads(line))
    os._exit(0)


def _work(jobs: queue.Queue[dict[str, Any]], answers: BinaryIO) -> None:
    from kibitz.arena.run.playing import Playing

    playing = Playing(jobs.get()["plan"])
    while True:
        job = jobs.get()
        begin = time.monotonic()
        for lot in playing.play(job["units"], set(job["done"])):
            _say(answers, {"rows": lot})
        _say(answers, {"finished": time.monotonic() - begin})


def _say(answers: BinaryIO, message: dict[str, Any]) -> None:
    answers.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
    answers.flush()


if __name__ == "__main__":
    main()
