"""Dubito: play cards face down, claim what they are, and doubt. The rules are in README.md."""

from kibitz.games.dubito.game import Dubito as game

__all__ = ["game"]
