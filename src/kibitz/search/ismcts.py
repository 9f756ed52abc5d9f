"""Information-set Monte Carlo tree search, for any number of players, including chance.

    found = ismcts(view, seconds=0.1)

One observer, one world that fits its view per simulation, and availability counts in the bound
(Cowling, Powley, Whitehouse, "Information set Monte Carlo tree search", 2012). tree.py has the tree
on the Python engine, guided.py the one that a network guides.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.view import View
from kibitz.search.guided import PlainGuided
from kibitz.search.result import Search, most_visited
from kibitz.search.run import from_view, run
from kibitz.search.settings import Settings
from kibitz.search.tree import PlainTree


def ismcts(view: View, **settings: Any) -> Search:
    """Search the decision of a view; see Settings for the options."""
    given = Settings.of(settings)
    plain = PlainGuided if given.guided else PlainTree
    return run(from_view("ismcts", view, given, plain), most_visited)
