"""Belote in the arena: the styles of its players, and contracts played for pools."""

from kibitz.arena.games.belote.style import BIDS, FIGURES, count

__all__ = ["BIDS", "FIGURES", "count"]
