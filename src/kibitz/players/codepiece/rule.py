"""Codepiece by rule: bid the expected tricks, draw trumps, cash masters, win cheaply.

- Bid: of all legal bids the one with the highest expected payoff by counting.py, if that is above
  PASSING; over the partner's bid only if it beats the value of that bid by OVERCALL. A failed bid
  costs double, so a bid needs a two-in-three chance.
- Trump: the most promising suit.
- Lead: on the bidder's side, the master trump if held while opponents may hold trumps; else a
  master of another suit in which no opponent is known to be void; else the lowest card of the
  longest plain suit; else the lowest card.
- Follow: under the partner's winning card, the lowest card that does not ruff; otherwise the lowest
  winner; without one, the lowest plain card of the shortest suit.

The native twin is native/players/codepiece_rule_players.hpp.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.cards import rank_of, suit_of
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.codepiece.legal_moves import (
    BID,
    BID_MIN,
    CARD,
    PASS,
    TRUMP,
    TRUMP_SUITS,
    PlayPhase,
)
from kibitz.games.codepiece.view import CodepieceView
from kibitz.players.codepiece import counting

ABOUT = "Estimates the tricks of both partners, draws trumps, cashes masters and wins cheaply."

PASSING = 0.0  # the value of a pass, in points
OVERCALL = 2.0

NATIVE = "rule"


def choose(view: View, _rng: Stream) -> int:
    assert isinstance(view, CodepieceView)
    if view.phase == "bid":
        return choose_bid(view, counting.best_trump(view.hand)[1])
    if view.phase == "trump":
        return TRUMP + TRUMP_SUITS.index(counting.best_trump(view.hand)[0])
    return CARD + choose_card(view)


def choose_bid(view: CodepieceView, expected: float) -> int:
    """The bid of a hand that expects this many tricks with its best trump."""
    bids = [action - BID + BID_MIN for action in view.legal() if action != PASS]
    if not bids:
        return PASS
    best = max(bids, key=lambda bid: counting.worth(bid, counting.chance(expected, bid)))
    gain = counting.worth(best, counting.chance(expected, best))
    partners = view.bidder >= 0 and view.bidder % 2 == view.seat % 2
    needed = OVERCALL if partners else PASSING
    return BID + best - BID_MIN if gain > needed else PASS


def choose_card(view: CodepieceView) -> int:
    cards = [action - CARD for action in view.legal()]
    if len(cards) == 1:
        return cards[0]
    return _lead(view, cards) if not view.trick else _follow(view, cards)


def _lead(view: CodepieceView, cards: list[int]) -> int:
    trump = view.trump
    assert trump is not None
    excluded = view.excluded()
    unseen = _unseen(view)
    opponents = [(view.seat + 1) % 4, (view.seat + 3) % 4]
    masters = [c for c in cards if not any(suit_of(o) == suit_of(c) and o > c for o in unseen)]
    trumps_out = any(
        suit_of(o) == trump and any(not excluded[s] >> o & 1 for s in opponents) for o in unseen
    )
    ours = view.bidder % 2 == view.seat % 2
    top_trumps = [c for c in masters if suit_of(c) == trump]
    if ours and trumps_out and top_trumps:
        return max(top_trumps)
    out = [s for s in range(4) if any(_is_out(excluded[o], s, unseen) for o in opponents)]
    plain = [c for c in masters if suit_of(c) != trump]
    safe = [c for c in plain if suit_of(c) not in out] or (plain if not trumps_out else [])
    if safe:
        return max(safe, key=lambda c: (_length(cards, c), -c))
    low = [c for c in cards if suit_of(c) != trump] or cards
    return min(low, key=lambda c: (-_length(low, c), rank_of(c), c))


def _follow(view: CodepieceView, cards: list[int]) -> int:
    trump = view.trump
    assert trump is not None
    trick = view.trick
    partner_wins = (len(trick) - PlayPhase.winner(trick, trump)) % 2 == 0
    winners = [c for c in cards if PlayPhase.winner([*trick, c], trump) == len(trick)]
    if winners and not partner_wins:
        return min(winners, key=lambda c: (suit_of(c) == trump, rank_of(c), c))
    rest = [c for c in cards if suit_of(c) != trump] or cards
    return min(rest, key=lambda c: (rank_of(c), _length(rest, c), c))


def _unseen(view: CodepieceView) -> list[int]:
    seen = {*view.hand, *(card for cards in view.played for card in cards)}
    return [card for card in view.deck if card not in seen]


def _is_out(excluded: int, suit: int, unseen: Sequence[int]) -> bool:
    """Whether a seat is known to be void in a suit's remaining cards."""
    return all(excluded >> card & 1 for card in unseen if suit_of(card) == suit)


def _length(cards: Sequence[int], card: int) -> int:
    return sum(suit_of(other) == suit_of(card) for other in cards)
