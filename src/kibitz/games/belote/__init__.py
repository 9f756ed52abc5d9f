"""Belote Contrée: bid a contract, then take its points in tricks. The rules are in README.md."""

from kibitz.games.belote.game import Belote

game = Belote

__all__ = ["game"]
