"""Endings with values by full enumeration: an outside check of the evaluation.

    for ending in endings("ohhell", seeds=20):
        ending.state, ending.bounds        # each action: lowest and highest value, often equal

`ending.check()` compares the evaluation with them. Nothing of it is used to find them: worlds come
from trying every candidate (tests/leaks/worlds.py) or every distribution of the unseen cards, and
dice from a list of all sums.

- Belote and Codepiece, last three tricks: the mean over all worlds, each solved.
- Oh Hell, a round of three tricks with twelve cards, and the last two tricks with 52: the mean over
  all worlds, played on by `sharp`, the player that the evaluation states.
- Qwixx, last two turns: best play of everybody over all rolls. The next player has three strikes
  and no free number, so the game ends with that turn.
- Dubito, few cards in a small deck: how other people bluff is not known, so an action has bounds.
  The lowest value takes the worst of all worlds and replies, and of the own later moves only an
  honest last play, which needs no guess; the highest value takes the best of everything.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import kibitz
from kibitz import bots
from kibitz.advice.evaluation import evaluate
from kibitz.advice.games import known
from kibitz.advice.grades import limits as limits_of_grades
from kibitz.core.errors import KibitzError
from kibitz.core.state import State
from kibitz.games.dubito.rules import DECLARE, JOKER, LAY, LAYS
from kibitz.games.qwixx.rules import roll_of
from kibitz.search import double_dummy
from tests.advice.games import played
from tests.leaks.worlds import enumerate_worlds

Bounds = dict[int, tuple[float, float]]
TINY = 1e-9


@dataclass(frozen=True)
class Ending:
    state: State
    bounds: Bounds
    floors: dict[int, float]  # the lowest value of each action, in the mean over all worlds

    def losses(self) -> dict[int, float]:
        """Return what each action loses at least, where that is anything."""
        best = max(self.floors.values())
        return {a: best - high for a, (_, high) in self.bounds.items() if best > high}

    def check(self) -> Check:
        """Compare the evaluation with these values, and the review with the clear losses."""
        view = self.state.view(self.state.player)
        found = {one.action: one for one in evaluate(view).actions}
        for action in self.bounds:
            if action not in found:
                found[action] = evaluate(view, action).of(action)
        inside = all(
            low - found[a].error - TINY <= found[a].value <= high + found[a].error + TINY
            for a, (low, high) in self.bounds.items()
        )
        least = limits_of_grades(self.state.game)[0]
        clear = [action for action, loss in self.losses().items() if loss >= least]
        marked = [evaluate(view, action).of(action).clear for action in clear]
        return Check(inside, len(clear), sum(marked))


class Check(NamedTuple):
    inside: bool  # every value within its stated error
    clear: int  # actions that enumeration calls clear losses
    marked: int  # and those that the review marks


def endings(name: str, seeds: int) -> Iterator[Ending]:
    """Yield endings of so many games, or of so many positions made at random."""
    found = {"belote": solved, "codepiece": solved, "ohhell": rounds, "qwixx": last_turns}
    for seed in range(seeds):
        yield from found.get(name, few_cards)(name, seed)


# Belote and Codepiece -----------------------------------------------------------------------------


def solved(name: str, seed: int) -> Iterator[Ending]:
    for state in decisions(played(kibitz.game(name), seed, "rule")):
        if state.phase == "play" and len(state.view(state.player).hand) == 3:  # type: ignore[attr-defined]
            yield exactly(state, margins(name, state))


def margins(name: str, state: State) -> dict[int, float]:
    """Return the mean solved margin of each card over all hands that fit, dealt by brute force."""
    view: Any = state.view(state.player)
    unseen = view.unseen()
    sums = dict.fromkeys(view.legal_actions, 0.0)
    count = 0
    cards = tuple(unseen.cards)
    first, second, _ = unseen.sizes
    for a in itertools.combinations(cards, first):
        rest = tuple(c for c in cards if c not in a)
        for b in itertools.combinations(rest, second):
            hands = (a, b, tuple(c for c in rest if c not in b))
            if any(unseen.excluded[i] >> c & 1 for i, hand in enumerate(hands) for c in hand):
                continue
            world = state.game.rebuild(*with_hands(state, view, unseen.seats, hands))
            if world.view(view.seat) != view:
                continue  # belote: an announcement that was not made
            found = double_dummy.solve_cards(world)
            for action in view.legal_actions:
                margin: float = known(name).settle(world.position(), found[action])[0]  # type: ignore[attr-defined]
                sums[action] += margin if view.seat % 2 == 0 else -margin
            count += 1
    return {action: total / count for action, total in sums.items()}


def with_hands(state: State, view: Any, seats: Any, hands: Any) -> tuple[Any, Any]:
    deal = dict(state.chance[-1])
    dealt = [list(hand) for hand in deal["hands"]]
    for seat, hand in zip(seats, hands, strict=True):
        dealt[seat] = sorted([*view.played[seat], *hand])
    return [*state.chance[:-1], deal | {"hands": dealt}], state.actions


# Oh Hell ------------------------------------------------------------------------------------------

SMALL: dict[str, Any] = {"players": 3, "suits": 3, "ranks": 4, "schedule": [3]}
TWO: dict[str, Any] = {"players": 2, "schedule": [4]}


def rounds(name: str, seed: int) -> Iterator[Ending]:
    """Yield two endings of one round, with few cards or with two players in turn."""
    options = SMALL if seed % 2 == 0 else TWO
    rng = random.Random(seed)
    moments = list(decisions(played(kibitz.game(name, **options), seed, "simple")))
    if options is TWO:
        moments = [m for m in moments if len(m.view(m.player).hand) == 2 and m.phase == "play"]  # type: ignore[attr-defined]
    for state in rng.sample(moments, min(2, len(moments))):
        yield exactly(state, continued(state, "sharp"))


def continued(state: State, bot: str) -> dict[int, float]:
    """Return the mean score of each action over all worlds, played on by a bot without luck."""
    seat, before = state.player, state.scores()
    sums = dict.fromkeys(state.legal(), 0.0)
    worlds = list(dealt_worlds(state))
    players = [bots.bot(state.game.name, bot) for _ in range(state.game.players)]
    for world in worlds:
        for action in sums:
            end = world.copy()
            for i, player in enumerate(players):
                player.start(end.game, i, 0)
            end.apply(action)
            while end.player >= 0:
                end.apply(players[end.player].choose(end.view(end.player)))
            sums[action] += end.scores()[seat] - before[seat]
    return {action: total / len(worlds) for action, total in sums.items()}


def dealt_worlds(state: State) -> Iterator[State]:
    """Yield every distribution of the unseen cards over the other hands and the stock that fits."""
    view: Any = state.view(state.player)
    unseen = view.unseen()

    def deal(cards: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[Any, ...]]:
        if len(sizes) == 1:  # the rest is the stock
            yield ()
            return
        for hand in itertools.combinations(cards, sizes[0]):
            rest = tuple(card for card in cards if card not in hand)
            for others in deal(rest, sizes[1:]):
                yield (hand, *others)

    for hands in deal(tuple(unseen.cards), tuple(unseen.sizes)):
        try:
            world = state.game.rebuild(*with_hands(state, view, unseen.seats, hands))
        except KibitzError:
            continue  # a card that was played would have been illegal
        if world.view(view.seat) == view:
            yield world


# Qwixx --------------------------------------------------------------------------------------------


def last_turns(name: str, seed: int) -> Iterator[Ending]:
    """Yield decisions of seat 0 in its turn; seat 1 ends the game with its fourth strike."""
    rng, game = random.Random(seed), kibitz.game(name)
    while True:
        own = [sum(1 << i for i in rng.sample(range(7), rng.randint(1, 5))) for _ in range(4)]
        other = [1 << 9 | sum(1 << i for i in rng.sample(range(9), 3)) for _ in range(4)]
        position = {
            "step": rng.choice(["white", "colour"]), "active": 0, "dice": rng.randrange(6**6),
            "sheets": [own, other], "strikes": [rng.randint(0, 3), 3], "closed": [False] * 4,
            "marked": False, "answers": [],
        }  # fmt: skip
        state = game.new(position=position, chance="explicit")
        first, second = state.scores()
        if len(state.legal()) > 1 and abs(first - second) <= 12:
            yield exactly(state, {a: best_play(after(state, a)) for a in state.legal()})
            return


def best_play(state: State) -> float:
    """Return seat 0's share of the win if both play for theirs, over all rolls."""
    if state.done:
        return state.outcome()[0]
    if state.player >= 0:
        values = [best_play(after(state, action)) for action in state.legal()]
        return max(values) if state.player == 0 else min(values)
    total = 0.0
    for total_of_two in range(2, 13):  # the active player cannot mark: coloured dice are idle
        ways = 6 - abs(7 - total_of_two)
        white = min(6, total_of_two - 1)
        rolled = state.copy()
        rolled.apply_chance(roll_of((white, total_of_two - white, 1, 1, 1, 1)))
        total += ways * best_play(rolled)
    return total / 36


