"""The questions that the server asks its worker processes, and the lanes they share.

Bots' moves have their own processes (`--workers`), and so have quick advice and long jobs: a review
never blocks a bot's move, and a bot never blocks a hint.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from kibitz.core.errors import KibitzError
from kibitz.core.view import View
from kibitz.server.limits import Limits
from kibitz.server.metrics import Meter
from kibitz.workers.errors import Reported
from kibitz.workers.question import Answer, Question, Report, about_view
from kibitz.workers.worker_pool import LONG, SHORT, Kind, Lane, WorkerPool, asked_by, usual_workers

log = logging.getLogger("kibitz.web")

MOVES, ADVICE, JOBS = "moves", "advice", "jobs"
HANDLERS = "kibitz.server.handlers"
KINDS = {
    "move": Kind("kibitz.table.bot_move:answer", MOVES),
    "hint": Kind(f"{HANDLERS}.hint:answer", ADVICE),
    "scene": Kind(f"{HANDLERS}.explorer:scene", ADVICE, SHORT),
    "new_scene": Kind(f"{HANDLERS}.explorer:new_scene", ADVICE, SHORT),
    "explore": Kind(f"{HANDLERS}.explorer:explore", ADVICE, LONG),
    "advise": Kind(f"{HANDLERS}.advisor:advise", ADVICE, SHORT),
    "advise_read": Kind(f"{HANDLERS}.advisor:read", ADVICE, SHORT),
    "advise_hint": Kind(f"{HANDLERS}.advisor:hint", ADVICE),
    "review": Kind(f"{HANDLERS}.jobs:review", JOBS),
    "prepare": Kind(f"{HANDLERS}.jobs:prepare", JOBS, LONG),
    "annonces": Kind(f"{HANDLERS}.jobs:annonces", JOBS),
}


def lanes(limits: Limits, workers: int | None = None) -> dict[str, Lane]:
    """Return the lanes of a server; `workers` are the processes for bots' moves."""
    return {
        MOVES: Lane(workers or max(2, usual_workers()), limits.bot_seconds_max),
        ADVICE: Lane(
            limits.advice_workers,
            limits.advice_seconds_max,
            limits.advice_waiting_max,
            limits.advice_person_max,
        ),
        JOBS: Lane(limits.jobs_running_max, limits.job_seconds_max, finish_seconds=0.0),
    }


class MeasuredPool(WorkerPool):
    """A pool that measures how long each answer takes, waiting included."""

    def __init__(self, lanes: dict[str, Lane], meter: Meter) -> None:
        super().__init__(KINDS, lanes)
        self.meter = meter

    async def ask(
        self, question: Question, report: Report | None = None, seconds: float | None = None
    ) -> Answer:
        begun, failure = time.monotonic(), None
        try:
            return await super().ask(question, report, seconds)
        except KibitzError as error:
            failure = error.code
            raise
        finally:
            self.meter.answered(question["ask"], time.monotonic() - begun, failure)


def make_pool(
    limits: Limits | None = None, workers: int | None = None, meter: Meter | None = None
) -> WorkerPool:
    """Return the pool of a server; its processes start with the first question."""
    return MeasuredPool(lanes(limits or Limits(), workers), meter or Meter())


def hint_question(view: View, bot: str | None, worlds: int, seed: int) -> dict[str, Any]:
    """Return the question for a hint about this view."""
    return about_view("hint", view, bot=bot, worlds=worlds, seed=seed)


async def ask(
    pool: WorkerPool, question: dict[str, Any], report: Report | None = None, *, who: str = ""
) -> Answer:
    """Ask for advice. Where a worker failed is logged; the client sees only the error code."""
    try:
        with asked_by(who):
            return await pool.ask(question, report)
    except Reported as error:
        if error.place is None:
            raise
        log.warning("%s by %s failed: %s", question["ask"], question.get("bot"), error.place)
        raise Reported("bot_failed", f"no advice: the bot failed ({error.code})") from None
