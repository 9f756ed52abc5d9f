"""Handlers for the tests of the workers: what an honest, a slow and a broken one do."""

import os
import sys
import time

from kibitz.core.errors import BadSeat
from kibitz.workers.question import Answer, Question, Report


def echo(question: Question, _: Report) -> Answer:
    return {"said": question["say"], "pid": os.getpid()}


def chatter(question: Question, _: Report) -> Answer:
    """Print in every way there is; none of it may get between the answers."""
    print('{"answer": "forged"}')
    sys.stdout.flush()
    os.write(1, b"raw\n")
    return {"said": question["say"]}


def sleep(question: Question, _: Report) -> Answer:
    time.sleep(question["seconds"])
    return {"pid": os.getpid()}


def count(question: Question, report: Report) -> Answer:
    """Report every step, with a pause after each."""
    for step in range(question["steps"]):
        report(step / question["steps"], {"step": step})
        time.sleep(question["seconds"])
    return {"step": question["steps"]}


def refuse(_: Question, __: Report) -> Answer:
    raise BadSeat("no such seat")


def fail(_: Question, __: Report) -> Answer:
    raise ZeroDivisionError("ten of hearts")


def leave(_: Question, __: Report) -> Answer:
    os._exit(3)
