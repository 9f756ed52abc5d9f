"""Monte Carlo tree search on a known state: UCT, with dice as branches of the tree.

    found = mcts(state, simulations=5000)

It is given a State, so in a game that hides something it is an oracle, and says so (`oracle` in
its statistics): for analysis, endings and tests, not for play. Coming dice and deals are drawn
anew in every simulation, never read from the state's seed.

The tree is that of ismcts with one world and nobody to hide anything from: then every action that
is legal at a node was always available, and the bound is that of UCT.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.state import State
from kibitz.search.ismcts import PlainTree
from kibitz.search.result import Search, most_visited
from kibitz.search.run import from_state, run
from kibitz.search.settings import Settings


def mcts(state: State, **settings: Any) -> Search:
    """Search the decision of the player to act; Settings tells what can be set."""
    return run(from_state("mcts", state, Settings(**settings), PlainTree), most_visited)
