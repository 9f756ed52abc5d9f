"""Why a question has no answer: every reason is an error with a code.

A process that is too slow or dies is reported like a bot that does (`TooSlow` and `Died` of
bots/remote/forfeit.py). Errors reported by the worker itself keep their own code.
"""

from __future__ import annotations

import traceback
from pathlib import Path

from kibitz.core.errors import KibitzError


class Busy(KibitzError):
    """The queue of waiting questions is full."""

    code = "busy"
    fault = "us"


class Reported(KibitzError):
    """An error that a worker reported instead of an answer.

    `place` is set if the worker failed (an unexpected exception), and None if it refused the
    question with a sentence for the caller.
    """

    code = "reported"  # of the class; each error has the code of what was reported

    def __init__(self, code: str, sentence: str, place: str | None = None) -> None:
        super().__init__(sentence)
        self.code = code  # type: ignore[misc]  # each has its own
        self.place = place


def place_of(error: BaseException) -> str:
    """Return where an error was raised, innermost first, without values: they may be cards.

    `ZeroDivisionError in shares shares.py:71 < hint hint.py:60 ...`
    """
    places = traceback.extract_tb(error.__traceback__)
    way = " < ".join(f"{p.name} {Path(p.filename).name}:{p.lineno}" for p in reversed(places))
    return f"{type(error).__name__} in {way}"
