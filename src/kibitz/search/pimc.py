"""Perfect-information Monte Carlo: solve worlds that fit the view double dummy, then vote.

    found = pimc(view, worlds=100, seed=7)

For the play of Belote and Codepiece. Every legal card is solved in the same worlds (IS-DD) and
valued by the outcome of the deal, own side minus other side: the score of a Belote deal with
contract, coinche, capot, der and belote; the payoff of a Codepiece deal (rule 8 changes when it
ends, never what it pays). A match is played deal by deal; with `equity` a Belote deal is valued by
what it does to the chance to win the match (goal.py). That needs no other solver: more points never
harm a side, so the results of best play are the same, and only their worth differs. Where a match
is all but decided equity is flat, and a tenth of the margin tells cards apart. The card with the
highest mean is chosen, with ties going to the lowest id.

1. Worlds. World i depends only on the view, the seed and i, so the result is the same for any
   number of threads. Worlds are uniform over what the seat cannot distinguish. If there are few
   (LISTED_MAX) they are enumerated and shuffled, and none is used twice; once all are solved the
   values are exact and the search ends ("all").
2. Slip. Solved play is perfect, real play is not: what a side finally makes deviates from the
   solved value by about `slip` times the square root of the tricks to come (measured in games of
   this player; points in Belote, tricks in Codepiece). A result is worth its mean over such slips,
   so a contract that is just made is worth less than a safe one. `slip=0` takes results at face
   value. Larger slips than `reach` are ignored: worlds are solved much faster if results so far
   from the contract are not told apart.
3. Beliefs. `beliefs` gives weights to worlds. Solving is expensive and drawing is cheap: for each
   world to solve, `draws` worlds are drawn and weighted, one of them is chosen in proportion to its
   weight, and it votes with their mean weight (resampled importance sampling: unbiased for any
   number of draws). With `weighed`, so many worlds are drawn and weighted once for the decision,
   and vote by their shares (likely_worlds.py): far fewer questions to a network. A CallBelief has
   that by default if `worlds` is given. A belief about where each card is (location_belief.py)
   needs neither: worlds are drawn from it. Where another belief has such a proposal, its weights
   are relative to it.
4. Agreement. After 32, 64, 128 ... solved worlds the search ends ("agreed") if one card, compared
   with each other card, is never worse in any world so far or is better on average by Z standard
   errors of their difference. A card that is better in one world of eleven escapes the first test
   with a probability below 5 %; the second errs in one of 4,000 looks.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadOption, NotSolvable
from kibitz.core.rng import Stream, mix
from kibitz.core.view import View
from kibitz.search import locations, plays
from kibitz.search.beliefs import NetBelief
from kibitz.search.likely_worlds import LikelyWorlds
from kibitz.search.native_searcher import proposal_of
from kibitz.search.native_weights import relative_to, weights_of
from kibitz.search.pimc_worlds import BookWorlds, NativeWorlds, SolvedWorlds
from kibitz.search.result import Row, Search, highest
from kibitz.search.run import Task, from_view, run
from kibitz.search.settings import SIMULATIONS_MAX, Settings

SLIP_REACH = 2.5  # standard deviations; larger slips are ignored
LISTED_MAX = 4096  # worlds
MARGIN_SHARE = 0.1  # of the margin beside match equity: flat stretches of it still have an order
# Parts of a point. Sums of such values are exact, so cards that are equally good in the same number
# of worlds tie on every machine, in any order of the worlds, and in the browser.
UNIT = 2.0**20
FIRST_LOOK = 32  # worlds; then after every doubling
Z = 3.5
PROPOSED_DRAWS = 4  # worlds weighted for each one solved, if they are drawn from a proposal
POOLED_DRAWS = 3  # the same if all are weighted at once

Floats = NDArray[np.float64]


def pimc(view: View, **settings: Any) -> Search:
    """Search a card of a view; see Settings for the options. `worlds` alone is a valid budget."""
    given = {"reward": "margin", "horizon": "deal"} | settings
    if given.get("worlds") is not None and given.get("simulations") is None:
        given["simulations"] = SIMULATIONS_MAX
    wanted = Settings.of(given)
    if (wanted.reward, wanted.horizon) != ("margin", "deal"):
        raise BadOption("pimc uses the margin of the deal: omit reward and horizon")
    task = from_view("pimc", view, wanted, BookPimc, NativePimc)
    task = task._replace(policy_name="double_dummy")  # the rollout policy
    if plays.of_game(view.game.name) is None or view.phase != "play":
        raise NotSolvable(
            f"pimc plays the cards of {' and '.join(plays.games())}; this is {view.game.name}, "
            f"phase {view.phase!r}"
        )
    return run(task, highest)


class Pimc:
    """One search: its worlds, their results, and the statistics so far."""

    nodes = 0

    def __init__(self, task: Task, seeds: tuple[int, int]) -> None:
        self.task, self.settings = task, task.settings
        self.pick_seed = seeds[1]
        sigma = slip_of(task)
        reach = math.ceil(SLIP_REACH * sigma)
        if self.settings.reach is not None:
            reach = min(reach, self.settings.reach)
        self.source = self.start(task, seeds[0], reach)
        # The number of possible worlds; 0 if View.sample draws them.
        self.count = self.source.count() if self.settings.worlds_native else 0
        self.listed = 0 < self.count <= LISTED_MAX
        if self.listed:
            self.source.list_all()
        beliefs, weighed = self.settings.beliefs, self.weighed_at_once()
        self.proposed: Floats | None = None  # weights of places, if worlds are drawn from them
        self.ratio: float | None = None  # of weights to those of the proposal: any constant
        self.believed = beliefs is None  # whether worlds come up as often as they are likely
        if not self.listed and (proposal := proposal_of(beliefs)) is not None:
            self.proposed = self.source.locate(proposal)
            self.believed = proposal is beliefs and self.proposed is not None
        if beliefs is not None and weighed is not None and not self.believed:
            many = min(weighed, int(self.count)) if self.listed else weighed
            self.source = LikelyWorlds(self.source, self.weigh, many, self.pick_seed)
            self.listed, self.believed = False, True
        self.draws = self.draws_for_each()
        table = self.values_of(self.source.marks()).reshape(self.source.cases, -1)
        sign = 1 if task.seat % 2 == 0 else -1
        worth = sign * np.apply_along_axis(smooth, 1, table, sigma, reach).ravel()
        self.worth = np.floor(worth * UNIT + 0.5) / UNIT
        self.worlds = 0  # solved
        self.blocks: list[tuple[Floats, Floats]] = []  # values and weights, in order
        self.ended: str | None = None
        unhurried = self.settings.seconds is None and self.settings.stop is None
        self.first_slice = self.settings.threads * (4 if unhurried else 1)

    def start(self, task: Task, seed: int, reach: int) -> SolvedWorlds:
        raise NotImplementedError

    def values_of(self, marks: NDArray[np.int64]) -> Floats:
        """The value of each result to seats 0 and 2, in points."""
        goal, margins = self.settings.goal, (marks[:, 0] - marks[:, 1]).astype(np.float64)
        if goal is None:
            return margins
        return goal.worths(marks[:, 0], marks[:, 1]) + MARGIN_SHARE * margins

    @property
    def last(self) -> int:
        """The number of worlds that can be solved before some would repeat."""
        return int(self.count) // self.draws if self.listed else SIMULATIONS_MAX

    def draws_for_each(self) -> int:
        """The number of worlds drawn for each one solved."""
        if self.believed:
            return 1
        if not self.listed:
            return self.settings.draws if self.proposed is None else PROPOSED_DRAWS
        wanted = self.settings.worlds or int(self.count)
        return max(1, min(self.settings.draws, int(self.count) // wanted))

    def run(self, first: int, last: int) -> None:
        """Solve worlds first .. last - 1, or until the search ends early."""
        while first < last and self.ended is None:
            look = FIRST_LOOK << max(0, (first // FIRST_LOOK).bit_length())
            upto = min(last, look, self.last)
            self.solve(first, upto)
            first = upto
            if first == self.last:
                self.ended = "all"
            elif first == look and self.settings.agree and self.agree():
                self.ended = "agreed"

    def solve(self, first: int, last: int) -> None:
        numbers, weights = self.choose(first, last)
        codes = self.source.solve(numbers, self.settings.threads)
        self.blocks.append((self.worth[codes], weights))
        self.worlds = last

    def solved(self) -> tuple[Floats, Floats]:
        """The value of every card in every world so far, and the weights of the worlds."""
        values, weights = zip(*self.blocks, strict=True)
        self.blocks = [(np.concatenate(values), np.concatenate(weights))]
        return self.blocks[0]

    def choose(self, first: int, last: int) -> tuple[NDArray[np.uint64], Floats]:
        """Choose the numbers of the worlds to solve, and their weights."""
        beliefs, m, n = self.settings.beliefs, self.draws, last - first
        numbers = np.arange(first * m, last * m, dtype=np.uint64)
        if beliefs is None or self.believed:
            return numbers, np.ones(n)
        weights = self.weigh(self.source.hands(numbers))
        upto = weights.reshape(n, m).cumsum(axis=1)
        lots = [Stream(mix(self.pick_seed, i)).word() / 2**64 for i in range(first, last)]
        taken = (upto <= np.array(lots)[:, None] * upto[:, -1:]).sum(axis=1)
        taken = np.minimum(taken, m - 1).astype(np.uint64)  # all weights 0: any
        return numbers.reshape(n, m)[:, 0] + taken, upto[:, -1] / m

    def weighed_at_once(self) -> int | None:
        """The number of worlds weighed once for the decision; None: some for each one solved.

        A pool needs a number of worlds to solve: in a budget of time it could be too small.
        """
        beliefs, wanted = self.settings.beliefs, self.settings.worlds
        if self.settings.weighed is not None or wanted is None:
            return self.settings.weighed
        if isinstance(beliefs, NetBelief) and beliefs.pooled:
            return max(beliefs.worlds, POOLED_DRAWS * wanted)
        return None

    def weigh(self, hands: NDArray[np.uint64]) -> Floats:
        """The weights of worlds, relative to how often they are drawn."""
        beliefs, view = self.settings.beliefs, self.task.view
        assert beliefs is not None
        weights: Floats | None = None
        if self.proposed is not None and isinstance(beliefs, NetBelief):
            weights = relative_to(beliefs, view, hands)
        if weights is None:
            weights = weights_of(beliefs, view, hands)
            if self.proposed is not None:
                unseen = view.unseen()
                assert unseen is not None, "a belief about locations applies"
                logs = locations.log_weights(self.proposed, unseen, hands)
                self.ratio = float(logs.max()) if self.ratio is None else self.ratio
                weights = weights * np.exp(np.minimum(self.ratio - logs, 500.0))
        if not (weights >= 0).all() or math.isinf(weights.sum()):
            raise BadOption("beliefs must return a finite weight of at least 0 for each world")
        return weights

    def agree(self) -> bool:
        values, weights = self.solved()
        means = mean(values, weights)
        best = int(means.argmax())
        ahead = values[:, best : best + 1] - values
        clear = means[best] - means >= Z * self.errors(ahead, weights)
        return bool((clear | (ahead >= 0).all(axis=0)).all())

    def errors(self, values: Floats, weights: Floats) -> Floats:
        """Standard errors of the means over worlds; 0 once all worlds are solved."""
        n, share = len(values), weights / (weights.sum() or 1.0)
        squares = (share[:, None] * (values - mean(values, weights))) ** 2
        if self.listed:  # drawn without replacement
            squares = squares * max(0.0, 1 - n * self.draws / self.count)
        error: Floats = np.sqrt(squares.sum(axis=0) * n / max(1, n - 1))
        return error

    def rows(self) -> list[Row]:
        values, weights = self.solved()
        n, means, errors = self.worlds, mean(values, weights), self.errors(values, weights)
        return [
            Row(action, n, n, float(means[i]) * n, None, float(errors[i]) if n > 1 else None)
            for i, action in enumerate(self.task.legal)
        ]


class NativePimc(Pimc):
    def start(self, task: Task, seed: int, reach: int) -> SolvedWorlds:
        drawn_here = not task.settings.worlds_native
        return NativeWorlds(task.view, seed, reach, drawn_here=drawn_here)


class BookPimc(Pimc):
    def start(self, task: Task, seed: int, _reach: int) -> SolvedWorlds:
        return BookWorlds(task.view, seed)


def mean(values: Floats, weights: Floats) -> Floats:
    """The weighted mean of each column; uniform if all weights are 0."""
    means: Floats = np.average(values, axis=0, weights=weights if weights.any() else None)
    return means


def slip_of(task: Task) -> float:
    """The standard deviation of the final result around the solved value."""
    slip = task.settings.slip
    view: Any = task.view
    tricks = len(view.hand) - 1 - len(view.trick) / 4  # the last trick is forced
    return (plays.find(task.game.name).slip if slip is None else slip) * math.sqrt(max(0.0, tricks))


def smooth(row: Floats, sigma: float, reach: int) -> Floats:
    """The value of results as means over slips; a capot is taken at face value."""
    if reach == 0:
        return row
    steps = np.arange(-reach, reach + 1)
    kernel = np.exp(-0.5 * (steps / sigma) ** 2)
    padded = np.pad(row[1:-1], reach, mode="edge")
    means = np.convolve(padded, kernel / kernel.sum(), mode="valid")
    return np.concatenate((row[:1], means, row[-1:]))
