"""Dubito for the generic tests: options, what is conserved, what returns mean, tiny worlds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb, factorial
from typing import Any

import kibitz
from kibitz.core.state import Outcome
from kibitz.core.view import View

DOUBT, FIRST_LAY = 13, 14
DECK = Counter({0: 2} | dict.fromkeys(range(1, 14), 4))

Candidate = tuple[list[Outcome], list[int], dict[str, Any] | None]


def round_options(rng: random.Random) -> dict[str, Any]:
    return {
        "players": rng.randint(3, 8),
        "exit": rng.choice(["challenge", "immediate"]),
        "max_turns": rng.choice([9, 30, 60, 120]),
    }


def game_options(rng: random.Random) -> dict[str, Any]:
    return round_options(rng) | {"max_turns": 1000}


def choose(state: kibitz.State, rng: random.Random) -> int:
    """Among hundreds of lays a doubt would hardly come up, nor an honest play: help both."""
    legal = state.legal()
    if legal[0] == DOUBT and rng.random() < 1 / 3:
        return DOUBT
    if legal[0] == DOUBT:
        legal = legal[1:]
    if state.phase != "declare" and rng.random() < 0.5:
        number = state.position()["number"]
        honest = [a for a in legal if set(cards_of(a)) <= {0, number}]
        return rng.choice(honest or legal)
    return rng.choice(legal)


@cache
def cards_of(action: int) -> tuple[int, ...]:
    name = kibitz.game("dubito", engine="python").action_name(action)
    return tuple(int(word) for word in name.split()[1:])


def check(state: kibitz.State) -> None:
    """Cards in hands, on the board, dropped and discarded jokers make the deck; no four is kept."""
    p = state.position()
    cards = Counter(card for hand in p["hands"] for card in hand)
    cards.update(card for play in p["board"] for card in play["cards"])
    for event in state.events:
        if event.kind == "discard":
            cards[event.data[0]] += 4
        elif event.kind == "reveal":
            cards[0] += event.data[3]
    assert cards == DECK
    for seat, hand in enumerate(p["hands"]):
        assert all(hand.count(value) < 4 for value in range(1, 14))
        assert seat not in p["out"] or not hand
    assert not p["board"] or p["number"]
    assert p["turns"] == sum(e.kind == "action" and e.data >= DOUBT for e in state.events)


def check_end(state: kibitz.State) -> None:
    """Rule 8: places, and a cut-off only at the last turn."""
    p = state.position()
    players, places = state.game.players, [e.seat for e in state.events if e.kind == "out"]
    assert places == p["out"]
    assert len(places) <= players - 2
    if len(places) < players - 2:
        assert p["turns"] == state.game.options["max_turns"]
    points = dict.fromkeys(places, 0.5) | dict.fromkeys(places[:1], 1.0)
    assert state.returns() == [points.get(seat, 0.0) for seat in range(players)]


# Tiny worlds. Cards are values there, so a world has the weight of all ways to choose real cards.


def tiny(rng: random.Random) -> kibitz.State:
    """Three or four players with nine to twelve cards of few values, some turns on."""
    players = rng.choice([3, 3, 4])
    game = kibitz.game("dubito", players=players, exit=rng.choice(["challenge", "immediate"]))
    while True:
        values = [0, *rng.sample(range(1, 14), 3)]
        deck = [value for value in values for _ in range(DECK[value])]
        rng.shuffle(deck)
        size = rng.randint(9, min(12, len(deck)))
        hands = [deck[seat:size:players] for seat in range(players)]
        if all(hand.count(value) < 4 for hand in hands for value in values[1:]):
            break
    state = game.new(rng.getrandbits(32), deal={"hands": hands})
    for _ in range(rng.randint(0, 14)):
        before = state.copy()
        state.apply(choose(state, rng))
        if state.done:
            return before
        if rng.random() < 0.04:
            state = game.new(rng.getrandbits(32), position=state.position())
    return state


def candidates(view: View) -> Iterator[Candidate]:
    """All ways to deal, or to fill the start, and to fill the plays of the round under way."""
    shown = [plays_of(event.data) for event in view.history if event.kind == "reveal"]
    sizes = [0] * view.game.players
    for seat, size in enumerate(view.dealt):
        sizes[seat] = size
    given = view.start["board"] if view.start else ()
    for play in given:
        sizes[play.seat] += play.size
    own: Counter[int] = Counter(view.start["hand"] if view.start else view.history[0].data)
    for play in given:
        own.update(play.cards)
    deck = Counter(dict(enumerate(view.in_game)))
    for event in view.history:
        if event.kind == "discard":
            deck[event.data[0]] += 4
        elif event.kind == "reveal":
            deck[0] += event.data[3]
    for hands in splits(deck - own, [0 if s == view.seat else n for s, n in enumerate(sizes)]):
        hands[view.seat] = sorted(own.elements())
        yield from fill(view, hands, shown, len(given))


def fill(view: View, hands: list[list[int]], shown: list[Any], given: int) -> Iterator[Candidate]:
    """The candidates in which the seats have these cards when the first round opens."""
    now = [Counter(hand) for hand in hands]
    events = [event for event in view.history if event.kind in ("reveal", "discard")]
    for event in events:
        if event.kind == "discard":
            now[event.seat][event.data[0]] -= 4
            continue
        target, _, right, jokers, *_ = event.data
        loser = target if right else event.seat
        for seat, cards in plays_of(event.data):
            now[seat].subtract(cards)
            if min(now[seat].values(), default=0) < 0:
                return
        for _, cards in plays_of(event.data):
            now[loser].update(cards)
        now[loser][0] -= jokers
    for board in boards(view.board, now):
        plays = [play for plays in (*shown, board) for play in plays]
        coming = iter(plays[given:])
        actions = []
        for event in view.history:
            if event.kind == "action":
                lay = isinstance(event.data, tuple) or event.data >= FIRST_LAY
                if lay:
                    name = " ".join(map(str, next(coming)[1]))
                    actions.append(view.game.parse_action(f"lay {name}"))
                else:
                    actions.append(event.data)
        if view.start is None:
            yield [{"hands": hands}], actions, None
            continue
        left = [Counter(hand) for hand in hands]
        for seat, cards in plays[:given]:
            left[seat].subtract(cards)
        if any(n < 0 for hand in left for n in hand.values()):
            continue
        start = {word: view.start[word] for word in ("number", "player", "turns")} | {
            "hands": [sorted(hand.elements()) for hand in left],
            "board": [{"seat": seat, "cards": list(cards)} for seat, cards in plays[:given]],
            "out": list(view.start["out"]),
        }
        yield [], actions, start


def boards(board: Any, now: list[Counter[int]]) -> Iterator[list[tuple[int, tuple[int, ...]]]]:
    """All ways to fill the hidden plays of this round from the cards of each seat."""
    if not board:
        yield []
        return
    first, *others = board
    choices = [first.cards] if first.cards else sets(now[first.seat], first.size)
    for cards in choices:
        rest = [Counter(hand) for hand in now]
        rest[first.seat].subtract(cards)
        for tail in boards(others, rest):
            yield [(first.seat, tuple(cards)), *tail]


def sets(cards: Counter[int], size: int) -> list[tuple[int, ...]]:
    return sorted(set(combinations(sorted(cards.elements()), size)))


def splits(cards: Counter[int], sizes: list[int]) -> Iterator[list[list[int]]]:
    """All ways to split a multiset of cards into hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in sets(cards, sizes[0]):
        for rest in splits(cards - Counter(hand), sizes[1:]):
            yield [list(hand), *rest]


def plays_of(data: Any) -> list[tuple[int, tuple[int, ...]]]:
    plays, rest = [], list(data[4:])
    while rest:
        seat, size = rest[:2]
        plays.append((seat, tuple(rest[2 : 2 + size])))
        rest = rest[2 + size :]
    return plays


def weight(world: kibitz.State) -> int:
    """How many games with 54 different cards look like this one: the ways to deal, then to lay."""
    hands = world.start["hands"] if world.start else world.chance[0]["hands"]
    now = [Counter(hand) for hand in hands]
    ways = 1
    places = [*hands, *(play["cards"] for play in (world.start or {"board": []})["board"])]
    for value in range(14):
        counts = [cards.count(value) for cards in places]
        ways *= factorial(sum(counts))
        for count in counts:
            ways //= factorial(count)
    again = world.game.rebuild(world.chance, [], world.start)
    for action in world.actions:
        if action >= FIRST_LAY:
            seat = again.player
            for value, k in Counter(cards_of(action)).items():
                ways *= comb(now[seat][value], k)
        again.apply(action)
        now = [Counter(hand) for hand in again.position()["hands"]]
    return ways
