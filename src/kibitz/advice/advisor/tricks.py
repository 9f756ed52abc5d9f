"""The advisor's trick-taking games: Belote, Oh Hell, Codepiece.

When another seat plays a card: is there a deal in which it could, along with everything before?

1. The View lists the hidden cards and, for each hand, the cards that play has ruled out. Deal the
   hidden cards with the played card in the seat's hand (`assign`; no deal: impossible).
2. In that deal the card may still break a rule of the game. Force the play and look at the result:
   the View after it is what the seat would see, and its deductions now include what this play
   reveals about the rest of that hand.
3. Draw a world from that View. It fits all plays, legality included; if there is none, the entry is
   impossible.

Calls are public and depend on no hidden card, so any world can judge them.
"""

from __future__ import annotations

from typing import Any, ClassVar

from kibitz.advice.advisor.entries import Act, Deal, Entry, Join
from kibitz.advice.advisor.mirror import Expected, Mirror
from kibitz.advice.errors import BadEntry, UnexpectedEntry
from kibitz.core.assign import NoAssignment, assign, count_assignments
from kibitz.core.cards import DECK
from kibitz.core.events import NOBODY
from kibitz.core.python_state import PythonState
from kibitz.core.state import CHANCE
from kibitz.core.view import Unseen


class TrickMirror(Mirror):
    DECK: ClassVar[tuple[int, ...]] = tuple(DECK)
    FIRST_CARD: ClassVar[int] = 0  # the action id of card 0
    CARDS: ClassVar[int] = 52
    TURNED: ClassVar[bool] = False

    def hand_size(self) -> int:
        """Return the number of cards in the deal to enter."""
        raise NotImplementedError

    def dealer(self) -> int | None:
        """Return who deals next, if the rules determine it."""
        last: int = self.world.position()["dealer"]
        return None if last == NOBODY else (last + 1) % self.game.players

    def card_of(self, action: int) -> int | None:
        """Return the card of an action; None for a call."""
        card = action - self.FIRST_CARD
        return card if 0 <= card < self.CARDS else None

    # Expected input -------------------------------------------------------------------------------

    def expects(self) -> Expected:
        if self.done:
            return Expected("over", None, False, "The game is over.")
        if self.world.player == CHANCE:
            return self.expects_deal()
        if self.world.player == self.seat or self.world.phase != "play":
            return self.expects_action(self.world.legal())
        return self.expects_action(self.possible_cards())

    def expects_deal(self) -> Expected:
        size, dealer = self.hand_size(), self.dealer()
        who = "who dealt" if dealer is None else f"dealt by {self.seat_name(dealer)}"
        turned = ", and the card turned up" if self.TURNED else ""
        text = f"Your hand ({size} card{'s' * (size != 1)}), {who}{turned}?"
        return Expected(
            "deal", None, False, text, hand_size=size, dealer=dealer, turned=self.TURNED
        )

    def possible_cards(self) -> list[int]:
        """Return the cards that the seat to act may play in some world."""
        legal = set(self.world.legal())
        unseen: Any = self.world.view(self.seat).unseen()
        actions = [self.FIRST_CARD + card for card in unseen.cards]
        return [a for a in actions if a in legal or self.could_play(a, unseen)]

    def could_play(self, action: int, unseen: Unseen) -> bool:
        """Whether some world fits this play: steps 2 and 3 above, without building one."""
        card, player = self.card_of(action), self.world.player
        assert card is not None
        excluded = unseen.excluded[unseen.seats.index(player)]
        for belote in (False, True):
            duties = self.duties(card, belote)
            if duties is None or any(c not in unseen.cards or excluded >> c & 1 for c in duties[0]):
                continue
            after = forced(self.dealt_anyhow(*duties, unseen), action)
            shown = None if after.phase != "play" else after.view(self.seat).unseen()
            if shown is None:  # the deal is over
                if self.fit(action, belote) is not None:
                    return True
            elif count_assignments(shown.cards, shown.sizes, shown.excluded):
                return True
        return False

    def dealt_anyhow(self, must: list[int], never: int, unseen: Unseen) -> PythonState:
        """Return the kept world with the hidden hands changed so that the seat to act can play.

        Earlier plays need not fit: what this play reveals depends on the hand that makes it and on
        nothing else that is hidden.
        """
        twin: Any = self.world.copy()
        rest = [c for c in unseen.cards if c not in must]
        rest.sort(key=lambda c: never >> c & 1)  # cards it must not hold go to others
        rest = [*must, *rest]
        first = self.world.player
        for seat in sorted(unseen.seats, key=lambda s: s != first):
            size = len(twin.hands[seat])
            twin.hands[seat], rest = sorted(rest[:size]), rest[size:]
        world: PythonState = twin
        return world

    # Entries --------------------------------------------------------------------------------------

    def _describe(self, entry: Entry) -> tuple[str, int | None]:
        if isinstance(entry, Deal):
            cards = " ".join(self.card_name(card) for card in entry.hand)
            return f"you are dealt {cards}", None
        if isinstance(entry, Join):
            cards = " ".join(self.card_name(card) for card in entry.hand)
            return f"you join round {entry.round + 1} with {cards}", None
        if isinstance(entry, Act) and self.world.player >= 0:
            seat = self.world.player
            belote = ", belote" if entry.belote else ""
            name = self.game.action_name(self.game.check_action(entry.action))
            return f"{self.seat_name(seat)}: {name}{belote}", seat
        return entry.kind, None

    def card_name(self, card: int) -> str:
        if not 0 <= card < self.CARDS:
            raise BadEntry(f"cards must be numbers from 0 to {self.CARDS - 1}, not {card}")
        return self.game.action_name(self.FIRST_CARD + card)

    def _enter(self, entry: Entry) -> PythonState:
        if isinstance(entry, Join):
            if self.entries:
                raise UnexpectedEntry("you can join a game only with the first entry")
            return self.join(entry)
        if self.world.player == CHANCE:
            if not isinstance(entry, Deal):
                raise UnexpectedEntry(f"enter a deal first: {self.expects().text}")
            return self.deal(entry)
        action = self.own_action(entry)
        assert isinstance(entry, Act)
        seat, card = self.world.player, self.card_of(action)
        if seat == self.seat or self.world.phase != "play":
            return self.apply(action)
        if card is None:
            raise self.illegal(action)
        if action in self.world.legal() and self.announces(action) == entry.belote:
            return self.apply(action)
        found = self.fit(action, entry.belote)
        if found is None:
            raise self.refuse(action, self.why_not(card, entry.belote))
        return found

    def join(self, entry: Join) -> PythonState:  # noqa: ARG002 (Oh Hell alone)
        """Return a world that fits a round in its middle."""
        raise UnexpectedEntry(f"{self.game.title} is entered from its first deal")

    def deal(self, entry: Deal) -> PythonState:
        """Deal the seat's own hand, and the rest of the deck at random."""
        size, known = self.hand_size(), self.dealer()
        if len(entry.hand) != size or len(set(entry.hand)) != size:
            raise BadEntry(f"a hand needs {size} different cards here, not {len(entry.hand)}")
        for card in entry.hand:
            self.card_name(card)
        dealer = known if entry.dealer is None else entry.dealer
        if dealer is None:
            raise BadEntry("enter who dealt")
        if self.TURNED and entry.turned is None:
            raise BadEntry("enter which card was turned up")
        rest = [card for card in self.DECK if card not in (*entry.hand, entry.turned)]
        self.stream(1).shuffle(rest)
        outcome: dict[str, Any] = {"hands": self._others(entry, rest), "dealer": dealer}
        if self.TURNED:
            outcome["turned"] = entry.turned
        return self.after_chance(outcome)

    def _others(self, entry: Deal, rest: list[int]) -> list[list[int]]:
        """Return all hands: the seat's own, the others from the shuffled rest."""
        size, hands = len(entry.hand), []
        for seat in range(self.game.players):
            if seat == self.seat:
                hands.append(sorted(entry.hand))
            else:
                hands.append(sorted(rest[:size]))
                rest = rest[size:]
        return hands

    # Worlds ---------------------------------------------------------------------------------------

    def fit(self, action: int, belote: bool) -> PythonState | None:
        """Return a world in which the seat to act makes this play; None if there is none."""
        card = self.card_of(action)
        assert card is not None
        dealt = self.holding(card, belote)
        if dealt is None:
            return None
        chance, start = list(self.world.chance), self.world.start
        if self._joined():
            assert start is not None
            start["hands"] = dealt
        else:
            chance[-1] = chance[-1] | {"hands": dealt}
        before = self.world.game.rebuild(chance, self.world.actions, start)
        assert isinstance(before, PythonState)
        after = forced(before, action)
        try:
            world = self.world.game.rebuild(*after.view(self.seat).sample(self.stream(2)))
        except NoAssignment:
            return None
        assert isinstance(world, PythonState)
        return world

    def holding(self, card: int, belote: bool) -> list[list[int]] | None:
        """Return all hands as dealt, with the card in the seat's hand and earlier plays fitting.

        In a round that the seat joined: all hands as they were then.
        """
        view: Any = self.world.view(self.seat)
        unseen, player = view.unseen(), self.world.player
        duties = self.duties(card, belote)
        if duties is None:
            return None
        must, never = duties
        place = unseen.seats.index(player)
        if any(c not in unseen.cards or unseen.excluded[place] >> c & 1 for c in must):
            return None
        sizes = [n - len(must) * (p == place) for p, n in enumerate(unseen.sizes)]
        excluded = [mask | never * (p == place) for p, mask in enumerate(unseen.excluded)]
        rest = [c for c in unseen.cards if c not in must]
        if sizes[place] < 0:
            return None
        try:
            drawn = assign(rest, sizes, excluded, self.stream(3))
        except NoAssignment:
            return None
        start = self.world.start if self._joined() else None
        before = {c for cards in start["played"] for c in cards} if start else set()
        hands = [[card for card in cards if card not in before] for cards in view.played]
        hands[self.seat] += view.hand
        hands[player] += must
        for seat, cards in zip(unseen.seats, drawn, strict=False):
            hands[seat] += cards
        return [sorted(hand) for hand in hands]

    def _joined(self) -> bool:
        """Whether this is the round that the seat joined."""
        return self.world.start is not None and not self.world.chance

    def duties(self, card: int, belote: bool) -> tuple[list[int], int] | None:
        """Return the cards that the seat must hold to play this one, and a mask of forbidden ones.

        None if no such play exists.
        """
        return None if belote else ([card], 0)

    def announces(self, action: int) -> bool:  # noqa: ARG002 (Belote alone)
        """Whether belote is announced with this action in the kept world."""
        return False

    def why_not(self, card: int, belote: bool) -> str:  # noqa: ARG002 (Belote alone)
        view: Any = self.world.view(self.seat)
        unseen, player = view.unseen(), self.world.player
        if card in view.hand:
            return "that card is in your own hand"
        if any(card in cards for cards in view.played):
            return "that card has already been played"
        if card not in unseen.cards:
            return "that card is not in play"
        if unseen.excluded[unseen.seats.index(player)] >> card & 1:
            return "an earlier play proves that this hand does not have it"
        return "no deal fits this play and the entries so far"


def forced(state: PythonState, action: int) -> PythonState:
    """Return the state after an action, without checking that it is legal."""
    twin = state.copy()
    twin._log("action", twin._player, action)
    twin._actions.append(action)
    twin._apply(action)
    twin._settle()
    return twin
