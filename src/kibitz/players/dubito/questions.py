"""The five questions of a Dubito player, and the signals that the published field uses.

When opening: bluff or not, and play as many cards as possible or not. Later: doubt or not; with the
number in hand, bluff or not; and again how many. A player answers with probabilities from 0 to 1,
and everything else is the same for all of them:

- An honest opening declares the most frequent number of the hand (the lowest of equals; with only
  jokers the lowest in the game) and plays cards of it; later an honest play is of the round's
  number.
- A bluff plays random cards of the hand, including jokers and honest ones; when opening, the number
  is any that is still in the game.
- A maximal play has all honest cards, or three random ones; otherwise a random number of them.

An opening is two actions, the number and the cards, and a player has no memory between them. So the
bluff is drawn with the number, and drawn again with the cards, given the number: any number but the
honest one was a bluff, and the honest one was a bluff with the probability given by Bayes' rule.
The plays have the same distribution as if one draw had decided both.

The native twin is native/players/dubito_rule_players.hpp: same probabilities, same draws.
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
    """The signals that the players of the field use."""

    view: DubitoView

    @cached_property
    def stats(self) -> list[PlayerStats]:
        return self.view.stats()

    @cached_property
    def next(self) -> PlayerStats:
        """The player who can doubt the current play."""
        view = self.view
        players = view.game.players
        seats = [(view.seat + i) % players for i in range(1, players)]
        return self.stats[next(seat for seat in seats if seat not in view.out)]

    @cached_property
    def prev(self) -> PlayerStats:
        """The player who made the latest play."""
        return self.stats[self.view.board[-1].seat]

    @cached_property
    def cards(self) -> int:
        """The number of cards in the own hand."""
        return len(self.view.hand)

    @cached_property
    def own(self) -> int:
        """The number of own cards of the round's number."""
        return self.view.hand.count(self.view.number)

    @cached_property
    def laid(self) -> int:
        """The number of cards of the latest play."""
        return self.view.board[-1].size

    @cached_property
    def board(self) -> int:
        """The number of cards on the board."""
        return sum(play.size for play in self.view.board)

    @property
    def prev_opened(self) -> bool:
        """Whether the latest play opened the round: its player chose the number."""
        return len(self.view.board) == 1

    @property
    def prev_empty(self) -> bool:
        """Whether the latest play was of the last cards (rule 7, challenge) and wins if not
        doubted."""
        return self.prev.n_cards == 0

    @cached_property
    def prev_bluffs(self) -> float:
        """How often the previous player was bluffing when doubted."""
        prev = self.prev
        return rate(prev.dishonest_times, prev.honest_times + prev.dishonest_times)

    @cached_property
    def next_doubts(self) -> float:
        """The share of the next player's turns that were doubts."""
        return rate(self.next.doubts, self.next.turns)

    @cached_property
    def next_doubt_rate(self) -> float:
        """The share of the next player's turns that were doubts, excluding openings."""
        return rate(self.next.doubts, self.next.not_first_turns)

    @property
    def all_single(self) -> bool:
        """Whether no two cards of the hand are alike."""
        return len(set(self.view.hand)) == len(self.view.hand)


class Answers:
    """The base class of the field; by default honest, trusting and maximal."""

    maximal = True

    def opening_bluff(self, _signals: Signals) -> float:
        """The probability of opening a round with a bluff."""
        return 0.0

    def doubt(self, _signals: Signals) -> float:
        """The probability of doubting the latest play."""
        return 0.0

    def bluff(self, _signals: Signals) -> float:
        """The probability of bluffing with the number in hand."""
        return 0.0

    def choose(self, view: View, rng: Stream) -> int:
        """The rule: return an action for the seat to act."""
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
        if bluff:
            return self.lay_bluff(view, rng)
        card = view.number if view.number in view.hand else JOKER  # opening with only jokers
        return self.lay_honest(view, card, min(LAY_MAX, view.hand.count(card)), rng)

    # How many cards, and which: as few players choose for themselves.

    def honest_size_chance(self, size: int, most: int) -> float:
        """The probability that an honest play has `size` cards where up to `most` are possible."""
        return size_chance(self.maximal, size, most)

    def bluff_size_chance(self, size: int, most: int) -> float:
        """The probability that a bluff has `size` cards where up to `most` are possible."""
        return size_chance(self.maximal, size, most)

    def lay_honest(self, _view: DubitoView, card: int, most: int, rng: Stream) -> int:
        """Play some of the honest cards, which are alike."""
        return LAY_ID[(card,) * (most if self.maximal else 1 + rng.below(most))]

    def lay_bluff(self, view: DubitoView, rng: Stream) -> int:
        """Play cards without regard to the number."""
        return lay_any(view, rng, self.maximal)

    def _declare(self, signals: Signals, rng: Stream) -> int:
        if not happens(self.opening_bluff(signals), rng):
            return honest_number(signals.view)
        found = numbers(signals.view)
        return found[rng.below(len(found))]

    def _bluffed(self, signals: Signals) -> float:
        """The probability that this opening is a bluff, given its declared number."""
        view = signals.view
        bluff = self.opening_bluff(signals)
        if view.number != honest_number(view):
            return float(bluff > 0.0 or signals.own == 0)  # another player may have declared it
        if bluff <= 0.0:
            return 0.0
        by_chance = bluff / len(numbers(view))  # a bluff that hit the honest number
        return by_chance / (by_chance + (1.0 - bluff))


def happens(chance: float, rng: Stream) -> bool:
    """Draw only if needed: certain and impossible events use no randomness."""
    if chance <= 0.0 or chance >= 1.0:
        return chance >= 1.0
    return (rng.word() >> 11) * 2.0**-53 < chance


def rate(times: int, of: int) -> float:
    return times / of if of else UNKNOWN


def clamp(x: float) -> float:
    return min(max(x, 0.0), 1.0)


def honest_number(view: DubitoView) -> int:
    """The most frequent number of the hand, the lowest of equals."""
    held = [card for card in view.hand if card != JOKER]
    if not held:
        return numbers(view)[0]
    return max(NUMBERS, key=lambda number: (held.count(number), -number))


def numbers(view: DubitoView) -> tuple[int, ...]:
    """What a bluff may declare; anything if only jokers are in the game."""
    return view.playing_cards or tuple(NUMBERS)


def lay_honest(view: DubitoView, rng: Stream, maximal: bool) -> int:
    """Play cards of the number; when opening with only jokers, jokers."""
    card = view.number if view.number in view.hand else JOKER
    most = min(LAY_MAX, view.hand.count(card))
    return LAY_ID[(card,) * (most if maximal else 1 + rng.below(most))]


def lay_any(view: DubitoView, rng: Stream, maximal: bool) -> int:
    """Play random cards of the hand."""
    most = min(LAY_MAX, len(view.hand))
    return lay_random(view, most if maximal else 1 + rng.below(most), rng)


def size_chance(maximal: bool, size: int, most: int) -> float:
    """The probability of a play of this size if up to `most` cards could be played."""
    if size > most:
        return 0.0
    return float(size == most) if maximal else 1 / most


def lay_random(view: DubitoView, size: int, rng: Stream) -> int:
    """Play so many random cards of the hand."""
    hand = list(view.hand)
    return LAY_ID[tuple(sorted(hand.pop(rng.below(len(hand))) for _ in range(size)))]
