"""What strength measurements share: a journal that survives kill -9, and workers.

A measurement plays *units*: the same deal from every arrangement of seats. The unit is what counts
for statistics, since its games share their luck: arena/statistics/estimate.py has them. Every
finished unit is one line of the journal; started again, a run plays only what is missing. The first
line holds the settings, and a journal of other settings is refused.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def read(journal: Path, settings: Row) -> list[Row]:
    """The units played so far. A last line that a kill cut off is dropped."""
    text = journal.read_text(encoding="utf-8") if journal.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        journal.write_text(whole, encoding="utf-8")
    lines = [json.loads(line) for line in whole.splitlines()]
    if not lines:
        append(journal, settings)
    elif lines[0] != settings:
        raise SystemExit(f"{journal} is of a run with other settings: {lines[0]}")
    return lines[1:]


def append(journal: Path, row: Row) -> None:
    journal.parent.mkdir(parents=True, exist_ok=True)
    with journal.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
        file.flush()
        os.fsync(file.fileno())


def run(
    seeds: Iterable[int],
    play: Callable[[int], Row],
    journal: Path,
    settings: Row,
    *,
    workers: int = 1,
) -> list[Row]:
    """Play the unit of every seed that the journal lacks; the rows in the order of the seeds.

    `play` gives a row without its seed. With workers it must be a function of a module.
    """
    wanted = list(seeds)
    done = {row["seed"]: row for row in read(journal, settings)}
    missing = [seed for seed in wanted if seed not in done]

    def keep(seed: int, row: Row) -> None:
        done[seed] = {"seed": seed, **row}
        append(journal, done[seed])
        show(len(wanted) - sum(s not in done for s in wanted), len(wanted))

    if workers == 1:
        for seed in missing:
            keep(seed, play(seed))
    else:
        with ProcessPoolExecutor(workers) as pool:
            asked = {pool.submit(play, seed): seed for seed in missing}
            for future in as_completed(asked):
                keep(asked[future], future.result())
    return [done[seed] for seed in wanted]


def show(played: int, wanted: int) -> None:
    """Progress, on a terminal only."""
    if sys.stderr.isatty():
        end = "\n" if played == wanted else "\r"
        print(f"{played} of {wanted} units", end=end, file=sys.stderr, flush=True)
