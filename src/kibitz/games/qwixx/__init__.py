"""Qwixx: mark dice from left to right, lock rows, take no strikes. The rules are in README.md."""

from kibitz.games.qwixx.game import Qwixx

game = Qwixx

__all__ = ["game"]
