"""How a player of Dubito may behave: the types of players that beliefs and the reader think with.

First the rules of the published field, then two who count (`tracker`, and `hunter`, who takes plays
of three for bluffs), then nine general habits, which differ in how readily they doubt and bluff:
somebody whom no rule fits is told apart by these rates alone.

A habit is asked two things: what it does (to play on from a world), and how likely it is to do what
was seen (to believe). For the latter it gets a view of public things and a guess at the hand. The
twin, in the same order, is native/policies/dubito_habits.hpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kibitz.bots.dubito import simple, tracker
from kibitz.bots.dubito.adaptive import Adaptive
from kibitz.bots.dubito.always_bluff import AlwaysBluff
from kibitz.bots.dubito.always_doubt import AlwaysDoubt
from kibitz.bots.dubito.balanced import Balanced
from kibitz.bots.dubito.chatgpt import Chatgpt
from kibitz.bots.dubito.chatgpt_thinking import ChatgptThinking
from kibitz.bots.dubito.claude import Claude
from kibitz.bots.dubito.coin import Coin
from kibitz.bots.dubito.gemini import Gemini
from kibitz.bots.dubito.honest import Honest
from kibitz.bots.dubito.questions import Answers, Signals
from kibitz.bots.dubito.risk_aware import RiskAware
from kibitz.bots.dubito.suspicion import Suspicion
from kibitz.bots.dubito.tactical_doubt import TacticalDoubt
from kibitz.bots.dubito.trusting import Trusting
from kibitz.core.rng import Stream
from kibitz.games.dubito.rules import DOUBT, FOUR, LAY, LAY_MAX, LAYS
from kibitz.games.dubito.view import DubitoView
from kibitz.search.dubito_evidence import Chances

FIELD_SLACK = 0.01
COUNTING_SLACK = 0.1
GENERAL_SLACK = 0.15  # also for lays of fewer cards than there could be


class General(Answers):
    """A player in general: the more is laid the rather it doubts, and less an opening.

    It doubts rather without the number; it knows that a number has four cards, and who lays its
    last ones.
    """

    BY_SIZE = (0.7, 1.0, 1.4)
    SURE = 0.9

    def __init__(self, doubts: float, bluffs: float) -> None:
        self.doubts, self.bluffs = doubts, bluffs

    def opening_bluff(self, _signals: Signals) -> float:
        return 0.6 * self.bluffs

    def doubt(self, signals: Signals) -> float:
        chance = self.doubts * self.BY_SIZE[signals.laid - 1]
        chance *= 0.8 if signals.own else 1.5
        if signals.prev_opened:
            chance *= 0.6
        if signals.prev_empty or signals.own + signals.laid > FOUR:
            chance = max(chance, self.SURE)
        return min(chance, 1.0)

    def bluff(self, _signals: Signals) -> float:
        return self.bluffs


FIELD: dict[str, Answers] = {
    "honest": Honest(),
    "trusting": Trusting(),
    "always_bluff": AlwaysBluff(),
    "always_doubt": AlwaysDoubt(),
    "coin": Coin(),
    "tactical_doubt": TacticalDoubt(),
    "suspicion": Suspicion(),
    "balanced": Balanced(),
    "adaptive": Adaptive(),
    "risk_aware": RiskAware(),
    "claude": Claude(),
    "gemini": Gemini(),
    "chatgpt": Chatgpt(),
    "chatgpt_thinking": ChatgptThinking(),
}

COUNTING: dict[str, tracker.Numbers] = {"counts": tracker.USUAL, "hunts": simple.NUMBERS}

RATES: dict[str, Answers] = {
    f"doubts {doubts:.0%}, bluffs {bluffs:.0%}": General(doubts, bluffs)
    for doubts in (0.06, 0.3, 0.65)
    for bluffs in (0.05, 0.4, 0.85)
}


class DubitoHabits:
    """All of them: see `kibitz.search.dubito_evidence.Habits`."""

    names = (*FIELD, *COUNTING, *RATES)
    slacks: Sequence[float] = (
        *[FIELD_SLACK] * len(FIELD),
        *[COUNTING_SLACK] * len(COUNTING),
        *[GENERAL_SLACK] * len(RATES),
    )
    general = len(COUNTING) + len(RATES)

    def ask(self, view: DubitoView, size: int) -> list[Chances]:
        signals = Signals(view)
        return [
            *(_answer(rule, signals, size) for rule in FIELD.values()),
            *(_count(numbers, view, size) for numbers in COUNTING.values()),
            *(_answer(rule, signals, size) for rule in RATES.values()),
        ]

    def choose(self, habit: int, view: DubitoView, rng: Stream) -> int:
        name = self.names[habit]
        if name in COUNTING:
            return tracker.choose_by(COUNTING[name], view)
        return (FIELD.get(name) or RATES[name]).choose(view, rng)


def _answer(rule: Answers, signals: Signals, size: int) -> Chances:
    """Somebody who answers the five questions."""
    own, most = signals.own, min(LAY_MAX, signals.cards)
    opening = not signals.view.board
    doubt = rule.doubt(signals) if signals.view.legal_actions else 0.0
    later = rule.bluff(signals) if own and not opening else 1.0
    bluff = _opening_bluff(rule, signals) if opening else later
    # An honest opening is of the most frequent value, so with one card of it all are single.
    lie = rule.opening_bluff(signals) if opening and own == 1 else bluff
    return Chances(
        doubt,
        (1 - doubt) * (1 - lie) * _size_chance(rule.maximal, size, min(own, most)),
        (1 - doubt) * bluff * _size_chance(rule.maximal, size, most),
    )


def _opening_bluff(rule: Answers, signals: Signals) -> float:
    """Whether a bluffer's cards are all single is not known, where it has no two of the number.

    That is taken to be as likely as in a fresh hand of that size.
    """
    same = rule.opening_bluff(signals)
    if signals.own > 1:
        return same
    view = signals.view
    rest = [card for card in view.hand if card != view.number]
    paired = replace(view, hand=(view.number, view.number, *rest))
    single = 1.0
    for i in range(signals.cards):
        single *= max(0.0, (52.0 - 4 * i) / (52.0 - i))
    return single * same + (1 - single) * rule.opening_bluff(Signals(paired))


def _size_chance(maximal: bool, size: int, most: int) -> float:
    """The chance of a play of this size where up to `most` cards could be laid."""
    if size > most:
        return 0.0
    return float(size == most) if maximal else 1 / most


def _count(numbers: tracker.Numbers, view: DubitoView, size: int) -> Chances:
    """Somebody who counts draws nothing: what it does is certain or impossible."""
    action = tracker.choose_by(numbers, view)
    if action == DOUBT:
        return Chances(1.0, 0.0, 0.0)
    laid = LAYS[action - LAY]
    if len(laid) != size:
        return Chances(0.0, 0.0, 0.0)
    honest = laid == (view.number,) * size
    return Chances(0.0, float(honest), float(not honest))
