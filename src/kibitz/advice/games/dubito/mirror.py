"""The advisor's Dubito: others play cards face down, and a doubt reveals them.

Any world will do for a hidden play, since only the number of cards is visible. A doubt reveals the
board, so the world must contain exactly those plays: the counts that the game's own sampler draws
from (games/dubito/worlds.py) are bounded from below by what each seat has played. The fours of a
kind that the loser drops, or keeps, constrain its counts after the pick-up. If no table of counts
remains, the entry is impossible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kibitz.advice.advisor.entries import Act, Deal, Doubt, Entry, Lay
from kibitz.advice.advisor.mirror import BoardPlay, Expected, Mirror
from kibitz.advice.errors import BadEntry, ImpossibleEntry, UnexpectedEntry
from kibitz.core.python_state import PythonState
from kibitz.core.state import CHANCE
from kibitz.games.dubito.notation import hand_name
from kibitz.games.dubito.rules import (
    COPIES,
    DECK,
    DOUBT,
    FOUR,
    JOKER,
    LAY,
    LAY_MAX,
    LAYS,
    VALUES,
    fours,
)
from kibitz.games.dubito.view import DubitoView
from kibitz.games.dubito.worlds import Hidden, fill

DEALS_MAX = 10_000  # tries to deal the others without four of a kind


class DubitoMirror(Mirror):
    DEAL_EXAMPLE = "3 3 0 12 ..."

    def read_card(self, word: str) -> int:
        if not (word.isascii() and word.isdigit()):
            raise BadEntry("enter cards as numbers from 0 (joker) to 13")
        return int(word[:9])

    def read_action(self, text: str) -> int:
        return super().read_action(f"declare {text}" if text.isdigit() else text)

    def seen(self) -> DubitoView:
        view = self.world.view(self.seat)
        assert isinstance(view, DubitoView)
        return view

    # Expected input -------------------------------------------------------------------------------

    def expects(self) -> Expected:
        if self.done:
            return Expected("over", None, False, "The game is over.")
        if self.world.player == CHANCE:
            size = self.hand_sizes()[self.seat]
            text = f"Your hand ({size} cards, 0 is a joker)?"
            return Expected("deal", None, False, text, hand_size=size)
        view, seat = self.seen(), self.world.player
        may_doubt = DOUBT in self.world.legal()
        board = tuple(BoardPlay(p.seat, p.size, p.cards or None) for p in view.board)
        if seat == self.seat or self.world.phase == "declare":
            asked = self.expects_action(self.world.legal())
            if not asked.yours:
                asked = replace(asked, text=f"Which number did {self.seat_name(seat)} declare?")
            return replace(asked, doubt=may_doubt, board=board)
        most = min(LAY_MAX, view.hand_sizes[seat])
        words = "play, or did they doubt?" if may_doubt else "play?"
        return Expected(
            kind="lay",
            seat=seat,
            yours=False,
            text=f"How many cards did {self.seat_name(seat)} {words}",
            counts=tuple(range(1, most + 1)),
            doubt=may_doubt,
            board=board,
        )

    def hand_sizes(self) -> list[int]:
        """Return the hand sizes of rule 1."""
        n = self.game.players
        return [len(DECK[seat::n]) for seat in range(n)]

    # Entries --------------------------------------------------------------------------------------

    def _describe(self, entry: Entry) -> tuple[str, int | None]:
        seat = self.world.player
        who = self.seat_name(seat) if seat >= 0 else ""
        match entry:
            case Deal():
                return f"you are dealt {hand_name(entry.hand)}", None
            case Lay():
                return f"{who}: lays {entry.count}", seat
            case Doubt():
                shown = " | ".join(map(hand_name, entry.plays))
                dropped = f"; dropped {hand_name(entry.dropped)}" if entry.dropped else ""
                return f"{who}: doubt, shown {shown}{dropped}", seat
            case Act() if seat >= 0:
                name = self.game.action_name(self.game.check_action(entry.action))
                return f"{who}: {name}", seat
        return entry.kind, None

    def _enter(self, entry: Entry) -> PythonState:
        if self.world.player == CHANCE:
            if not isinstance(entry, Deal):
                raise UnexpectedEntry(f"enter a deal first: {self.expects().text}")
            return self.deal(entry)
        if isinstance(entry, Doubt):
            return self.doubt(entry)
        if isinstance(entry, Lay):
            return self.lay(entry)
        action = self.own_action(entry)
        if action == DOUBT:
            raise UnexpectedEntry("a doubt reveals the board: enter the cards of each play with it")
        if action >= LAY and self.world.player != self.seat:
            raise UnexpectedEntry("others play face down: enter how many cards")
        return self.apply(action)

    def deal(self, entry: Deal) -> PythonState:
        sizes = self.hand_sizes()
        hand, size = sorted(entry.hand), sizes[self.seat]
        if len(hand) != size or any(not 0 <= card < VALUES for card in hand):
            raise BadEntry(f"your hand needs {size} cards from 0 (joker) to 13, not {len(hand)}")
        held = Counter(hand)
        if any(n > COPIES[card] for card, n in held.items()) or fours(hand):
            raise ImpossibleEntry("nobody is dealt four of a kind (rule 1), nor three jokers")
        rest, stream = list((Counter(DECK) - held).elements()), self.stream(1)
        for _ in range(DEALS_MAX):
            stream.shuffle(rest)
            cards = iter(rest)
            hands = [
                hand if seat == self.seat else sorted(next(cards) for _ in range(n))
                for seat, n in enumerate(sizes)
            ]
            if not any(map(fours, hands)):
                return self.after_chance({"hands": hands})
        raise AssertionError("a deal without four of a kind exists")

    def lay(self, entry: Lay) -> PythonState:
        seat = self.world.player
        if seat == self.seat:
            raise UnexpectedEntry("enter which cards you play")
        if self.world.phase == "declare":
            raise UnexpectedEntry(f"first: {self.expects().text}")
        actions = [a for a in self.world.legal() if a >= LAY and len(LAYS[a - LAY]) == entry.count]
        if not actions:
            most = self.seen().hand_sizes[seat]
            raise ImpossibleEntry(
                f"{self.seat_name(seat)} plays 1 to {min(LAY_MAX, most)} cards, not {entry.count}"
            )
        return self.apply(actions[0])

    # Doubts ---------------------------------------------------------------------------------------

    def doubt(self, entry: Doubt) -> PythonState:
        if DOUBT not in self.world.legal():
            raise UnexpectedEntry(f"there is nothing to doubt: {self.expects().text}")
        view, plays = self.seen(), [tuple(sorted(cards)) for cards in entry.plays]
        self.check_plays(view, plays)
        number = view.number
        bluff = any(card not in (JOKER, number) for card in plays[-1])
        loser = view.board[-1].seat if bluff else self.world.player
        last = plays[-1] if bluff else tuple(card for card in plays[-1] if card != JOKER)
        taken = Counter(card for cards in (*plays[:-1], last) for card in cards)
        dropped = tuple(sorted(set(entry.dropped)))
        if loser == self.seat:
            dropped = self.own_drops(view, taken, dropped)
        bound = self.bound(view, plays, loser, taken, dropped)
        counts = draw(bound, self.stream(2))
        if counts is None:
            raise ImpossibleEntry(
                "no deal fits these cards, the dropped ones and the entries so far"
            )
        hands = [list(view.hand) if s == self.seat else [] for s in range(self.game.players)]
        for seat, held in zip(bound.seats, counts, strict=True):
            hands[seat] = list((held - self.laid(view, plays, seat)).elements())
        board = [(play.seat, cards) for play, cards in zip(view.board, plays, strict=True)]
        world = self.world.game.rebuild(*fill(view, hands, board))
        assert isinstance(world, PythonState)
        world.apply(DOUBT)
        return world

    def check_plays(self, view: DubitoView, plays: Sequence[tuple[int, ...]]) -> None:
        sizes = [play.size for play in view.board]
        if [len(cards) for cards in plays] != sizes:
            raise BadEntry(f"the plays on the board have {', '.join(map(str, sizes))} cards")
        for cards, play in zip(plays, view.board, strict=True):
            if any(not 0 <= card < VALUES for card in cards):
                raise BadEntry("cards are numbers from 1 to 13, or 0 for a joker")
            if play.cards and cards != tuple(sorted(play.cards)):
                raise ImpossibleEntry(f"you played {hand_name(play.cards)}, not {hand_name(cards)}")

    def own_drops(
        self, view: DubitoView, taken: Counter[int], said: tuple[int, ...]
    ) -> tuple[int, ...]:
        """Return the seat's own drops, which follow from its cards and need not be entered."""
        drops = tuple(fours(sorted((Counter(view.hand) + taken).elements())))
        if said and said != drops:
            raise ImpossibleEntry(f"you drop {hand_name(drops)} here, not {hand_name(said)}")
        return drops

    def laid(self, view: DubitoView, plays: Sequence[tuple[int, ...]], seat: int) -> Counter[int]:
        both = zip(view.board, plays, strict=True)
        return Counter(card for play, cards in both if play.seat == seat for card in cards)

    def bound(
        self,
        view: DubitoView,
        plays: Sequence[tuple[int, ...]],
        loser: int,
        taken: Counter[int],
        dropped: tuple[int, ...],
    ) -> Hidden:
        """Return the hidden counts, constrained by what the doubt revealed."""
        hidden = view.hidden
        weights = []
        for seat, rows in zip(hidden.seats, hidden.weights, strict=True):
            laid = self.laid(view, plays, seat)

            def fits(value: int, c: int, seat: int = seat, laid: Counter[int] = laid) -> bool:
                """Check whether the seat can have c of a value, in hand and on the board."""
                if c < laid[value]:
                    return False
                after = c - laid[value] + taken[value]
                return seat != loser or value == JOKER or (after == FOUR) == (value in dropped)

            weights.append(
                tuple(
                    tuple(w if fits(value, c) else 0.0 for c, w in enumerate(row))
                    for value, row in enumerate(rows)
                )
            )
        return replace(hidden, weights=tuple(weights))


def draw(hidden: Hidden, stream: Any) -> list[Counter[int]] | None:
    """Draw the cards of each hidden seat; None if nothing fits."""
    if any(not any(row) for rows in hidden.weights for row in rows):
        return None
    if hidden.seats and not hidden._tables[0][hidden.sizes[:-1]]:
        return None
    counts = hidden._count_and_draw(stream)
    return [Counter({v: n for v, n in enumerate(held) if n}) for held in counts]
