"""Qwixx: mark dice from left to right, lock rows, take no strikes. The rules are in README.md."""

from kibitz.games.qwixx.game import Qwixx as game

__all__ = ["game"]
