"""Oh Hell: the rules, readable. Rule numbers in comments refer to README.md.

This is the reference; its fast twin, native/games/ohhell.hpp, must agree after every action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.core.cards import suit_of
from kibitz.core.coerce import duplicate
from kibitz.core.events import NOBODY
from kibitz.core.options import ANY_CARD
from kibitz.core.python_state import PythonState
from kibitz.core.rng import Stream
from kibitz.core.shape import flatten, maybe
from kibitz.core.state import CHANCE, OVER, Outcome

if TYPE_CHECKING:
    from kibitz.games.ohhell.game import OhHell

BID = 52  # the action "bid 0"; a card's action is its id
HAND_MAX = 12
ROUNDS_MAX = 64

DEAL_SHAPE = {"hands": [[int]], "dealer": int, "turned": int}
POSITION_SHAPE = {
    "round": int,  # index in the schedule
    "dealer": int,
    "turned": int,
    "hands": [[int]],
    "played": [[int]],  # each seat's cards of finished tricks and of this one, ascending
    "bids": [maybe(int)],
    "tricks": [int],
    "leader": int,  # of the current trick
    "trick": [int],  # its cards, in the order played
    "broken": bool,
    "totals": [int],
}


class OhHellState(PythonState):
    """One game of Oh Hell: a schedule of rounds."""

    game: OhHell

    def _setup(self) -> None:
        players = self.game.players
        self.round = 0
        self.dealer = NOBODY  # drawn with the first deal
        self.turned = NOBODY
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.played: list[list[int]] = [[] for _ in range(players)]
        self.bids: list[int | None] = [None] * players
        self.tricks = [0] * players
        self.leader = 0
        self.trick: list[int] = []
        self.broken = False
        self.totals = [0] * players

    # Rule 2: the deal ---------------------------------------------------------------------------

    def _draw(self, stream: Stream) -> Outcome:
        players, size = self.game.players, self.schedule[self.round]
        dealer = stream.below(players) if self.dealer == NOBODY else self.next_dealer()
        deck = list(self.game.deck)
        stream.shuffle(deck)
        turned = players * size  # its place in the deck
        if (chosen := self.game.turned_in(self.round)) != ANY_CARD:
            # Every deal with this card in its place stays as likely as every other.
            place = deck.index(chosen)
            deck[place], deck[turned] = deck[turned], chosen
        hands = [sorted(deck[i * size : (i + 1) * size]) for i in range(players)]
        return {"hands": hands, "dealer": dealer, "turned": deck[turned]}

    def _deal_out(self, outcome: Outcome) -> None:
        players = self.game.players
        self.hands = [list(hand) for hand in outcome["hands"]]
        self.dealer = outcome["dealer"]
        self.turned = outcome["turned"]
        self.played = [[] for _ in range(players)]
        self.bids = [None] * players
        self.tricks = [0] * players
        self.trick = []
        self.broken = False
        self.leader = (self.dealer + 1) % players
        self._player, self._phase = self.leader, "bid"
        self._log("deal", NOBODY, tuple(flatten(DEAL_SHAPE, outcome)))

    # Rules 3 to 5: what is legal ----------------------------------------------------------------

    def _legal(self) -> list[int]:
        return self.legal_bids() if self._phase == "bid" else self.legal_cards()

    def legal_bids(self) -> list[int]:
        size = self.schedule[self.round]
        bids = list(range(size + 1))
        if self.game.options["hook"] and self._player == self.dealer:
            # Rule 3: the dealer may not make the bids add up to the tricks.
            others = sum(b for b in self.bids if b is not None)
            bids = [b for b in bids if b + others != size]
        return [BID + b for b in bids]

    def legal_cards(self) -> list[int]:
        hand = self.hands[self._player]
        if self.trick:
            # Rule 5: the led suit, if held.
            led = suit_of(self.trick[0])
            return [c for c in hand if suit_of(c) == led] or list(hand)
        if self.game.options["trump_lead"] == "broken" and not self.broken:
            # Rule 4: no trump lead until trump is broken, unless there is nothing else.
            return [c for c in hand if suit_of(c) != self.trump] or list(hand)
        return list(hand)

    # What actions do ----------------------------------------------------------------------------

    def _apply(self, action: int) -> None:
        if self._phase == "bid":
            self.bids[self._player] = action - BID
            if self._player == self.dealer:
                self._phase = "play"
            self._player = (self._player + 1) % self.game.players
        else:
            self.play(action)

    def play(self, card: int) -> None:
        seat = self._player
        self.hands[seat].remove(card)
        self.played[seat] = sorted([*self.played[seat], card])
        if self.trick and suit_of(card) == self.trump:
            self.broken = True  # Rule 4: a trump from anyone but the leader of the trick
        self.trick.append(card)
        if len(self.trick) < self.game.players:
            self._player = (seat + 1) % self.game.players
            return
        winner = (self.leader + best_card(self.trick, self.trump)) % self.game.players
        self.tricks[winner] += 1
        self.leader = self._player = winner
        self.trick = []
        if not self.hands[winner]:
            self.end_round()

    def end_round(self) -> None:
        """Rule 7; then the next deal, which is a chance event, or the end."""
        points = [self.score(seat) for seat in range(self.game.players)]
        self.totals = [t + p for t, p in zip(self.totals, points, strict=True)]
        self._log("score", NOBODY, tuple(points))
        self.round += 1
        self._wait()

    def _wait(self) -> None:
        over = self.round == len(self.schedule)
        self._player, self._phase = (OVER, "over") if over else (CHANCE, "deal")

    def score(self, seat: int) -> int:
        if self.tricks[seat] == self.bids[seat]:
            return 10 + self.tricks[seat]
        return self.tricks[seat] if self.game.options["miss"] == "tricks" else 0

    # Results ------------------------------------------------------------------------------------

    def scores(self) -> list[float]:
        return [float(t) for t in self.totals]

    def _points(self) -> list[float]:
        return self.scores()

    def _shares(self) -> list[float]:
        best = max(self.totals)
        return [(t == best) / self.totals.count(best) for t in self.totals]

    # Positions ----------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "dealer": self.dealer,
            "turned": self.turned,
            "hands": [list(hand) for hand in self.hands],
            "played": [list(cards) for cards in self.played],
            "bids": list(self.bids),
            "tricks": list(self.tricks),
            "leader": self.leader,
            "trick": list(self.trick),
            "broken": self.broken,
            "totals": list(self.totals),
        }

    def _load_position(self, position: dict[str, Any]) -> None:
        for name, value in position.items():
            setattr(self, name, duplicate(value))
        players = self.game.players
        if not any(self.hands):  # between rounds, or at the end
            self._wait()
        elif None in self.bids:
            self._phase = "bid"
            self._player = (self.dealer + 1 + players - self.bids.count(None)) % players
        else:
            self._phase = "play"
            self._player = (self.leader + len(self.trick)) % players

    # Helpers ------------------------------------------------------------------------------------

    @property
    def schedule(self) -> tuple[int, ...]:
        return self.game.schedule

    @property
    def trump(self) -> int:
        """The trump suit of this round, or -1 in a round without trump."""
        return trump_of(
            self.turned, self.round, len(self.schedule), self.game.options["no_trump_rounds"]
        )

    def next_dealer(self) -> int:
        return (self.dealer + 1) % self.game.players


def trump_of(turned: int, round_: int, rounds: int, no_trump_rounds: int) -> int:
    """Rule 2, and the option for final rounds without trump."""
    return -1 if turned < 0 or round_ >= rounds - no_trump_rounds else suit_of(turned)


def best_card(trick: list[int], trump: int) -> int:
    """Rule 6: the index of the best card in the trick."""
    led = suit_of(trick[0])

    def strength(i: int) -> tuple[int, int]:
        suit = suit_of(trick[i])
        return (2 if suit == trump else 1 if suit == led else 0, trick[i])

    return max(range(len(trick)), key=strength)


def default_schedule(largest: int) -> tuple[int, ...]:
    """Rule 1: M, M-1, .. 2, 1, 2, .. M."""
    return (*range(largest, 0, -1), *range(2, largest + 1))
