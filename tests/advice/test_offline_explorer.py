"""The explorer and the advisor of the page without a server answer as the server does.

Questions are answered here by the server's handlers; frontend/tests/offline/questions.test.ts
answers them by the page's worker, with the engine in WebAssembly.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

import kibitz
from kibitz.advice.explorer import Scene, write_link
from kibitz.core.errors import KibitzError
from kibitz.core.state import CHANCE, State
from kibitz.server.handlers import explorer
from kibitz.server.messages import analysis as messages
from tests.support.page_engine import NEEDED, run

pytestmark = NEEDED

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "belote": [{}, {"scoring": "exact", "match": True, "target": 300}],
    "codepiece": [{}, {"match": True, "deals": 3}],
    "dubito": [{}, {"players": 3, "exit": "immediate"}],
    "ohhell": [{}, {"players": 3, "schedule": [4, 5], "trump_lead": "free"}],
    "qwixx": [{}, {"players": 3, "order": "sequential"}, {"players": 1}],
}
MODELS: dict[str, type[BaseModel]] = {"scenes": messages.AskScene, "explore": messages.AskExplore}
REPLIES: dict[str, type[BaseModel]] = {
    "scenes": messages.SceneReply,
    "explore": messages.ExplorerReply,
}
HANDLERS = {"scenes": explorer.scene, "explore": explorer.explore}
WORLDS = 4  # of an outlook


def answered(route: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return a question with the server's answer, or the code of its refusal."""
    asked = MODELS[route].model_validate(body).model_dump()
    try:
        reply = HANDLERS[route](asked, lambda *_: None)
    except KibitzError as error:
        return {"route": route, "body": body, "refused": error.code}
    return {
        "route": route,
        "body": body,
        "reply": REPLIES[route].model_validate(reply).model_dump(mode="json"),
    }


def moments(game: str, options: dict[str, Any], seed: int, count: int) -> Iterator[State]:
    """Yield states of a random game with explicit chance, some of them before a deal or a roll."""
    rng = random.Random(f"{game} {seed}")
    rules = kibitz.game(game, **options)
    state = rules.new(chance="explicit")
    drawn = iter(rules.new(mixed).chance[0] for mixed in iter(lambda: rng.getrandbits(60), None))
    for _ in range(count):
        for _ in range(rng.randrange(1, 9)):
            if state.done:
                return
            if state.player == CHANCE:
                outcome = copy.deepcopy(next(drawn))
                before = state.position().get("dealer", -1)
                if before >= 0:
                    outcome["dealer"] = (before + 1) % rules.players
                try:
                    state.apply_chance(outcome)
                except KibitzError:  # a round of Oh Hell of another size
                    return
            else:
                state.apply(rng.choice(state.legal()))
        yield state.copy()


def given(state: State, rng: random.Random) -> dict[str, Any]:
    """Return a scene that leads to a state: from its deals, or from the position itself."""
    game, options = state.game.name, state.game.chosen_options()
    if rng.random() < 0.5 and not state.done:
        return {"game": game, "options": options, "position": state.position()}
    first, *later = state.chance
    scene = {"game": game, "options": options, "deal": first, "chance": later}
    return scene | {"actions": list(state.actions)}


def damaged(scene: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Change one number, or leave out one thing, anywhere in a scene's beginning."""
    twin = copy.deepcopy(scene)
    part = "position" if "position" in twin else "deal"
    if not isinstance(twin[part], dict):
        return twin | {part: rng.randrange(-2, 50_000)}
    places: list[tuple[Any, Any]] = []

    def walk(value: Any) -> None:
        for key in value if isinstance(value, dict) else range(len(value)):
            places.append((value, key))
            if isinstance(value[key], (dict, list)):
                walk(value[key])

    walk(twin[part])
    where, key = rng.choice(places)
    if isinstance(where[key], bool):
        where[key] = not where[key]
    elif isinstance(where[key], int):
        where[key] += rng.choice((-2, -1, 1, 2, 7))
    elif isinstance(where[key], list) and where[key] and rng.random() < 0.5:
        where[key].pop(rng.randrange(len(where[key])))
    else:
        del where[key]
    return twin


def questions(game: str, seeds: range, count: int, wrong: int) -> Iterator[dict[str, Any]]:
    for options in OPTIONS[game]:
        for seed in seeds:
            rng = random.Random(f"{game} {options} {seed}")
            for state in moments(game, options, seed, count):
                scene = given(state, rng)
                yield answered("scenes", {"scene": scene})
                for _ in range(wrong):
                    yield answered("scenes", {"scene": damaged(scene, rng)})
                if state.player >= 0 and rng.random() < 0.3:
                    yield answered("explore", {"scene": scene, "worlds": WORLDS})
            scene = {"game": game, "options": options, "seed": str(seed)}
            found = answered("scenes", {"scene": scene})
            yield found
            yield answered("scenes", {"link": found["reply"]["link"]})
            if text := found["reply"]["text"]:
                yield answered("scenes", {"text": text})


def bad_links() -> Iterator[dict[str, Any]]:
    link = write_link(Scene("qwixx", seed=3))
    yield answered("scenes", {"link": link, "text": "cfn1 ffb"})
    for body in ({"link": link[:-4]}, {"link": "e30"}, {"text": "cfn9 x"}, {"text": "hello"}, {}):
        yield answered("scenes", body)


def compare(folder: Path, *, seeds: range, count: int, wrong: int) -> None:
    for game in OPTIONS:
        rows = list(questions(game, seeds, count, wrong))
        assert sum("reply" in row for row in rows) > 5, game
        assert sum("refused" in row for row in rows) > 2, game
        (folder / f"{game}.json").write_text(json.dumps(rows))
    (folder / "links.json").write_text(json.dumps(list(bad_links())))
    run("questions", folder)


def test_the_explorer_answers_as_on_the_server(tmp_path: Path) -> None:
    compare(tmp_path, seeds=range(1, 2), count=4, wrong=4)


@pytest.mark.soak
def test_hundreds_of_scenes(tmp_path: Path) -> None:
    compare(tmp_path, seeds=range(2, 12), count=20, wrong=12)
