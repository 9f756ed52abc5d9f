"""Codepiece: two teams, one round of bids, and a duty to beat. The rules are in README.md."""

from kibitz.games.codepiece.dictionary import state_dict
from kibitz.games.codepiece.game import Codepiece as game

__all__ = ["game", "state_dict"]
