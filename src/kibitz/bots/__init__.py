"""Players. A bot gets a View, what its seat may know, and never a State.

    bot = kibitz.bots.bot("ohhell", "smart")

`names(game)` lists the players of a game, `spec(game, name)` returns the definition of one.
"""

from kibitz.bots.registry import bot, names, spec
from kibitz.bots.spec.spec import Spec

__all__ = ["Spec", "bot", "names", "spec"]
