"""tracker: counts every public card, profiles every opponent, and takes the best next step.

- It knows who picked up what. A claim of more cards than that player can have is certainly a bluff;
  otherwise, the fewer ways there are to choose the claimed cards from those possible, the likelier
  a bluff is.
- For each opponent and each size of play it tracks how many revealed plays were bluffs and how
  often such plays were doubted, both smoothed by what players do in general.
- Every step is worth the cards that it is expected to remove from the own hand, and a little for
  those that others must take; a correct doubt also wins a free turn, and more against a player who
  is about to go out. Without a doubt it plays all its honest cards, or a joker, or its one to three
  least useful cards.
- The last three cards are played at once if they cannot be doubted, or if they are honest.

It draws nothing: the same view gives the same action. With its default parameters it is a baseline,
as strong as the published champion; `hunter` and `simple` have the parameters that did best against
the field: three cards are a bluff until that player has shown otherwise.

The native twin is native/players/dubito_tracker.hpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import comb
from typing import Any

from kibitz.bots.bot import Bot
from kibitz.core.coerce import short
from kibitz.core.errors import BadOption
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.dubito.events import lay_size
from kibitz.games.dubito.rules import DECLARE, DOUBT, FOUR, JOKER, LAY_ID, LAY_MAX, NUMBERS
from kibitz.games.dubito.view import DubitoView
from kibitz.players.dubito.questions import Signals, honest_number

ABOUT = "Counts every public card and profiles every opponent: as strong as the published champion."

STOP_NOW = 10.0  # catching a bluffer that would be out, in cards of the own hand
DOUBTS_LAST = 0.9  # minimum rate at which a play of the last cards is doubted


@dataclass(frozen=True)
class Numbers:
    """The parameters of the rule."""

    # In cards of the own hand.
    others: float = 0.2  # a card that another must take
    free_turn: float = 1.5  # after a correct doubt
    joker_kept: float = 0.5  # an honest card for any number
    wrong_doubt: float = 0.5  # in addition to the board
    stop_soon: float = 3.0  # catching a bluffer with three cards or fewer
    # General rates for plays of one, two and three cards, and how many observations of a player
    # they weigh.
    bluffs: Sequence[float] = (0.1, 0.25, 0.7)
    bluffs_weight: float = 4.0
    doubts: Sequence[float] = (0.3, 0.2, 0.5)
    doubts_weight: float = 2.0

    def __post_init__(self) -> None:
        for name, rates in (("bluffs", self.bluffs), ("doubts", self.doubts)):
            if len(rates) != LAY_MAX or not all(0 <= rate <= 1 for rate in rates):
                raise BadOption(f"{name} must be three rates from 0 to 1, not {short(rates)}")
        for name in ("bluffs_weight", "doubts_weight"):
            if getattr(self, name) <= 0:
                raise BadOption(f"{name} must be above 0, not {short(getattr(self, name))}")

    def flat(self) -> list[float]:
        """All parameters in order, for the native twin."""
        values = (getattr(self, field.name) for field in fields(self))
        return [x for v in values for x in (v if isinstance(v, Sequence) else (v,))]


USUAL = Numbers()


class Player(Bot):
    """tracker with other parameters: those of Numbers."""

    def __init__(
        self,
        others: float = USUAL.others,
        free_turn: float = USUAL.free_turn,
        joker_kept: float = USUAL.joker_kept,
        wrong_doubt: float = USUAL.wrong_doubt,
        stop_soon: float = USUAL.stop_soon,
        bluffs: Sequence[float] = USUAL.bluffs,
        bluffs_weight: float = USUAL.bluffs_weight,
        doubts: Sequence[float] = USUAL.doubts,
        doubts_weight: float = USUAL.doubts_weight,
    ) -> None:
        worths = (others, free_turn, joker_kept, wrong_doubt, stop_soon)
        self.numbers = Numbers(*worths, bluffs, bluffs_weight, doubts, doubts_weight)

    def choose(self, view: View) -> int:
        assert isinstance(view, DubitoView)
        return choose_by(self.numbers, view)


def choose(view: View, _rng: Stream) -> int:
    """The rule with its default parameters."""
    assert isinstance(view, DubitoView)
    return choose_by(USUAL, view)


def _native(**keys: Any) -> tuple[str, list[float]]:
    return "tracker", Numbers(**keys).flat()


NATIVE = _native


@dataclass
class Counted:
    """Counts by size of play: how often something happened, and out of how many."""

    times: list[int]
    of: list[int]

    def count(self, size: int, so: bool) -> None:
        self.times[size - 1] += so
        self.of[size - 1] += 1

    def rate(self, size: int, general: Sequence[float], weight: float) -> float:
        times, of = self.times[size - 1], self.of[size - 1]
        return (times + weight * general[size - 1]) / (of + weight)


def choose_by(x: Numbers, view: DubitoView) -> int:
    """Return the best next step."""
    if view.phase == "declare":
        return DECLARE + honest_number(view) - 1
    signals = Signals(view)
    cards, own, jokers = signals.cards, signals.own, view.hand.count(JOKER)
    at_once = view.game.options["exit"] == "immediate"
    if cards <= LAY_MAX and (at_once or own + jokers == cards):
        return lay_worst(view, cards)
    board = signals.board
    doubts = count_doubts(view)[signals.next.id]
    steps: list[tuple[float, int]] = []
    if own:
        doubted = doubts.rate(own, x.doubts, x.doubts_weight)
        steps.append((own + doubted * x.others * (board + own), LAY_ID[(view.number,) * own]))
    if jokers:
        doubted = doubts.rate(1, x.doubts, x.doubts_weight)
        steps.append((1 + doubted * x.others * board - x.joker_kept, LAY_ID[(JOKER,)]))
    for size in range(min(LAY_MAX, cards), 0, -1):
        doubted = doubts.rate(size, x.doubts, x.doubts_weight)
        if size == cards:
            doubted = max(doubted, DOUBTS_LAST)
        steps.append(((1 - doubted) * size - doubted * board, lay_worst(view, size)))
    if DOUBT in view.legal_actions[:1]:
        steps.append((_worth_of_doubt(x, signals), DOUBT))
    return max(steps, key=lambda step: step[0])[1]  # ties go to the first


def _worth_of_doubt(x: Numbers, signals: Signals) -> float:
    bluff, board = bluff_chance(x, signals.view), signals.board
    left = signals.prev.n_cards
    stopped = STOP_NOW if left == 0 else x.stop_soon if left <= LAY_MAX else 0.0
    return bluff * (x.others * board + x.free_turn + stopped) - (1 - bluff) * (
        board + x.wrong_doubt
    )


def bluff_chance(x: Numbers, view: DubitoView) -> float:
    """The probability that the latest play is a bluff."""
    latest = view.board[-1]
    left = honest_left(view, latest.seat)
    if latest.size > left:
        return 1.0
    bluff = count_bluffs(view)[latest.seat].rate(latest.size, x.bluffs, x.bluffs_weight)
    ways = comb(left, latest.size) / comb(FOUR, latest.size)
    return bluff / (bluff + (1 - bluff) * ways)


def honest_left(view: DubitoView, seat: int) -> int:
    """The number of currently honest cards that a seat can have, in hand or on the board."""
    left = 0
    known = view.known()
    mine = [*view.hand, *(card for play in view.board for card in play.cards)]
    for card in (JOKER, view.number):
        left += view.in_game[card] - mine.count(card)
        left -= sum(known[s][card] for s in range(view.game.players) if s not in (view.seat, seat))
    return left


def count_bluffs(view: DubitoView) -> list[Counted]:
    """For each seat, how many of its revealed plays were bluffs."""
    found = [Counted([0] * LAY_MAX, [0] * LAY_MAX) for _ in range(view.game.players)]
    for reveal, _ in view.reveals:
        for seat, cards in reveal.plays:
            bluff = not all(card in (JOKER, reveal.number) for card in cards)
            found[seat].count(len(cards), bluff)
    return found


def count_doubts(view: DubitoView) -> list[Counted]:
    """For each seat, how many of the plays that it could doubt it did."""
    found = [Counted([0] * LAY_MAX, [0] * LAY_MAX) for _ in range(view.game.players)]
    size = 0  # of the latest play, if it can be doubted
    laid_by = -1
    if view.start is not None and view.start["board"]:
        laid_by, size = view.start["board"][-1].seat, view.start["board"][-1].size
        size = 0 if laid_by in view.start["out"] else size
    for event in view.history:
        if event.kind == "reveal":
            found[event.seat].count(size, True)
            size = 0
        elif event.kind == "out" and event.seat == laid_by:
            size = 0  # Rule 7: a play that can no longer be doubted
        elif laid := lay_size(event):
            if size:
                found[event.seat].count(size, False)
            laid_by, size = event.seat, laid
    return found


def lay_worst(view: DubitoView, size: int) -> int:
    """Play the least useful cards: the rarest values first; honest ones and jokers last."""
    order = sorted(NUMBERS, key=lambda value: (value == view.number, view.hand.count(value), value))
    cards = [value for value in (*order, JOKER) for _ in range(view.hand.count(value))]
    return LAY_ID[tuple(sorted(cards[:size]))]
