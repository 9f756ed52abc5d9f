"""What the public play of one deal proves about the hidden hands.

Every rule that constrains a play has the same form: had the seat held a certain card, the card it
played would have been illegal. So each play excludes a set of cards from the hand at that time, and
therefore from the same hand now. The announcement of belote (rule 8) excludes in both directions: a
seat that announced holds the other card, and one that did not never held it. Exclusions of this
kind are complete: any set of hands that respects them makes every play legal and yields the same
announcements.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.core.assign import assign
from kibitz.core.rng import Stream
from kibitz.games.belote.cards import KING, QUEEN, bits, suit_bits, suit_of
from kibitz.games.belote.rules import (
    higher_trumps,
    other_of_belote,
    partner_winning,
    trump_of,
)


@dataclass
class SeenDeal:
    """One deal (or the rest of one, from a given position) as one seat saw it."""

    seat: int
    dealer: int
    own: list[int]  # this seat's cards at the start
    deck: list[int]  # the cards in all hands, the trick and the piles at the start
    start_trick: list[tuple[int, int]] = field(default_factory=list)  # of a position: (seat, card)
    start_won: list[int] = field(default_factory=list)  # of a position: cards of finished tricks
    bid: int = 0
    calls: list[tuple[int, int]] = field(default_factory=list)  # (seat, bid) in order
    plays: list[tuple[int, int]] = field(default_factory=list)  # (seat, card) in order
    announcer: int = -1

    @property
    def trump(self) -> int:
        return trump_of(self.bid)

    def all_plays(self) -> list[tuple[int, int]]:
        """The current trick of a given position, then the plays seen since."""
        return self.start_trick + self.plays

    def dealt(self) -> list[int]:
        """The own hand, including the card that a given position has in its trick."""
        return sorted([*self.own, *(card for seat, card in self.start_trick if seat == self.seat)])

    def sizes(self) -> list[int]:
        """How many cards each seat holds now."""
        full = len(self.dealt())
        return [full - sum(s == seat for s, _ in self.all_plays()) for seat in range(4)]

    def hidden(self) -> list[int]:
        """The cards now in other hands, ascending."""
        seen = {*self.own, *self.start_won, *(card for _, card in self.all_plays())}
        return [card for card in self.deck if card not in seen]

    def excluded(self) -> list[int]:
        """For each seat a mask of the cards that its play proves it does not hold."""
        out = [0] * 4
        king, queen = 8 * self.trump + KING, 8 * self.trump + QUEEN
        trick: list[int] = []
        for seat, card in self.all_plays():
            out[seat] |= ruled_out(card, trick, self.trump)
            other = other_of_belote(card, self.trump)
            if other is not None and seat != self.announcer:
                out[seat] |= 1 << other
            trick = [*trick, card] if len(trick) < 3 else []
        if self.announcer >= 0:
            for seat in range(4):
                if seat != self.announcer:
                    out[seat] |= 1 << king | 1 << queen
        return out

    def sample(self, rng: Stream) -> list[list[int]]:
        """Draw all four hands at the start: the known cards, and the rest uniformly."""
        others = [seat for seat in range(4) if seat != self.seat]
        sizes, excluded = self.sizes(), self.excluded()
        hands = [[card for s, card in self.plays if s == seat] for seat in range(4)]
        hands[self.seat] = list(self.own)
        hidden = self.hidden()
        if hidden:
            drawn = assign(hidden, [sizes[s] for s in others], [excluded[s] for s in others], rng)
            for seat, cards in zip(others, drawn, strict=True):
                hands[seat] += cards
        return [sorted(hand) for hand in hands]


def ruled_out(card: int, trick: list[int], trump: int) -> int:
    """Mask of the cards whose holder could not have played this card to this trick (rule 5)."""
    if not trick:
        return 0
    led = suit_of(trick[0])
    out = 0 if suit_of(card) == led else suit_bits(led)
    duty = led == trump or (suit_of(card) != led and not partner_winning(trick, trump))
    if duty and card not in higher_trumps([card], trick, trump):
        out |= bits(higher_trumps(list(range(8 * trump, 8 * trump + 8)), trick, trump))
    return out
