"""All outcomes of a pending chance event with their probabilities.

A game's `draw` (envs/draws.py) deals card by card. Orders that lead to the same hands are merged
after every card, so there are as many outcomes as deals. Deals that the rules refuse are left out
and the rest scaled up, which is what dealing again amounts to.
"""

from __future__ import annotations

from kibitz.core.errors import BadOption
from kibitz.core.state import Outcome, State
from kibitz.envs.draws import Draw
from kibitz.envs.extras import extra

OUTCOMES_MAX = 100_000


def outcomes(state: State) -> list[tuple[Outcome, float]]:
    """Return every outcome of the pending chance event with its probability."""
    draw_of = extra(state.game.name, "draw")
    if draw_of is None:
        raise BadOption(f"{state.game.name} has no `draw` in its environment file")
    ahead: dict[object, tuple[Draw, float]] = {(): (draw_of(state), 1.0)}
    found: list[tuple[Outcome, float]] = []
    while ahead:
        following: dict[object, tuple[Draw, float]] = {}
        for draw, reach in ahead.values():
            for number, probability in draw.choices():
                after = draw.copy()
                outcome = after.take(number)
                if outcome is not None:
                    found.append((outcome, reach * probability))
                elif after.drawn:  # else refused: dealt again from the start
                    key = after.key()
                    before = following[key][1] if key in following else 0.0
                    following[key] = (after, before + reach * probability)
            if len(following) + len(found) > OUTCOMES_MAX:
                raise BadOption(
                    f"a chance event has more than {OUTCOMES_MAX:,} outcomes: choose fewer cards"
                )
        ahead = following
    merged: dict[str, tuple[Outcome, float]] = {}
    for outcome, probability in found:
        name = repr(outcome)
        merged[name] = (outcome, merged.get(name, (outcome, 0.0))[1] + probability)
    total = sum(probability for _, probability in merged.values())
    return [(outcome, probability / total) for outcome, probability in merged.values()]
