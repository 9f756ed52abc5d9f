"""Codepiece for the generic tests: options, what is conserved, what returns mean, tiny worlds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import kibitz
from kibitz.core.state import Outcome
from kibitz.core.view import View


def round_options(rng: random.Random) -> dict[str, Any]:
    if rng.random() < 0.8:
        return {}
    return {"match": True, "deals": rng.randint(1, 2), "target": rng.choice([1, 15, 50])}


def game_options(rng: random.Random) -> dict[str, Any]:
    return {"match": True, "deals": rng.randint(2, 8), "target": rng.choice([30, 50, 100])}


def choose(state: kibitz.State, rng: random.Random) -> int:
    """Low bids more often than high ones, and many passes: so that deals last, and all pass too."""
    legal = state.legal()
    if state.phase != "bid":
        return rng.choice(legal)
    step = 0 if rng.random() < 0.6 else 1 + int(rng.expovariate(1))
    return legal[min(step, len(legal) - 1)]


def check(state: kibitz.State) -> None:
    """All cards of the deal are in a hand or played, each once; tricks and plays fit."""
    p = state.position()
    cards = sorted(c for part in ("hands", "played") for held in p[part] for c in held)
    if state.start is None and cards:
        assert cards == sorted(c for hand in state.chance[-1]["hands"] for c in hand)
        assert sum(map(len, p["played"])) == 4 * sum(p["tricks"]) + len(p["trick"])
    scores = state.scores()
    assert scores[0] == scores[2] == -scores[1] == -scores[3]


def check_end(state: kibitz.State) -> None:
    """Rules 9 and 10 over the whole history: returns are the sums of the deals' payoffs."""
    deals = [event.data for event in state.events if event.kind == "score"]
    assert state.returns() == [float(sum(points)) for points in zip(*deals, strict=True)]
    assert all(abs(p) in {*range(7, 14), *range(14, 27, 2)} for points in deals for p in points)
    best = max(state.returns())
    assert [share > 0 for share in state.outcome()] == [r == best for r in state.returns()]
    options = state.game.options
    sums = [0]
    for points in deals:
        sums.append(sums[-1] + points[0])
    if options["match"]:
        assert all(abs(total) < options["target"] for total in sums[:-1])
        assert len(deals) == options["deals"] or abs(sums[-1]) >= options["target"]
    else:
        assert len(deals) == 1


def short_deal(rng: random.Random, size: int, dealer: int) -> dict[str, Any]:
    cards = rng.sample(range(52), 4 * size)
    return {
        "hands": [sorted(cards[size * seat : size * (seat + 1)]) for seat in range(4)],
        "dealer": dealer,
    }


def tiny(rng: random.Random) -> kibitz.State:
    """Short deals, alone, in a match of two (some end early), or begun in the middle."""
    kind = rng.choice(["single", "match", "position"])
    size = 2 if kind == "match" else rng.choice([2, 3])
    options = {"match": True, "deals": 2, "target": 100} if kind == "match" else {}
    game = kibitz.game("codepiece", **options)
    dealer = rng.randrange(4)
    state = game.new(deal=short_deal(rng, size, dealer), chance="explicit")
    steps = rng.randint(5, 5 + 4 * size)
    if kind == "match":
        steps = rng.randint(9, 22)
    if kind == "position":
        for _ in range(rng.randint(5, 8)):
            state.apply(choose_tiny(state, rng))
        if not state.done:
            state = game.new(position=state.position(), chance="explicit")
        steps = rng.randint(0, 4)
    for _ in range(steps):
        if state.done:
            break
        if state.player == kibitz.CHANCE:
            state.apply_chance(short_deal(rng, size, (dealer + 1) % 4))
        state.apply(choose_tiny(state, rng))
    return state


def choose_tiny(state: kibitz.State, rng: random.Random) -> int:
    """High bids, which end a deal early: cards stay hidden forever."""
    return rng.choice(state.legal())


def candidates(view: View) -> Iterator[tuple[list[Outcome], list[int], dict[str, Any] | None]]:
    """Every way to deal the cards that this seat did not get, in every deal that it saw."""
    actions = [event.data for event in view.history if event.kind == "action"]
    start: dict[str, Any] | None = view.start  # type: ignore[attr-defined]
    deals = []
    for i, event in enumerate(view.history):
        if event.kind == "deal":
            dealer, *own = event.data
            reveal = view.history[i + 1]
            assert reveal.kind == "reveal"
            splits = split(view.seat, own, list(reveal.data), [len(own)] * 4)
            deals.append([{"hands": hands, "dealer": dealer} for hands in splits])
    if start is None:
        for chance in product(*deals):
            yield list(chance), actions, None
        return
    assert not deals
    gone = [(start["leader"] + i) % 4 for i in range(len(start["trick"]))]
    whole = max(1, len(start["cards"]) + len(gone)) // 4
    sizes = [whole - (seat in gone) for seat in range(4)]
    given = {name: value for name, value in start.items() if name != "cards"}
    for hands in split(view.seat, start["hands"][view.seat], start["cards"], sizes):
        yield [], actions, given | {"hands": hands}


def split(seat: int, own: list[int], cards: list[int], sizes: list[int]) -> list[list[list[int]]]:
    """All hands of the four seats, `own` being known."""
    others = [s for s in range(4) if s != seat]
    rest = [card for card in cards if card not in own]
    found = []
    for first in combinations(rest, sizes[others[0]]):
        left = [card for card in rest if card not in first]
        for second in combinations(left, sizes[others[1]]):
            third = [card for card in left if card not in second]
            hands: list[list[int]] = [[], [], [], []]
            for s, hand in zip([seat, *others], [own, first, second, third], strict=True):
                hands[s] = list(hand)
            found.append(hands)
    return found
