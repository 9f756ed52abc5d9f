"""The main of a worker process: questions as lines of JSON on stdin, answers on stdout.

    python -m kibitz.workers.worker_main '{"move": "kibitz.table.bot_move:answer"}'

The argument names the handler of each kind of question as `module:function`. A module is imported
at the first question of its kind, so a worker that only answers moves never loads the rest. A
worker holds no live game and can be killed at any time. When stdin ends, because the parent closed
it or died, the worker exits at once, even in the middle of a computation. The parent's side of the
conversation is worker_handle.py.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import IO, Any

from kibitz.bots.remote.forfeit import fault_of
from kibitz.core.errors import KibitzError
from kibitz.workers.errors import place_of
from kibitz.workers.question import Answer, Handler, Question, Report

NICENESS = 5  # the parent must stay responsive to people
REPORT_SECONDS = 0.2  # minimum time between two progress lines
PROGRESS_MAX = 0.999  # until the answer itself is sent

Say = Callable[[dict[str, Any]], None]


def main(arguments: list[str]) -> None:
    handlers: dict[str, str] = json.loads(arguments[0])
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    say = _own_stdout()
    questions: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_read, args=(sys.stdin, questions), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        while True:
            question = json.loads(questions.get())
            say(respond(handlers, question, _reporter(say)))


def respond(handlers: Mapping[str, str], question: Question, report: Report) -> Answer:
    """Return the final line for a question: its answer, or why there is none."""
    try:
        return {"answer": _handler(handlers[question["ask"]])(question, report)}
    except KibitzError as error:
        return {"fault": error.code, "message": str(error)}
    except (Exception, SystemExit) as error:  # noqa: BLE001 (whatever a bot may raise)
        fault = fault_of(error)
        return {"fault": fault.code, "message": str(fault), "place": place_of(error)}


@functools.cache
def _handler(name: str) -> Handler:
    module, _, function = name.partition(":")
    handler: Handler = getattr(importlib.import_module(module), function)
    return handler


def _own_stdout() -> Say:
    """Reserve stdout for answers; anything a bot prints goes to stderr."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def say(line: dict[str, Any]) -> None:
        answers.write(json.dumps(line) + "\n")
        answers.flush()

    return say


def _reporter(say: Say) -> Report:
    last = time.monotonic()

    def report(progress: float, so_far: Answer) -> None:
        nonlocal last
        if time.monotonic() - last >= REPORT_SECONDS:
            last = time.monotonic()
            say({"progress": min(progress, PROGRESS_MAX), "so_far": so_far})

    return report


def _read(lines: IO[str], questions: queue.Queue[str]) -> None:
    for line in lines:
        questions.put(line)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