# Dubito -------------------------------------------------------------------------------------------

FEW: dict[str, Any] = {"players": 3, "values": 3, "jokers": 1}
CARDS_MAX = 3  # in the hand that decides
PLIES = 4


def few_cards(name: str, seed: int) -> Iterator[Ending]:
    """Yield decisions with few cards whose values enumeration narrows down."""
    for state in decisions(played(kibitz.game(name, **FEW), seed, "simple")):
        seat = state.player
        if len(state.position()["hands"][seat]) > CARDS_MAX:
            continue
        worlds = enumerate_worlds(state, seat)
        bounds: Bounds = {}
        floors = {}
        for action in state.legal():
            each = [limits(after(world, action), seat, PLIES) for world in worlds]
            lows = [low for low, _ in each]
            bounds[action] = (min(lows), max(high for _, high in each))
            floors[action] = sum(lows) / len(lows)
        if any(low == high for low, high in bounds.values()):
            yield Ending(state, bounds, floors)


def limits(state: State, seat: int, plies: int) -> tuple[float, float]:
    """Return the least and the most that a seat can get: its share of the win."""
    if state.done:
        share = state.outcome()[seat]
        return share, share
    if plies == 0:
        return 0.0, 1.0
    if state.player == seat:
        sure = honest_last_play(state)
        low = 0.0 if sure is None else limits(after(state, sure), seat, plies - 1)[0]
        if low == 1:
            return 1.0, 1.0
        return low, max(limits(after(state, a), seat, plies - 1)[1] for a in state.legal())
    low, high = 1.0, 0.0
    for action in state.legal():
        least, most = limits(after(state, action), seat, plies - 1)
        low, high = min(low, least), max(high, most)
        if (low, high) == (0.0, 1.0):
            break
    return low, high


def honest_last_play(state: State) -> int | None:
    """Return how to play the whole hand honestly, or to declare for that; None if impossible."""
    p = state.position()
    hand = sorted(p["hands"][state.player])
    numbers = {card for card in hand if card != JOKER}
    if state.phase == "declare" and len(numbers) <= 1:
        return DECLARE + (numbers.pop() if numbers else 1) - 1
    for action in state.legal():
        if action >= LAY and sorted(LAYS[action - LAY]) == hand and numbers <= {p["number"]}:
            return action
    return None


# Shared -------------------------------------------------------------------------------------------


def decisions(end: State) -> Iterator[State]:
    """Yield the states of a game in which there is something to decide."""
    for ply in range(len(end.actions)):
        state = end.game.rebuild(end.chance, end.actions[:ply])
        while state.player == kibitz.CHANCE:
            state.apply_chance(end.chance[len(state.chance)])
        if state.player >= 0 and len(state.legal()) > 1:
            yield state


def after(state: State, action: int) -> State:
    copy = state.copy()
    copy.apply(action)
    return copy


def exactly(state: State, values: dict[int, float]) -> Ending:
    return Ending(state, {action: (value, value) for action, value in values.items()}, values)
