"""Oh Hell for the environments: a reward at the end of every round.

"shaped", the default: a bid that was hit pays (10 + bid) / (10 + M), M being the largest hand of
the schedule, which makes the best round pay 1; a miss costs 0.2 * |bid - tricks| / hand size, at
most 0.2. Hits pay well and misses cost little, near misses least, to give every round a learning
signal. "raw" pays the points of each round.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.cards import CARD_NAMES
from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.envs.draws import Deal
from kibitz.envs.extras import Bounds, unit_bounds
from kibitz.envs.rewards import Reward, ended_rounds
from kibitz.games.ohhell.rules import BID, best_card, trump_of

MISS_COST_MAX = 0.2

SMALL = {"players": 2, "suits": 2, "ranks": 3, "schedule": [2]}


def returns(game: Any) -> tuple[float, float]:
    return 0, sum(10 + size for size in game.schedule)


def bounds(game: Game, encoding: str) -> Bounds:
    low, high = unit_bounds(game, encoding)
    low[62:67] = -1  # bids not made
    low[72] = -1  # tricks above the bid
    return low, high


def draw(state: State) -> Deal:
    p, game = state.position(), state.game
    size = game.schedule[p["round"]]  # type: ignore[attr-defined]
    hands = [size] * game.players
    copies = [int(card in game.deck) for card in range(52)]  # type: ignore[attr-defined]
    return Deal(copies, hands, dealer=p["dealer"], singles=("turned",), names=CARD_NAMES)


def pay_shaped(state: State, view: View, seen: int) -> float:  # noqa: ARG001
    total = 0.0
    for end in ended_rounds(view, seen):
        bid, tricks, size = round_result(view, end)
        if bid == tricks:
            total += (10 + bid) / (10 + max(view.game.schedule))  # type: ignore[attr-defined]
        else:
            total -= MISS_COST_MAX * abs(bid - tricks) / size
    return total


def pay_raw(state: State, view: View, seen: int) -> float:  # noqa: ARG001
    total = 0.0
    for end in ended_rounds(view, seen):
        points = view.history[end].data
        assert isinstance(points, tuple)
        total += points[view.seat]
    return total


def round_result(view: View, end: int) -> tuple[int, int, int]:
    """Return bid, tricks and hand size of the view's seat in the round scored by event `end`."""
    game, history = view.game, view.history
    begin = max(i for i in range(end) if history[i].kind == "deal")
    deal = history[begin].data
    assert isinstance(deal, tuple)
    number = sum(event.kind == "score" for event in history[:begin])
    rounds = len(game.schedule)  # type: ignore[attr-defined]
    trump = trump_of(deal[1], number, rounds, game.options["no_trump_rounds"])
    acts = [(e.seat, e.data) for e in history[begin:end] if isinstance(e.data, int)]
    bid = next(a - BID for seat, a in acts if seat == view.seat and a >= BID)
    plays = [(seat, card) for seat, card in acts if card < BID]
    tricks = 0
    for first in range(0, len(plays), game.players):
        trick = plays[first : first + game.players]
        winner, _ = trick[best_card([card for _, card in trick], trump)]
        tricks += winner == view.seat
    return bid, tricks, len(deal) - 2


REWARDS = {
    "shaped": Reward(pay_shaped, lambda game: -MISS_COST_MAX * len(game.schedule)),  # type: ignore[attr-defined]
    "raw": Reward(pay_raw, lambda game: 0.0),  # noqa: ARG005
}
