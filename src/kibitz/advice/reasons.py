"""Reasons: why the better action is better, in numbers that one plain sentence can hold.

    reason(view, best, made, seed)        # after a mistake
    example(view, best, made, seed)       # a deal in which it costs most

A reason compares how often the contract, or the bid, is made after either action in the same
worlds (outlook.py). It is given only if it agrees with the evaluation about which action is better;
otherwise the loss itself, in the unit of the evaluation, is the reason.

An example is one of the deals that the seat could not rule out, with the true cards unknown to it;
only games that the solver supports have one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.advice import exact
from kibitz.advice.evaluation import ActionValue
from kibitz.advice.games import met
from kibitz.advice.outlook import outlook, reward_of
from kibitz.core.rng import Stream, mix
from kibitz.core.view import View

WORLDS = 40
EXAMPLE_WORLDS = 12
EXAMPLE_CARDS_MAX = 8  # in hand: a world with more takes too long to solve
REASON_CARDS_MAX = 10  # both actions are solved in WORLDS worlds
TRUMP = "trump"  # Codepiece: the phase in which the declarer names it, the bid being settled
CLEAR = 0.05  # a difference in chances that is worth a sentence


@dataclass(frozen=True)
class Reason:
    """How often a contract is made after either action."""

    seat: int  # whose contract
    best: float
    made: float


@dataclass(frozen=True)
class Example:
    hands: list[list[int]]  # of every seat, when the decision was made
    loss: float  # in this deal, with perfect play from there on


def reason(view: View, best: ActionValue, made: ActionValue, seed: int) -> Reason | None:
    meant = met(view, best.action, best.value), met(view, made.action, made.value)
    if meant[0] is not None and meant[1] is not None:  # the evaluation says it itself
        gained = meant[0][1] - meant[1][1]
        return Reason(view.seat, meant[0][1], meant[1][1]) if gained >= CLEAR else None
    if reward_of(view.game) == "outcome":  # the loss is in chances to win already
        return None
    fixed = exact.solvable(view) or view.phase == TRUMP
    if exact.has_solver(view.game.name) and not fixed:
        return None  # an auction: other bids lead to other contracts
    if exact.solvable(view) and len(_hand(view)) > REASON_CARDS_MAX:
        return None
    first = outlook(view, best.action, WORLDS, mix(seed, 3))
    second = outlook(view, made.action, WORLDS, mix(seed, 3))
    if first is None or second is None or first.contract is None or second.contract is None:
        return None
    seat = first.contract_seat
    if seat is None or seat != second.contract_seat:
        return None
    gained = first.contract - second.contract
    if seat not in view.game.side(view.seat):
        gained = -gained
    return Reason(seat, first.contract, second.contract) if gained >= CLEAR else None


def example(view: View, best: int, made: int, seed: int) -> Example | None:
    if not exact.solvable(view) or len(_hand(view)) > EXAMPLE_CARDS_MAX:
        return None
    found: Example | None = None
    for i in range(EXAMPLE_WORLDS):
        world = view.game.rebuild(*view.sample(Stream(mix(seed, i))))
        solved = exact.exact_cards(world)
        loss = solved[best].margin - solved[made].margin
        if loss > (0 if found is None else found.loss):
            found = Example([list(hand) for hand in world.position()["hands"]], loss)
    return found


def _hand(view: View) -> Sequence[int]:
    hand: Sequence[int] = getattr(view, "hand", ())
    return hand
