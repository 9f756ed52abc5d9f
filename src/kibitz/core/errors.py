"""The named errors of Kibitz.

An error carries a stable `code` that programs may compare, a sentence that helps the reader, and
whose fault it is (`caller`, `bot` or `us`). Raising one changes nothing: a state that refuses an
action stays as it was.
"""

from __future__ import annotations

from typing import ClassVar, Literal

Fault = Literal["caller", "bot", "us"]


class KibitzError(Exception):
    """The base of all errors that Kibitz raises deliberately."""

    code: ClassVar[str] = "kibitz"
    fault: ClassVar[Fault] = "caller"


class UnknownGame(KibitzError):
    """There is no game of that name."""

    code = "unknown_game"


class BadOption(KibitzError):
    """The game has no such option, or the option does not accept this value."""

    code = "bad_option"


class BadEngine(KibitzError):
    """The engine does not exist, or this installation lacks it."""

    code = "bad_engine"


class BadSeed(KibitzError):
    """A seed must be a whole number from 0 to 2**64 - 1."""

    code = "bad_seed"


class BadSeat(KibitzError):
    """A seat must be a whole number from 0 to players - 1."""

    code = "bad_seat"


class IllegalAction(KibitzError):
    """The action is not in `legal()`."""

    code = "illegal_action"


class StaleAction(IllegalAction):
    """No player may act: the game is over, or a chance event is pending."""

    code = "stale_action"


class BadAction(KibitzError):
    """The text names no action, or the id is outside the action space."""

    code = "bad_action"


class BadChance(KibitzError):
    """A chance outcome is impossible, or none is pending."""

    code = "bad_chance"


class BadDeal(BadChance):
    """An impossible deal: cards are missing or duplicated, or hands have the wrong size."""

    code = "bad_deal"


class BadPosition(KibitzError):
    """A position is unreachable or malformed."""

    code = "bad_position"


class BadRecord(KibitzError):
    """A record is malformed, or does not replay to its own results."""

    code = "bad_record"


class BadText(KibitzError):
    """A text cannot be parsed in the game's notation."""

    code = "bad_text"


class NotOver(KibitzError):
    """Returns exist only once the game is over; `scores()` gives the running score."""

    code = "not_over"


class NothingToUndo(KibitzError):
    """No action has been taken yet."""

    code = "nothing_to_undo"


class NoDecision(KibitzError):
    """A search was started with nothing to decide: the game is over, or it is another's turn."""

    code = "no_decision"


class BadBudget(KibitzError):
    """A search needs a budget above 0, in simulations or in seconds."""

    code = "bad_budget"


class NoSuchEncoding(KibitzError):
    """The game has no observation layout of that name or version."""

    code = "no_such_encoding"


class MissingExtra(KibitzError, ImportError):
    """An optional library is not installed; the message names the extra that installs it."""

    code = "missing_extra"


class Malformed(KibitzError):
    """The native engine received numbers that form no deal, position or options: our fault."""

    code = "malformed"
    fault = "us"


class NotSolvable(KibitzError):
    """The solver cannot take this: no play is under way, or too many cards for Python."""

    code = "not_solvable"


class NotAPool(KibitzError):
    """The file is not a pool of deals."""

    code = "not_a_pool"


class NewerPool(KibitzError):
    """The pool has a layout or a game that only a newer Kibitz knows."""

    code = "newer_pool"


class DamagedPool(KibitzError):
    """The pool was truncated or changed after it was written; write it again to repair it."""

    code = "damaged_pool"


class UnfinishedPool(KibitzError):
    """The pool is not complete yet; repeat the command that started it to resume."""

    code = "unfinished_pool"


class OtherPool(KibitzError):
    """A pool of another game, seed, size or rules already exists there."""

    code = "other_pool"


class UnknownBot(BadOption):
    """The game has no player of that name."""

    code = "unknown_bot"


class BadSpec(KibitzError):
    """A bot's file has an invalid key, value or table; the message names the line."""

    code = "bad_spec"


class MissingModel(BadSpec):
    """A bot needs a network whose weights are missing."""

    code = "missing_model"


class BadModel(BadSpec):
    """The weights file is damaged, or belongs to another network."""

    code = "bad_model"


class OracleOnly(KibitzError):
    """A bot that sees all hands was given a view, or another bot a state."""

    code = "oracle_only"
