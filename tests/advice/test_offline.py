"""Evaluations and reviews of the page without a server give the numbers of this package.

Decisions of every game are evaluated here; frontend/tests/offline/evaluation.test.ts evaluates them
with the engine in WebAssembly.
"""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.advice.evaluation import Evaluator, forget
from kibitz.advice.hint import agreeing, unit_of
from kibitz.advice.outlook import Outlook, outlook
from kibitz.advice.prospects import versus
from kibitz.advice.review import review
from kibitz.core.state import State
from kibitz.core.view import View
from tests.support.page_engine import NEEDED, run

pytestmark = NEEDED

OUTLOOK_WORLDS = 6
WORLDS = 16  # the effort: enough rows to refine, few enough for a test
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "belote": [{}, {"scoring": "exact", "match": True}, {"match": True, "target": 300}],
    "codepiece": [{}, {"match": True}],
    "dubito": [{}, {"players": 3}],
    "ohhell": [{}, {"players": 3, "schedule": [4, 5]}],
    "qwixx": [{"players": 2}, {"players": 3, "order": "simultaneous"}, {"players": 1}],
}

SHORT: dict[str, dict[str, Any]] = {
    "belote": {},
    "codepiece": {},
    "dubito": {"players": 4, "max_turns": 40},
    "ohhell": {"players": 3, "schedule": [3, 1]},
    "qwixx": {"players": 3},
}


def decisions(game: str, options: dict[str, Any], seed: int, every: int) -> Iterator[State]:
    """Yield each decision of a random game whose number among those with a choice fits `every`."""
    rng = random.Random(f"{game} {seed}")
    state, choices = kibitz.game(game, **options).new(seed), 0
    while not state.done and len(state.actions) < 120:
        if len(state.legal()) > 1:
            choices += 1
            if choices % every == 0:
                yield state.copy()
        state.apply(rng.choice(state.legal()))


def evaluated(state: State, rng: random.Random) -> dict[str, Any]:
    view = state.view(state.player)
    made = rng.choice((None, rng.choice(view.legal_actions)))
    evaluator = Evaluator(view, made, worlds=WORLDS)
    evaluator.refine()
    found = evaluator.result()
    compared = versus(view, found, evaluator.seed)
    ahead = _outlook(view, found.best.action)
    return {
        "record": str(state.record()),
        "worlds": WORLDS,
        "made": made,
        "seed": str(evaluator.seed),
        "method": found.method,
        "unit": unit_of(view, found.reward),
        "rows": found.worlds,
        "exact": found.exact,
        "outlook": dataclasses.asdict(ahead),
        "agreed": dataclasses.asdict(agreeing(view, ahead, found)),
        "versus": compared and dataclasses.asdict(compared),
        "actions": [dataclasses.asdict(one) for one in found.actions],
    }


def _outlook(view: View, action: int) -> Outlook:
    found = outlook(view, action, OUTLOOK_WORLDS, seed=5)
    assert found is not None
    return found


def compare(folder: Path, *, seeds: range, every: int, most: int) -> None:
    rng = random.Random(7)
    for game, variants in OPTIONS.items():
        rows = [
            evaluated(state, rng)
            for options in variants
            for seed in seeds
            for state in islice(decisions(game, options, seed, every), most)
        ]
        assert len(rows) > 2, game
        (folder / f"{game}.json").write_text(json.dumps(rows))
    run("evaluation", folder)


def test_evaluations_equal_those_of_the_server(tmp_path: Path) -> None:
    compare(tmp_path, seeds=range(1, 2), every=5, most=3)


def test_a_bluff_to_open_with_is_worth_what_the_server_says(tmp_path: Path) -> None:
    rng = random.Random(3)
    state = kibitz.game("dubito").new(8)  # without a joker
    hand: Any = state.view(state.player).__dict__["hand"]
    state.apply(next(n for n in state.legal() if n + 1 not in hand))
    (tmp_path / "dubito.json").write_text(json.dumps([evaluated(state, rng) for _ in range(2)]))
    run("evaluation", tmp_path)


@pytest.mark.soak
def test_hundreds_of_evaluations(tmp_path: Path) -> None:
    compare(tmp_path, seeds=range(2, 8), every=3, most=40)


def test_reviews_equal_those_of_the_server(tmp_path: Path) -> None:
    for game, options in SHORT.items():
        rng = random.Random(f"{game} review")
        rules = kibitz.game(game, **options)
        state = rules.new(3)
        while not state.done:
            state.apply(rng.choice(state.legal()))
        record = str(state.record())
        forget()  # a kept evaluation may be finer than a first look
        found = review(rules, record, seat=1, worlds=8, tables=game == "belote").as_dict()
        assert found["judged"], game
        (tmp_path / f"{game}.json").write_text(json.dumps({"record": record, "review": found}))
    run("review", tmp_path)
