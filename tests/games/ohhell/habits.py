"""Oh Hell for the generic tests: options, what is conserved, what returns mean, tiny worlds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import kibitz
from kibitz.core.state import Outcome
from kibitz.core.view import View


def rules(rng: random.Random) -> dict[str, Any]:
    return {
        "hook": rng.random() < 0.7,
        "trump_lead": rng.choice(["broken", "broken", "free"]),
        "miss": rng.choice(["zero", "tricks"]),
    }


def round_options(rng: random.Random) -> dict[str, Any]:
    players = rng.randint(2, 5)
    size = rng.randint(1, 10 if players == 5 else 12)
    return rules(rng) | {
        "players": players,
        "schedule": [size],
        "no_trump_rounds": int(rng.random() < 0.1),
        "turned": rng.choice([None, None, [rng.randrange(52)]]),
    }


def game_options(rng: random.Random) -> dict[str, Any]:
    return rules(rng) | {
        "players": rng.randint(2, 5),
        "no_trump_rounds": rng.choice([0, 0, 3]),
        "turned": rng.choice([None, [rng.randrange(-1, 52) for _ in range(19)]]),
    }


def check(state: kibitz.State) -> None:
    """All cards of the round are in a hand or played, each once; the turned card in neither."""
    p = state.position()
    cards = [c for part in ("hands", "played") for held in p[part] for c in held]
    assert len(set(cards)) == len(cards)
    assert p["turned"] not in cards
    if state.phase in ("bid", "play"):
        assert len(cards) == state.game.players * state.game.schedule[p["round"]]


def check_end(state: kibitz.State) -> None:
    """Rule 7 over the whole history: totals are the sums of the rounds' points."""
    rounds = [event.data for event in state.events if event.kind == "score"]
    assert state.returns() == [float(sum(points)) for points in zip(*rounds, strict=True)]
    best = max(state.returns())
    assert [share > 0 for share in state.outcome()] == [r == best for r in state.returns()]


def tiny(rng: random.Random) -> kibitz.State:
    """Two players with one to three cards: at most 17,296 hands for the other."""
    size = rng.randint(1, 3)
    game = kibitz.game("ohhell", players=2, schedule=[size], hook=False)
    state = game.new(rng.getrandbits(32))
    for _ in range(rng.randint(0, 2 + 2 * size - 1)):
        state.apply(rng.choice(state.legal()))
    return state


def candidates(view: View) -> Iterator[tuple[list[Outcome], list[int], None]]:
    """Every hand that the other of two players could have been dealt."""
    _, _, deal = view.history[0]
    assert isinstance(deal, tuple)
    dealer, turned, *own = deal
    actions = [event.data for event in view.history if event.kind == "action"]
    rest = [card for card in range(52) if card != turned and card not in own]
    for other in combinations(rest, len(own)):
        hands = [list(other), list(other)]
        hands[view.seat] = own
        yield [{"hands": hands, "dealer": dealer, "turned": turned}], actions, None
