"""Codepiece: the rules, readable. Rule numbers in comments refer to README.md.

This is the reference; its fast twin, native/games/codepiece.hpp, must agree after every action.
Rules 2 to 7, what is legal in each phase, are in legal_moves.py. This file has the sequence: the
deal, who speaks, who leads, when a deal ends, what it pays, and the match.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kibitz.core.events import NOBODY
from kibitz.core.python_state import PythonState
from kibitz.core.rng import Stream
from kibitz.core.shape import flatten, maybe, one_of
from kibitz.core.state import CHANCE, OVER, Outcome
from kibitz.games.codepiece.legal_moves import BidPhase, PlayPhase, TrumpPhase

if TYPE_CHECKING:
    from kibitz.games.codepiece.game import Codepiece

PHASES = ("deal", "bid", "trump", "play", "over")
HAND = 13  # cards of a seat in a full deal; given deals may be shorter

DEAL_SHAPE = {"hands": [[int]], "dealer": int}
POSITION_SHAPE = {
    "phase": one_of(*PHASES),
    "deal": int,  # deals finished
    "dealer": int,  # -1 before the first deal
    "hands": [[int]],
    "played": [[int]],  # each seat's cards of finished tricks and of this one, ascending
    "bids": [maybe(int)],  # of each seat: none yet, 0 for a pass, or 8 to 13
    "trump": maybe(int),  # a suit, C D H S from 0
    "tricks": [int],  # of the two teams
    "leader": int,  # of the current trick; -1 before the first
    "trick": [int],  # its cards, in the order played
    "total": int,  # sum of payoffs of finished deals for seats 0 and 2; negated for 1 and 3
}


class CodepieceState(PythonState):
    """One deal of Codepiece, or a match of several."""

    game: Codepiece

    def _setup(self) -> None:
        self.deal = 0
        self.dealer = NOBODY  # drawn with the first deal
        self.total = 0
        self.clear_table()

    def clear_table(self) -> None:
        self.hands: list[list[int]] = [[], [], [], []]
        self.played: list[list[int]] = [[], [], [], []]
        self.bids: list[int | None] = [None] * 4
        self.trump: int | None = None
        self.tricks = [0, 0]
        self.leader = NOBODY
        self.trick: list[int] = []

    # Rule 1: the deal ---------------------------------------------------------------------------

    def _draw(self, stream: Stream) -> Outcome:
        # Rule 10: in a match the deal moves left; the first dealer is drawn before the cards.
        dealer = stream.below(4) if self.dealer == NOBODY else (self.dealer + 1) % 4
        deck = list(self.game.deck)
        stream.shuffle(deck)
        size = self.game.hand
        hands = [sorted(deck[size * seat : size * (seat + 1)]) for seat in range(4)]
        return {"hands": hands, "dealer": dealer}

    def _deal_out(self, outcome: Outcome) -> None:
        self.clear_table()
        self.hands = [list(hand) for hand in outcome["hands"]]
        self.dealer = outcome["dealer"]
        self._player, self._phase = (self.dealer + 1) % 4, "bid"
        self._log("deal", NOBODY, tuple(flatten(DEAL_SHAPE, outcome)))
        if len(self.hands[0]) < HAND:
            # The set of cards in a short deal is public.
            self._log("reveal", NOBODY, tuple(sorted(card for hand in self.hands for card in hand)))

    # Rules 2 to 7 -------------------------------------------------------------------------------

    def _legal(self) -> list[int]:
        if self._phase == "bid":
            return BidPhase.legal(self.bids)
        if self._phase == "trump":
            return TrumpPhase.legal()
        assert self.trump is not None
        return PlayPhase.legal(self.hands[self._player], self.trick, self.trump)

    def _apply(self, action: int) -> None:
        if self._phase == "bid":
            self.bid(action)
        elif self._phase == "trump":
            self.trump = TrumpPhase.apply(action)
            self.leader = self._player  # Rule 5: the bidder leads
            self._phase = "play"
        else:
            self.play(action)

    def bid(self, action: int) -> None:
        seat = self._player
        self.bids = BidPhase.apply(self.bids, seat, action)
        self._player = (seat + 1) % 4
        if seat == self.dealer:  # Rule 2: the dealer speaks last, whatever was bid
            self._player, _ = BidPhase.contract(self.bids, self.dealer)
            self._phase = "trump"

    def play(self, action: int) -> None:
        seat = self._player
        assert self.trump is not None
        self.hands[seat], self.trick = PlayPhase.apply(self.hands[seat], self.trick, action)
        self.played[seat] = sorted([*self.played[seat], self.trick[-1]])
        self._player = (seat + 1) % 4
        if len(self.trick) == 4:
            winner = (self.leader + PlayPhase.winner(self.trick, self.trump)) % 4
            self.tricks[winner % 2] += 1
            self.trick = []
            self.leader = self._player = winner
            bidder, bid = BidPhase.contract(self.bids, self.dealer)
            failed = self.tricks[1 - bidder % 2] == tricks_to_fail(bid)
            if failed or not self.hands[winner]:  # Rule 8
                self.end_deal()

    # Rules 8 to 10: the end ---------------------------------------------------------------------

    def end_deal(self) -> None:
        """Rule 9; then the next deal of a match, which is a chance event, or the end."""
        points = payoffs(self.bids, self.dealer, self.tricks, HAND - self.game.hand)
        self._log("score", NOBODY, tuple(points))
        self.total += points[0]
        self.deal += 1
        options = self.game.options
        # Rule 10: a match lasts until a team's sum reaches the target or all deals are played.
        goes_on = (
            options["match"]
            and self.deal < options["deals"]
            and abs(self.total) < options["target"]
        )
        self._player, self._phase = (CHANCE, "deal") if goes_on else (OVER, "over")

    def scores(self) -> list[float]:
        return [float(self.total), float(-self.total)] * 2

    def _points(self) -> list[float]:
        return self.scores()

    def _shares(self) -> list[float]:
        if self.total == 0:
            return [0.25] * 4  # Rule 10: a draw, possible only in a match
        return [0.5, 0.0, 0.5, 0.0] if self.total > 0 else [0.0, 0.5, 0.0, 0.5]

    # Positions ----------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        return {
            "phase": self._phase,
            "deal": self.deal,
            "dealer": self.dealer,
            "hands": [list(hand) for hand in self.hands],
            "played": [list(cards) for cards in self.played],
            "bids": list(self.bids),
            "trump": self.trump,
            "tricks": list(self.tricks),
            "leader": self.leader,
            "trick": list(self.trick),
            "total": self.total,
        }

    def _load_position(self, position: dict[str, Any]) -> None:
        self._phase = position["phase"]
        self.deal, self.dealer = position["deal"], position["dealer"]
        self.hands = [list(hand) for hand in position["hands"]]
        self.played = [list(cards) for cards in position["played"]]
        self.bids = list(position["bids"])
        self.trump = position["trump"]
        self.tricks = list(position["tricks"])
        self.leader = position["leader"]
        self.trick = list(position["trick"])
        self.total = position["total"]
        self._player = player_of(position)


def player_of(position: dict[str, Any]) -> int:
    """The seat to act in a checked position."""
    phase, dealer, bids = position["phase"], position["dealer"], position["bids"]
    if phase == "deal":
        return CHANCE
    if phase == "bid":
        spoken = 4 - bids.count(None)
        return int(dealer + 1 + spoken) % 4
    if phase == "trump":
        return BidPhase.contract(bids, dealer)[0]
    return int(position["leader"] + len(position["trick"])) % 4


def tricks_to_fail(bid: int) -> int:
    """Rule 8: the number of tricks with which the defenders win, also in a short deal."""
    return HAND + 1 - bid


def payoffs(
    bids: Sequence[int | None], dealer: int, tricks: Sequence[int], lacking: int = 0
) -> list[int]:
    """Rule 9: the payoff of a finished deal to each seat.

    The tricks that a small deck lacks count for the bidder: as with all 52 cards, a bid of 12 may
    lose one trick.
    """
    bidder, bid = BidPhase.contract(bids, dealer)
    gain = bid if tricks[bidder % 2] + lacking >= bid else -2 * bid
    return [gain if seat % 2 == bidder % 2 else -gain for seat in range(4)]
