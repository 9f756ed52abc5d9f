"""Prospects: what follows a call in an auction, so that a sentence can explain a bid.

    found = versus(view, evaluation, seed)     # beside a hint: the best call against another one
    prospects(view, [best, made], seed)        # beside a mistake in a review

After a bid anyone may end up with the contract, so a single chance of "the contract" says little.
A prospect separates the two sides: how often each plays the contract, and how often it makes it
then. In Belote it counts the worlds that the evaluation valued the calls in; elsewhere the auction
and the cards are played out (outlook.py).

A hint compares the advised call with a pass; if passing is advised or impossible, with the next
best call. In Oh Hell, where a bid is one's own, the chances to meet the two bids say it all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.advice.evaluation import ActionValue, Evaluation
from kibitz.advice.games import known, met
from kibitz.advice.outlook import contracts
from kibitz.core.rng import mix
from kibitz.core.view import View

AUCTION = "bid"  # the phase
WORLDS = 60  # played out, where a game has no chances of its own


@dataclass(frozen=True)
class Prospect:
    """Shares of worlds in which a side plays the contract, and makes it if it does."""

    plays: float
    makes: float | None
    others_play: float
    others_make: float | None


@dataclass(frozen=True)
class Versus:
    """The advised call against another one."""

    action: int
    name: str
    loss: float  # by which the other one is worth less
    error: float
    clear: bool
    bids_met: tuple[float, float] | None  # chances to meet the advised bid and the other one
    prospects: tuple[Prospect, Prospect] | None  # of the advised call and the other one


def versus(view: View, found: Evaluation, seed: int) -> Versus | None:
    """Compare the advised call with a natural alternative; None outside an auction."""
    if view.phase != AUCTION or len(found.actions) < 2 or found.reward == "outcome":
        return None
    best, other = found.best, _other(view, found)
    shares = [met(view, one.action, one.value) for one in (best, other)]
    both = None if shares[0] is None or shares[1] is None else (shares[0][1], shares[1][1])
    pair = None if both else prospects(view, [best.action, other.action], seed)
    return Versus(
        action=other.action,
        name=other.name,
        loss=other.loss,
        error=other.loss_error,
        clear=other.clear,
        bids_met=both,
        prospects=None if pair is None else (pair[0], pair[1]),
    )


def prospects(view: View, actions: Sequence[int], seed: int) -> list[Prospect] | None:
    """Return what follows each call; None where there is no auction for a contract of sides."""
    module = known(view.game.name)
    if view.phase != AUCTION or getattr(module, "PASS_ACTION", None) is None:
        return None
    own = getattr(module, "call_chances", None)
    rows = own and own(view, actions, seed)
    if rows is None:
        rows = _played(view, actions, mix(seed, 4))
    return [_prospect(rows[:, i]) for i in range(len(actions))]


def _other(view: View, found: Evaluation) -> ActionValue:
    passing = getattr(known(view.game.name), "PASS_ACTION", None)
    rest = found.actions[1:]
    return next((one for one in rest if one.action == passing), rest[0])


def _played(view: View, actions: Sequence[int], seed: int) -> NDArray[np.float64]:
    side = view.game.side(view.seat)
    out = np.zeros((WORLDS, len(actions), 2))
    for i, action in enumerate(actions):
        for world, contract in enumerate(contracts(view, action, WORLDS, seed)):
            if contract is not None:
                out[world, i] = (1 if contract[0] in side else -1), contract[1]
    return out


def _prospect(rows: NDArray[np.float64]) -> Prospect:
    """Return the shares of rows (who plays, chance)."""
    who, chance = rows[:, 0], rows[:, 1]

    def made(side: int) -> float | None:
        return float(chance[who == side].mean()) if (who == side).any() else None

    return Prospect(float((who == 1).mean()), made(1), float((who == -1).mean()), made(-1))
