"""Codepiece: two teams, one bid each, and you must beat if you can. The rules are in README.md."""

from kibitz.games.codepiece.dictionary import state_dict
from kibitz.games.codepiece.game import Codepiece as game

__all__ = ["game", "state_dict"]
