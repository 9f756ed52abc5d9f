"""The kitchen-table advisor of the page without a server answers as the server does.

Random games are entered step by step, with entries that cannot be true among them; the server's
handlers answer here, frontend/tests/offline/questions.test.ts answers by the page's worker.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

import kibitz
from kibitz.advice.advisor import entries
from kibitz.advice.advisor.mirror import Mirror, mirror
from kibitz.core.errors import KibitzError
from kibitz.core.game import Game
from kibitz.server.handlers import advisor
from kibitz.server.messages import analysis as messages
from tests.advice.advisor.typed import typed
from tests.advice.games import as_entries, played
from tests.support.page_engine import NEEDED, run

pytestmark = NEEDED

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "belote": [{}],
    "codepiece": [{}],
    "dubito": [{"players": 4, "max_turns": 30}, {"players": 3, "max_turns": 30}],
    "ohhell": [{"players": 3, "schedule": [3, 2]}, {"schedule": [5]}],
    "qwixx": [{}, {"players": 3, "order": "sequential"}],
}
JOIN = "join KH 2C 9D dealer 2 turned 5D round 1 bids 1 - -"
WORLDS = 3  # of an outlook
Row = dict[str, Any]
ROUTES: dict[str, tuple[Callable[..., Any], type[BaseModel], type[BaseModel]]] = {
    "advisor": (advisor.advise, messages.AskAdvisor, messages.AdvisorReply),
    "advisor/read": (advisor.read, messages.AskPosition, messages.EntriesReply),
    "advisor/hint": (advisor.hint, messages.AskAdvisorHint, messages.HintReply),
}


def row(route: str, body: dict[str, Any]) -> Row:
    """Return a question with the server's answer, or the code of its refusal."""
    handler, asked, reply = ROUTES[route]
    try:
        found = handler(asked.model_validate(body).model_dump(), lambda *_: None)
    except KibitzError as error:
        return {"route": route, "body": body, "refused": error.code}
    plain = reply.model_validate(found).model_dump(mode="json")
    return {"route": route, "body": body, "reply": plain}


def wrong(kept: Mirror, rng: random.Random) -> dict[str, Any]:
    """Return an entry that may well be impossible."""
    if kept.game.name == "dubito" and rng.random() < 0.5:
        board = kept.expects().board
        plays = [[rng.randrange(14) for _ in range(play.size)] for play in board]
        return {"kind": "doubt", "plays": plays or [[7]], "dropped": []}
    action = rng.randrange(kept.game.num_actions)
    belote = {"belote": True} if kept.game.name == "belote" and rng.random() < 0.2 else {}
    return {"kind": "action", "action": action} | belote


def questions(game: Game, seed: int, every: int) -> Iterator[Row]:
    rng = random.Random(f"{game.name} {seed}")
    seat = rng.randrange(game.players)
    kept = mirror(game, seat)
    about = {"game": game.name, "options": game.chosen_options(), "seat": seat}
    done: list[dict[str, Any]] = []
    text: list[str] = []
    for i, (entry, _) in enumerate(as_entries(played(game, seed), seat)):
        if i % every == 0:
            yield row("advisor", about | {"entries": [*done]})
            yield row("advisor", about | {"entries": [*done, wrong(kept, rng)]})
            if kept.expects().yours and rng.random() < 0.2:
                yield row("advisor/hint", about | {"entries": [*done], "worlds": WORLDS})
        text.append(typed(kept, entry))
        kept.enter(entry)
        done.append(entries.write(entry))
    yield row("advisor", about | {"entries": done})
    yield row("advisor/read", about | {"text": "; ".join(text)})
    yield row("advisor/read", about | {"text": "AS nonsense"})


def compare(folder: Path, *, seeds: range, every: int) -> None:
    for name, variants in OPTIONS.items():
        rows = [
            each
            for options in variants
            for seed in seeds
            for each in questions(kibitz.game(name, **options), seed, every)
        ]
        if name == "ohhell":
            about = {"game": name, "options": OPTIONS[name][0], "seat": 1}
            rows.append(found := row("advisor/read", about | {"text": JOIN}))
            rows.append(row("advisor", about | {"entries": found["reply"]["entries"]}))
        assert sum(bool(each.get("reply", {}).get("refused")) for each in rows) > 0, name
        (folder / f"{name}.json").write_text(json.dumps(rows))
    run("questions", folder)


def test_the_advisor_answers_as_on_the_server(tmp_path: Path) -> None:
    compare(tmp_path, seeds=range(1, 2), every=11)


@pytest.mark.soak
def test_hundreds_of_real_games(tmp_path: Path) -> None:
    compare(tmp_path, seeds=range(2, 30), every=2)
