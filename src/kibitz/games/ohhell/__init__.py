"""Oh Hell: bid exactly the tricks that you will take. The rules are in README.md."""

from kibitz.games.ohhell.game import OhHell

game = OhHell

__all__ = ["game"]
