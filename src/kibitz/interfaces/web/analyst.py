"""A process that gives advice: questions as lines of JSON on stdin, answers on stdout.

    python -m kibitz.interfaces.web.analyst          one answer a question, until the end of input
    python -m kibitz.interfaces.web.analyst --job    one long question, with progress on the way

A question has a `kind`: a function below. An answer is plain data as messages/analysis.py tells; a
refusal is `{"fault": code, "message": sentence}`. A job answers with lines of `progress` and
`result`, the last of them with progress 1. It holds no game that is played: it can be ended at any
time.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
import os
import secrets
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from kibitz.advice import entries, explorer
from kibitz.advice.annonces import annonces, view_of
from kibitz.advice.explorer import Scene, read_link, write_link
from kibitz.advice.hint import hint
from kibitz.advice.mirror import Mirror, mirror
from kibitz.advice.review import review
from kibitz.bots import wire
from kibitz.bots.defaults import adviser
from kibitz.bots.forfeit import fault_of
from kibitz.bots.spec import Spec
from kibitz.core import record as records
from kibitz.core.errors import BadPosition, KibitzError
from kibitz.core.rng import MASK
from kibitz.core.view import View
from kibitz.games import game as make_game
from kibitz.interfaces.local.game_of import game_of
from kibitz.interfaces.web.faults import place_of
from kibitz.table.projection import view_told
from kibitz.table.setup import find_bot

NICENESS = 5
MIRRORS_MAX = 16  # advisors' games that are remembered
TELL_SECONDS = 0.2  # between two lines of progress

Plain = Mapping[str, Any]
Tell = Callable[[float, dict[str, Any]], None]


def answer(question: Plain) -> dict[str, Any]:
    """The answer to one question, or why there is none."""
    try:
        return QUICK[question["kind"]](question)
    except KibitzError as error:
        return {"fault": error.code, "message": str(error)}
    except (Exception, SystemExit) as error:  # noqa: BLE001 (whatever a bot may raise)
        return _failed(error, "no advice: it failed")


def work(question: Plain, tell: Tell) -> dict[str, Any]:
    """The result of a job; `tell` hears of it on the way."""
    try:
        return JOBS[question["kind"]](question, tell)
    except KibitzError as error:
        return {"fault": error.code, "message": str(error)}
    except (Exception, SystemExit) as error:  # noqa: BLE001 (whatever a bot may raise)
        return _failed(error, "it failed")


def _failed(error: BaseException, sentence: str) -> dict[str, Any]:
    """`place` is for the log of the server."""
    message = f"{sentence} ({fault_of(error).code})"
    return {"fault": "bot_failed", "message": message, "place": place_of(error)}


# Hints --------------------------------------------------------------------------------------------


def hint_view(asked: Plain) -> dict[str, Any]:
    game = make_game(asked["game"], **asked["options"])
    view = wire.read(game, dict(asked["view"]), tuple(wire.read_events(asked["history"])))
    return _hint(view, asked)


def _hint(view: View, asked: Plain) -> dict[str, Any]:
    spec = _spec(view.game.name, asked["bot"])
    told = hint(view, spec, seed=asked.get("seed", 0), worlds=asked["worlds"])
    return told.as_dict() | {"bot": spec.name}


@functools.lru_cache(maxsize=64)
def _spec(game: str, bot: str | None) -> Spec:
    return find_bot(game, bot or adviser(game))


# Explorer -----------------------------------------------------------------------------------------


def _scene(asked: Plain) -> Scene:
    if (asked.get("scene") is None) == (asked.get("link") is None):
        raise BadPosition("give a scene or a link, one of them")
    if asked.get("link") is not None:
        return read_link(asked["link"])
    scene = Scene.of({name: x for name, x in asked["scene"].items() if x not in (None, [], {})})
    if asked.get("fill") and scene.position is None and scene.seed is None:
        deal = explorer.fill_deal(scene.rules(), scene.deal, secrets.randbits(64))
        return dataclasses.replace(scene, deal=deal)
    return scene


def open_scene(asked: Plain) -> dict[str, Any]:
    """A scene checked, with what it looks like, all cards open."""
    scene = _scene(asked)
    state = scene.state()
    seats = range(state.game.players)
    views = [state.view(seat) for seat in seats]
    shown = views[max(0, state.player)]
    return {
        "scene": scene.as_dict(),
        "link": write_link(scene),
        "chance": state.player < 0 and not state.done,
        "position": view_told(shown, len(state.actions), views),
        "legal": state.legal(),
    }


def new_scene(asked: Plain) -> dict[str, Any]:
    """A new deal (or roll) to begin with."""
    game = make_game(asked["game"], **asked["options"])
    first = game.new(secrets.randbits(64) & MASK).chance[0]
    return open_scene({"scene": {"game": game.name, "options": asked["options"], "deal": first}})


def explore(asked: Plain) -> dict[str, Any]:
    scene = _scene(asked)
    state = scene.state()
    names = [spec.name for spec in (_spec(scene.game, bot) for bot in asked["bots"] or [None])]
    found = explorer.explore(state, names, worlds=asked["worlds"])
    return {
        "scene": scene.as_dict(),
        "seat": found.seat,
        "hints": [told.as_dict() for told in found.hints],
        "failed": [{"code": e.code, "sentence": f"{name}: {e}"} for name, e in found.failed],
        "solved": None if found.solved is None else [vars(row) for row in found.solved],
    }


# Advisor ------------------------------------------------------------------------------------------

_mirrors: dict[str, Mirror] = {}


def advise(asked: Plain) -> dict[str, Any]:
    """Where a game at a kitchen table stands."""
    kept, refused = _mirrored(asked)
    position = view_told(kept.view(), len(kept.entries)) if kept.begun else None
    fitting = kept.worlds() if kept.begun else None
    expects = dataclasses.asdict(kept.expects())
    return {
        "game": kept.game.name,
        "seat": kept.seat,
        "accepted": len(kept.entries),
        "refused": None if refused is None else {"code": refused.code, "sentence": str(refused)},
        "entries": [{"text": text, "seat": seat} for text, seat in kept.told],
        "expects": expects,
        "position": position,
        "worlds": None if fitting is None else float(fitting),
        "returns": kept.returns(),
    }


def advise_hint(asked: Plain) -> dict[str, Any]:
    kept, refused = _mirrored(asked)
    if refused is not None:
        raise refused
    return _hint(kept.view(), asked)


def _mirrored(asked: Plain) -> tuple[Mirror, KibitzError | None]:
    """The game that was entered; one that is remembered is taken up where it differs."""
    given = [entries.read(entry) for entry in asked["entries"]]
    key = json.dumps([asked["game"], asked["options"], asked["seat"]], sort_keys=True)
    kept = _mirrors.pop(key, None)
    if kept is None:
        kept = mirror(make_game(asked["game"], **asked["options"]), asked["seat"])
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


# Jobs ---------------------------------------------------------------------------------------------


def review_record(asked: Plain, tell: Tell) -> dict[str, Any]:
    record = records.parse(asked["record"])
    return review(
        game_of(record),
        record,
        asked["seat"],
        worlds=asked["worlds"],
        seconds=asked["seconds"],
        tables=asked["tables"],
        tell=lambda progress, so_far: tell(progress, so_far.as_dict()),
    ).as_dict()


def count_annonces(asked: Plain, tell: Tell) -> dict[str, Any]:
    view = view_of(asked["hand"], asked["seat"], asked["dealer"], asked["calls"])
    bot = None if asked["bot"] is None else _spec("belote", asked["bot"]).name
    return annonces(
        view,
        deals=asked["deals"],
        simulations=asked["simulations"],
        bot=bot,
        beliefs=asked["beliefs"],
        seed=asked["seed"],
        seconds=asked["seconds"],
        tell=lambda progress, so_far: tell(progress, so_far.as_dict()),
    ).as_dict()


QUICK: dict[str, Callable[[Plain], dict[str, Any]]] = {
    "hint": hint_view,
    "scene": open_scene,
    "new_scene": new_scene,
    "explore": explore,
    "advisor": advise,
    "advisor_hint": advise_hint,
}
JOBS: dict[str, Callable[[Plain, Tell], dict[str, Any]]] = {
    "review": review_record,
    "annonces": count_annonces,
}


def main(arguments: list[str]) -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    # What a bot prints must not come between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def say(told: dict[str, Any]) -> None:
        answers.write(json.dumps(told) + "\n")
        answers.flush()

    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        if "--job" in arguments:
            say_job(json.loads(sys.stdin.readline()), say)
            return
        for line in sys.stdin:
            say(answer(json.loads(line)))


def say_job(question: Plain, say: Callable[[dict[str, Any]], None]) -> None:
    last = time.monotonic()

    def tell(progress: float, result: dict[str, Any]) -> None:
        nonlocal last
        if time.monotonic() - last >= TELL_SECONDS:
            last = time.monotonic()
            say({"progress": min(progress, 0.999), "result": result})

    result = work(question, tell)
    say(result if "fault" in result else {"progress": 1.0, "result": result})


if __name__ == "__main__":
    main(sys.argv[1:])
