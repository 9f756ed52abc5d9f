"""A process that thinks: questions as lines of JSON on stdin, answers on stdout.

    python -m kibitz.table.thinker

It holds no game and knows no table; it can be ended at any time. Its priority is lower than that of
the server, which must answer people while bots think.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys

from kibitz.table.think import answer

NICENESS = 5


def main() -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    # What a bot prints must not come between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        for line in sys.stdin:
            answers.write(json.dumps(answer(json.loads(line))) + "\n")
            answers.flush()


if __name__ == "__main__":
    main()
