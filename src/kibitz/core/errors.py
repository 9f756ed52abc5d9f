"""Every refusal has a name.

An error tells three things: a stable `code` that programs may compare, a sentence that helps the
person who reads it, and whose fault it is (`caller`, `bot` or `us`). Whatever raises one of these
has changed nothing: a state that refused an action is the state that it was.
"""

from __future__ import annotations

from typing import ClassVar, Literal

Fault = Literal["caller", "bot", "us"]


class KibitzError(Exception):
    """The base of all errors that Kibitz raises on purpose."""

    code: ClassVar[str] = "kibitz"
    fault: ClassVar[Fault] = "caller"


class UnknownGame(KibitzError):
    """No folder of that name under `kibitz/games`."""

    code = "unknown_game"


class BadOption(KibitzError):
    """An option that the game does not have, or a value that it does not take."""

    code = "bad_option"


class BadEngine(KibitzError):
    """An engine that does not exist, or that this installation lacks."""

    code = "bad_engine"


class BadSeed(KibitzError):
    """A seed is a whole number from 0 to 2**64 - 1."""

    code = "bad_seed"


class BadSeat(KibitzError):
    """A seat is a whole number from 0 to players - 1."""

    code = "bad_seat"


class IllegalAction(KibitzError):
    """The action is not in `legal()`."""

    code = "illegal_action"


class StaleAction(IllegalAction):
    """The game is over, or it waits for chance: no player may act."""

    code = "stale_action"


class BadAction(KibitzError):
    """A text that names no action, or an id outside the action space."""

    code = "bad_action"


class BadChance(KibitzError):
    """A chance outcome at the wrong moment, or one that cannot happen."""

    code = "bad_chance"


class BadDeal(BadChance):
    """A deal that no deck gives: cards missing, doubled, or hands of wrong sizes."""

    code = "bad_deal"


class BadPosition(KibitzError):
    """A position that cannot be reached, or is written wrongly."""

    code = "bad_position"


class BadRecord(KibitzError):
    """A record that is not one, or that does not replay to what it says."""

    code = "bad_record"


class BadText(KibitzError):
    """A text in a game's notation that cannot be read."""

    code = "bad_text"


class NotOver(KibitzError):
    """Returns exist only when the game is over; `scores()` tells the running score."""

    code = "not_over"


class NothingToUndo(KibitzError):
    """No action has been made yet."""

    code = "nothing_to_undo"


class NoDecision(KibitzError):
    """A search was asked where there is nothing to decide: the game is over, or another's turn."""

    code = "no_decision"


class BadBudget(KibitzError):
    """A search needs a budget: a number of simulations or of seconds, above 0."""

    code = "bad_budget"


class NoSuchEncoding(KibitzError):
    """The game has no observation layout of that name or version."""

    code = "no_such_encoding"


class MissingExtra(KibitzError, ImportError):
    """A library that an extra of Kibitz installs is not there; the sentence names the extra."""

    code = "missing_extra"


class Malformed(KibitzError):
    """The native engine was handed numbers that are no deal, position or options: our fault."""

    code = "malformed"
    fault = "us"


class NotSolvable(KibitzError):
    """What the solver cannot take: no play under way, or too many cards for the Python engine."""

    code = "not_solvable"


class NotAPool(KibitzError):
    """A file that should be a pool of deals, and is something else."""

    code = "not_a_pool"


class NewerPool(KibitzError):
    """A pool of a layout or a game that a newer Kibitz has written."""

    code = "newer_pool"


class DamagedPool(KibitzError):
    """A pool that was cut off or changed after it was written; writing it again repairs it."""

    code = "damaged_pool"


class UnfinishedPool(KibitzError):
    """A pool that is not yet written to its end; the command that began it goes on."""

    code = "unfinished_pool"


class OtherPool(KibitzError):
    """A pool is there already, of another game, seed, number of deals or rules."""

    code = "other_pool"


class UnknownBot(BadOption):
    """No player of that name for that game."""

    code = "unknown_bot"


class BadSpec(KibitzError):
    """A bot's file with a key, a value or a table that cannot be; the sentence names the line."""

    code = "bad_spec"


class MissingModel(BadSpec):
    """A bot needs a network whose weights are not there."""

    code = "missing_model"


class BadModel(BadSpec):
    """A file of weights that is damaged, or not of the network that it is wanted for."""

    code = "bad_model"


class OracleOnly(KibitzError):
    """A bot that sees all hands was asked with a view, or another with a state."""

    code = "oracle_only"
