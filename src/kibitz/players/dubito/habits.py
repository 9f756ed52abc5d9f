"""Habits of Dubito players: the opponent types that beliefs and the reader assume.

First the rules of the published field, then two that count cards (`tracker`, and `hunter`, which
takes plays of three for bluffs), then nine general habits with different rates of doubting and
bluffing, then the first characters of a random population (character.py): a player that fits no
rule is described by those that it resembles.

A habit answers two questions: what it does (to play on from a world), and how likely it is to do
what was seen (for beliefs). For the latter it gets a view of public information and a guess at the
hand. The twin, in the same order, is native/players/dubito_habits.hpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kibitz.core.rng import Stream
from kibitz.games.dubito.rules import DOUBT, FOUR, LAY, LAY_MAX, LAYS
from kibitz.games.dubito.view import DubitoView
from kibitz.players.dubito import simple, tracker
from kibitz.players.dubito.adaptive import Adaptive
from kibitz.players.dubito.always_bluff import AlwaysBluff
from kibitz.players.dubito.always_doubt import AlwaysDoubt
from kibitz.players.dubito.balanced import Balanced
from kibitz.players.dubito.character import Character
from kibitz.players.dubito.chatgpt import Chatgpt
from kibitz.players.dubito.chatgpt_thinking import ChatgptThinking
from kibitz.players.dubito.claude import Claude
from kibitz.players.dubito.coin import Coin
from kibitz.players.dubito.gemini import Gemini
from kibitz.players.dubito.honest import Honest
from kibitz.players.dubito.questions import Answers, Signals
from kibitz.players.dubito.risk_aware import RiskAware
from kibitz.players.dubito.suspicion import Suspicion
from kibitz.players.dubito.tactical_doubt import TacticalDoubt
from kibitz.players.dubito.trusting import Trusting
from kibitz.search.games.dubito.evidence import Chances

FIELD_SLACK = 0.01
COUNTING_SLACK = 0.1
GENERAL_SLACK = 0.15  # also covers plays of fewer cards than possible
CHARACTER_SLACK = 0.05


class General(Answers):
    """A generic player: doubts larger plays more often, and openings less.

    It doubts more without the number; it knows that a number has four cards, and notices a play of
    the last cards.
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

CHARACTERS: dict[str, Answers] = {f"character {i}": Character(i) for i in range(24)}

ANSWERING = FIELD | RATES | CHARACTERS


class DubitoHabits:
    """All habits: see `kibitz.search.games.dubito.evidence.Habits`."""

    names = (*FIELD, *COUNTING, *RATES, *CHARACTERS)
    slacks: Sequence[float] = (
        *[FIELD_SLACK] * len(FIELD),
        *[COUNTING_SLACK] * len(COUNTING),
        *[GENERAL_SLACK] * len(RATES),
        *[CHARACTER_SLACK] * len(CHARACTERS),
    )
    general = len(COUNTING) + len(RATES) + len(CHARACTERS)

    def ask(self, view: DubitoView, size: int) -> list[Chances]:
        signals = Signals(view)
        return [
            *(_answer(rule, signals, size) for rule in FIELD.values()),
            *(_count(numbers, view, size) for numbers in COUNTING.values()),
            *(_answer(rule, signals, size) for rule in RATES.values()),
            *(_answer(rule, signals, size) for rule in CHARACTERS.values()),
        ]

    def choose(self, habit: int, view: DubitoView, rng: Stream) -> int:
        name = self.names[habit]
        if name in COUNTING:
            return tracker.choose_by(COUNTING[name], view)
        return ANSWERING[name].choose(view, rng)


def _answer(rule: Answers, signals: Signals, size: int) -> Chances:
    """The probabilities of a player that answers the five questions."""
    own, most = signals.own, min(LAY_MAX, signals.cards)
    opening = not signals.view.board
    doubt = rule.doubt(signals) if signals.view.legal_actions else 0.0
    later = rule.bluff(signals) if own and not opening else 1.0
    bluff = _opening_bluff(rule, signals) if opening else later
    # An honest opening is of the most frequent value, so with one card of it all are single.
    lie = rule.opening_bluff(signals) if opening and own == 1 else bluff
    return Chances(
        doubt,
        (1 - doubt) * (1 - lie) * rule.honest_size_chance(size, min(own, most)),
        (1 - doubt) * bluff * rule.bluff_size_chance(size, most),
    )


def _opening_bluff(rule: Answers, signals: Signals) -> float:
    """The probability of an opening bluff if the hand has no two cards of the number.

    Whether all its cards are single is then unknown, and taken to be as likely as in a fresh hand
    of that size.
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


def _count(numbers: tracker.Numbers, view: DubitoView, size: int) -> Chances:
    """A player that counts draws nothing: what it does is certain or impossible."""
    action = tracker.choose_by(numbers, view)
    if action == DOUBT:
        return Chances(1.0, 0.0, 0.0)
    laid = LAYS[action - LAY]
    if len(laid) != size:
        return Chances(0.0, 0.0, 0.0)
    honest = laid == (view.number,) * size
    return Chances(0.0, float(honest), float(not honest))
