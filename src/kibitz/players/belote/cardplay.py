"""Card play by rule: every legal card gets a score in points, and the highest is played.

The score, in hundredths of a point, has three parts:

1. The trick. The cards on the table and the card's own points go to the winner; the probability
   that this is the own side follows from the cards that each later seat may still hold: the unseen
   cards, except those that its play has ruled out.
2. The card's later value: trumps by their strength, masters (nothing unseen beats them in their
   suit), tens and kings waiting for their turn, guards of a ten.
3. For a lead: the taker's side draws trumps while the opponents may hold some; the defence instead
   leads a suit that its partner can ruff, or a singleton to ruff that suit later.

As a result, partners' tricks get points, masters are cashed before they can be ruffed, ruffs are
cheap, and a hopeless trick costs as little as possible. Everything is in whole numbers, with ties
going to the lowest card: the native twin (native/players/belote_play.hpp) scores the same.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from kibitz.games.belote.cards import (
    PLAIN_POINTS,
    TRUMP_POINTS,
    TRUMP_STRENGTH,
    bits,
    rank_of,
    suit_bits,
    suit_of,
)
from kibitz.games.belote.rules import best_place
from kibitz.games.belote.view import BeloteView

KING_BIT, TEN_BIT, ACE_BIT = 1 << 5, 1 << 6, 1 << 7
# The chance in percent that a seat is void in a suit with this many unseen cards.
OUT = (100, 65, 42, 27, 17, 11, 7, 4, 2)


@dataclass(frozen=True)
class Play:
    """The parameters of the rule, in points; chances in percent."""

    trump_attack: tuple[int, ...] = (4, 6, 7, 8, 13, 17, 25, 29)  # kept trumps, by strength 7 .. J
    trump_defend: tuple[int, ...] = (6, 5, 6, 6, 11, 10, 28, 29)
    master: int = 1  # a kept master while the opponents may ruff it
    master_safe: int = 16  # if they cannot
    master_led: int = 0  # the same for a lead: giving the lead away may forfeit it
    ten: int = 7  # a kept ten whose ace is unseen, with another card
    king: int = 2  # a kept king below one or two unseen cards, with another card
    guard: int = 2  # the only card next to such a ten
    around: int = 2  # approximate points of the others' cards on a lead
    lead: int = 0  # winning a trick, in addition to its points
    recover: int = 10  # percent: the partner's last card recovers a trick beaten by an opponent
    ruffs: int = 71  # percent: a seat that is void in a suit ruffs
    draw: int = 0  # the bidder draws trumps: for each that an opponent may hold
    draw_partner: int = 3  # the same for its partner
    hold_back: int = 12  # the defence leads trump
    ruff: int = 10  # the defence leads what its partner can ruff
    single: int = 5  # it leads a singleton, with trumps left

    def flat(self) -> list[float]:
        """As a flat list for the native twin."""
        out: list[float] = []
        for field in fields(self):
            value = getattr(self, field.name)
            out += [float(x) for x in (value if isinstance(value, tuple) else (value,))]
        return out


PLAY = Play()


class SeatKnowledge:
    """What a seat knows during play, as card masks."""

    def __init__(self, view: BeloteView) -> None:
        self.seat, self.trump = view.seat, view.trump
        self.hand = bits(view.hand)
        self.trick = list(view.trick)
        self.attack = view.bidder % 2 == view.seat % 2
        self.bidder = view.bidder == view.seat
        gone = bits(card for cards in view.won for card in cards) | bits(view.trick)
        self.unseen = bits(view.deck) & ~gone & ~self.hand
        self.might = [self.unseen & ~out for out in view.excluded()]
        self.might[self.seat] = 0
        self.partner, self.left, self.right = (
            view.seat ^ 2,
            (view.seat + 1) % 4,
            (view.seat + 3) % 4,
        )
        self.enemies = self.might[self.left] | self.might[self.right]
        self.trumps = suit_bits(self.trump)

    def points(self, card: int) -> int:
        return (TRUMP_POINTS if suit_of(card) == self.trump else PLAIN_POINTS)[rank_of(card)]

    def higher(self, card: int) -> int:
        """The cards of the same suit that beat a card."""
        suit, rank = suit_of(card), rank_of(card)
        if suit == self.trump:
            above = [r for r in range(8) if TRUMP_STRENGTH[r] > TRUMP_STRENGTH[rank]]
        else:
            above = list(range(rank + 1, 8))
        return bits(8 * suit + r for r in above)

    def any_of(self, seat: int, cards: int) -> int:
        """The chance in percent that a seat holds any of these unseen cards."""
        none = 100
        for card in range(32):
            if self.might[seat] & cards >> card << card & 1 << card:
                places = sum(might >> card & 1 for might in self.might)
                none = none * (places - 1) // places
        return 100 - none

    def out_of(self, seat: int, suit: int) -> int:
        """The chance in percent that a seat is void in a suit."""
        if not self.might[seat] & suit_bits(suit):
            return 100
        return OUT[(self.unseen & suit_bits(suit)).bit_count()]

    def beats(self, seat: int, best: int, led: int, w: Play) -> int:
        """The chance in percent that a later seat beats the best card of a trick."""
        over = self.any_of(seat, self.higher(best))
        out = self.out_of(seat, led)
        if suit_of(best) == self.trump:
            return over if led == self.trump else out * over // 100
        ruff = w.ruffs * self.any_of(seat, self.trumps) // 100
        return (out * ruff + (100 - out) * over) // 100


def choose_card(view: BeloteView, w: Play = PLAY) -> int:
    cards = view.legal()
    if len(cards) == 1:
        return cards[0]
    table = SeatKnowledge(view)
    score = follow_score if table.trick else lead_score
    return max(cards, key=lambda card: (score(table, card, w), -card))


def lead_score(t: SeatKnowledge, card: int, w: Play) -> int:
    suit = suit_of(card)
    left, right = t.beats(t.left, card, suit, w), t.beats(t.right, card, suit, w)
    beaten = 100 - (100 - left) * (100 - right) // 100
    helped = t.beats(t.partner, card, suit, w)
    wins = 100 - beaten * (100 - helped * w.recover // 100) // 100
    score = (t.points(card) + w.around) * (2 * wins - 100) + w.lead * wins
    return score + 100 * (lead_bonus(t, card, w) - keep(t, card, w, w.master_led))


def lead_bonus(t: SeatKnowledge, card: int, w: Play) -> int:
    """Step 3: drawing trumps, and ruffs for the defence."""
    suit = suit_of(card)
    if suit == t.trump:
        if not t.attack:
            return -w.hold_back
        return (w.draw if t.bidder else w.draw_partner) * (t.enemies & t.trumps).bit_count()
    if t.attack:
        return 0
    if not t.might[t.partner] & suit_bits(suit) and t.might[t.partner] & t.trumps:
        return w.ruff
    alone = (t.hand & suit_bits(suit)).bit_count() == 1
    return w.single if alone and t.hand & t.trumps else 0


def follow_score(t: SeatKnowledge, card: int, w: Play) -> int:
    trick = [*t.trick, card]
    total = sum(t.points(c) for c in trick)
    wins = win_chance(t, trick, w)
    return total * (2 * wins - 100) + w.lead * wins - 100 * keep(t, card, w, w.master_safe)


def win_chance(t: SeatKnowledge, trick: list[int], w: Play) -> int:
    """The chance in percent that the own side wins a trick whose last card is our own."""
    place = best_place(trick, t.trump)
    best, led, size = trick[place], suit_of(trick[0]), len(trick)
    ours = (size - 1 - place) % 2 == 0
    if size == 4:
        return 100 if ours else 0
    if size == 3:  # the opponent on the left comes last
        return 100 - t.beats(t.left, best, led, w) if ours else 0
    saved = t.beats(t.partner, best, led, w)  # the left opponent plays next, then the partner
    beaten = t.beats(t.left, best, led, w)
    if ours:
        return 100 - beaten * (100 - w.recover) // 100
    return saved * (100 - beaten) // 100


def keep(t: SeatKnowledge, card: int, w: Play, master_safe: int) -> int:
    """Step 2: the later value of a card."""
    suit, rank = suit_of(card), rank_of(card)
    if suit == t.trump:
        return (w.trump_attack if t.attack else w.trump_defend)[TRUMP_STRENGTH[rank]]
    held = t.hand & suit_bits(suit)
    above = (t.higher(card) & t.unseen).bit_count()
    if above == 0:
        return w.master if t.enemies & t.trumps else master_safe
    alone = held.bit_count() == 1
    if rank == 6:
        return 0 if alone else w.ten
    if rank == 5 and above <= 2 and not alone:
        return w.king
    ten_waits = held >> 8 * suit & TEN_BIT and not held >> 8 * suit & ACE_BIT
    if ten_waits and held.bit_count() == 2 and t.unseen >> 8 * suit & ACE_BIT:
        return w.guard
    return 0
