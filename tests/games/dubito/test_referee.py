"""A second Dubito, written from the rules alone and in another way, as a judge of both engines.

It shares no code and no data layout with them: a ring of players who are still in, hands as
counters, a pile of (player, cards), every hand looked at after every turn, and a list of facts.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import pytest

import kibitz

CARDS = [
    cards
    for size in (1, 2, 3)
    for cards in combinations_with_replacement(range(14), size)
    if cards != (0, 0, 0)
]
NEEDS = [tuple(Counter(cards).items()) for cards in CARDS]


class Referee:
    def __init__(self, hands: list[list[int]], challenge: bool, max_turns: int) -> None:
        self.players = len(hands)
        self.ring = list(range(self.players))  # who is in, clockwise
        self.hands = dict(enumerate(map(Counter, hands)))
        self.challenge, self.max_turns = challenge, max_turns
        self.pile: list[tuple[int, tuple[int, ...]]] = []
        self.winners: list[int] = []
        self.number: int | None = None
        self.turn = 0
        self.to_act: int | None = 0
        self.waiting: int | None = None  # has laid its last cards, and the next may doubt that
        self.facts: list[tuple[Any, ...]] = []

    def moves(self) -> list[int]:
        if self.to_act is None:
            return []
        if self.number is None:
            return list(range(13))
        hand = self.hands[self.to_act]
        found = [14 + i for i, need in enumerate(NEEDS) if all(hand[v] >= n for v, n in need)]
        if self.pile and self.pile[-1][0] in self.ring:
            found.insert(0, 13)
        return found

    def move(self, action: int) -> None:
        assert self.to_act is not None
        if action < 13:
            self.number = action + 1
            return None
        me, waited = self.to_act, self.waiting
        self.waiting = None
        if action == 13:
            opener = self.resolve(me)
        else:
            opener = None
            self.hands[me] -= Counter(CARDS[action - 14])
            self.pile.append((me, CARDS[action - 14]))
        self.turn += 1
        emptied_by_drop = [p for p in self.ring if self.drop(p)]
        clockwise = self.after(me)
        leaving = []
        if waited is not None and not self.hands[waited]:
            leaving.append(waited)
        if action != 13 and not self.hands[me]:
            if self.challenge:
                self.waiting = me
            else:
                leaving.append(me)
        leaving += [p for p in emptied_by_drop if p not in leaving]
        for p in leaving:
            self.ring.remove(p)
            self.winners.append(p)
            self.facts.append(("out", p, len(self.winners)))
            if len(self.ring) == 2:
                return self.stop()
        if self.turn == self.max_turns:
            return self.stop()
        if opener is not None and opener in self.ring:
            self.to_act = opener
        else:
            self.to_act = next(p for p in clockwise if p in self.ring)
        return None

    def resolve(self, me: int) -> int | None:
        """The doubt; who opens next, or None for the next in turn."""
        target, latest = self.pile[-1]
        assert self.number is not None
        lie = bool(set(latest) - {0, self.number})
        taken = Counter(card for _, cards in self.pile for card in cards)
        self.facts.append(("shown", me, target, lie, list(self.pile)))
        if lie:
            self.hands[target] += taken
        else:
            self.hands[me] += taken - Counter({0: latest.count(0)})
        self.pile, self.number = [], None
        return me if lie else None

    def drop(self, p: int) -> bool:
        """Rule 6; whether that has emptied the hand."""
        fours = sorted(v for v, n in self.hands[p].items() if n == 4)
        for value in fours:
            del self.hands[p][value]
            self.facts.append(("drop", p, value))
        return bool(fours) and not self.hands[p]

    def after(self, p: int) -> list[int]:
        """All players clockwise from the one after p."""
        return [(p + i) % self.players for i in range(1, self.players + 1)]

    def stop(self) -> None:
        self.to_act = self.waiting = None

    def points(self) -> list[float]:
        return [
            1.0 if p in self.winners[:1] else 0.5 if p in self.winners else 0.0
            for p in range(self.players)
        ]


def facts(state: kibitz.State) -> list[tuple[Any, ...]]:
    """The events of a state in the words of the referee."""
    found: list[tuple[Any, ...]] = []
    for kind, seat, data in state.events:
        if kind == "out":
            found.append(("out", seat, data[0]))
        elif kind == "discard":
            found.append(("drop", seat, data[0]))
        elif kind == "reveal":
            plays, rest = [], list(data[4:])
            while rest:
                who, size = rest.pop(0), rest.pop(0)
                plays.append((who, tuple(rest.pop(0) for _ in range(size))))
            found.append(("shown", seat, data[0], bool(data[2]), plays))
    return found


def agree(referee: Referee, state: kibitz.State, moves: list[int]) -> None:
    p = state.position()
    assert state.legal() == moves
    assert state.done == (referee.to_act is None)
    if not state.done:
        assert state.player == referee.to_act
        if len(state.events) % 5 == 0:  # a view takes its time
            assert state.view(0).pending == (-1 if referee.waiting is None else referee.waiting)
    assert p["hands"] == [sorted(referee.hands[s].elements()) for s in range(referee.players)]
    assert [(x["seat"], tuple(x["cards"])) for x in p["board"]] == referee.pile
    assert (p["number"], p["turns"]) == (referee.number or 0, referee.turn)
    assert p["out"] == referee.winners
    assert state.scores() == referee.points()


def pick(
    referee: Referee, moves: list[int], rng: random.Random, doubt: float, honest: float
) -> int:
    if moves[0] == 13 and rng.random() < doubt:
        return 13
    moves = [move for move in moves if move != 13]
    if referee.number is not None and rng.random() < honest:
        true = [m for m in moves if set(CARDS[m - 14]) <= {0, referee.number}]
        return rng.choice(true or moves)
    return rng.choice(moves)


def deal(rng: random.Random, players: int) -> list[list[int]]:
    """A whole deck, or a short one of few values: there four of a kind and exits are frequent."""
    values = range(14) if rng.random() < 0.4 else [0, *rng.sample(range(1, 14), rng.randint(3, 6))]
    deck = [value for value in values for _ in range(4 if value else 2)]
    while True:
        rng.shuffle(deck)
        hands = [deck[seat::players] for seat in range(players)]
        if all(n < 4 for hand in hands for n in Counter(hand).values()):
            return hands


GAMES, CHUNK = 300, 50


@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
def test_both_engines_agree_with_the_referee(first: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(first, first + CHUNK):
        rng = random.Random(seed)
        players = rng.randint(3, 8)
        leave = rng.choice(["challenge", "immediate"])
        max_turns = rng.choice([400, 400, rng.randint(1, 40)])
        hands = deal(rng, players)
        options = {"players": players, "exit": leave, "max_turns": max_turns}
        states = [
            kibitz.game("dubito", engine=engine, **options).new(1, deal={"hands": hands})
            for engine in ("python", "native")
        ]
        referee = Referee(hands, leave == "challenge", max_turns)
        doubt, honest = rng.choice([0.1, 1 / 3, 0.6]), rng.choice([0.2, 0.6, 0.9])
        try:
            while referee.to_act is not None:
                moves = referee.moves()
                for state in states:
                    agree(referee, state, moves)
                action = pick(referee, moves, rng, doubt, honest)
                waited = referee.waiting
                referee.move(action)
                for state in states:
                    state.apply(action)
                seen["a pending player doubted"] += action == 13 and waited is not None
            for state in states:
                agree(referee, state, [])
                assert facts(state) == referee.facts
                assert state.returns() == referee.points()
                assert state.view(0).cut_off == (len(referee.ring) > 2)
        except AssertionError:
            print(f"\nreplay: kibitz.game('dubito', **{options}).replay('{states[0].record()}')")
            raise
        seen.update(fact[0] for fact in referee.facts)
        seen["cut off"] += len(referee.ring) > 2
        seen["empty loser"] += any(not referee.hands[p] for p in referee.ring)
    assert min(seen[word] for word in ("out", "drop", "shown", "cut off")) > 3
    assert seen["a pending player doubted"] > 3


def test_the_referee_sees_every_kind_of_end() -> None:
    """The rare ends come up in the games above: a second empty hand that loses is one of them."""
    found = Counter[str]()
    for seed in range(GAMES):
        rng = random.Random(seed)
        referee = Referee(deal(rng, rng.randint(3, 5)), challenge=True, max_turns=100)
        while referee.to_act is not None:
            referee.move(pick(referee, referee.moves(), rng, 0.3, 0.6))
        found["over"] += len(referee.ring) == 2
        found["second empty hand"] += any(not referee.hands[p] for p in referee.ring)
    assert min(found.values()) > 3
    assert len(found) == 2
