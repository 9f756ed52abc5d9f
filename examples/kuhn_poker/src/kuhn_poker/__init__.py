"""Kuhn poker: bluff with three cards and two chips. The rules are in README.md."""

from kuhn_poker.game import KuhnPoker

game = KuhnPoker

__all__ = ["game"]
