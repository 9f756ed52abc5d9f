"""Qwixx: what a position between two rolls is worth, by the network and by the weights of ga."""

from __future__ import annotations

from kibitz.advice.worth import Worth
from kibitz.core.state import State
from kibitz.games.qwixx.view import QwixxView
from kibitz.nets import qwixx_value
from kibitz.players.qwixx import ga
from kibitz.players.qwixx.value import ValueRule, between


def worth(state: State) -> list[Worth]:
    """Chance, mean and sigma of each seat by the network; gene times weight by ga.

    Empty while a turn is being played: both judge sheets between turns.
    """
    if state.phase not in ("roll", "over") or not ValueRule.values(state.game):
        return []
    view = state.view(0)
    assert isinstance(view, QwixxView)
    players = view.game.players
    [answer] = qwixx_value.load().estimate([between(view, view.active)])
    places = [(seat - view.active) % players for seat in range(players)]
    rows = [
        Worth("value", "chance", "share", [answer.chances[place] for place in places]),
        Worth("value", "mean", "points", [answer.means[place] for place in places]),
        Worth("value", "sigma", "points", [answer.sigmas[place] for place in places]),
    ]
    genes = [ga.genes(view, seat) for seat in range(players)]
    for i, (name, weight) in enumerate(zip(ga.NAMES, ga.WEIGHTS, strict=True)):
        rows.append(Worth("ga", name, "number", [weight * found[i] for found in genes]))
    totals = [sum(w * x for w, x in zip(ga.WEIGHTS, found, strict=True)) for found in genes]
    return [*rows, Worth("ga", "total", "number", totals)]
