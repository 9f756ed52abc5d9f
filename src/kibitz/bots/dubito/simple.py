"""Dubito by a simple rule: honest where it can be, a small bluff where it must, and doubts in time.

A doubt is sure where the cards claimed cannot all be there. Otherwise it is a matter of how much
has been claimed, of the own hand, and of a coin.
"""

from __future__ import annotations

from collections import Counter

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.dubito.rules import DECLARE, DOUBT, JOKER, LAY_ID, LAY_MAX
from kibitz.games.dubito.view import DubitoView

# Percent.
DOUBT_LAST_CARDS = 80  # a play that empties a hand
DOUBT_TOO_MANY = 60  # more claimed in this round than there are
DOUBT_WITHOUT_CARDS = 35  # nothing honest to lay
DOUBT_ANYWAY = 8


def choose(view: View, rng: Stream) -> int:
    assert isinstance(view, DubitoView)
    if view.phase == "declare":
        return DECLARE + _most_common(view) - 1
    if DOUBT in view.legal() and rng.below(100) < doubt_percent(view):
        return DOUBT
    return _lay(view, rng)


def doubt_percent(view: DubitoView) -> int:
    """How likely this seat doubts the latest play."""
    latest, number = view.board[-1], view.number
    own_laid = [card for play in view.board for card in play.cards]
    own = view.hand.count(number) + own_laid.count(number)
    own_jokers = view.hand.count(JOKER) + own_laid.count(JOKER)
    elsewhere = view.in_game[number] - own + view.in_game[JOKER] - own_jokers
    if latest.size > elsewhere:
        return 100
    if view.hand_sizes[latest.seat] == 0:
        return DOUBT_LAST_CARDS
    claimed = sum(play.size for play in view.board if play.seat != view.seat)
    if claimed > elsewhere:
        return DOUBT_TOO_MANY
    return DOUBT_ANYWAY if number in view.hand else DOUBT_WITHOUT_CARDS


def _most_common(view: DubitoView) -> int:
    """The number that the hand holds most of; with jokers alone any that is in the game."""
    counts = Counter(card for card in view.hand if card != JOKER)
    if not counts:
        return (view.playing_cards or (1,))[0]
    return max(counts, key=lambda number: (counts[number], -number))


def _lay(view: DubitoView, rng: Stream) -> int:
    """The honest cards; else one that is hard to get rid of, or, now and then, two."""
    honest = [card for card in view.hand if card == view.number]
    if honest:
        return LAY_ID[tuple(honest[:LAY_MAX])]
    if JOKER in view.hand and rng.below(3) == 0:
        return LAY_ID[(JOKER,)]
    counts = Counter(card for card in view.hand if card != JOKER) or Counter(view.hand)
    rarest = sorted(view.hand, key=lambda card: (counts[card] or LAY_MAX + 2, rng.below(1000)))
    size = min(len(rarest), 1 + (rng.below(4) == 0))
    return LAY_ID[tuple(sorted(rarest[:size]))]
