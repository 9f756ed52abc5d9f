"""Answer the advisor: the state of a real game, from the entries so far.

A client sends all entries each time. The most recent games are cached, and only entries that differ
are replayed; a game no longer cached is replayed from its beginning.
"""

from __future__ import annotations

import dataclasses
import json

from kibitz.advice.advisor import entries, one_shot
from kibitz.advice.advisor.mirror import Mirror, mirror
from kibitz.core.errors import KibitzError
from kibitz.games import with_options
from kibitz.server.handlers.hint import for_view
from kibitz.table.projection import view_data
from kibitz.workers.question import Answer, Question, Report

MIRRORS_MAX = 16  # cached games

_mirrors: dict[str, Mirror] = {}


def advise(asked: Question, _: Report) -> Answer:
    """Return the state of the game, and what to enter next."""
    kept, refused = _mirrored(asked)
    position = view_data(kept.view(), len(kept.entries)) if kept.begun else None
    fitting = kept.worlds() if kept.begun else None
    return {
        "game": kept.game.name,
        "seat": kept.seat,
        "accepted": len(kept.entries),
        "refused": None if refused is None else {"code": refused.code, "sentence": str(refused)},
        "entries": [{"text": text, "seat": seat} for text, seat in kept.described],
        "expects": dataclasses.asdict(kept.expects()),
        "position": position,
        "worlds": None if fitting is None else float(fitting),
        "returns": kept.returns(),
    }


def read(asked: Question, _: Report) -> Answer:
    """Return the entries of a position that was given as one text."""
    rules = with_options(asked["game"], asked["options"])
    kept = one_shot.position(rules, asked["seat"], asked["text"])
    return {"entries": [entries.write(entry) for entry in kept.entries]}


def hint(asked: Question, _: Report) -> Answer:
    """Return what a bot would do, on the player's turn."""
    kept, refused = _mirrored(asked)
    if refused is not None:
        raise refused
    return for_view(kept.view(), asked)


def _mirrored(asked: Question) -> tuple[Mirror, KibitzError | None]:
    """Return the game as entered, and the error of the first invalid entry, if any."""
    given = [entries.read(entry) for entry in asked["entries"]]
    key = json.dumps([asked["game"], asked["options"], asked["seat"]], sort_keys=True)
    kept = _mirrors.pop(key, None)
    if kept is None:
        kept = mirror(with_options(asked["game"], asked["options"]), asked["seat"])
    same = 0
    while same < min(len(given), len(kept.entries)) and given[same] == kept.entries[same]:
        same += 1
    if same < len(kept.entries):
        kept.undo(len(kept.entries) - same)
    refused = kept.enter_all(given[same:])
    _mirrors[key] = kept
    while len(_mirrors) > MIRRORS_MAX:
        del _mirrors[next(iter(_mirrors))]
    return kept, refused
