"""`kibitz arena report`: a folder of pages, plots and tables about everything in a store."""

from kibitz.arena.board.report.site import Written, write

__all__ = ["Written", "write"]
