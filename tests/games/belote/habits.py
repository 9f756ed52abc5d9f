"""Belote for the generic tests: options, auctions of all kinds, what is conserved, tiny worlds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import kibitz
from kibitz.core.state import Outcome
from kibitz.core.view import View

PASS, COINCHE, SURCOINCHE = 32, 73, 74


def round_options(rng: random.Random) -> dict[str, Any]:
    return {"scoring": rng.choice(["ffb", "exact"])}


def game_options(rng: random.Random) -> dict[str, Any]:
    return round_options(rng) | {
        "match": True,
        "target": rng.choice([1, 500, 1000, 2000]),
        "deals_max": rng.choice([1, 3, 40]),
    }


def choose(state: kibitz.State, rng: random.Random) -> int:
    """Calls that climb slowly, with void deals and coinches: uniform ones would all be capot."""
    legal = state.legal()
    if state.phase != "bid":
        return rng.choice(legal)
    if rng.random() < 0.55:
        return PASS
    if legal[-1] >= COINCHE and rng.random() < 0.35:
        return legal[-1]
    return rng.choice(legal[:9] if rng.random() < 0.9 else legal)


def check(state: kibitz.State) -> None:
    """All cards of the deal are in one hand, on the table or in a pile, each once."""
    p = state.position()
    cards = [c for part in ("hands", "won") for held in p[part] for c in held] + p["trick"]
    assert len(set(cards)) == len(cards)
    if state.phase in ("bid", "play"):
        assert len(cards) == 32


def check_end(state: kibitz.State) -> None:
    """Rules 4, 7 and 9 over the whole history, and rule 10 for the end of a match."""
    totals = [0, 0]
    for event in state.events:
        if event.kind != "score":
            continue
        ns, ew, points_ns, points_ew, tricks_ns, tricks_ew = event.data
        totals = [totals[0] + ns, totals[1] + ew]
        if tricks_ns + tricks_ew == 0:
            assert event.data == (0,) * 6
            continue
        assert tricks_ns + tricks_ew == 8
        assert points_ns + points_ew == (252 if 0 in (tricks_ns, tricks_ew) else 162)
        assert max(ns, ew) >= 80
    assert state.returns() == [float(totals[seat % 2]) for seat in range(4)]
    options = state.game.options
    if options["match"] and state.position()["deals"] < options["deals_max"]:
        assert max(totals) >= options["target"]
        assert totals[0] != totals[1]


def tiny(rng: random.Random) -> kibitz.State:
    """A short deal, a match with void deals, an ending, or an ending from a position."""
    kind = rng.randrange(4)
    if kind < 2:
        game = kibitz.game("belote", match=kind == 1)
        deck = rng.sample(range(32), 8 if kind else 12)
        size = len(deck) // 4
        hands = [sorted(deck[i * size : (i + 1) * size]) for i in range(4)]
        state = game.new(deal={"hands": hands, "dealer": 2}, chance="explicit")
        if kind == 1:
            for _ in range(4):
                state.apply(PASS)
            state.apply_chance({"hands": hands[::-1], "dealer": 3})
        for _ in range(rng.randint(0, 12)):
            if state.player >= 0:
                state.apply(choose(state, rng))
        return state
    state = kibitz.game("belote").new(rng.getrandbits(32))
    left = rng.randint(2, 3)
    while len(state.position()["hands"][0]) > left and not state.done:
        state.apply(choose(state, rng) if state.phase == "play" else rng.choice(state.legal()))
    if kind == 3 and not state.done:
        state = state.game.new(1, position=state.position())
    for _ in range(rng.randint(0, 4)):
        if not state.done:
            state.apply(rng.choice(state.legal()))
    return state


def candidates(view: View) -> Iterator[tuple[list[Outcome], list[int], dict[str, Any] | None]]:
    """Every way to deal the cards that this seat has not seen, deal by deal."""
    start = view.start and {k: v for k, v in view.start.items() if k != "deck"}
    actions = [event.data for event in view.history if event.kind == "action"]
    for hands in product(*(list(assignments(*deal)) for deal in seen_deals(view))):
        deals = list(hands)
        begin = start and start | {"hands": deals.pop(0)}
        dealers = [event.data[0] for event in view.history if event.kind == "deal"]
        yield (
            [{"hands": h, "dealer": d} for h, d in zip(deals, dealers, strict=True)],
            actions,
            begin,
        )


def seen_deals(view: View) -> list[tuple[int, list[int], list[int], list[list[int]], list[int]]]:
    """Of each deal: the seat, its hand, all cards in hands, what each seat played, hand sizes."""
    deals: list[Any] = []
    if view.start:
        gone = {*view.start["trick"], *(c for won in view.start["won"] for c in won)}
        deck = [c for c in view.start["deck"] if c not in gone]
        sizes = [len(deck) // 4] * 4
        for i in range(len(deck) % 4):  # who has not yet played to the trick has one card more
            sizes[(view.start["leader"] + 3 - i) % 4] += 1
        deals.append((view.seat, view.start["hands"][view.seat], deck, [[], [], [], []], sizes))
    for event in view.history:
        if event.kind == "deal":
            own = list(event.data[1:])
            sizes = [len(own)] * 4
            deals.append((view.seat, own, list(range(32)), [[], [], [], []], sizes))
        elif event.kind == "reveal" and event.seat < 0:
            deals[-1][2][:] = event.data
        elif event.kind == "action" and event.data < 32:
            deals[-1][3][event.seat].append(event.data)
    return deals


def assignments(
    seat: int, own: list[int], deck: list[int], played: list[list[int]], sizes: list[int]
) -> Iterator[list[list[int]]]:
    known = {*own, *(card for cards in played for card in cards)}
    hidden = [card for card in deck if card not in known]
    others = [s for s in range(4) if s != seat]
    a, b, c = (sizes[s] - len(played[s]) for s in others)
    for first in combinations(hidden, a):
        rest = [card for card in hidden if card not in first]
        for second in combinations(rest, b):
            third = [card for card in rest if card not in second]
            assert len(third) == c
            hands = [list(own)] * 4
            for s, cards in zip(others, (first, second, third), strict=True):
                hands[s] = sorted([*played[s], *cards])
            yield hands
