"""Results adjusted for luck: a reference player replays the same deals in every seat.

    found = adjusted(match, results, "ga")   # one Adjusted for each bot, in the match's order

A unit that exchanges its seats has no luck left to remove: see docs/how-to/statistics.md. A field
of random tables has, because every deal is played once. There the control variate of a bot is what
the reference, in all seats of the same deal or dice, scores in the bot's seats, less 1/2.

1. The seats of a table are drawn without regard to the deal, so the mean of a control is 0, whether
   the reference is weak or strong: subtracting a multiple of it biases no score.
2. The multiple is the slope of score on control. Odd units take the slope of the even ones and vice
   versa, so that no unit's score enters its own slope (cross-fitting).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kibitz import bots
from kibitz.arena import native
from kibitz.arena.errors import NothingPlayed
from kibitz.arena.result import MatchInfo, Result
from kibitz.arena.statistics.estimate import Estimate, Values, mean
from kibitz.arena.statistics.scoring import pairs, sides_of
from kibitz.arena.store.rows import table_game
from kibitz.core.errors import BadOption

FITTED_MIN = 10  # units in each half; fewer give no slope worth having, and no adjustment


@dataclass(frozen=True)
class Adjusted:
    """A bot's mean score against all others, before and after."""

    label: str
    score: Estimate
    adjusted: Estimate

    @property
    def saved(self) -> float:
        """Return the share of the variance that the adjustment removes; 0 if it is unknown."""
        if not 0 < self.score.error < math.inf:
            return 0.0
        return 1 - (self.adjusted.error / self.score.error) ** 2


def adjusted(match: MatchInfo, results: Iterable[Result], reference: str) -> list[Adjusted]:
    """Adjust every bot's score; raises BadOption for a reference that is not native."""
    played = list(results)
    if match.kind == "import":
        raise BadOption("imported games have no deals that could be replayed")
    if match.kind == "solo":
        raise BadOption("a solo match has no scores against others that could be adjusted")
    if not played:
        raise NothingPlayed(f"match {match.id} has no games yet: play it first")
    again = replayed(match, played, reference)
    found = []
    for label in match.labels:
        scores, controls = _by_unit(match, played, label), _by_unit(match, again, label)
        found.append(
            Adjusted(label, mean(scores), mean(scores - slopes(scores, controls) * controls))
        )
    return found


def replayed(match: MatchInfo, played: Sequence[Result], reference: str) -> list[Result]:
    """Return the games as the reference plays them, under the labels of those who sat there."""
    player = bots.spec(match.game, reference).native
    found = list(played)
    for size in sorted({len(result.seats) for result in played}):
        game = table_game(match.game, match.options, size)
        if player is None or player.policy not in native.players(game):
            raise BadOption(f"{reference} does not play {match.game} natively: name a rule player")
        places = [i for i, result in enumerate(played) if len(result.seats) == size]
        seeds = np.array([played[i].seed for i in places], np.uint64)
        seats = np.zeros((len(places), size), np.int32)
        returns = native.play_many(game, [player], seats, seeds).returns.tolist()
        for i, points in zip(places, returns, strict=True):
            found[i] = replace(played[i], returns=tuple(points), forfeit=None)
    return found


def slopes(scores: Values, controls: Values) -> Values:
    """Return the slope for each unit, fitted on the half that it does not belong to."""
    half = np.arange(len(scores)) % 2 == 0
    return np.where(
        half, _slope(scores[~half], controls[~half]), _slope(scores[half], controls[half])
    )


def _slope(scores: Values, controls: Values) -> float:
    if len(scores) < FITTED_MIN or np.ptp(controls) == 0:
        return 0.0
    return float(((scores - scores.mean()) * controls).mean() / controls.var())


def _by_unit(match: MatchInfo, results: Iterable[Result], label: str) -> Values:
    """Return a bot's mean score in each unit it played, less 1/2."""
    found: dict[int, list[float]] = {}
    for result in results:
        found.setdefault(result.unit, []).extend(_scores(match, result, label))
    return np.array([np.mean(scores) for _, scores in sorted(found.items()) if scores]) - 0.5


def _scores(match: MatchInfo, result: Result, label: str) -> Iterator[float]:
    """Yield the scores of the sides a bot plays on, against those it does not."""
    for pair in pairs(result, sides_of(match.game, len(result.seats))):
        if (label in pair.first) != (label in pair.second):
            yield pair.score if label in pair.first else 1 - pair.score
