"""A network's calls with an eye on the match: `match` (match.py) around a network, not a rule.

    [bid]
    strategy = "match_net"
    model = "belote_bid_max.safetensors"   # default: the shipped network that bids and plays

Outside a match, and while a pass would not end the auction, it calls like the network alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kibitz.bots import models
from kibitz.bots.bot import Bot
from kibitz.bots.net import NetBot
from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.view import View
from kibitz.games.belote.rules import BID
from kibitz.games.belote.view import BeloteView
from kibitz.players.belote.bidding.match import depart

SHIPPED = models.shipped("belote")


class Bidder(Bot):
    """The strategy as a part of a player."""

    kind = "network"

    def __init__(self, model: Path | None = SHIPPED) -> None:
        if model is None:
            raise BadOption("there is no shipped network of Belote: name one with `model`")
        self.net = NetBot("belote", model)
        self.called: tuple[int, int] | None = None

    def start(self, game: Game, seat: int, seed: int) -> None:
        super().start(game, seat, seed)
        self.net.start(game, seat, seed)

    def choose(self, view: View) -> int:
        assert isinstance(view, BeloteView)
        base = self.net.choose(view)
        made = BID + depart(view, base - BID)
        self.called = made, base
        return made

    def explain(self) -> dict[str, Any]:
        """What the network says; where the match demands another call, only which one it was.

        The probabilities of the network are no confidence in a call that it did not choose.
        """
        if self.called is None or self.called[0] == self.called[1]:
            return self.net.explain()
        return {"network": self.game.action_name(self.called[1])}
