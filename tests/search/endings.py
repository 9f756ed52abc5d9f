"""Random positions in the play, for the tests of the solver."""

from __future__ import annotations

import random

import kibitz
from kibitz.search.double_dummy import Position

PASS, COINCHE, SURCOINCHE = 32, 73, 74  # Belote's calls as actions


def belote_ending(
    rng: random.Random, cards_max: int = 5, engine: str | None = None
) -> kibitz.State:
    """Up to so many cards a hand, a random contract: a short deal, or the end of a whole one."""
    game = kibitz.game("belote", engine=engine)
    short = rng.random() < 0.5
    if short:
        size = rng.randint(1, cards_max)
        deck = rng.sample(range(32), 4 * size)
        hands = [sorted(deck[size * i : size * (i + 1)]) for i in range(4)]
        state = game.new(deal={"hands": hands, "dealer": rng.randrange(4)})
        plays = rng.randrange(4)
    else:
        state = game.new(rng.getrandbits(60))
        plays = 32 - 4 * rng.randint(1, cards_max) + rng.randrange(4)
    call_belote(state, rng)
    for _ in range(plays):
        if short and len(state.position()["hands"][state.player]) == 1:
            break
        state.apply(rng.choice(state.legal()))
    return state


def call_belote(state: kibitz.State, rng: random.Random) -> None:
    """A random contract, sometimes coinched or surcoinched."""
    for _ in range(rng.randrange(4)):
        state.apply(PASS)
    state.apply(PASS + rng.randint(1, 40))
    for call in (COINCHE, SURCOINCHE):
        if call in state.legal() and rng.random() < 0.4:
            state.apply(call)
            if call == COINCHE and rng.random() < 0.5 and state.phase == "bid":
                state.apply(PASS)
    while state.phase == "bid":
        state.apply(PASS)


def codepiece_ending(rng: random.Random, cards_max: int = 5) -> kibitz.State:
    """A short deal after four passes: with so few cards rule 8 never ends it early."""
    size = rng.randint(1, cards_max)
    ranks = rng.choice((5, 7, 13))  # fewer ranks: more cards in sequence
    deck = rng.sample([card for card in range(52) if card % 13 < ranks], 4 * size)
    hands = [sorted(deck[size * i : size * (i + 1)]) for i in range(4)]
    state = kibitz.game("codepiece").new(deal={"hands": hands, "dealer": rng.randrange(4)})
    for _ in range(4):
        state.apply(0)
    state.apply(7 + rng.randrange(4))
    for _ in range(rng.randrange(4)):
        if len(state.position()["hands"][state.player]) == 1:
            break
        state.apply(rng.choice(state.legal()))
    return state


def ending(play: str, rng: random.Random, size: int) -> Position:
    """Hands of one size, between two tricks."""
    deck = 32 if play == "belote" else 52
    ranks = deck // 4
    few = rng.choice((ranks, max(size, ranks // 2)))
    cards = rng.sample([card for card in range(deck) if card % ranks < few], 4 * size)
    hands = tuple(tuple(sorted(cards[size * i : size * (i + 1)])) for i in range(4))
    trump = rng.randrange(5 if play == "bridge" else 4)
    return Position(play, hands, None if trump == 4 else trump, rng.randrange(4))


def decision(
    name: str, cards: int, seed: int = 1, engine: str | None = None, **options: object
) -> kibitz.State:
    """A random Belote or Codepiece deal whose player has so many cards to play and a choice."""
    game = kibitz.game(name, engine=engine, **options)
    for number in range(seed * 1000, seed * 1000 + 1000):
        rng = random.Random(number)
        state = game.new(number)
        if name == "belote":
            call_belote(state, rng)
        for _ in range(4 if name == "codepiece" else 0):
            state.apply(rng.choice((0, 0, 0, *state.legal()[:2])))  # pass, or the lowest bid
        while not state.done and (
            state.phase != "play"
            or len(state.position()["hands"][state.player]) > cards
            or len(state.legal()) < 2
        ):
            state.apply(rng.choice(state.legal()))
        if not state.done and len(state.position()["hands"][state.player]) == cards:
            return state
    raise AssertionError("no such decision")
