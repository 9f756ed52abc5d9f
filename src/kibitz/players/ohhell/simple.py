"""Oh Hell by a simple rule: bid the expected tricks of the high cards, then take exactly those.

The bid adds up a rough chance of taking a trick, card by card. In play a seat that still needs
tricks takes them as cheaply as it can; one that has enough plays the highest card that loses.
"""

from __future__ import annotations

from kibitz.core.cards import rank_of, suit_of
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.ohhell.rules import BID, best_card
from kibitz.games.ohhell.view import OhHellView

# Chance that a card takes a trick at a full table with many cards, by its distance from the ace.
PLAIN = (0.75, 0.45, 0.2, 0.05)
TRUMP = (1.0, 0.9, 0.75, 0.6, 0.5, 0.4, 0.35, 0.3)
TRUMP_LOW = 0.25


def choose(view: View, rng: Stream) -> int:
    assert isinstance(view, OhHellView)
    return choose_bid(view, rng) if view.phase == "bid" else choose_card(view, rng)


def choose_bid(view: OhHellView, rng: Stream) -> int:
    """The legal bid nearest to the estimate; a coin decides between two."""
    fewer = 4 / view.game.players  # fewer players: each takes more tricks
    promise = sum(_promise(card, view.trump) for card in view.hand) * fewer**0.5
    promise += (rng.below(41) - 20) / 100  # no two players judge alike
    return min(view.legal(), key=lambda action: abs(action - BID - promise))


def _promise(card: int, trump: int) -> float:
    below_ace = 12 - rank_of(card)
    if suit_of(card) == trump:
        return TRUMP[below_ace] if below_ace < len(TRUMP) else TRUMP_LOW
    return PLAIN[below_ace] if below_ace < len(PLAIN) else 0.0


def choose_card(view: OhHellView, rng: Stream) -> int:
    legal = view.legal()
    bid = view.bids[view.seat]
    assert bid is not None
    needs = bid > view.tricks[view.seat]

    def strength(card: int) -> tuple[bool, int, int]:
        return suit_of(card) == view.trump, rank_of(card), card

    weakest, strongest = min(legal, key=strength), max(legal, key=strength)
    if not view.trick:
        return _lead(view, legal, rng) if needs else weakest
    winners = [card for card in legal if _wins(view, card)]
    losers = [card for card in legal if card not in winners]
    last = len(view.trick) == view.game.players - 1
    if needs:
        if not winners:
            return weakest
        return min(winners, key=strength) if last else max(winners, key=strength)
    if losers:
        return max(losers, key=strength)
    # Every card would win: the last player plays the strongest, others hope for a higher one.
    return strongest if last else weakest


def _lead(view: OhHellView, legal: list[int], rng: Stream) -> int:
    """A high card of a plain suit; trump only if there is nothing else."""
    plain = [card for card in legal if suit_of(card) != view.trump] or legal
    best = max(rank_of(card) for card in plain)
    highest = [card for card in plain if rank_of(card) == best]
    return highest[rng.below(len(highest))]


def _wins(view: OhHellView, card: int) -> bool:
    return best_card([*view.trick, card], view.trump) == len(view.trick)
