"""MyBot, a player of Dubito.

    kibitz bot check my_bot.py      plays 200 games and reports what to fix

A view (what this seat may know) goes in, an action (a number) comes out. docs/write-a-bot.md has
the full story; the numbers and fields that matter here:

    actions     0-12 declare 1 to 13; 13 doubts; 14-691 lay one to three cards: LAY_ID[cards] with
                the values ascending, 0 for a joker
    view.phase  "declare" (an opening), then "lay"; "turn" (lay or doubt)

(Files written for the five-question blueprint, `from bots.base import BotBase`, work too.)
"""

from kibitz.bots.bot import Bot
from kibitz.core.view import View
from kibitz.games.dubito.rules import DECLARE, DOUBT, JOKER, LAY_ID, LAY_MAX
from kibitz.games.dubito.view import DubitoView


class MyBot(Bot):
    plays = ("dubito",)

    def choose(self, view: View) -> int:
        assert isinstance(view, DubitoView)
        if view.phase == "declare":
            return DECLARE + self.most_held(view) - 1
        if DOUBT in view.legal() and self.doubts(view):
            return DOUBT
        return self.choose_cards(view)

    def most_held(self, view: DubitoView) -> int:
        """The most frequent number in this hand."""
        numbers = [card for card in view.hand if card != JOKER] or list(view.playing_cards) or [1]
        return max(sorted(set(numbers)), key=numbers.count)

    def doubts(self, view: DubitoView) -> bool:
        latest = view.board[-1]
        if view.hand_sizes[latest.seat] == 0:
            return True  # it wins unless it is doubted
        elsewhere = view.in_game[view.number] - view.hand.count(view.number)
        return latest.size > elsewhere + view.in_game[JOKER]

    def choose_cards(self, view: DubitoView) -> int:
        honest = [card for card in view.hand if card == view.number]
        if honest:
            return LAY_ID[tuple(honest[:LAY_MAX])]
        # A bluff with one card. Take all randomness from self.rng, so that the game replays.
        return LAY_ID[(view.hand[self.rng.below(len(view.hand))],)]
