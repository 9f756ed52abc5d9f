"""A transformer that bids at Belote, trained on values of calls in its own auctions.

The network bids in all four seats, and its own calls drive the auctions. At each call a guide, a
shipped bidding network, answers two questions: which calls it would make itself (`teach` trains on
that), and what several calls come to if the guide bids on in every seat and the pool says what the
contract makes (`trials`). Every deal comes in one of the 24 permutations of suits.

It has its own loop (learning/games/belote/transformer_run.py), since it is not a network of nets/.
"""

from __future__ import annotations

from kibitz.learning.games.belote.transformer_settings import Settings

GAME = "belote"
ABOUT = "bids alone: a transformer over cards and calls, trained on its own auctions (torch only)"
REACHED = "33 points a deal behind parametric after 84 CPU seconds"

__all__ = ["ABOUT", "GAME", "REACHED", "Settings"]
