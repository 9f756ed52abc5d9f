"""The former name of legal_moves.py, which bots written for earlier versions import."""

from kibitz.games.codepiece.legal_moves import *  # noqa: F403
