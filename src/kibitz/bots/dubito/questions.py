"""The five questions of a Dubito player, and the signals that the published field looks at.

On an opening: bluff or not, and lay as much as possible or not. Later: doubt or not; with the
number in hand, bluff or not; and again how much. A player answers with chances from 0 to 1, and
everything else is the same for all of them:

- An honest opening declares the number that the hand has most of (the lowest of equals; with jokers
  alone the lowest in the game) and lays cards of it; later an honest play is of the round's number.
- A bluff lays random cards of the hand, jokers and honest ones included; on an opening the number
  is any that is still in the game.
- A maximal play is of all honest cards, or of three random ones; otherwise a random number of them.

An opening is two actions, the number and the cards, and a player has no memory between them. So the
bluff is drawn with the number, and with the cards it is drawn again from what the number tells:
another than the honest one was a bluff, the honest one was a bluff with the chance that Bayes'
rule gives. The plays are as likely as if one draw had decided both.

The twin at engine speed is native/policies/dubito.hpp: same chances, same draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.dubito.rules import DECLARE, DOUBT, JOKER, LAY_ID, LAY_MAX, NUMBERS
from kibitz.games.dubito.stats import PlayerStats
from kibitz.games.dubito.view import DubitoView

UNKNOWN = 0.5  # a rate without data


@dataclass(frozen=True)
class Signals:
    """What the players of the field look at."""

    view: DubitoView

    @cached_property
    def stats(self) -> list[PlayerStats]:
        return self.view.stats()

    @cached_property
    def next(self) -> PlayerStats:
        """The one who can doubt what is laid now."""
        view = self.view
        players = view.game.players
        seats = [(view.seat + i) % players for i in range(1, players)]
        return self.stats[next(seat for seat in seats if seat not in view.out)]

    @cached_property
    def prev(self) -> PlayerStats:
        """The one who laid the latest play."""
        return self.stats[self.view.board[-1].seat]

    @cached_property
    def cards(self) -> int:
        """In the own hand."""
        return len(self.view.hand)

    @cached_property
    def own(self) -> int:
        """Own cards of the round's number."""
        return self.view.hand.count(self.view.number)

    @cached_property
    def laid(self) -> int:
        """Cards of the latest play."""
        return self.view.board[-1].size

    @cached_property
    def board(self) -> int:
        """Cards on the board."""
        return sum(play.size for play in self.view.board)

    @property
    def prev_opened(self) -> bool:
        """The latest play opened the round: its player chose the number."""
        return len(self.view.board) == 1

    @property
    def prev_empty(self) -> bool:
        """The latest play was of the last cards (rule 7, challenge): who is not doubted has won."""
        return self.prev.n_cards == 0

    @cached_property
    def prev_bluffs(self) -> float:
        """How often the previous player was bluffing when it was doubted."""
        prev = self.prev
        return rate(prev.dishonest_times, prev.honest_times + prev.dishonest_times)

    @cached_property
    def next_doubts(self) -> float:
        """How many of the next player's turns were doubts."""
        return rate(self.next.doubts, self.next.turns)

    @cached_property
    def next_doubt_rate(self) -> float:
        """How many of the next player's turns were doubts, openings not counted."""
        return rate(self.next.doubts, self.next.not_first_turns)

    @property
    def all_single(self) -> bool:
        """No two cards of the hand are alike."""
        return len(set(self.view.hand)) == len(self.view.hand)


class Answers:
    """The base of the field: who is asked nothing is honest, trusting and maximal."""

    maximal = True

    def opening_bluff(self, _signals: Signals) -> float:
        """The chance to open a round with a bluff."""
        return 0.0

    def doubt(self, _signals: Signals) -> float:
        """The chance to doubt the latest play."""
        return 0.0

    def bluff(self, _signals: Signals) -> float:
        """The chance to bluff with the number in hand."""
        return 0.0

    def choose(self, view: View, rng: Stream) -> int:
        """The rule: an action for the seat on turn."""
        assert isinstance(view, DubitoView)
        signals = Signals(view)
        if view.phase == "declare":
            return DECLARE + self._declare(signals, rng) - 1
        if view.phase == "lay":
            bluff = happens(self._bluffed(signals), rng)
        else:
            if DOUBT in view.legal_actions[:1] and happens(self.doubt(signals), rng):
                return DOUBT
            bluff = signals.own == 0 or happens(self.bluff(signals), rng)
        return lay_any(view, rng, self.maximal) if bluff else lay_honest(view, rng, self.maximal)

    def _declare(self, signals: Signals, rng: Stream) -> int:
        if not happens(self.opening_bluff(signals), rng):
            return honest_number(signals.view)
        found = numbers(signals.view)
        return found[rng.below(len(found))]

    def _bluffed(self, signals: Signals) -> float:
        """The chance that this opening is a bluff, now that its number is declared."""
        view = signals.view
        bluff = self.opening_bluff(signals)
        if view.number != honest_number(view):
            return float(bluff > 0.0 or signals.own == 0)  # somebody else may have declared it
        if bluff <= 0.0:
            return 0.0
        by_chance = bluff / len(numbers(view))  # a bluff that hit the honest number
        return by_chance / (by_chance + (1.0 - bluff))


def happens(chance: float, rng: Stream) -> bool:
    """A draw where one is needed: what is certain or impossible takes none."""
    if chance <= 0.0 or chance >= 1.0:
        return chance >= 1.0
    return (rng.word() >> 11) * 2.0**-53 < chance


def rate(times: int, of: int) -> float:
    return times / of if of else UNKNOWN


def clamp(x: float) -> float:
    return min(max(x, 0.0), 1.0)


def honest_number(view: DubitoView) -> int:
    """The number that the hand has most of, the lowest of equals."""
    held = [card for card in view.hand if card != JOKER]
    if not held:
        return numbers(view)[0]
    return max(NUMBERS, key=lambda number: (held.count(number), -number))


def numbers(view: DubitoView) -> tuple[int, ...]:
    """What a bluff may declare; with jokers alone in the game, anything."""
    return view.playing_cards or tuple(NUMBERS)


def lay_honest(view: DubitoView, rng: Stream, maximal: bool) -> int:
    """Cards of the number; on an opening with jokers alone, jokers."""
    card = view.number if view.number in view.hand else JOKER
    most = min(LAY_MAX, view.hand.count(card))
    return LAY_ID[(card,) * (most if maximal else 1 + rng.below(most))]


def lay_any(view: DubitoView, rng: Stream, maximal: bool) -> int:
    """Random cards of the hand."""
    hand = list(view.hand)
    most = min(LAY_MAX, len(hand))
    size = most if maximal else 1 + rng.below(most)
    return LAY_ID[tuple(sorted(hand.pop(rng.below(len(hand))) for _ in range(size)))]
