"""Belote Contrée: the rules, readable. Rule numbers in comments refer to README.md.

This is the reference; its fast twin, native/games/belote.hpp, must agree after every action.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.events import NOBODY
from kibitz.core.python_state import PythonState
from kibitz.core.rng import Stream
from kibitz.core.shape import flatten
from kibitz.core.state import CHANCE, OVER, Outcome
from kibitz.games.belote.cards import (
    DECK,
    KING,
    QUEEN,
    card_points,
    suit_of,
    trump_strength,
)

BID = 32  # the action of bid 0; a card's action is its id
PASS, CAPOT, COINCHE, SURCOINCHE = 0, 37, 41, 42  # bids; CAPOT is the first of four
HAND_SIZE = 8
AUCTION_MAX = 37  # 3 passes and a bid; 9 x 2 passes and a bid; 2 passes, coinche, 3 more calls
MARKS_MAX = 252 + 3 * 250 + 20  # of a side in one deal

DEAL_SHAPE = {"hands": [[int]], "dealer": int}
POSITION_SHAPE = {
    "deals": int,  # deals finished
    "totals": [int],  # score of NS and EW over the finished deals
    "dealer": int,  # -1 before the first deal
    "hands": [[int]],
    "bid": int,  # the last bid 1..40, or 0
    "bidder": int,  # the seat that made it, or -1
    "coinche": int,  # 0, 1 coinched, 2 surcoinched
    "passes": int,  # passes in a row
    "player": int,  # the seat to act, or -1 before a deal
    "leader": int,  # of the current trick, or -1 before the play
    "trick": [int],  # its cards, in the order played
    "won": [[int]],  # the cards in the tricks of NS and of EW
    "belote": int,  # the seat that announced it, or -1
}


class BeloteState(PythonState):
    """One deal of Belote, or a match of them."""

    def _setup(self) -> None:
        self.deals = 0
        self.totals = [0, 0]
        self.dealer = NOBODY  # drawn with the first deal
        self.clear()

    def clear(self) -> None:
        """Clear the table."""
        self.hands: list[list[int]] = [[] for _ in range(4)]
        self.bid = PASS
        self.bidder = NOBODY
        self.coinche = 0
        self.passes = 0
        self.leader = NOBODY
        self.trick: list[int] = []
        self.won: list[list[int]] = [[], []]
        self.belote = NOBODY

    # Rule 1: the deal ---------------------------------------------------------------------------

    def _draw(self, stream: Stream) -> Outcome:
        dealer = stream.below(4) if self.dealer == NOBODY else (self.dealer + 1) % 4
        deck = list(DECK)
        stream.shuffle(deck)
        return {"hands": [sorted(deck[8 * i : 8 * i + 8]) for i in range(4)], "dealer": dealer}

    def _deal_out(self, outcome: Outcome) -> None:
        self.clear()
        self.hands = [list(hand) for hand in outcome["hands"]]
        self.dealer = outcome["dealer"]
        self._player, self._phase = (self.dealer + 1) % 4, "bid"
        self._log("deal", NOBODY, tuple(flatten(DEAL_SHAPE, outcome)))
        if len(self.hands[0]) < HAND_SIZE:
            # The cards of a short deal are public: every seat sees the set, not the hands.
            self._log("reveal", NOBODY, tuple(sorted(c for hand in self.hands for c in hand)))

    # What is legal ------------------------------------------------------------------------------

    def _legal(self) -> list[int]:
        if self._phase == "bid":
            return [BID + bid for bid in self.legal_bids()]
        return legal_cards(self.hands[self._player], self.trick, self.trump)

    def legal_bids(self) -> list[int]:
        """Rules 2 and 3."""
        bids = [PASS]
        mine = self.bidder != NOBODY and side_of(self.bidder) == side_of(self._player)
        if self.coinche == 0:
            # Rule 2: strictly higher in value, so beyond all four suits of the last bid.
            lowest = 1 if self.bid == PASS else 4 * ((self.bid - 1) // 4) + 5
            bids += range(lowest, COINCHE)
            if self.bid != PASS and not mine:
                bids.append(COINCHE)
        elif self.coinche == 1 and mine:
            bids.append(SURCOINCHE)
        return bids

    # What actions do ----------------------------------------------------------------------------

    def _apply(self, action: int) -> None:
        if self._phase == "bid":
            self.call(action - BID)
        else:
            self.play(action)

    def call(self, bid: int) -> None:
        """Rules 2 to 4."""
        seat = self._player
        self._player = (seat + 1) % 4
        self.passes = self.passes + 1 if bid == PASS else 0
        if bid in (COINCHE, SURCOINCHE):
            self.coinche += 1
        elif bid != PASS:
            self.bid, self.bidder = bid, seat
        if self.bid == PASS and self.passes == 4:
            self.end_deal([0, 0], [0, 0])  # Rule 4: void
        elif auction_over(self.bid, self.coinche, self.passes):
            self._phase = "play"
            self.leader = self._player = (self.dealer + 1) % 4  # Rule 1

    def play(self, card: int) -> None:
        seat = self._player
        self.hands[seat].remove(card)
        partner_card = other_of_belote(card, self.trump)
        if partner_card is not None and partner_card in self.hands[seat]:
            self.belote = seat  # Rule 8: announced automatically with the first of the two
            self._log("reveal", seat, (card,))
        self.trick.append(card)
        self._player = (seat + 1) % 4
        if len(self.trick) == 4:
            self.end_trick()

    def end_trick(self) -> None:
        """Rule 6, and after the last trick rules 7 to 9."""
        winner = (self.leader + best_place(self.trick, self.trump)) % 4
        side = side_of(winner)
        self.won[side] = sorted(self.won[side] + self.trick)
        self.trick = []
        self.leader = self._player = winner
        if not self.hands[winner]:
            points = [card_points(won, self.trump) for won in self.won]
            points[side] += 10 if self.won[1 - side] else 100  # Rule 7
            self.end_deal(points, self.mark(points))

    def mark(self, points: list[int]) -> list[int]:
        """Rule 9: the score of NS and EW for these card points."""
        taker = side_of(self.bidder)
        value = bid_value(self.bid)
        belote = [0, 0]
        if self.belote != NOBODY:
            belote[side_of(self.belote)] = 20  # Rule 8
        exact = 2 if self.game.options["scoring"] == "exact" else 0
        all_tricks = not self.won[1 - taker]
        made = all_tricks if value == 250 else points[taker] + belote[taker] >= value
        if made and self.coinche == 0:
            marks = [p + b for p, b in zip(points, belote, strict=True)]
            marks[taker] += value
            return marks
        base = exact + (250 if made and all_tricks else 160)
        marks = [0, 0]
        marks[taker if made else 1 - taker] = base + value * (self.coinche + 1) + sum(belote)
        return marks

    def end_deal(self, points: list[int], marks: list[int]) -> None:
        """Score the deal, then end the game or wait for the next deal of a match (rule 10)."""
        tricks = [len(won) // 4 for won in self.won]
        self._log("score", NOBODY, (*marks, *points, *tricks))
        self.deals += 1
        self.totals = [t + m for t, m in zip(self.totals, marks, strict=True)]
        if not self.game.options["match"] or match_over(
            self.totals, self.deals, self.game.options["target"], self.game.options["deals_max"]
        ):
            self._player, self._phase = OVER, "over"
        else:
            self.clear()
            self._player, self._phase = CHANCE, "deal"

    # Results ------------------------------------------------------------------------------------

    def scores(self) -> list[float]:
        return [float(self.totals[side_of(seat)]) for seat in range(4)]

    def _points(self) -> list[float]:
        return self.scores()

    def _shares(self) -> list[float]:
        """The winning partners share the win; all four share a draw."""
        if self.totals[0] == self.totals[1]:
            return [0.25] * 4
        winner = 0 if self.totals[0] > self.totals[1] else 1
        return [0.5 * (side_of(seat) == winner) for seat in range(4)]

    # Positions ----------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        return {
            "deals": self.deals,
            "totals": list(self.totals),
            "dealer": self.dealer,
            "hands": [list(hand) for hand in self.hands],
            "bid": self.bid,
            "bidder": self.bidder,
            "coinche": self.coinche,
            "passes": self.passes,
            "player": self._player,
            "leader": self.leader,
            "trick": list(self.trick),
            "won": [list(cards) for cards in self.won],
            "belote": self.belote,
        }

    def _load_position(self, position: dict[str, Any]) -> None:
        for name, value in position.items():
            if isinstance(value, list):
                value = [list(x) if isinstance(x, list) else x for x in value]
            setattr(self, "_player" if name == "player" else name, value)
        self._phase = "deal" if self._player == CHANCE else "bid" if self.leader < 0 else "play"

    @property
    def trump(self) -> int:
        return trump_of(self.bid)


# Helpers ----------------------------------------------------------------------------------------


def side_of(seat: int) -> int:
    """0 for NS, 1 for EW."""
    return seat % 2


def trump_of(bid: int) -> int:
    """The suit of a bid 1..40; -1 without a bid."""
    return -1 if bid == PASS else (bid - 1) % 4


def bid_value(bid: int) -> int:
    """V of a bid 1..40: 80, 90 .. 160, or 250 for capot."""
    return 250 if bid >= CAPOT else 80 + 10 * ((bid - 1) // 4)


def auction_over(bid: int, coinche: int, passes: int) -> bool:
    """Rule 4: whether a contract stands."""
    return bid != PASS and (passes == 3 or coinche == 2)


def match_over(totals: list[int], deals: int, target: int, deals_max: int) -> bool:
    """Rule 10, and the maximum number of deals."""
    return deals >= deals_max or (max(totals) >= target and totals[0] != totals[1])


def best_place(trick: list[int], trump: int) -> int:
    """Rule 6: the index of the best card in the trick."""
    led = suit_of(trick[0])

    def strength(i: int) -> tuple[int, int]:
        card = trick[i]
        if suit_of(card) == trump:
            return 2, trump_strength(card)
        return (1 if suit_of(card) == led else 0), card

    return max(range(len(trick)), key=strength)


def higher_trumps(cards: list[int], trick: list[int], trump: int) -> list[int]:
    """The trumps that beat every trump in the trick; all of them if it has none."""
    best = max((trump_strength(c) for c in trick if suit_of(c) == trump), default=-1)
    return [c for c in cards if suit_of(c) == trump and trump_strength(c) > best]


def legal_cards(hand: list[int], trick: list[int], trump: int) -> list[int]:
    """Rule 5: the cards of an ascending hand that may be played to the trick."""
    if not trick:
        return list(hand)
    led = suit_of(trick[0])
    follow = [c for c in hand if suit_of(c) == led]
    higher = higher_trumps(hand, trick, trump)
    if led == trump:
        return higher or follow or list(hand)
    if follow:
        return follow
    if partner_winning(trick, trump):
        return list(hand)
    return higher or list(hand)  # cut or overtrump; a seat that cannot may play anything


def partner_winning(trick: list[int], trump: int) -> bool:
    """Whether the partner of the seat to play is winning the trick."""
    return len(trick) >= 2 and best_place(trick, trump) == len(trick) - 2


def other_of_belote(card: int, trump: int) -> int | None:
    """The other card of belote for the king or queen of trump; None for other cards."""
    king, queen = 8 * trump + KING, 8 * trump + QUEEN
    return queen if card == king else king if card == queen else None
