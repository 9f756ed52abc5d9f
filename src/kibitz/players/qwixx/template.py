"""MyBot, a player of Qwixx.

    kibitz bot check my_bot.py      plays 200 games and reports what to fix

A view (what this seat may know) goes in, an action (a number) comes out. docs/write-a-bot.md has
the full story; the numbers and fields that matter here:

    actions      0 passes; 1-4 mark the white sum in red, yellow, green, blue;
                 5-12 mark a white die and a coloured one: 5 + 2 * row + white die
    view.phase   "white", "colour" or (order sequential, another's turn) "answer"
    view.sheets  for each seat four rows; a row is 11 bits, bit 0 its leftmost number
"""

from kibitz.bots.bot import Bot
from kibitz.core.view import View
from kibitz.games.qwixx.rules import LAST, PASS, frontier, target
from kibitz.games.qwixx.view import QwixxView


class MyBot(Bot):
    plays = ("qwixx",)

    def choose(self, view: View) -> int:
        assert isinstance(view, QwixxView)
        marks = [action for action in view.legal() if action != PASS]
        if not marks:
            return PASS
        # The mark that skips the fewest numbers; ties are broken by self.rng. Take all randomness
        # from there, so that the game replays.
        best = min(marks, key=lambda action: (self.skips(view, action), self.rng.below(1000)))
        return best if self.skips(view, best) <= self.accepted(view) else PASS

    def skips(self, view: QwixxView, action: int) -> int:
        """The numbers that a mark skips and loses; a lock is always welcome."""
        row, cell = target(action, view.dice)
        return 0 if cell == LAST else cell - frontier(view.sheets[view.seat][row])

    def accepted(self, view: QwixxView) -> int:
        """In the colour step, passing without a mark costs a strike: skip more then."""
        return 3 if view.phase == "colour" and not view.marked else 1
