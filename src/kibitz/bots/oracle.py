"""Oracles: players that see all hands, for analysis and as yardsticks. They are marked as such.

An oracle cannot play from a view, and only the runner of a game has a state to pass to it: see
`decide` in bot.py. `oracle` (methods/oracle.py) is a tree search on the true state, for every game.
`oracle_dd` plays by the double-dummy solver and bids by the solved table, in games that have one:
players/<game>/oracle_dd.py.
"""

from __future__ import annotations

from kibitz.bots.bot import Bot
from kibitz.core.errors import OracleOnly
from kibitz.core.state import State
from kibitz.core.view import View


class Oracle(Bot):
    """The base class of all bots that see the state."""

    kind = "oracle"
    oracle = True

    def choose(self, view: View) -> int:  # noqa: ARG002
        raise OracleOnly(
            "this bot sees all hands: it plays only where the runner passes it the state"
        )

    def choose_knowing(self, state: State) -> int:
        raise NotImplementedError
