"""Answer the explorer: positions set up by hand, as seen by bots and the solver."""

from __future__ import annotations

import dataclasses
import secrets

from kibitz.advice import explorer
from kibitz.advice.explorer import Scene, read_link, write_link
from kibitz.advice.hint import EVALUATION
from kibitz.advice.worth import worth
from kibitz.core.errors import BadPosition
from kibitz.core.rng import MASK
from kibitz.games import with_options
from kibitz.server.handlers.hint import find_spec
from kibitz.table.projection import view_data
from kibitz.workers.question import Answer, Question, Report


def scene(asked: Question, _: Report) -> Answer:
    """Check a scene, and return its position with all cards open."""
    return _shown(_scene(asked))


def new_scene(asked: Question, _: Report) -> Answer:
    """Return a scene with a new deal (or roll)."""
    game = with_options(asked["game"], asked["options"])
    first = game.new(secrets.randbits(64) & MASK).chance[0]
    return _shown(Scene.of({"game": game.name, "options": asked["options"], "deal": first}))


def explore(asked: Question, _: Report) -> Answer:
    """Return each bot's hint for a scene, and the solver's values."""
    found_scene = _scene(asked)
    names = [
        EVALUATION if bot == EVALUATION else find_spec(found_scene.game, bot).name
        for bot in asked["bots"] or [EVALUATION]
    ]
    found = explorer.explore(found_scene.state(), names, worlds=asked["worlds"])
    return {
        "scene": found_scene.as_dict(),
        "seat": found.seat,
        "hints": [hint.as_dict() for hint in found.hints],
        "failed": [{"code": e.code, "sentence": f"{name}: {e}"} for name, e in found.failed],
        "solved": None if found.solved is None else [vars(row) for row in found.solved],
    }


def _scene(asked: Question) -> Scene:
    if sum(asked.get(name) is not None for name in ("scene", "link", "text")) != 1:
        raise BadPosition("give one of a scene, a link or a compact text")
    if asked.get("link") is not None:
        return read_link(asked["link"])
    if asked.get("text") is not None:
        return explorer.read_text(asked["text"])
    found = Scene.of({name: x for name, x in asked["scene"].items() if x not in (None, [], {})})
    if asked.get("fill") and found.position is None and found.seed is None:
        deal = explorer.fill_deal(found.rules(), found.deal, secrets.randbits(64))
        return dataclasses.replace(found, deal=deal)
    return found


def _shown(found: Scene) -> Answer:
    state = found.state()
    views = [state.view(seat) for seat in range(state.game.players)]
    return {
        "scene": found.as_dict(),
        "link": write_link(found),
        "text": explorer.write_text(state),
        "chance": state.player < 0 and not state.done,
        "position": view_data(views[max(0, state.player)], len(state.actions), views),
        "legal": state.legal(),
        "worth": [vars(row) for row in worth(state)],
    }
