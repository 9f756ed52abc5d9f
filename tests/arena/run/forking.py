"""A process that has imported everything and forks: a match begins at once, and can be killed.

    python -m tests.arena.run.forking PLAN STORE

Each line on stdin begins the match in a fork; the number of that process is printed, and how it
ended (0: the match is finished) when it has.
"""

from __future__ import annotations

import os
import sys

from kibitz.arena.run.run import run
from kibitz.arena.store import open_store
from tests.arena.support import PLANS


def main() -> None:
    make, place = PLANS[sys.argv[1]], sys.argv[2]
    make()  # what is slow to import is imported now
    for _ in sys.stdin:
        pid = os.fork()
        if pid == 0:
            with open_store(place) as store:
                run(make(), store, workers=1)
            os._exit(0)
        print(pid, flush=True)
        _, status = os.waitpid(pid, 0)
        print(status, flush=True)


if __name__ == "__main__":
    main()
