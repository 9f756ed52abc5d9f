"""Qwixx for the generic tests: options, what always holds, what returns mean, tiny worlds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import kibitz
from kibitz.core.state import Outcome
from kibitz.core.view import View

LOCK = 1 << 10


def round_options(rng: random.Random) -> dict[str, Any]:
    return {
        "players": rng.choice([1, 2, 2, 3, 4, 5]),
        "order": rng.choice(["simultaneous", "simultaneous", "sequential"]),
    }


def game_options(rng: random.Random) -> dict[str, Any]:
    return {"players": rng.randint(1, 5), "order": rng.choice(["simultaneous", "sequential"])}


def choose(state: kibitz.State, rng: random.Random) -> int:
    """Half the time the mark that skips least: blind play would never fill a row and lock it."""
    legal = state.legal()
    if rng.random() < 0.5:
        return rng.choice(legal)
    position = state.position()
    sheet = position["sheets"][state.player]
    dice = [position["dice"] // 6**place % 6 + 1 for place in (5, 4, 3, 2, 1, 0)]

    def skips(action: int) -> int:
        if action == 0:
            return 3  # rather pass than skip more than two
        row = action - 1 if action < 5 else (action - 5) // 2
        number = sum(dice[:2]) if action < 5 else dice[(action - 5) % 2] + dice[2 + row]
        return (number - 2 if row < 2 else 12 - number) - sheet[row].bit_length()

    return min(legal, key=skips)


def check(state: kibitz.State) -> None:
    """Marks keep rule 5; rows are closed where somebody locked them; nothing is forgotten."""
    p = state.position()
    for sheet in p["sheets"]:
        for bits in sheet:
            assert not bits & LOCK or bits.bit_count() >= 6
    locked = [any(sheet[row] & LOCK for sheet in p["sheets"]) for row in range(4)]
    if state.game.options["order"] == "simultaneous" or state.phase in ("white", "roll", "over"):
        assert p["closed"] == locked
    assert max(p["strikes"]) <= 4
    ended = max(p["strikes"]) == 4 or sum(p["closed"]) >= 2
    assert ended == state.done or state.phase == "answer"
    made = sum(bits.bit_count() for sheet in p["sheets"] for bits in sheet)
    assert made == sum(a != 0 for a in state.actions) - sum(a != 0 for a in pending(state, p))


def pending(state: kibitz.State, p: dict[str, Any]) -> list[int]:
    simultaneous = state.game.options["order"] == "simultaneous"
    answers: list[int] = p["answers"] if simultaneous else []
    return answers


def check_end(state: kibitz.State) -> None:
    """Rule 8, by adding 1 + 2 + ... for every mark; equal totals share."""
    p = state.position()
    for sheet, strikes, points in zip(p["sheets"], p["strikes"], state.returns(), strict=True):
        counts = [bits.bit_count() + bool(bits & LOCK) for bits in sheet]
        assert points == sum(sum(range(1, n + 1)) for n in counts) - 5 * strikes
    best = max(state.returns())
    shares = [1 / state.returns().count(best) if r == best else 0 for r in state.returns()]
    assert state.outcome() == shares
    assert state.events[-1].data == tuple(state.returns())


def tiny(rng: random.Random) -> kibitz.State:
    """Two to four players somewhere in a white step: at most 125 ways to have decided."""
    game = kibitz.game("qwixx", players=rng.randint(2, 4))
    state = game.new(rng.getrandbits(32))
    for _ in range(rng.randint(0, 3)):
        turn = len(state.chance)
        while len(state.chance) == turn:
            state.apply(choose(state, rng))
    for _ in range(rng.randrange(game.players)):
        state.apply(choose(state, rng))
    if rng.random() < 0.5:  # a given position keeps its decisions as secret as a played one
        state = game.new(rng.getrandbits(32), position=state.position())
        while state.player != game.players - 1 and state.phase == "white" and rng.random() < 0.5:
            state.apply(choose(state, rng))
    return state


def candidates(view: View) -> Iterator[tuple[list[Outcome], list[int], Any]]:
    """Whatever the seats before could have answered in this white step, legal or not."""
    start: dict[str, Any] | None = view.start  # type: ignore[attr-defined]
    chance = [event.data for event in view.history if event.kind == "chance"]
    known: list[int] = []
    after_reveal = bool(start) and start["step"] == "colour"  # type: ignore[index]
    for kind, _, data in view.history:
        if kind == "reveal":
            known, after_reveal = [*known, *data], True
        elif kind == "action" and after_reveal:
            known.append(data)
        elif kind == "chance":
            after_reveal = False
    given = len(start["answers"]) if start else 0
    active = view.active  # type: ignore[attr-defined]
    before = (view.player - active) % view.game.players if view.phase == "white" else 0
    for decided in product(range(5), repeat=before):
        actions = [*known, *decided]
        if start is None:
            yield chance, actions, None
        else:
            yield chance, actions[given:], start | {"answers": actions[:given]}
